"""`/status` and `/api/status`: the state of the server, for everybody. It has no names and no secrets."""

from __future__ import annotations

import asyncio
import time
from typing import Final, Literal

from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel
from starlette.responses import Response

from app.base.errors import AppError
from app.base.health import Watch
from app.base.store.database import Database
from app.base.version import VERSION
from app.base.web.api_docs import refusals
from app.base.web.limits import DRAWN, Limit
from app.base.web.metrics import Metrics, SiteCounts
from app.base.web.services import service_of
from app.base.web.templating import Templates
from app.matches.bots.thinkers import Thinkers
from app.site.ops.counts import SiteCounter

router = APIRouter()

CACHE_SECONDS: Final = 5.0  # seconds for which the counts are reused
STARTED: Final = time.monotonic()


class SiteOut(BaseModel):
    """Counts of the whole site."""

    playing: int
    open: int
    finished: int
    players: int
    watchers: int
    workers: int


class WorkerOut(BaseModel):
    """Figures of the worker that answers, since its start: seconds run, moves stored, the median milliseconds of a
    move (null before the first), and the computer turns being thought about."""

    seconds: int
    moves: int
    move_ms: float | None
    bots_thinking: int


class StatusOut(BaseModel):
    """The state of the server. `site` is null while the database does not answer."""

    version: str = VERSION
    status: Literal["ok", "unready"]
    database: Literal["ok", "away", "gone"]
    writes: Literal["ok", "failed"]
    disk: Literal["ok", "full", "unknown"]
    workers_told: Literal["ok", "away", "none"]
    helpers: Literal["ok", "away"]
    site: SiteOut | None
    worker: WorkerOut


class SiteStatus:
    """Counts the whole site at most every few seconds, however many ask."""

    def __init__(
        self, database: Database, counter: SiteCounter, watch: Watch, figures: Metrics, thinkers: Thinkers
    ) -> None:
        self._database = database
        self._counter = counter
        self._watch = watch
        self._figures = figures
        self._thinkers = thinkers
        self._lock = asyncio.Lock()
        self._counts: SiteCounts | None = None
        self._at = -CACHE_SECONDS

    async def now(self) -> StatusOut:
        """Return the current status."""
        found = self._watch.found
        counts = await self._counted() if found.database == "ok" else None
        return StatusOut(
            status=found.status,
            database=found.database,
            writes=found.writes,
            disk=found.disk,
            workers_told=found.redis,
            helpers="away" if found.failing_helpers else "ok",
            site=None if counts is None else _site(counts),
            worker=WorkerOut(
                seconds=round(time.monotonic() - STARTED),
                moves=self._figures.count("clash_moves_total"),
                move_ms=self._figures.move_ms(0.5),
                bots_thinking=self._thinkers.asking,
            ),
        )

    async def _counted(self) -> SiteCounts | None:
        async with self._lock:
            if time.monotonic() - self._at >= CACHE_SECONDS:
                try:
                    self._counts = await self._database.read(self._counter.read)
                except AppError:  # the database went away just now
                    self._counts = None
                self._at = time.monotonic()
        return self._counts


def _site(counts: SiteCounts) -> SiteOut:
    by_status = counts.by_status
    return SiteOut(
        playing=by_status["playing"] + by_status["setup"],
        open=by_status["open"],
        finished=by_status["over"],
        players=counts.connected,
        watchers=counts.watchers,
        workers=counts.workers,
    )


@router.get("/status", include_in_schema=False, dependencies=[Depends(Limit("ask", DRAWN))])
async def status_page(request: Request) -> Response:
    """Show the state of the server."""
    context = {"now": await service_of(request, SiteStatus).now(), "page": "status"}
    return service_of(request, Templates).page(request, "base/web/status.html", context)


@router.get("/api/status", tags=["server"], dependencies=[Depends(Limit("ask", DRAWN))], responses=refusals(429))
async def status(request: Request) -> StatusOut:
    """Return the state of the server."""
    return await service_of(request, SiteStatus).now()
