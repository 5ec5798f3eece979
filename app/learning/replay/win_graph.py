"""The chance to win along a replay: the bots' evaluation at the beginning of each turn, and the turning points.

Every card is open in a replay, so that it reveals nothing hidden.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Final

from app.matches.helpers.timeline import ReplayTimeline
from engine.bots.evaluation import chance, evaluation
from engine.position import OVER, Position
from engine.seat import Seat

MAX_POINTS: Final = 200
"""Turns that are judged: of more, every second, third ... one."""
TURNED: Final = 0.15
"""The least change of the chance between two turns at which the match turned."""


@dataclass(frozen=True, slots=True)
class WinPoint:
    step: int
    turn: int
    chance: float


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A turn in which the match turned towards `player`, by how much."""

    step: int
    turn: int
    player: Seat
    gain: float


@dataclass(frozen=True, slots=True)
class WinGraph:
    """The graph, and the one turn at which the match turned, if it did."""

    points: tuple[WinPoint, ...]
    turned: TurningPoint | None

    def path(self, width: int, height: int) -> str:
        """Return the points of a drawn graph, A's chance upwards, steps to the right."""
        last = max(1, self.points[-1].step)
        return " ".join(f"{width * point.step / last:.1f},{height * (1 - point.chance):.1f}" for point in self.points)


def graph_of(timeline: ReplayTimeline) -> WinGraph:
    """Return the graph of a timeline; without points where its first turn never began."""
    turns = timeline.turns[:: 1 + len(timeline.turns) // MAX_POINTS]
    judged = [(turn.step, turn.number, timeline.at(turn.step).position) for turn in turns]
    points = [WinPoint(step, turn, _chance(now)) for step, turn, now in judged if now is not None]
    end = timeline.at(timeline.last).position
    if points and end is not None and points[-1].step < timeline.last:
        points.append(WinPoint(timeline.last, points[-1].turn, _chance(end)))
    return WinGraph(tuple(points), turning_point(points))


def _chance(position: Position) -> float:
    if position.phase == OVER and position.winner in ("A", "B"):
        return float(position.winner == "A")
    return chance(evaluation("duel" if position.solo is None else "solo").for_seat(position, "A"))


def turning_point(points: list[WinPoint]) -> TurningPoint | None:
    changes = [(after.chance - before.chance, before) for before, after in itertools.pairwise(points)]
    gain, at = max(changes, key=lambda found: abs(found[0]), default=(0.0, None))
    if at is None or abs(gain) < TURNED:
        return None
    return TurningPoint(at.step, at.turn, "A" if gain > 0 else "B", abs(gain))
