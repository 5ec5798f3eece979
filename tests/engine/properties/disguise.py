"""Matches that differ only in what a viewer may not know (R2.5a), and all that the viewer gets of them."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from engine import cards
from engine.cards import Card, physical
from engine.history import History
from engine.identity import replace_cards
from engine.match import Match
from engine.position import Position
from engine.record import ReplayStep
from engine.seat import Viewer
from tests.engine.playing import sight
from tests.engine.properties.wandering import wander

MOVES = 30
"""Actions in play after which there are still cards that nobody has seen."""


def gets(match: Match, viewer: Viewer, events: list[Any]) -> str:
    """Return all that `viewer` gets, as text."""
    shown = sight(ReplayStep(None, match, events), viewer)
    undo = viewer is not None and match.can_undo(viewer)
    back = [match.can_take_back(seat) for seat in ("A", "B")]
    return json.dumps([shown, undo, back, match.status, match.outcome is None])


def hidden_from(position: Position, viewer: Viewer) -> list[Card]:
    """Return every card of a hand whose face `viewer` may not know: a spectator knows none."""
    seen = 0 if viewer is None else position.seen
    return [
        card for seat, side in position.sides.items() if viewer != seat for card in side.hand if not seen & card.bit
    ]


def refaced(match: Match, faces: dict[int, Card], dice: random.Random | None = None) -> Match:
    """Return the same match, now and before its plays and turns, with other faces on some cards: by `Card.bit`.

    With `dice`, the unknown part of the automaton's pile is shuffled.
    """

    def copied(original: Position) -> Position:
        copy = original.clone()
        replace_cards(copy, lambda card: worn(card, faces.get(card.bit, card)))
        for side in copy.sides.values():
            if side.pile is not None and dice is not None:
                hidden = [index for index, card in enumerate(side.pile) if not copy.seen & card.bit]
                for index, card in zip(hidden, dice.sample([side.pile[i] for i in hidden], len(hidden)), strict=True):
                    side.pile[index] = card
        return copy

    assert match.position is not None
    history = History(tuple(map(copied, match.history.plays)), tuple(map(copied, match.history.turns)))
    return replace(match, position=copied(match.position), history=history)


def worn(card: Card, face: Card) -> Card:
    """Return the physical card with another face."""
    return physical(face, card.bit.bit_length() - 1)


def disguised(match: Match, viewer: Viewer, dice: random.Random, strangers: bool) -> Match:
    """Return the same match to `viewer`, but the hidden cards have changed places, or are others altogether."""
    assert match.position is not None
    hidden = hidden_from(match.position, viewer)
    faces: dict[int, Card] = {}
    for side in match.position.sides.values():
        old = [card for card in side.hand if card in hidden]
        new = dice.sample(list(cards.ALL.values()), len(old)) if strangers else dice.sample(old, len(old))
        faces |= {card.bit: face for card, face in zip(old, new, strict=True)}
    return refaced(match, faces, dice)


def side_by_side(kind: str, seed: int, viewer: Viewer) -> Iterator[tuple[ReplayStep, ReplayStep]]:
    """Yield the first steps of a wandering match, and of one in which the cards that the viewer never learns are
    others."""
    dice = random.Random(f"{kind}/{seed}/{viewer}")
    played = [step for step in wander(kind, seed) if step.match.position is not None][:MOVES]
    played = [step for step in played if step.match.status != "over"]
    match = played[0].match
    other = refaced(match, _faces(match, _shown(played), viewer, dice))
    yield ReplayStep(None, match, []), ReplayStep(None, other, [])
    for step in played[1:]:
        assert step.move is not None
        match, events = match.apply(step.move.by, step.move.action)
        other, same_events = other.apply(step.move.by, step.move.action)
        yield ReplayStep(step.move, match, events), ReplayStep(step.move, other, same_events)


def _shown(played: list[ReplayStep]) -> int:
    """Return all cards that are seen at one time or another."""
    shown = 0
    for step in played:
        assert step.match.position is not None
        shown |= step.match.position.seen
    return shown


def _faces(match: Match, shown: int, viewer: Viewer, dice: random.Random) -> dict[int, Card]:
    """Others' faces, or their places exchanged, for the cards of hands that are not shown to the viewer."""
    assert match.position is not None
    faces: dict[int, Card] = {}
    for seat, side in match.position.sides.items():
        hidden = [card for card in side.hand if not card.bit & shown] if seat != viewer else []
        strangers = dice.random() < 0.5
        new = dice.sample(list(cards.ALL.values()), len(hidden)) if strangers else dice.sample(hidden, len(hidden))
        faces |= {card.bit: face for card, face in zip(hidden, new, strict=True)}
    return faces
