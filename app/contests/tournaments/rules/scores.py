"""Points: the score of each entry from its boards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from app.contests.tournaments.rules.options import AnySystem, Arena, League, RoundRobin, Swiss
from app.contests.tournaments.rules.types import DRAW, WIN, BoardResult, Entrant

STREAK = 2  # wins in a row, after which the next count double


def boards_by_entry(entries: Iterable[Entrant], boards: Iterable[BoardResult]) -> dict[int, list[BoardResult]]:
    """Return each entry's boards, first round first."""
    found: dict[int, list[BoardResult]] = {entry.number: [] for entry in entries}
    for board in sorted(boards, key=lambda board: board.round):
        for number in board.numbers:
            found.setdefault(number, []).append(board)
    return found


def struck_out(options: AnySystem, entries: Iterable[Entrant], boards: Sequence[BoardResult]) -> set[int]:
    """Return the entries that left a round robin or league before half of their matches: none of their results
    count."""
    if not isinstance(options, RoundRobin | League):
        return set()
    by_entry = boards_by_entry(entries, boards)
    field = len({number for board in boards if board.round == 1 for number in board.numbers})
    matches = (field - 1) * options.cycles
    gone = (entry.number for entry in entries if entry.state == "out")
    return {number for number in gone if 2 * sum(_was_played(board) for board in by_entry[number]) < matches}


def _was_played(board: BoardResult) -> bool:
    return board.is_played and not board.is_open


def counted(options: AnySystem, entries: Sequence[Entrant], boards: Sequence[BoardResult]) -> list[BoardResult]:
    """Return the boards that count: decided ones, without those of entries that are struck out.

    In a round robin everybody rests equally often: that gives no points.
    """
    gone = struck_out(options, entries, boards)
    rests = isinstance(options, RoundRobin | League)
    return [
        board
        for board in boards
        if not board.is_open and not gone.intersection(board.numbers) and not (rests and board.kind == "bye")
    ]


def points(options: AnySystem, entries: Sequence[Entrant], boards: Sequence[BoardResult]) -> dict[int, int]:
    """Return each entry's points in the system's unit; `boards` are those that count."""
    by_entry = boards_by_entry(entries, boards)
    if isinstance(options, Arena):
        return {number: arena_points(number, played, options.streak) for number, played in by_entry.items()}
    late = missed_points(options, entries)
    return {
        number: late.get(number, 0) + sum(board.points_of(number) for board in played)
        for number, played in by_entry.items()
    }


def missed_points(options: AnySystem, entries: Iterable[Entrant]) -> dict[int, int]:
    """Return the points of late entries in a Swiss: a half point for the first round they missed."""
    return {entry.number: DRAW for entry in entries if isinstance(options, Swiss) and entry.from_round > 1}


def arena_points(number: int, played: Sequence[BoardResult], streak: bool) -> int:
    """Return 2 for a win and 1 for a draw, doubled after two wins in a row until one is not won."""
    won = [board.points_of(number) for board in played]
    total = 0
    running = 0
    for gained in won:
        total += gained * (2 if streak and running >= STREAK else 1)
        running = running + 1 if gained == WIN else 0
    return total
