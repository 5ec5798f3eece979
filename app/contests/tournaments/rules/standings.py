"""Standings: a pure function of entries and boards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from app.contests.tournaments.rules.options import AnySystem, Knockout, Swiss, TieBreak
from app.contests.tournaments.rules.scores import counted, points, struck_out
from app.contests.tournaments.rules.tie_breaks import COLUMNS, FEWER_IS_BETTER, Field, direct_encounter
from app.contests.tournaments.rules.types import BoardResult, Entrant, RankedEntry

SortKey = tuple[int, ...]  # the smaller the better


def standings(
    options: AnySystem, entries: Sequence[Entrant], boards: Sequence[BoardResult], seed: int
) -> list[RankedEntry]:
    """Return the standings, the first one first. `seed` is the tournament's: it draws the lots.

    In a knockout players who went out in the same round share a rank. Struck out entries come last, with nothing. In a
    Swiss nobody stands above those who have played by byes and forfeits alone.
    """
    listed = [entry for entry in entries if _is_listed(entry, boards)]
    gone = struck_out(options, listed, boards)
    count = counted(options, listed, boards)
    field = Field(options, listed, count, points(options, listed, count), seed)
    idle = _without_a_match(options, listed, boards)
    most = max((field.points[entry.number] for entry in listed if entry.number not in idle), default=0)
    keys: dict[int, SortKey] = {
        number: (number in gone, -min(own, most) if number in idle else -own, number in idle)
        for number, own in ((entry.number, field.points[entry.number]) for entry in listed)
    }
    ties: dict[int, dict[str, int]] = {number: {} for number in keys}
    wanted = options.tie_breaks if isinstance(options, Knockout) else (*options.tie_breaks, "lot")
    for tie_break in dict.fromkeys(wanted):
        for number, value in _column(field, tie_break, keys).items():
            ties[number][tie_break] = value
            keys[number] += (value if tie_break in FEWER_IS_BETTER else -value,)
    order = sorted(keys, key=lambda number: (keys[number], number))
    ranks: dict[SortKey, int] = {}
    for rank, number in enumerate(order, start=1):
        ranks.setdefault(keys[number], rank)
    return [RankedEntry(ranks[keys[number]], number, field.points[number], ties[number]) for number in order]


def _without_a_match(options: AnySystem, entries: Sequence[Entrant], boards: Sequence[BoardResult]) -> set[int]:
    """Return the entries of a Swiss that have met nobody, not even a computer that filled in."""
    if not isinstance(options, Swiss):
        return set()
    played = {number for board in boards if board.is_meeting and not board.forfeit for number in board.numbers}
    return {entry.number for entry in entries} - played


def _is_listed(entry: Entrant, boards: Sequence[BoardResult]) -> bool:
    """True if an entry plays or has played; entries that left before the first round are not listed."""
    return entry.state in ("in", "paused") or any(entry.number in board.numbers for board in boards)


def _column(field: Field, tie_break: TieBreak, keys: dict[int, SortKey]) -> dict[int, int]:
    if tie_break != "direct_encounter":
        return {entry.number: COLUMNS[tie_break](field, entry) for entry in field.entries}
    groups: defaultdict[SortKey, list[int]] = defaultdict(list)
    for number, key in keys.items():
        groups[key].append(number)
    values: dict[int, int] = {}
    for tied in groups.values():
        values |= direct_encounter(field, tied)
    return values
