"""Presence: the connections to a match, at any worker. It only informs: a lost connection decides nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Final

import sqlalchemy as sa

from app.base.errors import AppError
from app.base.live.bus import Bus
from app.base.live.models import presence
from app.base.live.worker_hints import MatchHint
from app.base.store.database import Database, ExtraColumns, Query, StoredRow
from app.base.store.group_commit import Writer
from app.base.store.upsert import upsert
from app.matches.core.live.live_match import LiveMatch
from app.matches.core.live.update import Presence
from app.matches.core.storage import store
from app.matches.core.storage.models import matches

GRACE: Final = 2.0  # seconds in which a reload of the page goes unnoticed
COUNT_EVERY: Final = 1.0  # seconds: each new count of spectators is sent to every one of them


class PresenceService:
    """Keeps each match's `presence` step and this worker's rows of `presence` true."""

    def __init__(self, database: Database, writer: Writer, bus: Bus, moved: Callable[[LiveMatch], None]) -> None:
        self._writer = writer
        self._bus = bus
        self._moved = moved  # called for every match whose own connections are stored
        self._upsert = upsert(database.engine, presence)
        self._counted: set[str] = set()  # matches whose spectators were counted a moment ago
        self._failed: dict[str, LiveMatch] = {}  # matches about which the other workers may be out of date

    def changed(self, live: LiveMatch) -> None:
        """Call when a connection opens or closes: arrivals count at once, departures after a moment."""
        now, before = live.here(), live.announced
        later = asyncio.get_running_loop().call_later
        if _players(now) == _players(before):
            if now.watchers >= before.watchers:
                self._count(live)
            else:
                later(GRACE, self._count, live)
        elif now.A >= before.A and now.B >= before.B:
            self.settle(live)
        else:
            later(GRACE, self.settle, live)

    def _count(self, live: LiveMatch) -> None:
        """Publish the number of spectators: at once, and then not again for a while."""
        if live.id in self._counted or _players(live.here()) != _players(live.announced):
            return
        self.settle(live)
        self._counted.add(live.id)
        asyncio.get_running_loop().call_later(COUNT_EVERY, self._count_again, live)

    def _count_again(self, live: LiveMatch) -> None:
        self._counted.discard(live.id)
        if live.here().watchers != live.announced.watchers:
            self._count(live)

    def settle(self, live: LiveMatch) -> None:
        """Publish the present players, if they have changed."""
        now = live.here()
        live.rest()
        if self._writer.is_stopping:
            return  # this worker's rows go with it
        if now != live.announced:
            self._store(live, now)
        live.set_presence(now, live.elsewhere)

    def rewrite_after_expiry(self, live_matches: Iterable[LiveMatch]) -> None:
        """Store the presence of these matches again: the other workers thought this one dead, and its rows were
        removed."""
        self._failed.update({live.id: live for live in live_matches})

    def retry_failed_writes(self) -> None:
        """Repeat failed writes: a player who seems to be away could lose a match by it."""
        failed, self._failed = self._failed, {}
        for live in failed.values():
            self._store(live, live.announced)

    def elsewhere(self, match_ids: set[str]) -> Query[dict[str, Presence]]:
        """The players connected to these matches at other workers; a match with nobody is left out."""
        return lambda connection: _elsewhere(connection, match_ids, self._bus.worker)

    def with_row(self) -> ExtraColumns:
        """Return the query of one match, to be read with its row; `found_with_row` makes the presence of that."""
        return ExtraColumns(_EXTRA_COLUMNS, {"this_worker": self._bus.worker})

    def others(self, live: LiveMatch, elsewhere: Presence) -> None:
        """Call when connections to this match at other workers have changed."""
        if elsewhere != live.elsewhere:
            if not live.shared:  # they got no hints while nobody was known to be there
                self._bus.publish(MatchHint(live.id))
            live.set_presence(live.announced, elsewhere)

    def _store(self, live: LiveMatch, now: Presence) -> None:
        match_id = live.id

        def publish(_: object) -> None:
            self._bus.publish(MatchHint(match_id))

        # Only a failure counts.
        def check(written: asyncio.Future[object]) -> None:
            # Any other failure: the match is deleted, or this worker's rows have expired, which it is notified of.
            if not written.cancelled() and isinstance(written.exception(), AppError):
                self._failed[match_id] = live

        row: dict[str, object] = {"match_id": match_id, "worker": self._bus.worker}
        change: sa.Delete | sa.Insert = _NOBODY_HERE
        if now != Presence():
            row |= {"a": now.A, "b": now.B, "watchers": now.watchers}
            change = self._upsert
        # Both are jobs: rows of a group are written after its jobs, and a player who left at once would stay.
        written: asyncio.Future[object] = self._writer.job(lambda connection: connection.execute(change, row), publish)
        self._moved(live)
        written.add_done_callback(check)


def found_with_row(row: StoredRow) -> Presence:
    """Return the connections to a match at other workers, of what was read with its row."""
    return Presence(bool(row.a_elsewhere), bool(row.b_elsewhere), row.watchers_elsewhere or 0)


_NOBODY_HERE: Final = sa.delete(presence).where(
    presence.c.match_id == sa.bindparam("match_id"), presence.c.worker == sa.bindparam("worker")
)
_ELSEWHERE: Final = (presence.c.match_id == matches.c.id) & (presence.c.worker != sa.bindparam("this_worker"))
_EXTRA_COLUMNS: Final = (
    sa.exists().where(_ELSEWHERE, presence.c.a).label("a_elsewhere"),
    sa.exists().where(_ELSEWHERE, presence.c.b).label("b_elsewhere"),
    sa.select(sa.func.sum(presence.c.watchers)).where(_ELSEWHERE).scalar_subquery().label("watchers_elsewhere"),
)


def _players(presence: Presence) -> tuple[bool, bool]:
    return presence.A, presence.B


def _elsewhere(connection: sa.Connection, match_ids: set[str], worker: str) -> dict[str, Presence]:
    """The players connected to these matches at other workers."""
    found: dict[str, Presence] = {}
    wanted = list(match_ids)
    for start in range(0, len(wanted), store.MAX_VALUES):
        query = sa.select(presence).where(
            presence.c.match_id.in_(wanted[start : start + store.MAX_VALUES]), presence.c.worker != worker
        )
        for row in connection.execute(query):
            sofar = found.get(row.match_id, Presence())
            found[row.match_id] = Presence(sofar.A or row.a, sofar.B or row.b, sofar.watchers + row.watchers)
    return found
