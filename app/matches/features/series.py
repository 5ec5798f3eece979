"""A best of three or five (H11): how it stands, as each of its matches stores it. The rematch goes on with it.

The seats stay as they are through a series; `won` counts the matches before this one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from app.matches.features.feature import Fact, StoredValue
from app.matches.match_row import MatchRow
from engine.seat import BySeat, Viewer, other

BEST_OF: Final = StoredValue[int]("best_of")
DECKS: Final = StoredValue[str]("series_decks", length=5)
WON_A: Final = StoredValue[int]("won_a")
WON_B: Final = StoredValue[int]("won_b")
STORED: Final = (BEST_OF, DECKS, WON_A, WON_B)


@dataclass(frozen=True, slots=True)
class Series:
    """A series: the best of how many matches, whether decks are kept, and the wins of each seat."""

    best_of: int
    kept: bool
    won: BySeat[int]

    @property
    def needed(self) -> int:
        """The number of matches that win the series."""
        return self.best_of // 2 + 1

    @property
    def winner(self) -> Viewer:
        """The seat that has won the series; None while it goes on."""
        return next((seat for seat, won in self.won.items() if won >= self.needed), None)

    def stored(self) -> dict[str, Fact]:
        """Return the columns of a match that is played when the series stands so."""
        decks = "kept" if self.kept else "anew"
        return {BEST_OF.name: self.best_of, DECKS.name: decks, WON_A.name: self.won["A"], WON_B.name: self.won["B"]}


def begun(best_of: int, decks: str) -> Series:
    """Return a series before its first match."""
    return Series(best_of, decks == "kept", {"A": 0, "B": 0})


def series_of(row: MatchRow) -> Series | None:
    """The series of a match, with the result of this match once it is over; None for a single match."""
    best_of = BEST_OF.of(row)
    if best_of is None:
        return None
    won: BySeat[int] = {"A": WON_A.of(row) or 0, "B": WON_B.of(row) or 0}
    if row.result is not None and row.result.winner in ("A", "B"):
        won[row.result.winner] += 1
    return Series(best_of, DECKS.of(row) == "kept", won)


def starts_next(row: MatchRow) -> Viewer:
    """The seat that starts the next match: the loser; None (by a coin) after a draw."""
    winner = row.result.winner if row.result else None
    return other(winner) if winner in ("A", "B") else None


def goes_on(row: MatchRow) -> bool:
    """Return whether another match of the same series follows."""
    series = series_of(row)
    return series is not None and row.status == "over" and row.started_at is not None and series.winner is None
