"""Puzzles: positions in which one set of plays, and only one, reaches the goal within the turn.

They come from games of the bots and are data, `data/puzzles.json`, made by `tools/bots/puzzles.py`. The player to move
sits at A. Turns that lead to the same position before the assault are the same solution, in any order of the plays.
Nothing depends on cards that the solver does not see: a turn's own effects need only the number of the
opponent's cards, and where the opponent's reply matters (`SURVIVE`), their hand lies open.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, Literal

from engine import actions, assault, data_files, identity, play
from engine.actions import ATTACK_ALL, END_SUMMON, END_TURN, Action, ActionNotation, Order
from engine.bots import search, turns
from engine.bots.evaluation import evaluation
from engine.bots.search import SearchBudget
from engine.bots.settling import settle
from engine.errors import IllegalAction
from engine.history import History
from engine.json_fields import StoredJson
from engine.match import Match, Options
from engine.position import ORDER, OVER, SUMMON, Position
from engine.seat import Seat, other

Goal = Literal["win", "bastion", "survive"]
WIN: Final = "win"
"""The match is won in this turn."""
BASTION: Final = "bastion"
"""The opponent's Bastion has fallen at the end of this turn: their Fort is up, or the match is won."""
SURVIVE: Final = "survive"
"""The opponent cannot win in their next turn, whatever they play."""
GOALS: Final[tuple[Goal, ...]] = (WIN, BASTION, SURVIVE)

SOLVER: Final[Seat] = "A"
"""The solver's seat."""
REPLY_WIDTH: Final = 6
"""The beam that finds an opponent's reply to a wrong try."""


MAX_TURNS: Final = 500
"""The most turns of an opponent that are tried; no stored puzzle leads to a position with more."""


class TooManyTurns(Exception):
    """An opponent has more turns than `MAX_TURNS`: too many to find out if one of them wins."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One puzzle.

    `id` never changes as long as the position and the goal stay the same; `format` is that of the game it comes from.
    `difficulty` is from 1 to 6, and `found` says whether any level of the bots finds the solution.
    `themes` are the abilities without which the solution fails, by slug. `position` and `solution`, the solver's
    actions to the end of the turn, are in the notation. `since` is the first day ("2026-12-31") on which it may be the
    puzzle of the day; empty for those that were there first.
    """

    id: str
    goal: Goal
    edition: str
    format: str
    difficulty: int
    found: bool
    themes: tuple[str, ...]
    position: StoredJson
    solution: tuple[ActionNotation, ...]
    since: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """One action of the reply to a try: its player, and the action in the notation."""

    by: Seat
    action: ActionNotation


@cache
def load() -> tuple[Puzzle, ...]:
    """Return all puzzles, the easy ones first."""
    text = data_files.read("puzzles.json")
    return tuple(
        Puzzle(**{**stored, "themes": tuple(stored["themes"]), "solution": tuple(stored["solution"])})
        for stored in json.loads(text)["puzzles"]
    )


def match_of(puzzle: Puzzle) -> Match:
    """Return the match at the beginning of a puzzle, with the solver's legitimate knowledge."""
    match = Match.new(Options(seed=0, edition=puzzle.edition, format="position", position=puzzle.position))
    if puzzle.goal != SURVIVE or match.position is None:
        return match
    position = match.position.clone()
    position.seen |= identity.bits_of(position.sides[other(SOLVER)].hand)
    return replace(match, position=position, history=History(turns=(position,)))


def beginning(puzzle: Puzzle) -> Position:
    """Return the position of a puzzle, free to be changed."""
    position = match_of(puzzle).position
    assert position is not None
    return position.clone()


def solved(puzzle: Puzzle, tried: Iterable[object]) -> bool:
    """True if these actions of the solver, and then the rest of the turn, reach the goal.

    Raises IllegalAction for an action that the rules refuse.
    """
    position, _ = _played(puzzle, tried)
    return reached(puzzle.goal, beginning(puzzle), position)


def refutation(puzzle: Puzzle, tried: Iterable[object]) -> list[Answer]:
    """Return the reply to a wrong try: the rest of the solver's turn, and the opponent's best turn.

    That turn wins where the solver was to survive. Empty if the try is right.
    Raises IllegalAction for an action that the rules refuse.
    """
    listed = list(tried)
    if solved(puzzle, listed):
        return []
    position, rest = _played(puzzle, listed)
    if position.phase == OVER:
        return rest
    reply = winning_turn(position) if puzzle.goal == SURVIVE else None
    return [*rest, *played_out(position, best_reply(position) if reply is None else reply)]


def best_reply(position: Position) -> list[Action]:
    """Return the best plays of the active player that a search finds; all cards count as seen."""
    found = search.beam(position, evaluation("duel"), SearchBudget(2000), REPLY_WIDTH, 300)
    return found[0].node.actions()


def played_out(position: Position, planned: Iterable[Action]) -> list[Answer]:
    """Play a turn in place; return its actions, to the end of the turn."""
    moves = list[Answer]()
    for action in planned:
        moves += _advance(position, action)
        while position.phase == ORDER:
            moves += _advance(position, _next(position))
    return [*moves, *end_turn(position)]


def reached(goal: Goal, before: Position, after: Position) -> bool:
    """True if the turn that led from `before` to `after` reached the goal of its player."""
    seat = before.active
    if after.phase == OVER:
        return after.winner == seat
    if goal == WIN:
        return False
    if goal == BASTION:
        return after.sides[other(seat)].is_fort
    return winning_turn(after) is None


def winning_turn(position: Position) -> list[Action] | None:
    """Return plays by which the active player wins in this turn, None if there are none; all cards count as seen.

    Cards that must be ordered (2021) return as listed, and nothing is cast between attacks.
    Raises TooManyTurns where that would take too long to find out.
    """
    seat = position.active
    count = 0
    for node in turns.distinct(position, evaluation("duel"), MAX_TURNS):
        after = turns.stopped(node)
        if after.phase == OVER and after.winner == seat:
            return node.plays()
        count += 1
    if count >= MAX_TURNS:
        raise TooManyTurns
    return None


def _played(puzzle: Puzzle, tried: Iterable[object]) -> tuple[Position, list[Answer]]:
    """Return the position at the end of the solver's turn, and the actions that were missing to get there."""
    position = beginning(puzzle)
    turn = position.turn
    for data in tried:
        if position.phase == OVER or position.turn != turn:
            raise IllegalAction("not_your_turn")
        play.advance(position, actions.from_json(data))
        if position.pending is not None and position.pending.owner != SOLVER:
            settle(position)
    return position, end_turn(position) if position.turn == turn else []


def end_turn(position: Position) -> list[Answer]:
    """Play the rest of the turn in place; return its actions. Cards that must be ordered (2021) stay as listed."""
    turn, moves = position.turn, list[Answer]()
    while position.phase != OVER and position.turn == turn:
        moves += _advance(position, _next(position))
    return moves


def _next(position: Position) -> Action:
    if position.phase == ORDER and position.pending is not None:
        return Order(position.pending.cards)
    if position.phase == SUMMON:
        return END_SUMMON
    return END_TURN if assault.next_to_activate(position) is None else ATTACK_ALL


def _advance(position: Position, action: Action) -> list[Answer]:
    """Play an action in place, and return it as part of an answer."""
    seat = play.to_act(position)
    assert seat is not None
    play.advance(position, action)
    return [Answer(seat, actions.to_json(action))]
