"""Replays: finished matches and uploaded records as films, kept in memory as long as somebody looks at them."""

from __future__ import annotations

import asyncio
import time
import zlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Final

import orjson
import sqlalchemy as sa
from starlette.requests import HTTPConnection

from app.commit import Writer
from app.db import Database
from app.errors import AppError
from app.matches.models import Meta
from app.matches.service import MatchService
from app.players.models import Player
from app.replay import reading
from app.replay.budget import Budget
from app.replay.film import Film
from app.replay.models import LISTED, MOST_RECORDS, Upload, records, upload_of
from app.shelf import Shelf
from engine.errors import BadPosition
from engine.record import Record

SHELF: Final = Shelf(
    records, MOST_RECORDS, missing="no_such_record", foreign="not_your_record", full="too_many_records"
)
KEPT_STEPS: Final = 10_000
"""Of all films in memory together; a match has some 150."""
NOTED_EVERY: Final = 24 * 3600.0  # seconds: who looks at a record is noted once in so long


@dataclass(frozen=True, slots=True)
class Reel:
    """A film and where it comes from: `at` is when the match ended or the record came in, seconds since 1970.

    `owner` is who uploaded it; `people` are the guests who may have designed its Champions. Ids of players: secrets.
    """

    film: Film
    at: float
    owner: str | None = field(default=None, repr=False)
    people: tuple[str | None, ...] = field(default=(), repr=False)


class ReplayService:
    """Finds films; keeps uploaded records. Refuses with AppError, having changed nothing."""

    def __init__(self, database: Database, writer: Writer, matches: MatchService, budget: Budget) -> None:
        self._database = database
        self._writer = writer
        self._matches = matches
        self._budget = budget
        self._reels: OrderedDict[tuple[str, str], Reel] = OrderedDict()
        self._loading: dict[tuple[str, str], asyncio.Task[Reel]] = {}

    async def of_match(self, match_id: str) -> Reel:
        """The film of a finished match; AppError: no_such_match or no_record (404), not_over (403)."""
        return await self._reel(("match", match_id), lambda: self._load_match(match_id))

    async def of_upload(self, record_id: str) -> Reel:
        """The film of an uploaded record; AppError(no_such_record, 404)."""
        await self._opened(record_id)  # it may have been deleted through another worker
        return await self._reel(("upload", record_id), lambda: self._load_upload(record_id))

    async def read(self, text: bytes, address: str) -> Film:
        """The film of a record from outside; AppError with one sentence if it cannot be replayed, or is too much."""
        await self._database.read(self._budget.check(address, len(text)))
        return await asyncio.to_thread(reading.read, text)

    async def upload(self, player: Player, film: Film, address: str, size: int) -> str:
        """Keep a record of `size` bytes that came from `address`; its id, which nobody can guess.

        AppError: too_many_records (409), too_many_bytes (429).
        """
        spend = self._budget.spend(address, size)
        add = SHELF.add(player.id, await asyncio.to_thread(_values, film.record))

        def write(connection: sa.Connection) -> sa.Row[Any]:
            spend(connection)
            return add(connection)

        row = await self._writer.job(write)
        self._keep(("upload", row.id), Reel(film, row.created_at, player.id, (player.id,)))
        return str(row.id)

    async def delete(self, player: Player, record_id: str) -> None:
        """Delete an uploaded record; AppError: no_such_record, not_your_record."""
        await self._writer.job(SHELF.remove(player.id, record_id))
        self._reels.pop(("upload", record_id), None)

    async def uploads_of(self, player: Player | None) -> list[Upload]:
        """The records that a guest has uploaded, the newest first."""
        if player is None:
            return []
        query = sa.select(*LISTED).where(records.c.player_id == player.id).order_by(records.c.created_at.desc())
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return [upload_of(row) for row in rows]

    async def finished_of(self, player: Player | None, before: float | None, limit: int) -> list[Meta]:
        """The matches that a guest has played to their end, the last first; those that ended earlier than `before`."""
        return [] if player is None else await self._matches.finished_of(player, before, limit)

    async def _opened(self, record_id: str) -> None:
        """Note that somebody looks at a record, once a day; AppError(no_such_record, 404)."""
        last = await self._database.read(_opened_at(record_id))
        if last < time.time() - NOTED_EVERY:
            now = sa.update(records).where(records.c.id == record_id).values(opened_at=time.time())
            # Nobody waits for it, and it may fail.
            noted = self._writer.job(lambda connection: connection.execute(now))
            noted.add_done_callback(lambda future: future.exception())

    # --- films -------------------------------------------------------------------------------------------------

    async def _reel(self, key: tuple[str, str], load: Callable[[], Awaitable[Reel]]) -> Reel:
        held = self._reels.get(key)
        if held is not None:
            self._reels.move_to_end(key)
            return held
        # One load however many ask; shielded, so that one visitor who leaves does not break it for the others.
        task = self._loading.get(key)
        if task is None:
            task = self._loading[key] = asyncio.ensure_future(load())
            task.add_done_callback(lambda done: self._loaded(key, done))
        return await asyncio.shield(task)

    def _loaded(self, key: tuple[str, str], task: asyncio.Task[Reel]) -> None:
        self._loading.pop(key, None)
        if not task.cancelled() and task.exception() is None:
            self._keep(key, task.result())

    def _keep(self, key: tuple[str, str], reel: Reel) -> None:
        self._reels[key] = reel
        while len(self._reels) > 1 and sum(held.film.last + 1 for held in self._reels.values()) > KEPT_STEPS:
            self._reels.popitem(last=False)

    async def _load_match(self, match_id: str) -> Reel:
        data = await self._matches.record(match_id)
        meta = (await self._matches.room(match_id)).meta
        film = await asyncio.to_thread(_film, Record.from_json(data))
        return Reel(film, meta.finished_at or meta.created_at, people=tuple(meta.seats.values()))

    async def _load_upload(self, record_id: str) -> Reel:
        row = await self._database.read(SHELF.get(record_id))
        record = Record.from_json(orjson.loads(zlib.decompress(row.record)))
        return Reel(await asyncio.to_thread(_film, record), row.created_at, row.player_id, (row.player_id,))


def _opened_at(record_id: str) -> Callable[[sa.Connection], float]:
    query = sa.select(records.c.opened_at).where(records.c.id == record_id)

    def read(connection: sa.Connection) -> float:
        at: float | None = connection.execute(query).scalar_one_or_none()
        if at is None:
            raise AppError("no_such_record", 404)
        return at

    return read


def _film(record: Record) -> Film:
    try:
        return Film(record)
    except BadPosition as error:
        raise reading.refusal(error) from error


def _values(record: Record) -> dict[str, object]:
    """The columns of an uploaded record."""
    return {
        "mode": record.options.mode,
        "edition": record.options.edition,
        "format": record.options.format,
        "name_a": record.names["A"],
        "name_b": record.names["B"],
        "winner": record.result.winner if record.result else None,
        "record": zlib.compress(orjson.dumps(record.to_json())),
        "opened_at": time.time(),
    }


def replay_service(connection: HTTPConnection) -> ReplayService:
    """The application's replay service."""
    service: ReplayService = connection.app.state.replays
    return service
