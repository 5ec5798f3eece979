"""Themes of puzzles: the abilities without which a solution fails, found by taking each from all the solver's cards."""

from __future__ import annotations

from copy import copy

from engine import actions, play
from engine.abilities import TABLE
from engine.bots import puzzles
from engine.bots.puzzles import SOLVER, Puzzle, TooManyTurns
from engine.bots.settling import settle
from engine.cards import Card
from engine.errors import IllegalAction
from engine.position import OVER, Position, Side


def themes(puzzle: Puzzle) -> tuple[str, ...]:
    """Return the slugs of the abilities that the solution needs, in the order of the table of abilities."""
    before = puzzles.beginning(puzzle)
    return tuple(ability.slug for ability in TABLE if not _works(puzzle, _without(before, ability.flag)))


def _works(puzzle: Puzzle, before: Position) -> bool:
    now = before.clone()
    try:
        for data in puzzle.solution:
            if now.phase == OVER:
                break
            play.advance(now, actions.from_json(data))
            settle(now)
        return puzzles.reached(puzzle.goal, before, now)
    except IllegalAction:
        return False
    except TooManyTurns:
        return True  # that it fails could not be shown


def _without(position: Position, flag: int) -> Position:
    """Return the position with an ability gone from all cards of the solver."""
    changed = position.clone()
    _take(changed.sides[SOLVER], flag)
    return changed


def _take(side: Side, flag: int) -> None:
    poorer: dict[int, Card] = {}

    def without(card: Card) -> Card:
        if not (card.flags | card.auras) & flag:
            return card
        return poorer.setdefault(card.bit, _poorer(card, flag))

    side.hand = [without(card) for card in side.hand]
    side.champion = None if side.champion is None else without(side.champion)
    for creature in (creature for lane in side.lanes for creature in lane):
        creature.card = without(creature.card)
        creature.over = None if creature.over is None else without(creature.over)
        creature.flags &= ~flag
        creature.auras &= ~flag


def _poorer(card: Card, flag: int) -> Card:
    """Return a copy of a card without an ability; with its own `key` it uses no result cached for the card."""
    other = copy(card)
    other.flags &= ~flag
    other.auras &= ~flag
    other.key = (card.key, flag)
    return other
