"""Boards and seats as forms name them: with the entries that sit there, so that a form from before they changed names
nobody else."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from app.base.errors import AppError, Code
from app.contests.tournaments.tournament import StoredTournament, TournamentBoard


class FormBoard(NamedTuple):
    """A board that a form names, and the entries that it names there; of a seat its own entry comes first."""

    round: int
    board: int
    numbers: tuple[int, ...]

    def check(self, tournament: StoredTournament, *, seat: bool) -> None:
        """Raise AppError(no_such_board), or AppError(not_now_in_tournament) where others sit there, or the same players
        in the other order, so that "a wins" would be another result."""
        found = tournament.board(self.round, self.board)
        value = seat_value(found, self.numbers[0]) if seat else board_value(found)
        if read_board(value) != self:
            raise AppError(Code.not_now_in_tournament)


def board_value(board: TournamentBoard) -> str:
    """Return the value of a board."""
    return _value(board, board.result.numbers)


def seat_value(board: TournamentBoard, number: int) -> str:
    """Return the value of an entry at its board."""
    return _value(board, sorted(board.result.numbers, key=lambda one: one != number))


def _value(board: TournamentBoard, numbers: Iterable[int]) -> str:
    return ".".join(map(str, (board.result.round, board.result.board, *numbers)))


def read_board(value: str) -> FormBoard | None:
    """Return the board or seat of a value; None for anything else."""
    numbers = [int(one) for one in value.split(".") if one.isdecimal()]
    return FormBoard(numbers[0], numbers[1], tuple(numbers[2:])) if len(numbers) > 2 else None
