"""The history of a match since its beginning, for readers who were not there: log, stream, record.

Long matches are long work: a helper process replays them, its answers are cached, and many readers of the same cost as
much as one.
"""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

import sqlalchemy as sa

from app.base.errors import AppError, Code
from app.base.live.server_messages import Encoded
from app.base.store.database import Database
from app.base.web.http import Packed
from app.matches.core.history import retelling
from app.matches.core.history.log_lines import STEPS, Lines
from app.matches.core.history.public_records import record_json, records_of
from app.matches.core.live.live_match import LiveMatch
from app.matches.core.live.update import Update
from app.matches.core.match_row import MatchRow
from app.matches.core.match_state import step_json
from app.matches.core.seat_holder import FREE
from app.matches.core.storage import store
from app.matches.core.storage.models import actions, match_row_of, matches, select_matches
from app.matches.helpers.process import HelperProcess
from app.matches.helpers.results import ResultCache
from app.matches.helpers.source import Source
from engine.seat import Viewer

CACHE_SIZE: Final = 1_000
BATCH_SIZE: Final = 32
StillSealed = Callable[[sa.Connection, Iterable[MatchRow]], set[str]]
"""Returns those of some finished matches whose decks are still being played with: nobody reads their records."""
Narrate = Callable[..., Lines]
"""Writes the log of a match, before a step or to the end, as the viewer may know it:
`app.matches.play.match_log.lines`."""


class MatchHistory:
    """Replays matches for readers. `helper` must have been prepared by `replayer.prepare`."""

    def __init__(
        self, database: Database, helper: HelperProcess, narrate: Narrate, still_sealed: StillSealed | None = None
    ) -> None:
        self._database = database
        self._helper = helper
        self._narrate = narrate
        self._still_sealed = still_sealed
        self._kept = ResultCache(CACHE_SIZE)

    async def log(self, live: LiveMatch, viewer: Viewer, language: str, before: int | None = None) -> Lines:
        """Return the last part of the log, or what comes before step `before`, as the viewer may know it."""
        if live.match is None:
            return Lines(Packed.of(""), 0)
        if before is not None:
            before = max(STEPS, before // STEPS * STEPS)
            before = before if before <= live.seq else None
        source = await self._source(live)
        work = partial(self._helper.run, self._narrate, source, f"/match/{live.id}/log", viewer, before)
        key = ("log", live.id, live.seq if before is None else None, before, viewer, language)
        return await self._kept.get(key, work)

    async def messages(self, live: LiveMatch, player_id: str, seq: int) -> AsyncIterator[Encoded]:
        """Yield the messages of the stream after the `seq`-th action, oldest first.

        AppError(bad_since) before the first one if no such action has been played.
        """
        last, row = live.seq, live.row
        if seq > last:
            raise AppError(Code.bad_since, seq=last)
        perspective = row.reader_of(player_id)
        steps = [change for change in live.changes if change.kind == "action" and change.seq > seq]
        if len(steps) == last - seq and all(change.match is not None for change in steps):
            for change in steps:
                yield step_json(Update(change, [change]), perspective)
            return
        source = await self._source(live)
        while seq < last:
            # Always the same portions, so that one reader's answer serves the next.
            first, end = seq // BATCH_SIZE * BATCH_SIZE + 1, min((seq // BATCH_SIZE + 1) * BATCH_SIZE, last)
            key = ("stream", live.id, first, end, perspective, row.version)
            work = partial(self._helper.run, retelling.messages, source, _bare(row), perspective, first, end)
            portion = await self._kept.get(key, work)
            for text in portion.texts[seq + 1 - first :]:
                yield text
            seq = end

    async def record(self, live: LiveMatch) -> bytes:
        """Return the whole match, replayable (docs/notation.md), as JSON; AppError(not_over) before its end."""
        return await asyncio.to_thread(zlib.decompress, (await self.finished(live)).text)

    async def finished(self, live: LiveMatch) -> Source:
        """Return a finished match, for a reader; AppError: as `finished_unchecked`, decks_sealed."""
        source = await self.finished_unchecked(live)
        if live.row.is_sealed:
            sealed = await self._database.read(partial(self._sealed, [live.row]))
            if live.id in sealed:
                raise AppError(Code.decks_sealed)
        return source

    async def finished_unchecked(self, live: LiveMatch) -> Source:
        """Return a finished match without checking permission: the caller must. AppError: not_over, no_record."""
        row = live.row
        if row.status != "over" or row.result is None:
            raise AppError(Code.not_over)
        if row.started_at is None or row.result.winner is None:
            raise AppError(Code.no_record)
        return await self._source(live)

    async def records_of_series(self, last: Sequence[str]) -> dict[str, list[bytes | None]]:
        """Return, for each of these matches, the records of the matches before it that it continues, and its own, the
        first one first; None for one that is not over, or sealed. Read together, not one after the other."""
        rows = await self._database.read(partial(_series, last))
        sealed = await self._database.read(partial(self._sealed, rows.values()))
        recorded = [row for row in rows.values() if row.id not in sealed and row.started_at is not None]
        recorded = [row for row in recorded if row.status == "over" and row.result is not None and row.result.winner]
        records: dict[str, bytes] = {}
        for start in range(0, len(recorded), BATCH_SIZE):
            records |= await self._database.read(partial(records_of, recorded[start : start + BATCH_SIZE]))
        found: dict[str, list[bytes | None]] = {}
        for match_id in last:
            chain, at = list[bytes | None](), rows.get(match_id)
            while at is not None:
                chain.append(records.get(at.id))
                at = rows.get(at.rematch_of or "")
            found[match_id] = chain[::-1]
        return found

    def _sealed(self, rows: Iterable[MatchRow], connection: sa.Connection) -> set[str]:
        return set() if self._still_sealed is None else self._still_sealed(connection, rows)

    async def _source(self, live: LiveMatch) -> Source:
        read = partial(self._database.read, partial(_record, live.row, live.seq))
        return await self._kept.get(("source", live.id, live.seq, live.row.version), read)


def _bare(row: MatchRow) -> MatchRow:
    """Return the row without secrets that no message needs."""
    return replace(
        row,
        holders={"A": FREE, "B": FREE},
        options={**row.options, "seed": 0, "decks": {}, "position": None},
    )


def _series(last: Sequence[str], connection: sa.Connection) -> dict[str, MatchRow]:
    """Return these matches and those that they continue, by some statements for each match of the longest series."""
    rows: dict[str, MatchRow] = {}
    wanted = list(last)
    while wanted:
        found = []
        for start in range(0, len(wanted), store.MAX_VALUES):
            some = select_matches().where(matches.c.id.in_(wanted[start : start + store.MAX_VALUES]))
            found += [match_row_of(row) for row in connection.execute(some)]
        rows |= {row.id: row for row in found}
        wanted = [row.rematch_of for row in found if row.rematch_of is not None and row.rematch_of not in rows]
    return rows


def _record(match_row: MatchRow, seq: int, connection: sa.Connection) -> Source:
    """Return the first `seq` actions of a match as a record. Before its end it is for the helper only."""
    query = (
        sa.select(actions.c.seat, actions.c.action, actions.c.at)
        .where(actions.c.match_id == match_row.id, actions.c.seq <= seq)
        .order_by(actions.c.seq)
    )
    text = record_json(match_row, connection.execute(query))
    return Source(f"match {match_row.id}", zlib.compress(text, 1))
