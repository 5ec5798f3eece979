"""The task of a mistake: the match before the turn, and the turn that the expert would have played.

It holds hidden cards, as the match itself does. That is over; what the learner sees comes from its views.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass, replace
from typing import Any

import orjson

from app.learning.replay.analysis.result import MissedTurn, missed_from_json, missed_to_json
from engine.history import History
from engine.match import Match
from engine.seat import Seat


@dataclass(frozen=True, slots=True)
class MistakeTask:
    """A turn to try again. `seed` is that of its review, so that a try is judged in the same worlds."""

    match: Match
    missed: MissedTurn
    seed: str

    @property
    def seat(self) -> Seat:
        """The seat of the learner."""
        return self.missed.player

    @property
    def alone(self) -> bool:
        """True if the match was played against the automaton."""
        return self.match.options.solo is not None

    def to_bytes(self) -> bytes:
        """Return the task as it is stored, without the earlier turns."""
        position = self.match.position
        assert position is not None
        bare = replace(self.match, history=History(turns=(position,)))
        stored = {"match": bare.to_json(), "missed": missed_to_json(self.missed), "seed": self.seed}
        return zlib.compress(orjson.dumps(stored))

    @classmethod
    def from_bytes(cls, text: bytes) -> MistakeTask:
        """Return a stored one."""
        # Any: JSON that `to_bytes` has written.
        stored: dict[str, Any] = orjson.loads(zlib.decompress(text))
        return cls(Match.from_json(stored["match"]), missed_from_json(stored["missed"]), stored["seed"])
