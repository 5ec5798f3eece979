"""Analyses of finished matches, made in the background, each once: see docs/decisions/analysis.md.

A match that ends gets a row in the database; any worker takes it up when the processes of its bots are idle, and works
through it turn by turn.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import structlog
from sqlalchemy.exc import IntegrityError

from app.base.errors import AppError
from app.base.tasks import TaskHealth, TaskSet
from app.learning.replay.analysis import work
from app.learning.replay.analysis.result import Analysis, MissedTurn
from app.learning.replay.analysis.store import AnalysisStore, Finding
from app.learning.replay.analysis.work import PlayedTurn
from app.matches.bots.thinkers import Thinkers
from app.matches.core.history.match_history import MatchHistory
from app.matches.core.live.live_match import LiveMatch, MatchObserver
from app.matches.core.live.update import Change
from app.matches.core.service import MatchService
from app.matches.helpers.source import Source
from engine.bots.review import COSTLY, Review, accuracy
from engine.seat import SEATS

CHECK_SECONDS: Final = 5.0
"""Seconds between two searches for matches that other workers have left."""
SHOWN: Final = 3
"""Turns of each player that are shown: the worst."""

log = structlog.get_logger(__name__)


class Analyses(MatchObserver):
    """Has finished matches analysed, one after the other, if it is switched `on`; finds the results."""

    follows_moves = False

    def __init__(
        self,
        service: MatchService,
        past: MatchHistory,
        store: AnalysisStore,
        thinkers: Thinkers,
        *,
        on: bool,
        health: TaskHealth | None = None,
    ) -> None:
        self._service = service
        self._past = past
        self._store = store
        self._thinkers = thinkers
        self.on = on
        self._asked: set[str] = set()
        self._wake = asyncio.Event()
        self._tasks = TaskSet(health)

    @asynccontextmanager
    async def run(self) -> AsyncIterator[None]:
        """Analyse the matches that wait within the block; an unfinished analysis starts again later, here or
        elsewhere."""
        async with self._tasks:
            if self.on:
                self._tasks.forever("analyses", self._forever)
            yield

    # -- requests

    def changed(self, live: LiveMatch, change: Change) -> None:
        """Request the analysis of a match that has ended."""
        if is_analysable(live) and live.id not in self._asked:
            self._asked.add(live.id)
            self._tasks.run(self._ask(live.id))

    def closed(self, live: LiveMatch) -> None:
        """Forget that it was requested."""
        self._asked.discard(live.id)

    async def _ask(self, match_id: str) -> None:
        try:
            await self._store.ask(match_id)
        except (AppError, IntegrityError):  # the database is away, or the match is gone: the next reader asks again
            self._asked.discard(match_id)
        self._wake.set()

    async def of(self, match_id: str) -> Finding:
        """The progress of a finished match's analysis; it is requested if it never was."""
        found = await self._store.find(match_id)
        if not self.on and found.state != "done":
            return Finding("done")
        if found.state == "unknown":
            await self._ask(match_id)
        return found

    # -- working

    async def _forever(self) -> None:
        while True:
            try:
                waiting = await self._store.waiting()
                for match_id in waiting:
                    await self._analyse(match_id)
            except AppError as error:  # the database is away, or the process came to its end
                log.info("analysis_waits", code=error.code)
                waiting = []
            except IntegrityError:  # the other workers thought this one dead
                waiting = []
            if not waiting:
                await self._rest()

    async def _rest(self) -> None:
        self._wake.clear()
        try:
            async with asyncio.timeout(CHECK_SECONDS):
                await self._wake.wait()
        except TimeoutError:
            return

    async def _analyse(self, match_id: str) -> None:
        if not await self._store.claim(match_id):
            return
        try:
            live = await self._service.live_match(match_id)
            with self._thinkers.awaited():
                found = await self._made(await self._past.finished_unchecked(live))
        except AppError as error:
            if error.status >= 500 and error.code != "internal":
                raise
            log.warning("no_analysis", match=match_id, code=error.code)
            found = None
        await self._store.finish(match_id, found)

    async def _made(self, source: Source) -> Analysis:
        outline = await self._thinkers.when_idle(work.outline, source)
        reviews = [
            (turn, review)
            for turn in outline.turns
            if (review := await self._thinkers.when_idle(work.judged, source, turn)) is not None
        ]
        losses = {
            seat: [review.loss for turn, review in reviews if turn.player == seat and review.is_open] for seat in SEATS
        }
        accurate = {seat: value for seat in SEATS if (value := accuracy(losses[seat])) is not None}
        return Analysis(outline.graph, accurate, missed_turns(reviews))


def is_analysable(live: LiveMatch) -> bool:
    """True if a match has ended after it had begun."""
    result = live.row.result
    return live.row.status == "over" and result is not None and result.winner is not None


def missed_turns(reviews: list[tuple[PlayedTurn, Review]]) -> tuple[MissedTurn, ...]:
    """Return the worst turns of each player, in the order in which they were played."""
    found: list[MissedTurn] = []
    for seat in SEATS:
        bad = [pair for pair in reviews if pair[0].player == seat and pair[1].loss >= COSTLY]
        worst = sorted(bad, key=lambda pair: -pair[1].loss)[:SHOWN]
        found += [MissedTurn(turn.step, turn.turn, seat, review) for turn, review in worst]
    return tuple(sorted(found, key=lambda missed: missed.step))
