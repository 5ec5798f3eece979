"""Boards to measure: matches that begin with a given position, against a bot that waits for the visitor's turn."""

from __future__ import annotations

import json
from typing import Final

from playwright.sync_api import Page

from engine.cards import ALL, Card
from engine.match import Options
from engine.record import MatchRecord

SHOWN: Final = "() => document.getElementById('match')?.dataset.line === 'open'"
CROWD: Final = 7

Form = dict[str, str | float | bool]


def crowded_record(each: int = CROWD) -> str:
    """Return the text of a record that begins with `each` creatures in each of the four lanes, twelve cards in hand."""
    creatures = [card for card in ALL.values() if card.is_creature]
    lanes = [[{"card": slug} for slug in _slugs(creatures[i::4], each)] for i in range(4)]
    held = _slugs([card for card in ALL.values() if not card.is_creature], 5) + _slugs(creatures[-20:], 7)
    hands = ([*held[:4], "*", *held[4:]], [*held[:3], "*", *held[3:6]])
    sides = [
        {"hand": hand, "fortress": "bastion", "champion": None, "top": top, "bottom": bottom}
        for hand, top, bottom in zip(hands, lanes[::2], lanes[1::2], strict=True)
    ]
    position = {
        "edition": "2022", "mode": "duel", "turn": 3, "active": "A", "phase": "summon", "mana": 9,
        "A": sides[0], "B": sides[1],
    }  # fmt: skip
    options = Options(seed=1, edition="2022", mode="duel", format="position", position=position)
    return json.dumps(MatchRecord(options, {"A": "Anna", "B": "Bo"}, (), None).to_json())


def _slugs(cards: list[Card], count: int) -> list[str]:
    return [card.slug for card in cards if card.slug][:count]


def open_board(page: Page, site: str, record: str) -> None:
    """Play on from the first moment of a record, at its seat A; return when the board is there and its line is open."""
    sent: Form = {"text": record}
    told = page.request.post(f"{site}/replays", form=sent, headers={"Origin": site})
    assert told.ok, told.text()
    played: Form = {"step": "0", "how": "bot", "level": "1", "seat": "A"}
    begun = page.request.post(f"{told.url}/play", form=played, headers={"Origin": site})
    assert begun.ok, begun.text()
    page.goto(begun.url)
    page.locator("#table").wait_for()
    page.wait_for_function(SHOWN)
