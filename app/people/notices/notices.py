"""The host's notices: an announcement, and a coming stop of the server; and the server's own, that a part of it does
not start. On every page, pushed to boards.

The host's are kept in the database; each worker has a copy, read again on a hint from another worker and every few
seconds.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass
from typing import Final, Literal

import sqlalchemy as sa

from app.base.helper_trouble import HelperTrouble
from app.base.live.bus import Bus
from app.base.live.copy import Copy
from app.base.live.worker_hints import NoticesHint
from app.base.store.database import Database
from app.base.store.group_commit import Writer
from app.base.subscriber import Subscriber
from app.base.tasks import TaskHealth
from app.people.notices.models import NOTICE_LENGTH, notices
from app.people.players.names import clean_text

NoticeKind = Literal["announcement", "shutdown", "trouble"]

CHECK_SECONDS: Final = 5.0  # seconds
ALL: Final = sa.select(notices).order_by(notices.c.kind.desc())
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
        """The time left in whole minutes, rounded up."""
        return -(-self.seconds_left // 60)

    def is_due(self, now: float) -> bool:
        """True if the notice is to be shown at `now`."""
        if self.at is None:
            return True
        return now < self.at + (OVERDUE if self.kind == "shutdown" else 0)


class Notices(Copy[None, tuple[Notice, ...]]):
    """The notices of this site; every worker always has a copy."""

    def __init__(
        self,
        database: Database,
        writer: Writer,
        bus: Bus,
        health: TaskHealth | None = None,
        helpers: HelperTrouble | None = None,
    ) -> None:
        helpers = helpers or HelperTrouble()

        async def load(_: None, before: tuple[Notice, ...] | None) -> tuple[Notice, ...]:
            rows = await database.rows(ALL)
            found = [Notice(row.kind, row.text, row.at) for row in rows]
            return _due([*found, Notice("trouble", "", None)] if helpers.names else found)

        super().__init__(
            "notices", load, hint=lambda _: bus.publish(NoticesHint()), again=lambda _: CHECK_SECONDS, health=health
        )
        self._writer = writer
        bus.subscribe(NoticesHint, lambda _: self.stale(None))
        helpers.on_change = lambda: self.stale(None)

    @contextlib.asynccontextmanager
    async def run(self) -> AsyncIterator[None]:
        """Forget a stop that has happened, read what is stored, and follow changes within the block."""
        await self._writer.job(_forget_past_stop)
        with self.followed(None, Subscriber()):
            await self.current(None)
            async with super().run():
                yield

    def shown(self) -> tuple[Notice, ...]:
        """Return the notices to show now, the stop first."""
        return _due(self.known(None) or ())

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
        self.changed(None)
        await self.current(None)


def _due(found: Iterable[Notice]) -> tuple[Notice, ...]:
    now = time.time()
    return tuple(notice for notice in found if notice.is_due(now))


def _forget_past_stop(connection: sa.Connection) -> None:
    past = sa.and_(notices.c.kind == "shutdown", notices.c.at <= time.time())
    connection.execute(sa.delete(notices).where(past))
