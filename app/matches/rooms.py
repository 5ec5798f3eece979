"""The matches that this process holds in memory: loaded on demand, brought up to date, forgotten when nobody looks."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

import orjson
import structlog

from app.db import Database
from app.errors import AppError
from app.matches import start, store
from app.matches.models import Meta
from app.matches.room import Room
from app.matches.store import Move, Stored
from engine.errors import EngineError
from engine.match import Match

CACHED_ROOMS: Final = 2000

log = structlog.get_logger(__name__)


class Rooms:
    """A cache over the database. Every copy may be stale; the unique key of `actions` settles who was first."""

    def __init__(self, database: Database, limit: int = CACHED_ROOMS) -> None:
        self._database = database
        self._limit = limit
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self.on_step: Callable[[Room], None] = lambda room: None  # hears of every step, and of rooms newly held

    def __len__(self) -> int:
        return len(self._rooms)

    def all(self) -> list[Room]:
        """Every room in memory."""
        return list(self._rooms.values())

    def cached(self, match_id: str) -> Room | None:
        """The room if it is in memory."""
        return self._rooms.get(match_id)

    def put(self, room: Room) -> Room:
        """Hold this room, unless somebody was faster; forgets the longest unused ones beyond the limit."""
        held = self._rooms.setdefault(room.id, room)
        self._rooms.move_to_end(room.id)
        if held is room:
            room.on_step = self.on_step
            room.on_step(room)
        if len(self._rooms) > self._limit:
            self._forget_idle()
        return held

    def _forget_idle(self) -> None:
        idle = [room_id for room_id, room in self._rooms.items() if not room.readers and not room.lock.locked()]
        for room_id in idle[: len(self._rooms) - self._limit]:
            del self._rooms[room_id]

    async def get(self, match_id: str) -> Room:
        """The room as this process knows it, perhaps behind another process; AppError(no_such_match, 404)."""
        room = self._rooms.get(match_id)
        if room is not None:
            self._rooms.move_to_end(match_id)
            return room
        # One load however many ask; shielded, so that one visitor who leaves does not break it for the others.
        task = self._loading.get(match_id)
        if task is None:
            task = self._loading[match_id] = asyncio.create_task(self._load(match_id))
            task.add_done_callback(lambda _: self._loading.pop(match_id, None))
        return await asyncio.shield(task)

    async def current(self, match_id: str) -> Room:
        """The room as the database has it now."""
        held = self._rooms.get(match_id)
        room = await self.get(match_id)
        if held is not None:
            async with room.lock:
                await self.refresh(room)
        return room

    async def _load(self, match_id: str) -> Room:
        stored = await self._database.read(store.load(match_id))
        if stored is None:
            raise AppError("no_such_match", 404)
        try:
            match = rebuild(stored)
        except EngineError as error:
            log.error("match_does_not_load", match=match_id, code=error.code)
            raise AppError("internal", 500) from error
        seq = stored.moves[-1].seq if stored.moves else stored.seq
        return self.put(Room(stored.meta, match, seq))

    async def refresh(self, room: Room) -> None:
        """Take over what other processes wrote; the caller holds the room's lock. Readers get it as steps."""
        newer = await self._database.read(store.tail(room.id, room.seq))
        if newer is None:
            self._rooms.pop(room.id, None)
            raise AppError("no_such_match", 404)
        room.trusted = True
        take(room, *newer)


def rebuild(stored: Stored) -> Match | None:
    """The state of a match: its snapshot, or its beginning, and the moves that followed."""
    if stored.meta.started_at is None:
        return None
    match = Match.from_json(orjson.loads(stored.state)) if stored.state else start.begin(stored.meta.options)[0]
    for move in stored.moves:
        match, _ = match.apply(move.seat, move.action)
    return match


def take(room: Room, meta: Meta, moves: list[Move]) -> None:
    """Bring a room to what is stored: the moves that follow its own, and the newest row."""
    newer = meta if meta.version > room.meta.version else room.meta
    match = room.match
    if match is None and newer.started_at is not None:
        match, events = start.begin(newer.options)
        room.add("meta", meta=newer, match=match, events=events)
    for move in moves:
        assert match is not None
        match, events = match.apply(move.seat, move.action)
        # Together with the last move comes the row: a match is not shown as over before its end.
        row = newer if move is moves[-1] else room.meta
        room.add("action", seq=move.seq, match=match, meta=row, events=events)
    if newer is not room.meta:
        room.add("meta", meta=newer)
