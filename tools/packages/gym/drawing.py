"""A view as a few lines of text."""

from __future__ import annotations

import json

from engine.cards import CardNotation
from engine.notation.types import CreatureNotation
from engine.seat import SEATS
from engine.setup.views import MatchView
from engine.view import CreatureStats


def drawn(view: MatchView) -> str:
    """Return a view as text: before the first turn its stage, then both sides."""
    if "turn" not in view:
        return json.dumps(view)
    lines = [f"turn {view['turn']}, {view['active']}: {view['phase']}, mana {view['mana']}"]
    for seat in SEATS:
        side, stats = view[seat], view["stats"][seat]
        held = " ".join(map(_name, side["hand"])) if "hand" in side else f"pile of {side['pile']}"
        lines.append(f"{seat} {side['fortress']} {stats['hp']}: {held}")
        lines.append("    top: " + _lane(side["top"], stats["top"]))
        lines.append("    bottom: " + _lane(side["bottom"], stats["bottom"]))
    return "\n".join(lines)


def _name(card: CardNotation) -> str:
    return card if isinstance(card, str) else card["name"]


def _lane(creatures: list[CreatureNotation], stats: list[CreatureStats]) -> str:
    both = zip(creatures, stats, strict=True)
    return ", ".join(f"{_name(creature['card'])} {value['attack']}/{value['left']}" for creature, value in both)
