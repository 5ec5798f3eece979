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

from app.errors import AppError
from app.matches import store
from app.matches.live_match import LiveMatch
from app.matches.match_row import MatchRow
from app.matches.models import matches
from app.matches.seats import Seat, Viewer, other
from app.store.group_commit import Writer

RETRY_SECONDS: Final = 0.5  # seconds until an offer that could not be made is tried again


def awaited(live: LiveMatch) -> tuple[Seat, ...]:
    """Return the seats whose players keep a duel between two guests waiting."""
    row = live.row
    if live.match is None or row.status == "over" or row.hotseat or not row.has_two_guests:
        return ()
    seats: tuple[Seat, ...] = live.match.to_act  # type: ignore[assignment] # the engine's seats are strings
    return seats


class AbsenceService:
    """Watches the live matches of this worker; `changed` hears of a match's row that has changed. `grace` 0 offers
    nothing.

    Times are this process's own steady clock: a clock that jumps makes nobody absent.
    """

    def __init__(self, writer: Writer, grace: float, changed: Callable[[LiveMatch, MatchRow], None]) -> None:
        self._writer = writer
        self._grace = grace
        self._changed = changed
        self._tasks: set[asyncio.Task[None]] = set()

    def observe(self, live: LiveMatch) -> None:
        """Note who is away after a change of the match, or after loading it, and look again when the grace is over."""
        if not self._grace:
            return
        now = time.monotonic()
        before = {} if live.last.kind == "action" else live.away_since
        live.away_since = {
            seat: before.get(seat, now) for seat in awaited(live) if not getattr(live.last.presence, seat)
        }
        absent = live.absent
        if absent is not None and getattr(live.last.presence, absent):
            self._do(self._withdraw(live, absent))
        self._set_timer(live, now)

    def _set_timer(self, live: LiveMatch, now: float) -> None:
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None
        waiting = [since for seat, since in live.away_since.items() if getattr(live.last.presence, other(seat))]
        if waiting and live.absent is None:
            due = max(RETRY_SECONDS, min(waiting) + self._grace - now)
            live.timer = asyncio.get_running_loop().call_later(due, self._grace_is_over, live)

    def _grace_is_over(self, live: LiveMatch) -> None:
        """Offer what is due. What prevents it now, a timer that came too early, say, does not prevent it for good."""
        seat = self._overdue(live)
        if seat is not None and getattr(live.last.presence, other(seat)):
            self._do(self._offer(live, seat))
        self._set_timer(live, time.monotonic())

    def _overdue(self, live: LiveMatch) -> Viewer:
        """Return the seat that has been away for the whole grace."""
        now = time.monotonic()
        return next((seat for seat, since in live.away_since.items() if now - since >= self._grace), None)

    async def heard_from(self, live: LiveMatch, seat: Viewer) -> None:
        """Note a request from a program: its player is not absent, and may profit from the other's absence."""
        if not self._grace or seat is None:
            return
        if live.absent == seat:
            await self._withdraw(live, seat)
        if seat in live.away_since:
            live.away_since[seat] = time.monotonic()
        gone = self._overdue(live)
        if gone is not None and gone != seat and live.absent is None:
            await self._offer(live, gone)

    async def _offer(self, live: LiveMatch, seat: Seat) -> None:
        """Let the other player choose, if the seat is still awaited and no worker has its player connected."""
        async with live.lock:
            if live.absent is None and self._overdue(live) == seat:
                newest = sa.literal(live.seq) == store.LAST_SEQ
                await self._set(live, seat, matches.c.status != "over", newest, store.not_connected(seat))

    async def _withdraw(self, live: LiveMatch, seat: Seat) -> None:
        """Withdraw the offer, because the player is back."""
        async with live.lock:
            await self._set(live, None, matches.c.status != "over", matches.c.absent == seat)

    async def wait(self, live: LiveMatch, seat: Seat) -> None:
        """Let the opponent of the absent `seat` wait on: the grace begins afresh. The caller holds the match's lock."""
        await self._set(live, None, matches.c.status != "over", matches.c.absent == seat)
        live.away_since.pop(seat, None)
        self.observe(live)

    async def _set(self, live: LiveMatch, absent: Viewer, *conditions: sa.ColumnElement[bool]) -> None:
        change = store.change(live.id, *conditions, code="no_absence", absent=absent, absent_seq=live.seq)
        try:
            await self._writer.job(change, partial(self._changed, live))
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
