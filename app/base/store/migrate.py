"""Brings the database to the tables of this code, at start, one process at a time; refuses one that it does not know.

The files in `migrations/versions` are numbered without a gap, and the name of each is its revision. Only the first has
the number that was the last one before the release, so that the databases of that time continue.
"""

from __future__ import annotations

import fcntl
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Final, cast

import sqlalchemy as sa
import structlog
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

SCRIPTS: Final = Path(__file__).resolve().parents[3] / "migrations"
LAST_BEFORE: Final = "85989759"  # the commit with the migrations of the trees before the first release
LOCK: Final = 0x636C617368  # the number of the lock in PostgreSQL: "clash"

log = structlog.get_logger(__name__)


class UnknownRevision(RuntimeError):
    """Neither this code nor any that it continues from made the database; the text is a sentence for the host."""


class DatabaseTooNew(UnknownRevision):
    """The database was upgraded by newer code; running older code on it could destroy newer data."""

    def __init__(self, revision: str) -> None:
        super().__init__(
            f"The database is at revision {revision}, which this version of the game does not know. "
            "Install the version that last used it, or restore a backup."
        )


class DatabaseTooOld(UnknownRevision):
    """The database was made by a tree before the first release."""

    def __init__(self, revision: str) -> None:
        super().__init__(
            f"The database is at revision {revision}, older than release 1.0.0: start the tree of commit "
            f"{LAST_BEFORE} on it once, which brings it up, and then this version."
        )


def alembic_config(connection: sa.Connection | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    if connection is not None:
        config.attributes["connection"] = connection
    return config


@cache
def head() -> str | None:
    """Return the revision that this code needs."""
    return ScriptDirectory.from_config(alembic_config()).get_current_head()


def revision_of(connection: sa.Connection) -> str | None:
    """Return the revision of the connected database; None for an empty one."""
    return MigrationContext.configure(connection).get_current_revision()


def known_revisions() -> list[str]:
    """Return the revisions of databases that this code can bring up to its own, the oldest first."""
    return [script.revision for script in ScriptDirectory.from_config(alembic_config()).walk_revisions()][::-1]


def check_known(revision: str) -> None:
    """Raise UnknownRevision for a revision that this code does not know: the older ones were plain numbers."""
    if revision not in known_revisions():
        raise DatabaseTooOld(revision) if revision.isdecimal() else DatabaseTooNew(revision)


def upgrade(connection: sa.Connection, revision: str) -> None:
    """Apply what is missing up to `revision`, within the transaction that the connection is in."""
    command.upgrade(alembic_config(connection), revision)


def migrate(engine: sa.Engine) -> None:
    """Apply what is missing, under a lock, in one transaction. Raises UnknownRevision."""
    engine = engine.execution_options(writing=True)
    with _file_lock(engine), engine.connect() as connection, references_at_rest(connection), connection.begin():
        if connection.dialect.name == "postgresql":
            connection.execute(sa.text("SET LOCAL statement_timeout = 0"))
            connection.execute(sa.text("SET LOCAL lock_timeout = 0"))
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(LOCK)))
        found = revision_of(connection)
        if found is not None:
            check_known(found)
        if found != head():
            upgrade(connection, "head")
            log.info("database_migrated", before=found or "empty", after=head())


@contextmanager
def references_at_rest(connection: sa.Connection) -> Iterator[None]:
    """Let SQLite's foreign keys rest, which only works outside a transaction: it alters a table by copying it, and with
    the old one it would delete all that refers to its rows."""
    if connection.dialect.name != "sqlite":
        yield
        return
    raw = cast("sqlite3.Connection", connection.connection.driver_connection)
    raw.execute("PRAGMA foreign_keys=OFF")
    try:
        yield
    finally:
        raw.execute("PRAGMA foreign_keys=ON")


@contextmanager
def _file_lock(engine: sa.Engine) -> Iterator[None]:
    """Hold a lock file next to a SQLite database, because the file itself may not exist yet."""
    if engine.dialect.name != "sqlite":
        yield
        return
    with Path(f"{engine.url.database}.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
