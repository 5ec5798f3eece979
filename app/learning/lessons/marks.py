"""The meanings of the marks of the table, each with the piece of the board that wears it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from app.cards.gallery.abilities.short_position import ShortPosition
from app.matches.table import board
from app.matches.table.realms import CreaturePiece
from engine import cards
from engine.cards import Card
from engine.match import Match, Options

POSITION: Final[ShortPosition] = {
    "edition": "2022", "mode": "duel", "turn": 3, "active": "A", "phase": "summon", "mana": 4,
    "A": {"hand": ["*", "baron"], "fortress": "bastion", "top": [{"card": "shaman"}, {"card": "brute"}], "bottom": []},
    "B": {"hand": ["*", "ogre"], "fortress": "bastion", "top": [], "bottom": []},
}  # fmt: skip
WOUNDS: Final = 2
ALL: Final = ("playable", "standing", "dear", "aimless", "falls", "after", "aura", "wounded", "more")


@dataclass(frozen=True, slots=True)
class MarksShown:
    """The marks in templates/learning/lessons/marks_list.html: some of `ALL`, on these cards of a hand and creatures of
    a lane."""

    shown: tuple[str, ...]
    playable: Card
    dear: Card
    aimless: Card
    aura: CreaturePiece
    whole: CreaturePiece
    wounded: CreaturePiece


@cache
def of(*shown: str) -> MarksShown:
    """Return these marks, or all."""
    drawn = board.build(Match.new(Options(seed=0, edition="2022", format="position", position=POSITION)), "A")
    aura, brute = drawn.realms["A-top"].creatures
    wounded = brute._replace(left=brute.left - WOUNDS)
    baron, troll, boom = (cards.ALL[slug] for slug in ("baron", "troll", "boom"))
    return MarksShown(shown or ALL, baron, troll, boom, aura, brute, wounded)
