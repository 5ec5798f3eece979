"""Keeps the live matches that somebody watches up to date with the database: on a hint from another worker, else by
polling."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Iterator
from typing import Final

import sqlalchemy as sa
import structlog

from app.base.errors import AppError
from app.base.live.bus import Bus
from app.base.live.models import workers
from app.base.live.worker_hints import MatchHint, MoveHint
from app.base.store.database import Database
from app.base.store.group_commit import Writer
from app.base.tasks import TaskHealth, TaskSet
from app.matches.core.live.live_match import MAX_CHANGES, LiveMatch
from app.matches.core.live.update import Presence
from app.matches.core.memory.live_matches import bring_up_to_date
from app.matches.core.service import MatchService
from app.matches.core.storage import store
from app.matches.core.storage.models import bot_turns
from app.matches.core.storage.store import Head, StoredMove
from engine.errors import EngineError

POLL: Final = 1.0  # seconds
HEART_EVERY: Final = 2  # polls
CLOCK_EVERY: Final = 5  # polls, where no clocks run
DEAD_AFTER: Final = 8.0  # seconds without a beat, by this process's own steady clock
SAFETY_EVERY: Final = 10  # polls: with Redis, read anyway now and then

log = structlog.get_logger(__name__)


class Sync:
    """The background work of a worker: its heart beat, hints, polling. A worker that is `alone` takes over the bots of
    all others when it starts; if another is alive after all, the database takes each move once."""

    def __init__(
        self,
        database: Database,
        writer: Writer,
        bus: Bus,
        service: MatchService,
        health: TaskHealth | None = None,
        *,
        alone: bool = False,
    ) -> None:
        self._database = database
        self._writer = writer
        self._bus = bus
        self._service = service
        self._alone = alone
        self._hinted: set[str] = set()
        self._moved: dict[str, int] = {}  # the newest action that a hint named, by match
        self._wake = asyncio.Event()
        self._wake_moves = asyncio.Event()
        self._everything = False
        self._seen: dict[str, tuple[int, float]] = {}
        self._tasks = TaskSet(health)
        bus.subscribe(MatchHint, self._on_match)
        bus.subscribe(MoveHint, self._on_move)
        bus.on_reconnect.subscribe(self._on_reconnect)

    @contextlib.asynccontextmanager
    async def run(self) -> AsyncIterator[None]:
        """Announce this worker, and follow the others within the block."""
        if self._alone:
            left = sa.update(bot_turns).where(bot_turns.c.worker != self._bus.worker).values(worker=None)
            await self._writer.execute(left)
        await self._beat()
        await self._service.site_clock.beat(POLL * CLOCK_EVERY)
        self._tasks.forever("sync poll", self._poll)
        self._tasks.forever("sync hints", self._follow)
        self._tasks.forever("sync moves", self._follow_moves)
        try:
            yield
        finally:
            await self.stop()

    async def stop(self) -> None:
        """End, and take this worker's name off the list."""
        await self._tasks.stop()
        gone = sa.delete(workers).where(workers.c.id == self._bus.worker)
        with contextlib.suppress(AppError):
            await self._writer.execute(gone)

    def _on_match(self, hint: MatchHint) -> None:
        live = self._service.live_matches.cached(hint.match)
        if live is not None:
            self._invalidate(live)

    def _on_move(self, hint: MoveHint) -> None:
        live = self._service.live_matches.cached(hint.match)
        if live is None:
            return
        if not live.readers or hint.seq - live.seq > MAX_CHANGES:
            self._invalidate(live)
        elif hint.seq > live.seq:
            self._moved[live.id] = max(hint.seq, self._moved.get(live.id, 0))
            self._wake_moves.set()

    def _invalidate(self, live: LiveMatch) -> None:
        """Mark a match as stale: it is reloaded at once where somebody watches it, else on the next request."""
        if live.readers:
            self._hinted.add(live.id)
            self._wake.set()
        else:
            live.invalidate()

    def _on_reconnect(self) -> None:
        self._everything = True  # hints were missed while the connection was away
        self._invalidate_lists()
        self._wake.set()

    def _invalidate_lists(self) -> None:
        """Invalidate the lists that somebody follows: something may have changed at another worker."""
        self._service.lobby.on_stale()

    async def _follow(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            watched = set(self._service.hub.live_matches)
            wanted = watched if self._everything else watched & self._hinted
            self._everything = False
            self._hinted.clear()
            with contextlib.suppress(AppError):  # the database is away: the next poll tries again
                await self._check(wanted)

    async def _follow_moves(self) -> None:
        while True:
            await self._wake_moves.wait()
            self._wake_moves.clear()
            moved, self._moved = self._moved, {}
            with contextlib.suppress(AppError):
                await self._take_moves(moved)

    async def _take_moves(self, moved: dict[str, int]) -> None:
        """Load moves of other workers, by one query for all matches that were hinted at together."""
        live_matches = [
            live for match_id in moved if (live := self._service.hub.live_matches.get(match_id)) is not None
        ]
        wanted = {
            live.id: range(live.seq + 1, moved[live.id] + 1) for live in live_matches if live.seq < moved[live.id]
        }
        if wanted:
            found = await self._database.read_autocommit(store.new_moves(wanted))
            await asyncio.gather(*(self._take(live, found.get(live.id, []), moved[live.id]) for live in live_matches))

    async def _take(self, live: LiveMatch, moves: list[StoredMove], seq: int) -> None:
        """Apply those of these moves that are new; if others are missing before the `seq`-th, read them all."""
        async with live.lock:
            new = [move for move in moves if move.seq > live.seq]
            if live.match is not None and new and new[0].seq == live.seq + 1:
                with _logging_errors(live):
                    bring_up_to_date(live, live.row, new)
            if live.seq < seq:
                self._invalidate(live)

    async def _poll(self) -> None:
        polls = 0
        while True:
            await asyncio.sleep(POLL)
            polls += 1
            try:
                await self._beat_clocks(polls % CLOCK_EVERY == 0)
                if polls % HEART_EVERY == 0:
                    await self._beat()
                alone = not await self.others_alive()
                if not alone and (not self._bus.connected or polls % SAFETY_EVERY == 0):
                    self._invalidate_lists()
                    await self._check(set(self._service.hub.live_matches))
            except AppError:
                self._seen = {}  # heartbeats cannot be read; retry when the database is back (logged where it failed)

    async def _beat_clocks(self, usual: bool) -> None:
        """Move the site's time on: at each poll while clocks run here, else at the usual beats only."""
        often = self._service.clocks_run
        if often or usual:
            await self._service.site_clock.beat(POLL if often else POLL * CLOCK_EVERY)
        if usual:
            await self._service.run_due()

    async def _check(self, match_ids: set[str]) -> None:
        if not match_ids:
            return
        heads = await self._database.read_autocommit(store.heads(match_ids))
        present = await self._database.read_autocommit(self._service.presence.elsewhere(match_ids))
        checks = (self._bring_up(key, head, present.get(key, Presence())) for key, head in heads.items())
        await asyncio.gather(*checks)

    async def _bring_up(self, match_id: str, head: Head, present: Presence) -> None:
        """Bring a match up to the stored state, if that is newer."""
        live = self._service.live_matches.cached(match_id)
        if live is None:
            return
        if head.seq > live.seq or head.version > live.row.version:
            async with live.lock:
                with _logging_errors(live):
                    await self._service.live_matches.refresh(live)
        self._service.presence.others(live, present)
        live.publish_chat(head.talk)

    async def _beat(self) -> None:
        mine = workers.c.id == self._bus.worker

        def beat(connection: sa.Connection) -> bool:
            known = connection.execute(sa.update(workers).where(mine).values(beat=workers.c.beat + 1)).rowcount == 1
            if not known:
                connection.execute(sa.insert(workers).values(id=self._bus.worker, beat=1))
            return known

        if not await self._writer.job(beat):
            self._service.presence.rewrite_after_expiry(self._service.hub.live_matches.values())
            self._invalidate_lists()
        self._service.presence.retry_failed_writes()

    async def others_alive(self) -> bool:
        """True if there are other workers; removes those whose heartbeat has stopped."""
        query = sa.select(workers.c.id, workers.c.beat).where(workers.c.id != self._bus.worker)
        rows = await self._database.rows(query)
        now = time.monotonic()
        before = self._seen
        self._seen = {
            row.id: before[row.id] if row.id in before and before[row.id][0] == row.beat else (row.beat, now)
            for row in rows
        }
        dead = [(worker, beat) for worker, (beat, since) in self._seen.items() if now - since > DEAD_AFTER]
        if dead:
            gone = sa.delete(workers).where(sa.tuple_(workers.c.id, workers.c.beat).in_(dead))
            await self._writer.execute(gone)
            self._invalidate_lists()
            await self._check(set(self._service.hub.live_matches))
        return len(dead) < len(rows)


@contextlib.contextmanager
def _logging_errors(live: LiveMatch) -> Iterator[None]:
    """Log the failure of one match that cannot be followed, so that it does not stop the others."""
    try:
        yield
    except EngineError as error:
        log.error("match_does_not_follow", match=live.id, code=error.code)
    except AppError as error:  # it has been deleted, or the database is away: the next poll tries again
        log.info("match_not_followed", match=live.id, code=error.code)
