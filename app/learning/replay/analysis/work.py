"""The work of analysing a match, in a process of the bots: a piece for each turn, so that no bot waits for long.

The record is replayed in that process, never in the server; pieces that follow each other find it replayed.
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import orjson

from app.learning.replay.win_graph import WinGraph, graph_of
from app.matches.helpers.source import Source
from app.matches.helpers.timeline import ReplayTimeline
from engine import actions
from engine.actions import Action, Resign
from engine.bots.review import Review, review
from engine.errors import IllegalAction
from engine.history import UNDO
from engine.knowledge import facts_of
from engine.record import MatchRecord, Move
from engine.seat import SEATS, Seat

MAX_TURNS: Final = 200
"""Turns of a match that are judged: the first ones."""
TURN_SECONDS: Final = 0.25
"""Of the processor, for the expert's thoughts about one turn; a duel's takes a tenth of that."""


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A turn as it was finally played: from `step` on, without what was undone."""

    step: int
    turn: int
    player: Seat
    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class Outline:
    """The beginning of a match's analysis: the graph, and the turns to judge."""

    graph: WinGraph
    turns: tuple[PlayedTurn, ...]


def outline(source: Source) -> Outline:
    """Return the turns of a match that are to be judged."""
    timeline = timeline_of(source)
    return Outline(graph_of(timeline), tuple(played_turns(timeline))[:MAX_TURNS])


def judged(source: Source, turn: PlayedTurn) -> Review | None:
    """Review a turn by its player's knowledge; None where it cannot be judged."""
    match = timeline_of(source).at(turn.step)
    view = match.view_for(turn.player)
    if "turn" not in view or match.to_act != (turn.player,):
        return None
    until = time.process_time() + TURN_SECONDS
    return review(
        turn.player,
        view,
        facts_of(match, turn.player),
        match.legal_actions(turn.player),
        turn.actions,
        seed=seed_of(source, turn.step),
        enough=lambda: time.process_time() > until,
    )


def seed_of(source: Source, step: int) -> str:
    """Return the seed by which the turn that begins with `step` is judged."""
    return f"{source.key}:{step}"


def played_turns(timeline: ReplayTimeline) -> list[PlayedTurn]:
    """Return the turns that people or bots played, each as it stood in the end where it was taken back."""
    moves = timeline.record.moves
    last = {(turn.number, turn.player): turn for turn in timeline.turns}
    ends = pairwise([*(turn.step for turn in timeline.turns), len(moves)])
    found = [
        PlayedTurn(turn.step, turn.number, seat, net_actions(moves[start:end], seat))
        for turn, (start, end) in zip(timeline.turns, ends, strict=True)
        for seat in SEATS
        if turn.player == seat and last[turn.number, turn.player] is turn
    ]
    return [turn for turn in found if turn.actions]


def net_actions(moves: Iterable[Move], seat: Seat) -> tuple[Action, ...]:
    """Return the plays of `seat` in these moves of one turn, without those undone, and up to a resignation."""
    found: list[Action] = []
    for move in moves:
        if move.by != seat:
            continue
        if move.kind == UNDO:
            found.pop()
            continue
        try:
            action = actions.from_json(move.action)
        except IllegalAction:  # a draw, a claim or a takeback: the turn was not ended
            break
        if isinstance(action, Resign):
            break
        found.append(action)
    return tuple(found)


_held: tuple[Source, ReplayTimeline] | None = None


def timeline_of(source: Source) -> ReplayTimeline:
    """Return the match, replayed; the last one is kept."""
    global _held  # noqa: PLW0603, RUF100 - a process has one
    if _held is None or _held[0] != source:
        record = MatchRecord.from_json(orjson.loads(zlib.decompress(source.text)))
        _held = (source, ReplayTimeline(record))
    return _held[1]
