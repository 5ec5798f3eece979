"""The tables of records that guests have uploaded, of the bytes from each address in a day, and of analyses."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field
from typing import Final, cast

import orjson
import sqlalchemy as sa

from app.base.store.belongings import Values
from app.base.store.database import StoredRow, metadata
from app.base.store.owned_rows import owned_table
from engine.seat import BySeat

MAX_RECORDS: Final = 100  # of one guest
OFFLINE_ID: Final = 32
MAX_RECORD: Final = 512 * 1024  # bytes: a match of 199 turns has some 80 KB


def _exported(row: Values) -> Values:
    return {**row, "record": orjson.Fragment(zlib.decompress(cast("bytes", row["record"])))}


records = owned_table(
    "records",
    sa.Column("mode", sa.String(8), nullable=False),
    sa.Column("edition", sa.String(8), nullable=False),
    sa.Column("format", sa.String(24), nullable=False),
    sa.Column("name_a", sa.String(24)),
    sa.Column("name_b", sa.String(24)),
    sa.Column("winner", sa.String(8)),
    sa.Column("record", sa.LargeBinary, nullable=False),  # JSON (docs/notation.md), checked when it came in, by zlib
    sa.Column("opened_at", sa.Double, nullable=False, index=True),  # when somebody last opened it, to a day
    sa.Column("offline_id", sa.String(OFFLINE_ID)),  # which a browser gave to what it played without a connection
    export=_exported,
)

upload_days = sa.Table(
    "upload_days",
    metadata,
    sa.Column("address", sa.String(32), primary_key=True),  # a keyed hash: nobody's address is kept
    sa.Column("day", sa.Integer, primary_key=True, autoincrement=False),  # since 1970
    sa.Column("bytes", sa.BigInteger, nullable=False),
)

# Analyses of finished matches (analysis/store.py): requested, taken up by a worker, then done. `worker` is null before
# and after, and when that worker has died; `result` is null until it is done, and empty where none can be made.
analyses = sa.Table(
    "analyses",
    metadata,
    sa.Column("match_id", sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("worker", sa.ForeignKey("workers.id", ondelete="SET NULL"), index=True),
    sa.Column("asked_at", sa.Double, nullable=False),
    sa.Column("result", sa.LargeBinary),  # JSON (analysis/result.py) by zlib
)
sa.Index(
    "ix_analyses_pending",
    analyses.c.asked_at,
    sqlite_where=analyses.c.result.is_(None),
    postgresql_where=analyses.c.result.is_(None),
)

LISTED: Final = tuple(column for column in records.columns if column.name != "record")


@dataclass(frozen=True, slots=True)
class Upload:
    """An uploaded record without its moves. `owner` is a player's id, a secret."""

    id: str
    owner: str = field(repr=False)
    mode: str
    edition: str
    format: str
    names: BySeat[str | None]
    winner: str | None
    created_at: float
    offline: bool
    """Played without a connection: nobody was there to see it."""


def upload_of(row: StoredRow) -> Upload:
    names: BySeat[str | None] = {"A": row.name_a, "B": row.name_b}
    offline = row.offline_id is not None
    return Upload(row.id, row.player_id, row.mode, row.edition, row.format, names, row.winner, row.created_at, offline)
