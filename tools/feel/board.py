"""Boards to measure: matches that begin with a given position, against a bot that waits for the visitor's turn, or
against the automaton."""

from __future__ import annotations

import json
from typing import Final

from playwright.sync_api import Page

from engine.cards import ALL, Card
from engine.match import Options
from engine.record import MatchRecord

CROWD: Final = 7
TURN_SECONDS: Final = 120  # milliseconds for the other side's turn
# Resolves when the match has more actions than `after`, its connection is open, nothing is under way or shown, and
# either it is the visitor's turn or the match is over. It checks when something of that may have changed, not in each
# frame, because frames are measured.
WAIT: Final = """([after, most]) => new Promise((resolve) => {
  const [root, match] = [document.documentElement, document.getElementById("match")];
  const isReady = () =>
    match.dataset.connection === "open" && !match.hasAttribute("data-busy") && !root.hasAttribute("data-playing") &&
    Number(document.getElementById("turn").dataset.seq) > after &&
    document.querySelector("#attack, #end-turn, #result-title") !== null;
  const look = () => { if (isReady()) end(true); };
  const watch = new MutationObserver(look);
  const timer = setTimeout(() => end(false), most);
  const end = (isThere) => {
    watch.disconnect();
    clearTimeout(timer);
    match.removeEventListener("htmx:ws:after:message:incoming", look);
    resolve(isThere);
  };
  for (const element of [root, match]) watch.observe(element, { attributes: true });
  match.addEventListener("htmx:ws:after:message:incoming", look);
  look();
})"""
SEQ: Final = "Number(document.getElementById('turn').dataset.seq)"

Form = dict[str, str | float | bool]


def crowded_record() -> str:
    """Return the text of a record that begins with CROWD creatures in each of the four lanes, twelve cards in hand."""
    creatures = [card for card in ALL.values() if card.is_creature]
    lanes = [_lane(_slugs(creatures[i::4], CROWD)) for i in range(4)]
    held = _slugs([card for card in ALL.values() if not card.is_creature], 5) + _slugs(creatures[-20:], 7)
    hands = ([*held[:4], "*", *held[4:]], [*held[:3], "*", *held[3:6]])
    sides = [_side(hand, top, bottom) for hand, top, bottom in zip(hands, lanes[::2], lanes[1::2], strict=True)]
    return _record(mode="duel", A=sides[0], B=sides[1])


def easy_record() -> str:
    """Return the text of a record in which the player to move can play one cheap creature after the other."""
    cheap = _slugs([card for card in ALL.values() if card.is_creature and card.cost <= 1], 8)
    other = _side(["troll", "gnome", "*", "ogre"], [], [])
    return _record(mode="duel", A=_side([*cheap, "*", "boom"], [], []), B=other)


def automaton_record() -> str:
    """Return the text of a record whose next attack is followed by a turn of the automaton with four reveals and six
    attacks, most of them on the fortress."""
    hand = (
        "boom meteorite baron gnome zombie shaman scribe martyr machine partisan disciple parasite aberration carnivore"
    )
    top, bottom = (_lane(slugs.split()) for slugs in ("ogre alpha", "lieutenant reptile revenant"))
    pile = ["grrr", "assassin", "vortex", "carapace", "mutant"]
    side = {"pile": pile, "discard": [], "fortress": "bastion", "top": top, "bottom": bottom}
    return _record(mode="solo", solo={"seed": 7}, A=_side(["*", *hand.split()], [], _lane(["troll"])), B=side)


def duel_record(seed: int) -> str:
    """Return the text of a record of a duel with two decks of the box, at its first turn."""
    options = Options(seed=seed, first="A", decks={"A": 1 + seed % 4, "B": 1 + (seed + 1) % 4})
    return _text(options)


def _side(hand: list[str], top: list[dict[str, str]], bottom: list[dict[str, str]]) -> dict[str, object]:
    return {"hand": hand, "fortress": "bastion", "champion": None, "top": top, "bottom": bottom}


def _lane(slugs: list[str]) -> list[dict[str, str]]:
    return [{"card": slug} for slug in slugs]


def _record(mode: str, **position: object) -> str:
    whole = {"edition": "2022", "mode": mode, "turn": 3, "active": "A", "phase": "summon", "mana": 9, **position}
    return _text(Options(seed=1, edition="2022", mode=mode, format="position", position=whole))


def _text(options: Options) -> str:
    return json.dumps(MatchRecord(options, {"A": "Anna", "B": "Bo"}, (), None).to_json())


def _slugs(cards: list[Card], count: int) -> list[str]:
    return [card.slug for card in cards if card.slug][:count]


def open_board(page: Page, site: str, record: str) -> None:
    """Play on against a bot from the first moment of a record, at its seat A; return when the board is there and awaits
    its player."""
    sent: Form = {"text": record}
    answer = page.request.post(f"{site}/replays", form=sent, headers={"Origin": site})
    assert answer.ok, answer.text()
    played: Form = {"step": "0", "how": "bot", "level": "1", "seat": "A"}
    begun = page.request.post(f"{answer.url}/play", form=played, headers={"Origin": site})
    assert begun.ok, begun.text()
    page.goto(begun.url)
    wait(page)


def wait(page: Page, after: int = -1) -> None:
    """Return when the match has more actions than `after` and awaits its player, or is over."""
    page.locator("#table").wait_for()
    assert page.evaluate(WAIT, [after, TURN_SECONDS * 1000]), (
        f"the match did not await its player within {TURN_SECONDS} s"
    )
