"""The meanings of the marks of the table, each with the piece of the board that wears it."""

from __future__ import annotations

from typing import Final

from app.learn.short_position import ShortPosition
from app.table import board
from engine import cards
from engine.match import Match, Options

POSITION: Final[ShortPosition] = {
    "edition": "2022", "mode": "duel", "turn": 3, "active": "A", "phase": "summon", "mana": 4,
    "A": {"hand": ["*", "baron"], "fortress": "bastion", "top": [{"card": "shaman"}, {"card": "brute"}], "bottom": []},
    "B": {"hand": ["*", "ogre"], "fortress": "bastion", "top": [], "bottom": []},
}  # fmt: skip
WOUNDS: Final = 2


def context() -> dict[str, object]:
    """Return what templates/learn/marks_list.html shows: cards of a hand, creatures with an Aura and with wounds."""
    drawn = board.build(Match.new(Options(seed=0, edition="2022", format="position", position=POSITION)), "A")
    aura, brute = drawn.realms["A-top"].creatures
    return {
        "playable": cards.ALL["baron"],
        "dear": cards.ALL["troll"],
        "aimless": cards.ALL["boom"],
        "aura": aura,
        "whole": brute,
        "wounded": brute._replace(left=brute.left - WOUNDS),
        "page": "learn",
    }
