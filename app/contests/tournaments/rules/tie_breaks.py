"""Tie-breaks, each a whole number for each entry. They order the standings and never affect pairings."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Final

from app.contests.tournaments.rules.options import AnySystem, League, RoundRobin, TieBreak
from app.contests.tournaments.rules.scores import boards_by_entry
from app.contests.tournaments.rules.types import DRAW, WIN, BoardResult, Entrant

UNITS: Final[Mapping[str, int]] = {"direct_encounter": 2, "buchholz_cut_1": 2, "buchholz": 2, "sonneborn_berger": 4}
FEWER_IS_BETTER: Final = frozenset({"fewer_starts", "lot"})


def unit_of(tie_break: str) -> int:
    """Return the value of a tie-break that is shown as 1."""
    return UNITS.get(tie_break, 1)


@dataclass(frozen=True)
class Field:
    """The entries, the boards that count, and the points that they gave."""

    options: AnySystem
    entries: Sequence[Entrant]
    boards: Sequence[BoardResult]
    points: Mapping[int, int]
    seed: int

    @cached_property
    def boards_of(self) -> dict[int, list[BoardResult]]:
        """The boards of each entry."""
        return boards_by_entry(self.entries, self.boards)

    @cached_property
    def is_scheduled(self) -> bool:
        """True if everybody meets everybody, so that a forfeit counts like a match."""
        return isinstance(self.options, RoundRobin | League)

    @cached_property
    def last_round(self) -> int:
        """The last round with a result that counts."""
        return max((board.round for board in self.boards), default=0)

    @cached_property
    def adjusted(self) -> dict[int, int]:
        """Points as opponents count them: unplayed rounds at the end are draws."""
        return {entry.number: self.points[entry.number] + DRAW * self._stayed_away(entry) for entry in self.entries}

    def _stayed_away(self, entry: Entrant) -> int:
        if self.is_scheduled:
            return 0
        there = [board.round for board in self.boards_of[entry.number] if board.kind != "absent"]
        return self.last_round - max([entry.from_round - 1, *there])

    def met_in(self, board: BoardResult, number: int) -> int | None:
        """Return the opponent as tie-breaks count them; None for a round without play."""
        counts = board.is_played or (self.is_scheduled and board.is_meeting)
        return board.opponent_of(number) if counts else None


def _contributions(field: Field, entry: Entrant) -> tuple[list[int], list[int]]:
    """Return each round's part of a Buchholz: rounds that were played or could not be, and voluntarily missed ones. A
    round without play counts as one against an opponent with the entry's own points."""
    own = field.points[entry.number]
    played: list[int] = []
    missed = [own] * (entry.from_round - 1)
    for board in field.boards_of[entry.number]:
        opponent = field.met_in(board, entry.number)
        if opponent is not None:
            played.append(field.adjusted[opponent])
        elif board.without_play(entry.number) in ("rest", "win"):
            played.append(own)
        else:
            missed.append(own)
    return played, missed


def buchholz(field: Field, entry: Entrant) -> int:
    """Return the sum of the opponents' points."""
    played, missed = _contributions(field, entry)
    return sum(played) + sum(missed)


def buchholz_cut_1(field: Field, entry: Entrant) -> int:
    """Return Buchholz without the lowest: of the missed rounds, if there are any."""
    played, missed = _contributions(field, entry)
    return sum(played) + sum(missed) - min(missed or played, default=0)


def sonneborn_berger(field: Field, entry: Entrant) -> int:
    """Return the points of beaten opponents, and half the points of those who drew, times four."""
    total = 0
    for board in field.boards_of[entry.number]:
        opponent = field.met_in(board, entry.number)
        theirs = field.points[entry.number] if opponent is None else field.adjusted[opponent]
        total += theirs * board.points_of(entry.number)
    return total


def wins(field: Field, entry: Entrant) -> int:
    """Return the number of matches that were won by playing."""
    boards = field.boards_of[entry.number]
    return sum(board.is_played and board.points_of(entry.number) == WIN for board in boards)


def fewer_starts(field: Field, entry: Entrant) -> int:
    """Return the number of matches that the entry began."""
    return sum(board.is_played and board.a == entry.number for board in field.boards_of[entry.number])


def lot(field: Field, entry: Entrant) -> int:
    """Return the entry's lot, the same whenever it is asked for."""
    return random.Random(f"{field.seed} lot {entry.number}").randrange(1, 10_000)


def direct_encounter(field: Field, tied: Collection[int]) -> dict[int, int]:
    """Return the points of `tied` against each other; 0 for all unless all of them have met."""
    gained = dict.fromkeys(tied, 0)
    met = set()
    for number in tied:
        for board in field.boards_of[number]:
            opponent = field.met_in(board, number)
            if opponent in gained:
                met.add(frozenset((number, opponent)))
                gained[number] += board.points_of(number)
    all_met = all(frozenset(pair) in met for pair in combinations(tied, 2))
    return gained if all_met else dict.fromkeys(tied, 0)


COLUMNS: Final[Mapping[TieBreak, Callable[[Field, Entrant], int]]] = {
    "buchholz_cut_1": buchholz_cut_1,
    "buchholz": buchholz,
    "sonneborn_berger": sonneborn_berger,
    "wins": wins,
    "fewer_starts": fewer_starts,
    "lot": lot,
}
"""All but the direct encounter, which depends on the tied entries."""
