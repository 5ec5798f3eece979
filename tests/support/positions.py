"""Matches in the browser that begin with a given position (docs/notation.md): a record is uploaded and played on."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page

from engine.match import Options
from engine.record import MatchRecord
from tests.support.table import MatchPage, sit_down


def side(hand: str, top: str = "", bottom: str = "", fortress: str = "bastion") -> dict[str, Any]:
    """Return one player's side; cards by their slugs, "*" is the fortress, position 0 of a lane first."""
    lanes = {"top": [{"card": card} for card in top.split()], "bottom": [{"card": card} for card in bottom.split()]}
    return {"hand": hand.split(), "fortress": fortress, "champion": None, **lanes}


def automaton(
    pile: str, discard: str = "", top: str = "", bottom: str = "", fortress: str = "bastion"
) -> dict[str, Any]:
    """Return the automaton's side; the pile's top first."""
    lanes = {"top": [{"card": card} for card in top.split()], "bottom": [{"card": card} for card in bottom.split()]}
    return {"pile": pile.split(), "discard": discard.split(), "fortress": fortress, **lanes}


def record_of(a: dict[str, Any], b: dict[str, Any], **changed: Any) -> str:
    """Return the text of a record without actions; `changed` are keys of the position, `undo` and `preview` options."""
    position: dict[str, Any] = {"edition": "2022", "mode": "duel", "turn": 3, "active": "A", "phase": "summon"}
    more = {key: changed.pop(key) for key in ("undo", "preview") if key in changed}
    position |= {"mana": 9, "A": a, "B": b, **changed}
    if position["mode"] == "solo":
        position.setdefault("solo", {"seed": 7})
    options = Options(
        seed=1, edition=position["edition"], mode=position["mode"], format="position", position=position, **more
    )
    return json.dumps(MatchRecord(options, {"A": "Anna", "B": "Bo"}, (), None).to_json())


def _play_on(page: Page, record: str, how: str, seat: str) -> None:
    """Upload a record and begin a match with its position."""
    page.goto("/replays")
    page.get_by_text("Or paste its text").click()
    page.locator("#text").fill(record)
    page.get_by_role("button", name="Watch it").click()
    page.get_by_role("button", name="Menu").click()
    if how != "solo":
        page.locator("#play-from-here select[name='seat']").select_option(seat)
    page.locator(f"#play-from-here button[value='{how}']").click()


def duel_from(host: Page, guest: Page, record: str) -> tuple[MatchPage, MatchPage]:
    """Return a duel by link: the host at A, the guest at B."""
    _play_on(host, record, "link", "A")
    return sit_down(host, guest)


def solo_from(page: Page, record: str) -> MatchPage:
    """Return a game against the automaton."""
    _play_on(page, record, "solo", "A")
    page.locator("#table").wait_for()
    table = MatchPage(page)
    table.settle()
    return table


def hotseat_from(page: Page, record: str) -> MatchPage:
    """Return a duel at one device; whoever is to act has the cover lifted."""
    _play_on(page, record, "hotseat", "A")
    page.locator("#lift").click()
    page.locator("#cover .cover").wait_for(state="detached")
    table = MatchPage(page)
    table.settle()
    return table
