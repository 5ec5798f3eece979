"""A best of three or five (H11): its score, as each of its matches stores it. The rematch continues with it.

The seats stay as they are through a series; `won` counts the matches before this one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from app.base.errors import AppError, Code
from app.base.i18n import _
from app.matches.core.features.feature import Fact, Feature, NextMatch, StoredValue
from app.matches.core.match_row import MatchRow
from app.matches.core.schemas import NewMatch
from app.matches.core.stored_options import decks_of
from engine.match import Match
from engine.seat import SEATS, BySeat, Seat, Viewer, other
from engine.setup.options import DUEL

BEST_OF: Final = StoredValue[int]("best_of")
DECKS: Final = StoredValue[str]("series_decks", length=5)
WON_A: Final = StoredValue[int]("won_a")
WON_B: Final = StoredValue[int]("won_b")


@dataclass(frozen=True, slots=True)
class SeriesScore:
    """The score of a series: the best of how many matches, whether decks are kept, and the wins of each seat."""

    best_of: int
    kept: bool
    won: BySeat[int]

    @property
    def needed(self) -> int:
        """The number of matches that win the series."""
        return self.best_of // 2 + 1

    @property
    def winner(self) -> Viewer:
        """The seat that has won the series; None while it continues."""
        return next((seat for seat, won in self.won.items() if won >= self.needed), None)

    def stored(self) -> dict[str, Fact]:
        """Return the columns of a match that is played at this score."""
        decks = "kept" if self.kept else "new"
        return {BEST_OF.name: self.best_of, DECKS.name: decks, WON_A.name: self.won["A"], WON_B.name: self.won["B"]}


def begun(best_of: int, decks: str) -> SeriesScore:
    """Return a series before its first match."""
    return SeriesScore(best_of, decks == "kept", {"A": 0, "B": 0})


def series_of(row: MatchRow) -> SeriesScore | None:
    """The series of a match, with the result of this match once it is over; None for a single match."""
    best_of = BEST_OF.of(row)
    if best_of is None:
        return None
    won: BySeat[int] = {"A": WON_A.of(row) or 0, "B": WON_B.of(row) or 0}
    if row.result is not None and row.result.winner in ("A", "B"):
        won[row.result.winner] += 1
    return SeriesScore(best_of, DECKS.of(row) == "kept", won)


def goes_on(row: MatchRow) -> bool:
    """True if another match of the same series follows."""
    series = series_of(row)
    return series is not None and row.status == "over" and row.started_at is not None and series.winner is None


class Series(Feature):
    """A best of three or five: the loser starts the next match, and nobody changes seats."""

    name = "series"
    stored = (BEST_OF, DECKS, WON_A, WON_B)
    chosen = (BEST_OF, DECKS)

    @classmethod
    def keys(cls, row: MatchRow) -> dict[str, Fact]:
        """Return the score of the series; null for a match on its own."""
        standing = series_of(row)
        if standing is None:
            return {"best_of": None, "won_a": None, "won_b": None}
        return {"best_of": standing.best_of, "won_a": standing.won["A"], "won_b": standing.won["B"]}

    @classmethod
    def opened_with(cls, new: NewMatch, seat: Seat) -> Mapping[str, Fact]:
        """The columns of the first match of a series. AppError(series_in_solo)."""
        if new.best_of is None:
            return {}
        if new.mode != DUEL:
            raise AppError(Code.series_in_solo)
        return begun(new.best_of, new.series_decks).stored()

    @classmethod
    def preferred_options(cls, row: MatchRow) -> Mapping[str, object]:
        return {"best_of": BEST_OF.of(row), "series_decks": "kept" if DECKS.of(row) in (None, "kept") else "new"}

    @classmethod
    def follows(cls, row: MatchRow, match: Match | None) -> NextMatch | None:
        """The next match of the series: the loser starts, after a draw a coin decides."""
        standing = series_of(row)
        if standing is None or not goes_on(row):
            return None
        winner = row.result.winner if row.result else None
        options: dict[str, object] = {"first": other(winner) if winner in ("A", "B") else None}
        if match is not None and match.position is not None:
            decks = decks_of(match)
            if decks is not None:
                options["decks"] = {seat: deck for seat in SEATS if (deck := decks[seat]) is not None}
            elif standing.kept:
                options["settled"] = {seat: list(deck) for seat, deck in match.setup.decks.items()}
        return NextMatch(options, standing.stored())

    @classmethod
    def repeats(cls, row: MatchRow) -> NextMatch | None:
        """Another series of as many, whose first match a coin begins."""
        over = series_of(row)
        if over is None:
            return None
        return NextMatch({"first": None}, begun(over.best_of, "kept" if over.kept else "new").stored())

    @classmethod
    def option_words(cls, row: MatchRow) -> tuple[str, ...]:
        words = {3: _("best of three"), 5: _("best of five")}
        best_of = BEST_OF.of(row)
        return () if best_of is None else (words[best_of],)
