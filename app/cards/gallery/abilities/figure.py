"""A figure of the rulebook as a value: a position, the parts that are shown, an action; and short ways to write it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from app.cards.gallery.abilities.short_position import ShortPosition
from engine.seat import Seat

VIEWER: Final = "A"
ORDER, WOUND, BLOCKED, FALL, REST, MOVE, BONUS = "order", "wound", "blocked", "fall", "rest", "move", "bonus"


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure: a position (docs/notation.md), the parts of it that are shown, and an action whose effect is marked.

    `parts` are "hand-A", "hand-B", "top", "bottom"; `by` acts; `after` shows the position that follows next to it;
    `kinds` of marks are shown.
    """

    position: ShortPosition
    parts: tuple[str, ...]
    action: Mapping[str, object] | None = None
    by: Seat = VIEWER
    after: bool = False
    kinds: frozenset[str] = frozenset()


FigureRow = list[str | dict[str, object]]

ATTACK: Final = {"type": "end_summon"}
FAR_HAND: Final = "* ogre alpha scribe shaman"
_NEAR_HAND: Final = "* baron boom partisan carapace revenant"
FIGHT: Final = frozenset({WOUND, BLOCKED, FALL, MOVE, BONUS})


def _realm(lane: str | FigureRow) -> list[dict[str, object]]:
    slugs = lane.split() if isinstance(lane, str) else lane
    return [{"card": slug} if isinstance(slug, str) else slug for slug in slugs]


def side(hand: str, top: str | FigureRow, bottom: str | FigureRow, fortress: str = "bastion") -> dict[str, object]:
    """Return one side of a position: the hand and both lanes as slugs, `*` for the Stronghold."""
    return {"hand": hand.split(), "fortress": fortress, "top": _realm(top), "bottom": _realm(bottom)}


def position(near: dict[str, object], far: dict[str, object], mana: int = 0, active: str = "A") -> ShortPosition:
    """Return a position of a duel in 2022 in its third turn; the near side is A."""
    return {
        "edition": "2022", "mode": "duel", "turn": 3, "active": active, "phase": "summon", "mana": mana,
        "A": near, "B": far,
    }  # fmt: skip


def hand(row: str, mana: int = 0, top: str | FigureRow = "", bottom: str | FigureRow = "") -> ShortPosition:
    """Return a position in which only the own hand matters."""
    return position(side(row, top, bottom), side(FAR_HAND, "", ""), mana)


def fight(near: tuple[str | FigureRow, str | FigureRow], far: tuple[str | FigureRow, str | FigureRow]) -> ShortPosition:
    """Return a position of which only the lanes matter: (top, bottom) of each side."""
    return position(side(_NEAR_HAND, *near), side(FAR_HAND, *far))


def under_attack(hand: str, top: str | FigureRow, far_top: str | FigureRow) -> ShortPosition:
    """Return a position in which the opponent is about to attack in the mountain lane."""
    return position(side(hand, top, ""), side(FAR_HAND, far_top, ""), active="B")


def just_played(slug: str) -> dict[str, object]:
    """Return a creature that has entered play this turn."""
    return {"card": slug, "new": True}
