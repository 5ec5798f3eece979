"""Positions out: everything of them, hidden cards included."""

from __future__ import annotations

from typing import cast

from engine.cards import Card, CardNotation
from engine.notation.types import (
    AutomatonSide,
    ChampionNotation,
    CreatureNotation,
    FortressWord,
    HeaderNotation,
    HumanSide,
    PendingView,
    PositionNotation,
    RealmNotation,
    SoloView,
)
from engine.position import Creature, Pending, Position, Side, Solo
from engine.seat import ALONE


def creature_to_json(creature: Creature) -> CreatureNotation:
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


def champion_to_json(side: Side) -> ChampionNotation | None:
    """Return a side's Champion, or None."""
    if side.champion is None:
        return None
    return {"card": side.champion.notation, "ready": side.ready, "in_play": side.in_play}


def fortress_word(side: Side) -> FortressWord:
    """Return the side of the fortress card that is up (R1.2)."""
    return "fort" if side.is_fort else "bastion"


def realm_to_json(side: Side) -> RealmNotation:
    """Return the fields that both kinds of side have."""
    top, bottom = side.lanes
    return {
        "fortress": fortress_word(side),
        "top": [creature_to_json(creature) for creature in top],
        "bottom": [creature_to_json(creature) for creature in bottom],
    }


def _human_to_json(side: Side) -> HumanSide:
    hand: list[CardNotation] = [card.notation for card in side.hand]
    hand.insert(side.fort_at, "*")
    return {"hand": hand, **realm_to_json(side), "champion": champion_to_json(side)}


def _automaton_to_json(side: Side, pile: list[Card]) -> AutomatonSide:
    discard = [card.notation for card in side.discard]
    return {"pile": [card.notation for card in pile], "discard": discard, **realm_to_json(side)}


def solo_to_json(solo: Solo) -> SoloView:
    """Return the automaton's options and state as everybody may know them, without the seed."""
    return {
        "fixed": solo.fixed,
        "per_creature": solo.per_creature,
        "weakened": solo.weakened,
        "abilities": list(solo.abilities),
        "last_turn": solo.last_turn,
        "shuffles": solo.shuffles,
    }


def pending_to_json(pending: Pending) -> PendingView:
    """Return the cards that wait for their owner's order."""
    return {"owner": pending.owner, "cards": [card.notation for card in pending.cards]}


def header_to_json(position: Position) -> HeaderNotation:
    """Return the public fields of a position, without the two sides."""
    return {
        "edition": position.edition.name,
        "mode": "duel" if position.solo is None else "solo",
        "turn": position.turn,
        # Solo is never at rest in the automaton's turn, but while the player orders cards in it: then they are active.
        "active": position.active if position.solo is None else ALONE,
        "phase": position.phase,
        "mana": position.mana,
        "winner": position.winner,
    }


def to_json(position: Position) -> PositionNotation:
    """Return the complete position, hidden cards included."""
    first, second = position.sides.values()
    theirs = _human_to_json(second) if second.pile is None else _automaton_to_json(second, second.pile)
    sides = {"A": _human_to_json(first), "B": theirs}
    shown = cast(PositionNotation, {**header_to_json(position), **sides})
    if position.solo is not None:
        shown["solo"] = {**solo_to_json(position.solo), "seed": position.solo.seed}
    if position.pending is not None:
        shown["pending"] = {**pending_to_json(position.pending), "then": position.pending.then}
    return shown
