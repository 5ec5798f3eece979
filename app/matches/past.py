"""What happened in a match since its beginning, for readers who were not there: log, stream, record.

Long matches are long work: a helper process replays them, what it answers is kept, and many who ask for the same cost
as much as one.
"""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import AsyncIterator
from dataclasses import replace
from functools import partial
from typing import Any, Final

import orjson
import sqlalchemy as sa
from starlette.requests import HTTPConnection

from app.db import Database
from app.errors import AppError
from app.helper import Helper
from app.http import Packed
from app.matches import retelling, rows
from app.matches.booth import Source
from app.matches.models import Meta, Viewer, actions
from app.matches.retelling import STEPS, Lines
from app.matches.room import Room, Update
from app.results import Results
from engine.match import Options, Outcome
from engine.record import Record

KEPT_BYTES: Final = 32 * 1024 * 1024
AT_ONCE: Final = 32
"""Messages of the stream in one answer of the helper."""


class Past:
    """Retells matches. `helper` must have been prepared by `booth.prepare`."""

    def __init__(self, database: Database, helper: Helper) -> None:
        self._database = database
        self._helper = helper
        self._kept = Results(KEPT_BYTES)

    @property
    def size(self) -> int:
        """Bytes of what is kept."""
        return self._kept.size

    async def log(self, room: Room, viewer: Viewer, language: str, before: int | None = None) -> Lines:
        """The last part of the log, or what comes before step `before`, as the viewer may know it."""
        if room.match is None:
            return Lines(Packed.of(""), 0)
        if before is not None:
            before = max(STEPS, before // STEPS * STEPS)
            before = before if before <= room.seq else None
        source = await self._source(room)
        work = partial(self._helper.run, retelling.lines, source, f"/match/{room.id}/log", viewer, before)
        key = ("log", room.id, room.seq if before is None else None, before, viewer, language)
        return await self._kept.get(key, work)

    async def messages(self, room: Room, player_id: str, seq: int) -> AsyncIterator[str]:
        """The messages of the stream after the `seq`-th action, oldest first; AppError(bad_since, 422) before it."""
        last, meta = room.seq, room.meta
        if seq > last:
            raise AppError("bad_since", 422, seq=last)
        eyes = meta.seat_of(player_id)
        steps = [step for step in room.steps if step.kind == "action" and step.seq > seq]
        if len(steps) == last - seq:
            for step in steps:
                yield Update(step, [step]).message_json(eyes)
            return
        source = await self._source(room)
        while seq < last:
            # Always the same portions, so that what one reader has asked for is what the next one wants.
            first, end = seq // AT_ONCE * AT_ONCE + 1, min((seq // AT_ONCE + 1) * AT_ONCE, last)
            key = ("stream", room.id, first, end, eyes, meta.version)
            work = partial(self._helper.run, retelling.messages, source, _bare(meta), eyes, first, end)
            portion = await self._kept.get(key, work)
            for text in portion.texts[seq + 1 - first :]:
                yield text
            seq = end

    async def record(self, room: Room) -> bytes:
        """The whole match, replayable (notation.md), as JSON; AppError(not_over, 403) before its end."""
        return await asyncio.to_thread(zlib.decompress, (await self.finished(room)).text)

    async def finished(self, room: Room) -> Source:
        """A finished match to be replayed; AppError: not_over (403), no_record (404)."""
        meta = room.meta
        if meta.status != "over" or meta.result is None:
            raise AppError("not_over", 403)
        if meta.started_at is None or meta.result.winner is None:
            raise AppError("no_record", 404)
        return await self._source(room)

    async def _source(self, room: Room) -> Source:
        read = partial(self._database.read, partial(_record, room.meta, room.seq))
        return await self._kept.get(("source", room.id, room.seq, room.meta.version), read)


def _bare(meta: Meta) -> Meta:
    """The same without secrets that no message needs."""
    return replace(meta, seats={"A": None, "B": None}, options={})


def _record(meta: Meta, seq: int, connection: sa.Connection) -> Source:
    """The first `seq` actions of a match as a record. Before its end it is for the helper only: it holds the seed."""
    assert meta.started_at is not None
    query = (
        sa.select(actions.c.seat, actions.c.action, actions.c.at)
        .where(actions.c.match_id == meta.id, actions.c.seq <= seq)
        .order_by(actions.c.seq)
    )
    found = connection.execute(query).all()
    times = rows.seconds((row.at for row in found), meta.started_at)
    # The actions are JSON already.
    moves = [
        {"by": row.seat, "action": orjson.Fragment(row.action), "at": at} for row, at in zip(found, times, strict=True)
    ]
    result = Outcome(meta.result.winner, meta.result.reason) if meta.result and meta.result.winner else None
    told: dict[str, Any] = Record(Options.from_json(meta.options), meta.names, (), result).to_json()
    return Source(f"match {meta.id}", zlib.compress(orjson.dumps({**told, "actions": moves}), 1))


def past(connection: HTTPConnection) -> Past:
    """The application's memory of what happened."""
    found: Past = connection.app.state.past
    return found
