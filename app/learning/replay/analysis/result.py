"""The computer's analysis of a finished match: the chance to win along it, accuracy, and the costliest turns, with the
expert's plays instead. Values, and their JSON for the database."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

import orjson

from app.learning.replay.win_graph import TurningPoint, WinGraph, WinPoint
from engine import actions
from engine.bots.advice import Advice, Effects, Gains, Improvement, NamedAction, NoPlay, Unforeseen
from engine.bots.review import Review
from engine.seat import SEATS, Seat

FORMAT: Final = 1
EFFECTS: Final = {"gains": Gains, "improvement": Improvement, "no_play": NoPlay, "unforeseen": Unforeseen}
"""The kinds of effects, as they are called in the database."""
NAMES: Final = {kind: name for name, kind in EFFECTS.items()}


@dataclass(frozen=True, slots=True)
class MissedTurn:
    """A turn of `player` that cost a good part of the chance to win; it begins after `step` actions."""

    step: int
    turn: int
    player: Seat
    review: Review


@dataclass(frozen=True, slots=True)
class Analysis:
    """The graph, the accuracy of each player whose turns were judged (0 to 100), and the worst turns in their order."""

    graph: WinGraph
    accuracy: Mapping[Seat, float]
    missed: tuple[MissedTurn, ...]

    def missed_at(self, step: int) -> MissedTurn | None:
        """Return the worst turn that begins after so many actions."""
        return next((missed for missed in self.missed if missed.step == step), None)

    def to_json(self) -> bytes:
        stored = {
            "format": FORMAT,
            "points": [[point.step, point.turn, round(point.chance, 4)] for point in self.graph.points],
            "turned": [
                [turn.step, turn.turn, turn.player, round(turn.gain, 4)] for turn in (self.graph.turned,) if turn
            ],
            "accuracy": {seat: round(value, 1) for seat, value in self.accuracy.items()},
            "missed": [missed_to_json(missed) for missed in self.missed],
        }
        return orjson.dumps(stored)

    @classmethod
    def from_json(cls, text: bytes) -> Analysis:
        stored = orjson.loads(text)
        points = tuple(WinPoint(*point) for point in stored["points"])
        turned = (TurningPoint(*turn) for turn in stored["turned"])
        graph = WinGraph(points, max(turned, key=lambda turn: turn.gain, default=None))
        accuracy = {seat: stored["accuracy"][seat] for seat in SEATS if seat in stored["accuracy"]}
        return cls(graph, accuracy, tuple(map(missed_from_json, stored["missed"])))


def missed_to_json(missed: MissedTurn) -> dict[str, object]:
    """Return a turn as it is stored."""
    review = missed.review
    return {
        "at": [missed.step, missed.turn, missed.player],
        "chances": [round(review.played, 4), round(review.best, 4), review.advice.chance],
        "effects": {"kind": NAMES[type(review.advice.effects)], **asdict(review.advice.effects)},
        "plays": [[actions.to_json(each.action), each.card, each.target] for each in review.advice.turn],
    }


# Any: JSON that `missed_to_json` has written.
def missed_from_json(stored: Mapping[str, Any]) -> MissedTurn:
    """Return a stored turn."""
    played, best, chance = stored["chances"]
    effects = _effects_from_json(stored["effects"])
    turn = tuple(NamedAction(actions.from_json(action), card, target) for action, card, target in stored["plays"])
    step, number, player = stored["at"]
    return MissedTurn(step, number, player, Review(played, best, Advice(turn, chance, effects)))


def _effects_from_json(stored: Mapping[str, Any]) -> Effects:
    values: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in stored.items()
    }
    if "kind" in values:
        effects: Effects = EFFECTS[values.pop("kind")](**values)
        return effects
    if not values.get("known"):  # written before kinds had names; the oldest counted some hits twice
        return Unforeseen()
    gains = Gains(**{name: values[name] for name in Gains.__slots__})
    if gains.has_any:
        return gains
    return NoPlay() if values["plain"] else Improvement(values["better"], values["quiet"], values["forgoes"])
