"""What the admin page says of the site: rooms from the database, figures of the worker that answers."""

from __future__ import annotations

import resource
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sa

from app.db import Database
from app.live.models import presence
from app.matches.models import Meta, matches, meta_of
from app.matches.store import LAST_SEQ
from app.ops.counts import HERE, SiteCounts, site_counts
from app.ops.metrics import Metrics
from app.players.models import players

LISTED = 50
STARTED = time.monotonic()


@dataclass(frozen=True, slots=True)
class RoomLine:
    """A match that is not over: what it is, how far it has come, and who is connected."""

    meta: Meta
    seq: int
    here: int
    watchers: int


@dataclass(frozen=True, slots=True)
class SiteFigures:
    """The whole site: counts, the latest matches that are not over, how large the database is."""

    counts: SiteCounts
    players: int
    rooms: list[RoomLine]
    bytes: int


@dataclass(frozen=True, slots=True)
class WorkerFigures:
    """Figures of one process, since it began."""

    seconds: float
    cpu_seconds: float
    megabytes: float
    moves: int
    refused: int
    errors: int
    sockets: int
    p50_ms: float | None
    p99_ms: float | None


async def site_figures(database: Database) -> SiteFigures:
    """The figures of the site, in one look at the database."""
    return await database.read(_read)


def _read(connection: sa.Connection) -> SiteFigures:
    return SiteFigures(
        counts=site_counts(connection),
        players=connection.execute(sa.select(sa.func.count()).select_from(players)).scalar_one(),
        rooms=_rooms(connection),
        bytes=_size(connection),
    )


def _rooms(connection: sa.Connection) -> list[RoomLine]:
    one = presence.c.match_id == matches.c.id
    query = (
        sa.select(
            matches,
            LAST_SEQ.label("seq"),
            sa.select(sa.func.coalesce(sa.func.sum(HERE), 0)).where(one).scalar_subquery().label("here"),
            sa.select(sa.func.coalesce(sa.func.sum(presence.c.watchers), 0)).where(one).scalar_subquery().label("eyes"),
        )
        .where(matches.c.status != "over")
        .order_by(sa.func.coalesce(matches.c.started_at, matches.c.created_at).desc(), matches.c.id)
        .limit(LISTED)
    )
    return [RoomLine(meta_of(row), row.seq, row.here, row.eyes) for row in connection.execute(query)]


def _size(connection: sa.Connection) -> int:
    """How large the database is, in bytes."""
    if connection.dialect.name == "postgresql":
        return int(connection.execute(sa.text("SELECT pg_database_size(current_database())")).scalar_one())
    path = Path(connection.engine.url.database or "")
    files = [path, path.with_name(f"{path.name}-wal")]
    return sum(file.stat().st_size for file in files if file.exists())


def worker_figures(figures: Metrics, sockets: int) -> WorkerFigures:
    """The figures of this process."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    scale = 1024 * 1024 if sys.platform == "darwin" else 1024  # kilobytes everywhere but on macOS
    return WorkerFigures(
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
