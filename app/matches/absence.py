"""Players who stay away: after a grace the opponent is offered the win, a draw, or to wait on. Nothing ends by itself.

A player is away while no page and no stream of theirs is open, at any worker. Only a player whose action is awaited can
be found absent, and each action begins the grace afresh. See docs/decisions/abandoned-matches.md.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Final

import sqlalchemy as sa

from app.commit import Writer
from app.errors import AppError
from app.matches import store
from app.matches.models import Meta, Seat, Viewer, matches, other
from app.matches.room import Room

LOOK_AGAIN: Final = 0.5  # seconds until an offer that could not be made is tried again


def awaited(room: Room) -> tuple[Seat, ...]:
    """The seats whose players keep a duel between two guests waiting."""
    meta = room.meta
    if room.match is None or meta.mode != "duel" or meta.status == "over" or meta.hotseat:
        return ()
    seats: tuple[Seat, ...] = room.match.to_act  # type: ignore[assignment] # the engine's seats are strings
    return seats


class AbsenceService:
    """Watches the rooms of this worker; `changed` hears of a match's row that has changed. `grace` 0 offers nothing.

    Times are this process's own steady clock: a clock that jumps makes nobody absent.
    """

    def __init__(self, writer: Writer, grace: float, changed: Callable[[Room, Meta], None]) -> None:
        self._writer = writer
        self._grace = grace
        self._changed = changed
        self._tasks: set[asyncio.Task[None]] = set()

    def observe(self, room: Room) -> None:
        """A room has taken a step, or was loaded: see who is away now, and look again when the grace is over."""
        if not self._grace:
            return
        now = time.monotonic()
        before = {} if room.last.kind == "action" else room.away
        room.away = {seat: before.get(seat, now) for seat in awaited(room) if not getattr(room.last.presence, seat)}
        absent = room.absent
        if absent is not None and getattr(room.last.presence, absent):
            self._do(self._withdraw(room, absent))
        self._set_timer(room, now)

    def _set_timer(self, room: Room, now: float) -> None:
        if room.timer is not None:
            room.timer.cancel()
            room.timer = None
        waiting = [since for seat, since in room.away.items() if getattr(room.last.presence, other(seat))]
        if waiting and room.absent is None:
            due = max(LOOK_AGAIN, min(waiting) + self._grace - now)
            room.timer = asyncio.get_running_loop().call_later(due, self._grace_is_over, room)

    def _grace_is_over(self, room: Room) -> None:
        """Offer what is due. What prevents it now, a timer that came too early, say, does not prevent it for good."""
        seat = self._ripe(room)
        if seat is not None and getattr(room.last.presence, other(seat)):
            self._do(self._offer(room, seat))
        self._set_timer(room, time.monotonic())

    def _ripe(self, room: Room) -> Viewer:
        """The seat that has been away for the whole grace."""
        now = time.monotonic()
        return next((seat for seat, since in room.away.items() if now - since >= self._grace), None)

    async def heard_from(self, room: Room, seat: Viewer) -> None:
        """A program has asked for the match: its player is not absent, and the other's absence may be its gain."""
        if not self._grace or seat is None:
            return
        if room.absent == seat:
            await self._withdraw(room, seat)
        if seat in room.away:
            room.away[seat] = time.monotonic()
        gone = self._ripe(room)
        if gone is not None and gone != seat and room.absent is None:
            await self._offer(room, gone)

    async def _offer(self, room: Room, seat: Seat) -> None:
        """Let the other player choose, if the seat is still awaited and no worker has its player connected."""
        async with room.lock:
            if room.absent is None and self._ripe(room) == seat:
                newest = sa.literal(room.seq) == store.LAST_SEQ
                await self._set(room, seat, matches.c.status != "over", newest, store.not_connected(seat))

    async def _withdraw(self, room: Room, seat: Seat) -> None:
        """The player is back."""
        async with room.lock:
            await self._set(room, None, matches.c.status != "over", matches.c.absent == seat)

    async def wait(self, room: Room, seat: Seat) -> None:
        """The opponent of the absent `seat` rather waits: the grace begins afresh. The caller holds the room's lock."""
        await self._set(room, None, matches.c.status != "over", matches.c.absent == seat)
        room.away.pop(seat, None)
        self.observe(room)

    async def _set(self, room: Room, absent: Viewer, *conditions: sa.ColumnElement[bool]) -> None:
        change = store.change(room.id, *conditions, code="no_absence", absent=absent, absent_seq=room.seq)
        try:
            await self._writer.job(change, partial(self._changed, room))
        except AppError as error:
            if error.code != "no_absence":  # else somebody was faster: the next look at the database will tell
                raise

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # the database was away, which is logged where it happened; the next step looks again

    def close(self) -> None:
        """End what is under way."""
        for task in self._tasks:
            task.cancel()
