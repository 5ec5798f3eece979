"""Matches in the browser that begin with a given position (docs/notation.md): a record is uploaded and played on."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page

from engine.match import Options
from engine.record import MatchRecord
from tests.support.table import MatchPage, leave_controls, posted, sit_down
from tools.rig.json import Json


def side(hand: str, top: str = "", bottom: str = "", fortress: str = "bastion") -> Json:
    """Return one player's side; cards by their slugs, "*" is the fortress, position 0 of a lane first."""
    lanes = {"top": [{"card": card} for card in top.split()], "bottom": [{"card": card} for card in bottom.split()]}
    return {"hand": hand.split(), "fortress": fortress, "champion": None, **lanes}


def automaton(pile: str, discard: str = "", top: str = "", bottom: str = "", fortress: str = "bastion") -> Json:
    """Return the automaton's side; the pile's top first."""
    lanes = {"top": [{"card": card} for card in top.split()], "bottom": [{"card": card} for card in bottom.split()]}
    return {"pile": pile.split(), "discard": discard.split(), "fortress": fortress, **lanes}


def record_of(a: Json, b: Json, **changed: Any) -> str:
    """Return the text of a record without actions; `changed` are keys of the position, `undo` and `preview` options."""
    position: Json = {"edition": "2022", "mode": "duel", "turn": 3, "active": "A", "phase": "summon"}
    more = {key: changed.pop(key) for key in ("undo", "preview") if key in changed}
    position |= {"mana": 9, "A": a, "B": b, **changed}
    if position["mode"] == "solo":
        position.setdefault("solo", {"seed": 7})
    options = Options(
        seed=1, edition=position["edition"], mode=position["mode"], format="position", position=position, **more
    )
    return json.dumps(MatchRecord(options, {"A": "Anna", "B": "Bo"}, (), None).to_json())


def _begin(page: Page, record: str, how: str) -> str:
    """Upload a record and begin a match with its position, the visitor at A; return its address."""
    replay = posted(page, "/replays", text=record)
    return posted(page, f"{replay}/play", step="0", how=how, seat="A")


def duel_from(host: Page, guest: Page, record: str) -> tuple[MatchPage, MatchPage]:
    """Return a duel by link: the host at A, the guest at B."""
    host.goto(_begin(host, record, "link"))
    return sit_down(host, guest)


def solo_from(page: Page, record: str) -> MatchPage:
    """Return a game against the automaton."""
    return _at_table(page, _begin(page, record, "solo"))


def bot_from(page: Page, record: str) -> MatchPage:
    """Return a match against a bot."""
    return _at_table(page, _begin(page, record, "bot"))


def _at_table(page: Page, address: str) -> MatchPage:
    page.goto(address)
    page.locator("#table").wait_for()
    table = MatchPage(page)
    table.settle()
    return table


def hotseat_from(page: Page, record: str) -> MatchPage:
    """Return a duel at one device; the cover is lifted for the player to act."""
    page.goto(_begin(page, record, "hotseat"))
    page.locator("#lift").click()
    page.locator("#cover .cover").wait_for(state="detached")
    leave_controls(page)
    table = MatchPage(page)
    table.settle()
    return table
