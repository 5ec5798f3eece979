"""Public matches that are over as lines of JSON, for readers who study the game: however many lines an answer has, they
cost as many statements, and a line that was written once is cached."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple, cast

import orjson
import sqlalchemy as sa
from cachetools import LRUCache

from app.base.store.database import Database, StoredRow
from app.matches.core.features.deal import DEAL
from app.matches.core.features.series import DECKS
from app.matches.core.match_row import MatchRow
from app.matches.core.storage import rows
from app.matches.core.storage.models import actions, match_row_of, matches, select_matches
from app.matches.core.storage.store import LAST_SEQ
from engine.events import KnownReason
from engine.match import Options, Outcome
from engine.record import MatchRecord

MAX_BYTES: Final = 16 * 1024 * 1024  # of all cached lines together
MAX_ACTIONS_SENT: Final = 6_000  # actions of one answer: half a megabyte
MAX_LOOKS: Final = 5  # for a match that may be read, until the reader must ask again
SeriesInPlay = Callable[[sa.Connection, Collection[str]], set[str]]
"""Returns those of these matches whose decks are still played with in later matches of their series."""


class PageStart(NamedTuple):
    """The point at which a reader continues: after the match `after`, which ended at `since`, or with all since."""

    since: float
    after: str = ""


@dataclass(frozen=True, slots=True)
class PublicPage:
    """Lines of JSON, the number of rows that were read for them, and the start to continue; None: there is no more."""

    lines: list[bytes]
    rows: int
    following: PageStart | None


class PublicRecords:
    """Reads public matches that are over. `are_sealed` is the condition of those whose decks a tournament still plays
    with, `series_in_play` finds those of a series."""

    def __init__(self, database: Database, are_sealed: sa.ColumnElement[bool], series_in_play: SeriesInPlay) -> None:
        self._database = database
        self._are_sealed = are_sealed
        self._series_in_play = series_in_play
        self._lines: LRUCache[str, bytes] = LRUCache(MAX_BYTES, getsizeof=len)

    async def page(self, start: PageStart, limit: int) -> PublicPage:
        """Return public matches from `start` on, those that ended first come first, without names.

        Left out are those whose cards somebody still plays with.
        """
        shown, examined, spent = list[str](), 0, 0
        for _ in range(MAX_LOOKS):
            found, sealed = await self._database.read(partial(self._look, start, limit))
            for row in found:
                if len(shown) == limit or spent > MAX_ACTIONS_SENT:
                    return PublicPage(await self._written(shown), examined, start)
                examined, start = examined + 1, PageStart(row.finished_at, row.id)
                if row.id not in sealed:
                    shown.append(row.id)
                    spent += row.seq
            if len(found) < limit:
                return PublicPage(await self._written(shown), examined, None)
            if len(shown) == limit:
                break
        return PublicPage(await self._written(shown), examined, start)

    def _look(self, start: PageStart, limit: int, connection: sa.Connection) -> tuple[Sequence[StoredRow], set[str]]:
        """Return the rows of a page, and which of them are sealed by their series."""
        ended, known = matches.c.finished_at, matches.c.id
        later = ended >= start.since
        if start.after:
            later &= (ended > start.since) | (known > start.after)
        kept = (matches.c.format == "constructed") & (matches.c[DECKS.name] == "kept")
        query = (
            sa.select(known, ended, kept.label("kept"), LAST_SEQ.label("seq"))
            .where(matches.c.status == "over", later, matches.c.public)
            .where(matches.c.winner.is_not(None), matches.c.started_at.is_not(None))
            .where(matches.c[DEAL.name].is_(None), ~self._are_sealed)
            .order_by(ended, known)
            .limit(limit)
        )
        found = connection.execute(query).all()
        of_series = [row.id for row in found if row.kept]
        return found, self._series_in_play(connection, of_series) if of_series else set()

    async def _written(self, match_ids: Sequence[str]) -> list[bytes]:
        """Return the lines of these matches, but for those that were deleted in this moment."""
        cached = {one: line for one in match_ids if (line := self._lines.get(one)) is not None}
        if missing := [one for one in match_ids if one not in cached]:
            new = await self._database.read(lambda connection: _lines_of(connection, missing))
            for match_id, line in new.items():
                if len(line) <= MAX_BYTES:
                    self._lines[match_id] = line
            cached |= new
        return [cached[one] for one in match_ids if one in cached]


def _lines_of(connection: sa.Connection, match_ids: Sequence[str]) -> dict[str, bytes]:
    """Return these matches as lines of JSON (docs/api.md), by two statements."""
    query = select_matches().where(matches.c.id.in_(match_ids))
    found = [match_row_of(row) for row in connection.execute(query)]
    records = records_of(found, connection, names=False)
    return {row.id: _line(row, records[row.id]) for row in found}


def _line(row: MatchRow, record: bytes) -> bytes:
    whole = {"id": row.id, "finished_at": row.finished_at, "record": orjson.Fragment(record)}
    return orjson.dumps(whole) + b"\n"


def records_of(found: Iterable[MatchRow], connection: sa.Connection, *, names: bool = True) -> dict[str, bytes]:
    """Return these matches, which have begun, as records by their ids; their actions by one statement."""
    rows_by_id = {row.id: row for row in found}
    columns = (actions.c.match_id, actions.c.seat, actions.c.action, actions.c.at)
    query: sa.Executable = (
        sa.select(*columns).where(actions.c.match_id.in_(rows_by_id)).order_by(actions.c.match_id, actions.c.seq)
    )
    played: dict[str, list[StoredRow]] = {}
    for row in connection.execute(query):
        played.setdefault(row.match_id, []).append(row)
    return {known: record_json(row, played.get(known, ()), names=names) for known, row in rows_by_id.items()}


def record_json(match_row: MatchRow, played: Iterable[StoredRow], *, names: bool = True) -> bytes:
    """Return a match with these rows of `actions` as a record. Before its end it is secret: it holds the seed."""
    assert match_row.started_at is not None
    found = list(played)
    times = rows.seconds((row.at for row in found), match_row.started_at)
    # The actions are JSON already.
    moves = [
        {"by": row.seat, "action": orjson.Fragment(row.action), "at": at} for row, at in zip(found, times, strict=True)
    ]
    result = (
        Outcome(match_row.result.winner, cast("KnownReason", match_row.result.reason))
        if match_row.result and match_row.result.winner
        else None
    )
    shown = match_row.names if names else {}
    record = MatchRecord(Options.from_json(match_row.options), shown, (), result).to_json()
    return orjson.dumps({**record, "actions": moves})
