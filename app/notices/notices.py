"""The host's notices: an announcement, and a coming stop of the server. On every page, pushed to boards.

Kept in the database; each worker has a copy, read again on a hint from another worker and every few seconds.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Final, Literal

import sqlalchemy as sa

from app.errors import AppError
from app.live.bus import Bus
from app.live.topic import Subscriber, Topic
from app.live.worker_hints import NoticesHint
from app.notices.models import NOTICE_LENGTH, notices
from app.players.names import clean_text
from app.store.database import Database
from app.store.group_commit import Writer
from app.tasks import TaskHealth, TaskSet

NoticeKind = Literal["announcement", "shutdown"]

CHECK_SECONDS: Final = 5.0  # seconds
OVERDUE: Final = 600.0  # an announced stop that did not happen is forgotten after so many seconds


@dataclass(frozen=True, slots=True)
class Notice:
    """One notice; `at` is when the server stops, or when an announcement is taken down (None: never)."""

    kind: NoticeKind
    text: str
    at: float | None

    @property
    def seconds_left(self) -> int:
        """The seconds until `at`; 0 when that has passed."""
        return max(0, round((self.at or 0.0) - time.time()))

    @property
    def minutes_left(self) -> int:
        """The same in whole minutes, rounded up."""
        return -(-self.seconds_left // 60)

    def _is_due(self, now: float) -> bool:
        if self.at is None:
            return True
        return now < self.at + (OVERDUE if self.kind == "shutdown" else 0)


class Notices:
    """The notices of this site."""

    def __init__(self, database: Database, writer: Writer, bus: Bus, health: TaskHealth | None = None) -> None:
        self._database = database
        self._writer = writer
        self._bus = bus
        self._stored: tuple[Notice, ...] = ()
        self._published: tuple[Notice, ...] = ()
        self._topic = Topic[Subscriber]()
        self._hinted = asyncio.Event()
        self._tasks = TaskSet(health)
        bus.subscribe(NoticesHint, self._on_hint)

    @contextlib.asynccontextmanager
    async def run(self) -> AsyncIterator[None]:
        """Forget a stop that has happened, read what is stored, and follow changes within the block."""
        await self._writer.job(_forget_past_stop)
        await self._refresh()
        async with self._tasks:
            self._tasks.forever("notices", self._follow)
            yield

    def shown(self) -> tuple[Notice, ...]:
        """Return the notices to show now, the stop first."""
        now = time.time()
        return tuple(notice for notice in self._stored if notice._is_due(now))

    async def announce(self, text: str, minutes: int | None) -> None:
        """Show a text on every page, for so many minutes or until it is taken down; an empty text takes it down."""
        await self._put("announcement", clean_text(text, NOTICE_LENGTH), minutes)

    async def announce_stop(self, minutes: int | None, text: str = "") -> None:
        """Announce that the server will stop in so many minutes; None withdraws that. It stops nothing itself."""
        await self._put("shutdown", clean_text(text, NOTICE_LENGTH), minutes, keep=minutes is not None)

    async def _put(self, kind: NoticeKind, text: str, minutes: int | None, *, keep: bool | None = None) -> None:
        at = None if minutes is None else time.time() + minutes * 60

        def put(connection: sa.Connection) -> None:
            connection.execute(sa.delete(notices).where(notices.c.kind == kind))
            if bool(text) if keep is None else keep:
                connection.execute(sa.insert(notices).values(kind=kind, text=text, at=at))

        await self._writer.job(put)
        self._bus.publish(NoticesHint())
        await self._refresh()

    def subscribed(self) -> AbstractContextManager[Subscriber]:
        """Provide a subscriber who is woken whenever the notices change."""
        return self._topic.subscribed(Subscriber())

    def _on_hint(self, hint: NoticesHint) -> None:
        self._hinted.set()

    async def _follow(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(CHECK_SECONDS):
                    await self._hinted.wait()
            self._hinted.clear()
            with contextlib.suppress(AppError):  # the database is away: the copy stays
                await self._refresh()

    async def _refresh(self) -> None:
        query = sa.select(notices).order_by(notices.c.kind.desc())
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        self._stored = tuple(Notice(row.kind, row.text, row.at) for row in rows)
        if self.shown() != self._published:
            self._published = self.shown()
            self._topic.publish()


def _forget_past_stop(connection: sa.Connection) -> None:
    past = sa.and_(notices.c.kind == "shutdown", notices.c.at <= time.time())
    connection.execute(sa.delete(notices).where(past))
