"""Positions out: everything of them, hidden cards included."""

from __future__ import annotations

from typing import Any

from engine.actions import SEATS
from engine.position import DRAW, Creature, Position, Side, Solo

WINNERS: dict[int | None, str | None] = {None: None, 0: "A", 1: "B", DRAW: "draw"}


def creature_to_json(creature: Creature) -> dict[str, Any]:
    """Return a creature with all its keys."""
    return {
        "card": creature.card.notation,
        "over": None if creature.over is None else creature.over.notation,
        "wounds": creature.wounds,
        "new": creature.new,
        "done": creature.done,
        "hit": creature.hit,
        "sprint": creature.sprint,
        "champion": creature.champion,
    }


def champion_to_json(side: Side) -> dict[str, Any] | None:
    """Return a side's Champion, or None."""
    if side.champion is None:
        return None
    return {"card": side.champion.notation, "ready": side.ready, "in_play": side.in_play}


def fortress_word(side: Side) -> str:
    """Return the side of the fortress card that is up (R1.2)."""
    return "fort" if side.is_fort else "bastion"


def _side_to_json(side: Side) -> dict[str, Any]:
    top, bottom = side.lanes
    shown: dict[str, Any] = {
        "fortress": fortress_word(side),
        "top": [creature_to_json(creature) for creature in top],
        "bottom": [creature_to_json(creature) for creature in bottom],
    }
    if side.pile is not None:
        discard = [card.notation for card in side.discard]
        return {"pile": [card.notation for card in side.pile], "discard": discard, **shown}
    row = [card.notation for card in side.hand]
    row.insert(side.fort_at, "*")
    return {"hand": row, **shown, "champion": champion_to_json(side)}


def solo_to_json(solo: Solo) -> dict[str, Any]:
    """Return the automaton's options and state, the seed included."""
    return {key: list(solo.abilities) if key == "abilities" else getattr(solo, key) for key in Solo.__slots__}


def header_to_json(position: Position) -> dict[str, Any]:
    """Return what everybody may know of a position besides the two sides."""
    return {
        "edition": position.edition.name,
        "mode": "duel" if position.solo is None else "solo",
        "turn": position.turn,
        # Solo is never at rest in the automaton's turn, but while the player orders cards in it: then they are active.
        "active": SEATS[position.active] if position.solo is None else SEATS[0],
        "phase": position.phase,
        "mana": position.mana,
        "winner": WINNERS[position.winner],
    }


def to_json(position: Position) -> dict[str, Any]:
    """Return the complete position, hidden cards included."""
    first, second = position.sides
    shown = {**header_to_json(position), "A": _side_to_json(first), "B": _side_to_json(second)}
    if position.solo is not None:
        shown["solo"] = solo_to_json(position.solo)
    pending = position.pending
    if pending is not None:
        listed = [card.notation for card in pending.cards]
        shown["pending"] = {"owner": SEATS[pending.owner], "cards": listed, "then": pending.then}
    return shown
