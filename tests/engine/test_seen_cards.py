"""R2.5a through undo and takeback: a card that was shown stays known wherever it lies, any other stays hidden."""

from __future__ import annotations

from typing import Any

from engine.match import Match
from engine.seat import Seat, Viewer
from tests.engine.test_history import END, UNDO, match_from, side
from tools.rig.json import Json


def hand(match: Match, viewer: Viewer, seat: Seat) -> str:
    """Return the hand of `seat` as `viewer` sees it."""
    shown: Any = match.table_view(viewer)[seat].get("hand")
    return " ".join(card if isinstance(card, str) else card["name"] for card in shown)


def go(match: Match, *moves: tuple[Seat, Json]) -> Match:
    """Return the match after these actions of A and B."""
    for by, action in moves:
        match, _ = match.apply(by, action)
    return match


def test_two_equal_cards_in_one_hand_are_two_and_one_equal_to_a_champion_is_no_other() -> None:
    """A position can have what a deck cannot (R9.1)."""
    ready = {"champion": {"card": "zombie", "ready": True, "in_play": False}}
    match = match_from(side("* zombie treant zombie lich") | ready, side("* titan djinn"))
    match = go(match, ("A", {"type": "champion", "lane": "top"}), ("A", UNDO))
    assert hand(match, "B", "A") == "* ? ? ? ?"
    match = go(match, ("A", {"type": "play", "hand": 3, "lane": "top"}), ("A", UNDO))
    assert hand(match, "B", "A") == "* ? ? zombie ?"


def test_a_single_card_is_not_mixed_with_anything() -> None:
    pile: Json = {"pile": ["gnome"], "discard": [], "fortress": "bastion", "top": [], "bottom": []}
    alone = match_from(side("* boom baron brute", top="zombie"), pile, mode="solo", edition="2021", solo={"seed": 7})
    match, events = go(alone, ("A", END)).apply("A", {"type": "attack"})
    shown: Any = match.table_view("A")["B"]
    assert {"type": "pile_reshuffled", "count": 1} in events and (shown["pile"], shown["pile_known"]) == (1, ["gnome"])
