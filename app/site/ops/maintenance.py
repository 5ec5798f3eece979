"""Background work of one worker for the whole site: clear away what has been abandoned."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import Final

import sqlalchemy as sa

from app.base.errors import AppError
from app.base.seconds import DAY
from app.base.store.database import Database
from app.base.store.group_commit import Writer
from app.base.store.upsert import insert_if_new, upsert
from app.base.tasks import TaskHealth, TaskSet
from app.base.web.logs import log
from app.contests.tournaments.storage.statements import forgotten
from app.learning.replay.budget import forget_days
from app.matches.core.finding.lobby import forget_begun
from app.matches.core.service import MatchService
from app.matches.talk.models import reports, talk
from app.people.moderation.models import moderation_log
from app.people.players.models import bans
from app.people.players.sign_in.sessions import forget_old_sessions
from app.site.ops.cleanup import DueMatches, Limits, clear, clear_guests, clear_old, clear_uploads, find
from app.site.ops.models import chores

CHECK_SECONDS: Final = 300.0  # seconds
CLEAN_EVERY: Final = 3600.0
CLEANUP: Final = "cleanup"
SEEN: Final = "clock seen"  # the wall clock when a worker last read it
SURE: Final = "clock sure"  # the wall clock when its even run began
JUMP: Final = 1800.0  # seconds by which the wall clock and the steady one may part
OFF: Final = DAY  # seconds for which a site may have been off; a longer gap may be a clock that was set
SURE_AFTER: Final = DAY  # seconds until a clock is believed again


class Maintenance:
    """The background task of each worker; the first one to claim the work does it for all."""

    def __init__(
        self,
        database: Database,
        writer: Writer,
        matches: MatchService,
        limits: Limits,
        health: TaskHealth | None = None,
    ) -> None:
        self._database = database
        self._writer = writer
        self._matches = matches
        self._limits = limits
        self._offset = time.time() - time.monotonic()
        self._tasks = TaskSet(health)

    @contextlib.asynccontextmanager
    async def run(self) -> AsyncIterator[None]:
        """Clear away what is due within the block."""
        async with self._tasks:
            self._tasks.forever("maintenance", self._forever)
            yield

    async def _forever(self) -> None:
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            with contextlib.suppress(AppError):  # the database is away, which is logged where it happened
                await self.clean()

    async def clean(self) -> int:
        """Clear away what is due, unless a worker did within CLEAN_EVERY; returns the number of deleted rows. Nothing
        is due by a clock that was set within the last day: it may be wrong, and deletion is final."""
        jumped = self._clock_has_jumped()
        if not await self._writer.job(partial(_is_sure, jumped=jumped)) or not await self._writer.job(_taken_on):
            return 0
        old = forgotten(self._limits.unfinished, self._limits.finished, time.time())
        events = [partial(_carried_out, statement) for statement in old]
        forgets: list[Callable[[sa.Connection], object]] = [*events, forget_days, forget_old_sessions, forget_begun]
        for forget in forgets:
            await self._by_itself(partial(self._forget, forget))
        limit = self._limits.reports
        kept = (
            (talk.c.at, self._limits.talk),
            (reports.c.at, limit),
            (moderation_log.c.at, limit),
            (bans.c.ends_at, DAY),
        )
        pieces: list[Callable[[], Awaitable[int]]] = [
            *(partial(self._clear, due) for due in self._limits.due(time.time())),
            *(partial(self._clear_old, at, keep) for at, keep in kept),
            self._clear_uploads,
            self._clear_guests,
        ]
        return sum([await self._by_itself(piece) for piece in pieces])

    async def _by_itself(self, piece: Callable[[], Awaitable[int]]) -> int:
        """Clear one kind away; returns the number of deleted rows. What goes wrong with it leaves the others alone."""
        try:
            return await piece()
        except AppError:
            raise
        except Exception:
            log.exception("not_cleared_away")
            return 0

    async def _forget(self, forget: Callable[[sa.Connection], object]) -> int:
        await self._writer.job(forget)
        return 0

    async def _clear_old(self, at: sa.Column[float], keep: float) -> int:
        gone = 0
        while keep and (some := await self._writer.job(clear_old(at, time.time() - keep))):
            gone += some
        if gone:
            log.info("cleared away", kind=at.table.name, rows=gone)
        return gone

    async def _clear_guests(self) -> int:
        gone, last = 0, (0.0, "")
        while self._limits.guests:
            swept = await self._writer.job(clear_guests(time.time() - self._limits.guests, last))
            gone += swept.gone
            if swept.last is None:
                break
            last = swept.last
        if gone:
            log.info("cleared away", kind="guests", guests=gone)
        return gone

    async def _clear_uploads(self) -> int:
        gone = 0
        while self._limits.uploads and (
            some := await self._writer.job(clear_uploads(time.time() - self._limits.uploads))
        ):
            gone += some
        if gone:
            log.info("cleared away", kind="uploads", records=gone)
        return gone

    async def _clear(self, due: DueMatches) -> int:
        """Delete matches in small transactions, so that moves need not wait."""
        gone, last = 0, None
        while (found := await self._database.read(find(due, last))).ids:
            ids = await self._writer.job(clear(due, found.ids))
            self._matches.forget(ids)
            gone, last = gone + len(ids), found.last
        if gone:
            log.info("cleared away", kind=due.kind, matches=gone)
        return gone

    def _clock_has_jumped(self) -> bool:
        """True if the wall clock was set since this process last read it."""
        offset = time.time() - time.monotonic()
        jumped = abs(offset - self._offset) > JUMP
        if jumped:
            log.warning("clock was set", seconds=round(offset - self._offset))
        self._offset = offset
        return jumped


def _is_sure(connection: sa.Connection, *, jumped: bool) -> bool:
    """True if the wall clock has run evenly for SURE_AFTER, as far as all workers and
    their restarts know."""
    now = time.time()
    seen, since = _row(connection, SEEN), _row(connection, SURE)
    if jumped or seen is None or since is None or not seen - JUMP <= now <= seen + OFF:
        since = now
        _put(connection, SURE, now)
    _put(connection, SEEN, now)
    return now - since >= SURE_AFTER


def _row(connection: sa.Connection, name: str) -> float | None:
    return connection.execute(sa.select(chores.c.at).where(chores.c.name == name)).scalar_one_or_none()


def _put(connection: sa.Connection, name: str, at: float) -> None:
    connection.execute(upsert(connection, chores), {"name": name, "at": at})


def _taken_on(connection: sa.Connection) -> bool:
    """Claim the task if it is due: by one row, so that one of several workers gets it."""
    now = time.time()
    connection.execute(insert_if_new(connection, chores), {"name": CLEANUP, "at": 0.0})
    due = sa.or_(chores.c.at <= now - CLEAN_EVERY, chores.c.at > now + CLEAN_EVERY)  # or the clock was set back
    taken = sa.update(chores).where(chores.c.name == CLEANUP, due).values(at=now)
    return connection.execute(taken).rowcount == 1


def _carried_out(statement: sa.Update | sa.Delete, connection: sa.Connection) -> None:
    connection.execute(statement)
