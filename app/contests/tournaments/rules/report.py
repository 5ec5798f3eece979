"""Reports of a tournament: TRF (FIDE's tournament report, which pairing programs read) and CSV."""

from __future__ import annotations

import csv as comma_separated
import io
import re
from collections.abc import Mapping, Sequence
from typing import Final

from app.contests.tournaments.rules.knockout import initial_order
from app.contests.tournaments.rules.options import AnySystem, League, RoundRobin, Swiss
from app.contests.tournaments.rules.scores import boards_by_entry
from app.contests.tournaments.rules.standings import standings
from app.contests.tournaments.rules.tie_breaks import unit_of
from app.contests.tournaments.rules.types import DRAW, WIN, BoardResult, Entrant

TRF_POINTS: Final = {"1": 2, "+": 2, "U": 2, "F": 2, "=": 1, "H": 1}
FORMULA: Final = re.compile(r"(^|[;,|\t\r\n])(\s*[=+@%\-\u2212\uff1d\uff0b\uff0d\uff20\uff05\ufe62-\ufe6b])")
"""The beginning of a cell that is computed, in full width, too."""
NOTHING: Final = "0000 - Z"  # a round without a place


def trf(
    title: str,
    options: AnySystem,
    entries: Sequence[Entrant],
    names: Mapping[int, str],
    boards: Sequence[BoardResult],
    rounds: int,
    seed: int,
    *,
    ended: bool = False,
) -> str:
    """Return the rounds that are over; of a tournament that has `ended` all, with those boards that were decided, as
    the standings count them. Players have new numbers, from 1, in the initial order; w is the player who begins.

    Points are those of the results in the file, as its readers demand: where a league has removed somebody's results,
    or an arena doubles, ranks follow the tournament's own points.
    """
    rows = standings(options, entries, boards, seed)
    listed = [entry for entry in entries if entry.number in {row.number for row in rows}]
    trf_numbers = {number: start for start, number in enumerate(initial_order(listed), start=1)}
    ranks = {row.number: row.rank for row in rows}
    over = max((board.round for board in boards), default=0) if ended else rounds_over(boards)
    by_entry = boards_by_entry(listed, boards)
    lines = [
        f"012 {_plain(title)}",
        f"062 {len(listed)}",
        f"092 {options.system.replace('_', ' ')}",
        f"XXR {max(rounds, over)}",
        f"XXC {'black1' if seed % 2 else 'white1'}",
    ]
    for entry in sorted(listed, key=lambda entry: trf_numbers[entry.number]):
        by_round = {board.round: board for board in by_entry[entry.number]}
        results = [
            _trf_result(options, entry, by_round.get(number), number, trf_numbers) for number in range(1, over + 1)
        ]
        points = sum(TRF_POINTS.get(result[-1], 0) for result in results) / 2
        name = _plain(names.get(entry.number, ""))[:33]
        lines.append(
            f"001 {trf_numbers[entry.number]:4}      {name:33} {entry.rating:4}"
            f"{'':27}{points:5.1f} {ranks[entry.number]:4}  {'  '.join(results)}"
        )
    return "\n".join(lines) + "\n"


def rounds_over(boards: Sequence[BoardResult]) -> int:
    """Return the number of rounds, from the first, in which every board is decided."""
    started = max((board.round for board in boards), default=0)
    return min([started, *(board.round - 1 for board in boards if board.is_open)])


def _trf_result(
    options: AnySystem, entry: Entrant, board: BoardResult | None, number: int, trf_numbers: Mapping[int, int]
) -> str:
    if board is None:
        half = isinstance(options, Swiss) and number == 1 and entry.from_round > 1
        return "0000 - H" if half else NOTHING
    gained = board.points_of(entry.number)
    opponent = board.opponent_of(entry.number)
    if board.is_open:
        return NOTHING
    if board.kind == "bye":
        return NOTHING if isinstance(options, RoundRobin | League) else "0000 - U"
    if opponent is None or (board.forfeit and gained == DRAW):
        return f"0000 - {({WIN: 'F', DRAW: 'H'}).get(gained, 'Z')}"
    side = "w" if board.a == entry.number else "b"
    if board.forfeit or board.result == "neither":
        return f"{trf_numbers[opponent]:4} {side} {'+' if gained == WIN else '-'}"
    return f"{trf_numbers[opponent]:4} {side} {({WIN: '1', DRAW: '='}).get(gained, '0')}"


def _plain(text: str) -> str:
    return " ".join(text.split())


def csv(
    options: AnySystem, entries: Sequence[Entrant], names: Mapping[int, str], boards: Sequence[BoardResult], seed: int
) -> str:
    """Return the standings: rank, number, name, rating, points, tie-breaks, and each round as opponent and points."""
    rounds = range(1, max((board.round for board in boards), default=0) + 1)
    rows = standings(options, entries, boards, seed)
    tie_breaks = list(rows[0].ties) if rows else []
    ratings = {entry.number: entry.rating for entry in entries}
    by_entry = boards_by_entry(entries, boards)
    out = io.StringIO()
    writer = comma_separated.writer(out, lineterminator="\r\n")
    writer.writerow(
        ["rank", "number", "name", "rating", "points", *tie_breaks, *(f"round {number}" for number in rounds)]
    )
    for row in rows:
        by_round = {board.round: board for board in by_entry[row.number]}
        writer.writerow(
            [
                row.rank,
                row.number,
                _harmless(names.get(row.number, "")),
                ratings[row.number],
                f"{row.points / options.unit:g}",
                *(f"{row.ties[tie_break] / unit_of(tie_break):g}" for tie_break in tie_breaks),
                *(_csv_result(by_round.get(number), row.number) for number in rounds),
            ]
        )
    return out.getvalue()


def _csv_result(board: BoardResult | None, number: int) -> str:
    """Return one round in a cell: "begins against 3: 1", "bye: 1"; nothing without a place."""
    if board is None:
        return ""
    opponent = board.opponent_of(number)
    against = board.kind if opponent is None else f"{'first' if board.a == number else 'second'} against {opponent}"
    return f"{against}: {'' if board.is_open else f'{board.points_of(number) / WIN:g}'}"


def _harmless(name: str) -> str:
    """Return a name in which no spreadsheet finds a formula, also where it parts cells at a semicolon or a tab."""
    return FORMULA.sub(r"\1'\2", name)
