"""Figures for the admin page: matches from the database, and figures of the worker that answers."""

from __future__ import annotations

import resource
import sys
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import sqlalchemy as sa

from app.base.live.models import presence
from app.base.store.database import Database
from app.base.web.metrics import Metrics, SiteCounts
from app.matches.core.match_row import MatchRow
from app.matches.core.storage.models import match_row_of, matches, select_matches
from app.matches.core.storage.store import LAST_SEQ
from app.people.players.models import players
from app.site.ops.counts import HERE, SiteCounter

LISTED = 50
STARTED = time.monotonic()


@dataclass(frozen=True, slots=True)
class MatchItem:
    """A match that is not over: what it is, how far it has come, and who is connected."""

    row: MatchRow
    seq: int
    here: int
    watchers: int


@dataclass(frozen=True, slots=True)
class SiteStats:
    """The whole site: counts, the latest matches that are not over, how large the database is."""

    counts: SiteCounts
    players: int
    matches: list[MatchItem]
    bytes: int


@dataclass(frozen=True, slots=True)
class WorkerStats:
    """Figures of one process, since its start."""

    seconds: float
    cpu_seconds: float
    megabytes: float
    moves: int
    refused: int
    errors: int
    sockets: int
    p50_ms: float | None
    p99_ms: float | None


async def site_stats(database: Database, counter: SiteCounter) -> SiteStats:
    """Return the figures of the site, in one read of the database."""
    return await database.read(partial(_read, counter))


def _read(counter: SiteCounter, connection: sa.Connection) -> SiteStats:
    return SiteStats(
        counts=counter.read(connection),
        players=connection.execute(sa.select(sa.func.count()).select_from(players)).scalar_one(),
        matches=_live_matches(connection),
        bytes=_size(connection),
    )


def _live_matches(connection: sa.Connection) -> list[MatchItem]:
    one = presence.c.match_id == matches.c.id
    query = (
        select_matches(
            LAST_SEQ.label("seq"),
            sa.select(sa.func.coalesce(sa.func.sum(HERE), 0)).where(one).scalar_subquery().label("here"),
            sa.select(sa.func.coalesce(sa.func.sum(presence.c.watchers), 0))
            .where(one)
            .scalar_subquery()
            .label("watchers"),
        )
        .where(matches.c.status != "over")
        .order_by(sa.func.coalesce(matches.c.started_at, matches.c.created_at).desc(), matches.c.id)
        .limit(LISTED)
    )
    return [MatchItem(match_row_of(row), row.seq, row.here, row.watchers) for row in connection.execute(query)]


def _size(connection: sa.Connection) -> int:
    """In bytes."""
    if connection.dialect.name == "postgresql":
        return int(connection.execute(sa.text("SELECT pg_database_size(current_database())")).scalar_one())
    path = Path(connection.engine.url.database or "")
    files = [path, path.with_name(f"{path.name}-wal")]
    return sum(file.stat().st_size for file in files if file.exists())


def worker_stats(figures: Metrics, sockets: int) -> WorkerStats:
    used = resource.getrusage(resource.RUSAGE_SELF)
    scale = 1024 * 1024 if sys.platform == "darwin" else 1024  # kilobytes everywhere but on macOS
    return WorkerStats(
        seconds=time.monotonic() - STARTED,
        cpu_seconds=used.ru_utime + used.ru_stime,
        megabytes=used.ru_maxrss / scale,
        moves=figures.count("clash_moves_total"),
        refused=figures.count("clash_refused_total"),
        errors=figures.count("clash_errors_total"),
        sockets=sockets,
        p50_ms=figures.move_ms(0.5),
        p99_ms=figures.move_ms(0.99),
    )
