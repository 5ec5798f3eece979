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

ROOM_BYTES: Final = 128 * 1024 * 1024

log = structlog.get_logger(__name__)


class Rooms:
    """A cache over the database. Every copy may be stale; the unique key of `actions` settles who was first."""

    def __init__(self, database: Database, most: int = ROOM_BYTES) -> None:
        self._database = database
        self._most = most
        self._sizes: dict[str, int] = {}
        self._size = 0
        self._shrink_at = most
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self.on_step: Callable[[Room], None] = lambda room: None  # hears of every step, and of rooms newly held

    def __len__(self) -> int:
        return len(self._rooms)

    @property
    def size(self) -> int:
        """About how many bytes of memory they take together."""
        return self._size

    def all(self) -> list[Room]:
        """Every room in memory."""
        return list(self._rooms.values())

    def cached(self, match_id: str) -> Room | None:
        """The room if it is in memory."""
        return self._rooms.get(match_id)

    def put(self, room: Room) -> Room:
        """Hold this room, unless somebody was faster; beyond the limit the longest unused ones make place."""
        held = self._rooms.setdefault(room.id, room)
        self._rooms.move_to_end(room.id)
        if held is room:
            room.on_step = self._stepped
            room.on_step(room)
        return held

    def _stepped(self, room: Room) -> None:
        if self._rooms.get(room.id) is room:  # one that was forgotten may still be in somebody's hands
            self._measure(room)
            if self._size > self._shrink_at:
                self._shrink(room)
        self.on_step(room)

    def _measure(self, room: Room) -> None:
        size = room.size
        self._size += size - self._sizes.get(room.id, 0)
        self._sizes[room.id] = size

    def _drop(self, room_id: str) -> None:
        if self._rooms.pop(room_id, None) is not None:
            self._size -= self._sizes.pop(room_id)

    def _shrink(self, needed: Room) -> None:
        """Let idle rooms rest, and then forget them, the longest unused first, until they fit."""
        idle = [room for room in self._rooms.values() if not (room.readers or room.lock.locked() or room is needed)]
        for room in idle:
            if self._size > self._most:
                room.rest()
                self._measure(room)
        for room in idle:
            if self._size > self._most:
                self._drop(room.id)
        # If all are watched nothing can be done: not to be tried at every step.
        self._shrink_at = max(self._most, self._size + self._most // 16)

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
            self._drop(room.id)
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
