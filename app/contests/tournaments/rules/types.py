"""The values that the rules of tournaments take and return. Entries are named by their numbers, never by players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

EntryState = Literal["asked", "in", "paused", "out"]
BoardKind = Literal["match", "box", "bye", "half", "absent"]  # "box": with the players' own cards, so without a match
BoardOutcome = Literal["a", "b", "draw", "neither"]  # "neither": both lose
Unplayed = Literal["rest", "win", "loss", "half", "absent"]  # "rest": a bye; "win" and "loss" by forfeit
WIN, DRAW = 2, 1  # points are doubled, so that they are whole numbers
MEETINGS: Final[tuple[BoardKind, ...]] = ("match", "box")  # somebody meets somebody there
Apart = frozenset[frozenset[int]]  # pairs that should not meet
NOBODY: Final[Apart] = frozenset()


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player of a tournament. `rating` is the one at entry; `from_round` is above 1 for one who came late."""

    number: int
    rating: int
    state: EntryState
    from_round: int = 1


@dataclass(frozen=True, slots=True)
class BoardResult:
    """A board of a round: `a` begins. `b` is None for byes and absences, and where a computer fills in for an opponent.

    `forfeit`: it was decided without play, so it counts for points, but not as having met.
    """

    round: int
    board: int
    kind: BoardKind
    a: int
    b: int | None = None
    outcome: BoardOutcome | None = None
    ruling: BoardOutcome | None = None
    forfeit: bool = False

    @property
    def result(self) -> BoardOutcome | None:
        """The outcome that counts; None while it is being played."""
        return self.ruling or self.outcome

    @property
    def is_open(self) -> bool:
        """True if the board is still being played."""
        return self.is_meeting and self.result is None

    @property
    def is_meeting(self) -> bool:
        """True if somebody meets somebody here."""
        return self.kind in MEETINGS

    @property
    def is_played(self) -> bool:
        """True if two entries have met here, or are meeting now."""
        return self.is_meeting and self.b is not None and not self.forfeit

    def without_play(self, number: int) -> Unplayed | None:
        """Return what an entry had here without an opponent; None where two have met, or are meeting.

        It is read from the board, never from points: who loses to the computer that fills in has had the free place,
        too, and a ruling may give half a point for a match that nobody has played.
        """
        if self.is_played:
            return None
        if self.kind == "half" or self.kind == "absent":
            return self.kind
        if self.b is None:
            return "rest"
        return "win" if self.result == self.side_of(number) else "loss"

    def side_of(self, number: int) -> Literal["a", "b"]:
        """Return the side of one of its entries."""
        return "a" if number == self.a else "b"

    @property
    def numbers(self) -> tuple[int, ...]:
        """The entries that have their place here."""
        return (self.a,) if self.b is None else (self.a, self.b)

    def points_of(self, number: int) -> int:
        """Return the doubled points of one of its entries."""
        if not self.is_meeting:
            return {"bye": WIN, "half": DRAW, "absent": 0}[self.kind]
        if self.result == "draw":
            return DRAW
        return WIN if self.result == self.side_of(number) else 0

    def opponent_of(self, number: int) -> int | None:
        """Return the entry on the other side."""
        return self.b if number == self.a else self.a


@dataclass(frozen=True, slots=True)
class Pairing:
    """A board to open: `a` begins. With an `outcome` it is decided without play (a forfeit) and needs no match."""

    board: int
    kind: BoardKind
    a: int
    b: int | None = None
    outcome: BoardOutcome | None = None

    def opened(self, round_number: int) -> BoardResult:
        """Return the pairing as a board of this round."""
        return BoardResult(
            round_number, self.board, self.kind, self.a, self.b, self.outcome, forfeit=self.outcome is not None
        )


def forfeited(a_plays: bool, b_plays: bool) -> BoardOutcome | None:
    """Return the outcome of a board where somebody has left; None if both play."""
    if a_plays and b_plays:
        return None
    return "a" if a_plays else "b" if b_plays else "neither"


Refusal = Literal["too_few", "round_open", "no_legal_pairing", "no_further_round"]


@dataclass(frozen=True, slots=True)
class PairingRefused:
    """A round that cannot be paired: for the organizer to decide, not to be tried again."""

    why: Refusal


@dataclass(frozen=True, slots=True)
class RankedEntry:
    """An entry's rank. `points` and `ties` are whole numbers; `tie_breaks.unit_of` has their unit."""

    rank: int
    number: int
    points: int
    ties: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Waiting:
    """An entry of an arena that waits to be paired, since a moment of the site time."""

    number: int
    since: float
