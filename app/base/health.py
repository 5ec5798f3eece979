"""`GET /healthz`: this process answers. `GET /readyz`: it can also do its work, as checked within the last second."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final, Literal

import sqlalchemy as sa
from fastapi import APIRouter
from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response

from app.base.errors import AppError, Code
from app.base.helper_trouble import HelperTrouble
from app.base.live.bus import Bus
from app.base.store import migrate
from app.base.store.database import Database
from app.base.store.group_commit import Writer
from app.base.tasks import TaskHealth, TaskSet
from app.base.web.logs import log
from app.base.web.services import service_of

CHECK_SECONDS: Final = 1.0  # seconds
DATABASE_TIMEOUT: Final = 5.0  # seconds after which a database that does not answer counts as unreachable
MEGABYTE: Final = 1024 * 1024
REVISION: Final = sa.text("SELECT version_num FROM alembic_version")

router = APIRouter(tags=["operation"])


class Health(BaseModel):
    """Alive."""

    status: Literal["ok"] = "ok"


class Readiness(BaseModel):
    """The state of each part, in a word each.

    `writes`: how the last one ended, or that one waits for too long. `disk`: whether there is room for new tables; it
    makes nobody unready.
    `failing_tasks`: endless tasks that were started again within the last ten minutes; `failing_helpers`: processes for
    computers, replays, puzzles and pairings that do not start. They make nobody unready: people can play on.
    """

    status: Literal["ok", "unready"]
    database: Literal["ok", "away", "gone"]
    migrations: Literal["ok", "behind", "unknown"]
    writes: Literal["ok", "failed"]
    disk: Literal["ok", "full", "unknown"]
    redis: Literal["ok", "away", "none"]
    failing_tasks: list[str] = []
    failing_helpers: list[str] = []


class Watch:
    """Checks each second whether this worker can do its work; `found` is the last result."""

    def __init__(
        self,
        database: Database,
        writer: Writer,
        bus: Bus,
        min_free_mb: int,
        health: TaskHealth | None = None,
        helpers: HelperTrouble | None = None,
    ) -> None:
        self._database = database
        self._writer = writer
        self._bus = bus
        self._min_free = min_free_mb * MEGABYTE
        self._head = migrate.head()
        self._asking: asyncio.Task[str | None] | None = None
        self._health = health or TaskHealth()
        self._helpers = helpers or HelperTrouble()
        self._tasks = TaskSet(self._health)
        self.found = Readiness(
            status="unready", database="away", migrations="unknown", writes="ok", disk="unknown", redis="none"
        )

    @asynccontextmanager
    async def run(self) -> AsyncIterator[None]:
        """Check once, and each second within the block."""
        await self._refresh()
        async with self._tasks:
            self._tasks.forever("health", self._forever)
            yield

    def check_room(self) -> None:
        """AppError(disk_full) while there is no room for new tables."""
        if self.found.disk == "full":
            raise AppError(Code.disk_full)

    async def _forever(self) -> None:
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            self._helpers.retry()
            try:
                await self._refresh()
            except Exception:  # the last result no longer holds
                self.found = self.found.model_copy(update={"status": "unready"})
                raise

    async def _refresh(self) -> None:
        database, migrations = await self._ask()
        writes: Literal["ok", "failed"] = (
            "failed" if self._writer.trouble or self._database.watch.is_write_stuck else "ok"
        )
        well = (database, migrations, writes) == ("ok", "ok", "ok")
        before, self.found = (
            self.found,
            Readiness(
                status="ok" if well else "unready",
                database=database,
                migrations=migrations,
                writes=writes,
                disk=await self._room(),
                redis=self._redis(),
                failing_tasks=self._health.failing,
                failing_helpers=self._helpers.names,
            ),
        )
        if before.disk != self.found.disk == "full":
            log.warning("disk is full", least_free_mb=self._min_free // MEGABYTE)

    async def _ask(self) -> tuple[Literal["ok", "away", "gone"], Literal["ok", "behind", "unknown"]]:
        """Return the state of the database and its tables. One query at a time: those that hang must not take all
        threads."""
        if self._database.file_is_gone():
            return "gone", "unknown"
        if self._asking is None:
            self._asking = self._tasks.run(self._database.read(_revision))
        await asyncio.wait({self._asking}, timeout=DATABASE_TIMEOUT)
        if not self._asking.done():
            return "away", "unknown"
        asked, self._asking = self._asking, None
        try:
            return "ok", "ok" if asked.result() == self._head else "behind"
        except AppError:
            return "away", "unknown"

    async def _room(self) -> Literal["ok", "full", "unknown"]:
        """Check for room on the disk of a SQLite database. PostgreSQL's own says so only when a write fails."""
        if self._writer.trouble == "full":
            return "full"
        if self._database.file is None:
            return "unknown"
        if not self._min_free:
            return "ok"
        try:
            usage = await asyncio.to_thread(shutil.disk_usage, self._database.file.parent)
        except OSError:
            return "unknown"
        return "full" if usage.free < self._min_free else "ok"

    def _redis(self) -> Literal["ok", "away", "none"]:
        if not self._bus.is_used:
            return "none"
        return "ok" if self._bus.connected else "away"


@router.get("/healthz")
async def healthz() -> Health:
    """Answer that the process is alive (liveness)."""
    return Health()


@router.get("/readyz", responses={503: {"model": Readiness}})
async def readyz(request: Request, response: Response) -> Readiness:
    """Return the readiness, at most a second old, or five while the database is silent: the database is there, its
    tables are those of this code, the last write succeeded. Without Redis all continues, slower.
    """
    watch = service_of(request, Watch)
    response.status_code = 200 if watch.found.status == "ok" else 503
    return watch.found


def _revision(connection: sa.Connection) -> str | None:
    return connection.execute(REVISION).scalar_one_or_none()
