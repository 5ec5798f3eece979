"""The crosstable: everybody against everybody. A large one is drawn in parts, on request, in a helper process."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from app.base.errors import AppError, Code
from app.base.i18n import current_language
from app.base.web.http import Packed
from app.contests.tournaments.rules.types import BoardResult
from app.contests.tournaments.tournament import StoredTournament
from app.matches.helpers.process import HelperProcess
from app.matches.helpers.replayer import replayer
from app.matches.helpers.results import ResultCache

PART: Final = 32  # entries up to which it is on the tournament's page, and the rows of each part of a larger one
CACHE_SIZE: Final = 200
POINTS: Final = {0: "0", 1: "½", 2: "1"}


class CrossColumn(NamedTuple):
    """An entry, in the order of the standings."""

    number: int
    name: str


class CrossEntry(NamedTuple):
    """An entry's row: its rank in that order, and its results against each entry."""

    rank: int
    name: str
    cells: list[str]


def columns_of(tournament: StoredTournament) -> list[CrossColumn]:
    """Return the entries as the crosstable lists them; empty for systems that have none."""
    if tournament.options.system not in ("round_robin", "league"):
        return []
    return [CrossColumn(row.number, tournament.names[row.number]) for row in tournament.standings]


def cross_rows(columns: Sequence[CrossColumn], results: Sequence[BoardResult], part: int = 0) -> list[CrossEntry]:
    """Return the rows of a part."""
    first = part * PART
    shown = columns[first : first + PART]
    mine = {one.number for one in shown}
    gained: dict[tuple[int, int], list[str]] = {}
    for result in results:
        if result.is_meeting and result.b is not None and not result.is_open:
            for number in mine.intersection(result.numbers):
                cell = POINTS[result.points_of(number)]
                gained.setdefault((number, result.opponent_of(number) or 0), []).append(cell)
    return [
        CrossEntry(
            rank,
            one.name,
            ["·" if one is other else " ".join(gained.get((one.number, other.number), ())) for other in columns],
        )
        for rank, one in enumerate(shown, start=first + 1)
    ]


class CrossTables:
    """Draws the parts; `helper` must have been prepared by `replayer.prepare`."""

    def __init__(self, helper: HelperProcess) -> None:
        self._helper = helper
        self._kept = ResultCache(CACHE_SIZE)

    async def part(self, tournament: StoredTournament, part: int) -> Packed:
        """Return a part as HTML, in the current language; AppError(no_page) for one that there is not."""
        columns = columns_of(tournament)
        mine = {one.number for one in columns[part * PART : (part + 1) * PART]}
        if part < 0 or not mine:
            raise AppError(Code.no_page)
        results = [
            result for result in tournament.results if not mine.isdisjoint(result.numbers) and not result.is_open
        ]
        key = (tournament.id, tournament.version, len(results), part, current_language().code)
        return await self._kept.get(key, lambda: self._helper.run(drawn_part, columns, results, part))


def drawn_part(columns: Sequence[CrossColumn], results: Sequence[BoardResult], part: int) -> Packed:
    """Draw a part. Runs in a helper process."""
    context = {"rows": cross_rows(columns, results, part), "columns": columns}
    return Packed.of(replayer().templates.text("contests/tournaments/crosstable.html", context))
