"""Boards that are played with the players' own cards: what the two report. No match says what has happened there, so a
result counts once both report the same, or an organizer rules."""

from __future__ import annotations

from typing import NamedTuple

import orjson

from app.contests.tournaments.rules.types import BoardOutcome


class BoardReport(NamedTuple):
    """One player's report. `rated`: as far as it is up to them, it counts for ratings."""

    outcome: BoardOutcome
    rated: bool = False


class BoardReports(NamedTuple):
    """The reports of a board's two sides so far."""

    a: BoardReport | None = None
    b: BoardReport | None = None

    @classmethod
    def read(cls, stored: str | None) -> BoardReports:
        """Return the reports that were stored as this JSON."""
        return cls(*(one and BoardReport(*one) for one in orjson.loads(stored or "[]")))

    def stored(self) -> str:
        """Return the reports as JSON."""
        return orjson.dumps([one and tuple(one) for one in self]).decode()

    @property
    def outcomes(self) -> tuple[BoardOutcome, ...]:
        """The results that were reported, each once: two where the players contradict each other."""
        return tuple(dict.fromkeys(one.outcome for one in self if one is not None))

    @property
    def agreed(self) -> BoardReport | None:
        """The report on which both agree; None without."""
        if self.a is None or self.b is None or self.a.outcome != self.b.outcome:
            return None
        return BoardReport(self.a.outcome, self.a.rated and self.b.rated)
