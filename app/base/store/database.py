"""The database: one engine per process, reads in a small pool of threads, writes in groups (see
`app/base/store/group_commit.py`)."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import sqlite3
import stat
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar, TypeVarTuple
from urllib.parse import unquote

import sqlalchemy as sa
from sqlalchemy.exc import DataError, DBAPIError, SQLAlchemyError

from app.base.errors import AppError, Code, malformed
from app.base.store.primary import PORT, PrimaryWatch
from app.base.store.sqlite_dialect import DRIVER, SqliteConnection

T = TypeVar("T")
Columns = TypeVarTuple("Columns")
"""The columns of a query."""
StoredRow: TypeAlias = sa.Row[Any]
"""A row as the database gives it back: the columns of any table by their names, hence of any type."""
Query: TypeAlias = Callable[[sa.Connection], T]
"""Something to be read from the database."""


class ExtraColumns(NamedTuple):
    """Labelled columns that another package's statement reads, too, and the values of their parameters: one statement
    costs half as much as two. The columns are made once: statements are kept by them."""

    columns: tuple[sa.Label[Any], ...]  # Any: columns of any type
    values: Mapping[str, object]


NOTHING_ELSE: Final = ExtraColumns((), {})

metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

READ_THREADS: Final = 4
BUSY_MS: Final = 10_000
OWNER_ONLY: Final = 0o600
FILE_ENDINGS: Final = ("", "-wal", "-shm")  # of a SQLite database, all with the file mode of the first
SQLITE_FULL: Final = 13
POSTGRESQL_FULL: Final = "53100"
DEADLOCK: Final = "40P01"
READ_ONLY: Final = "25006"  # the server has become a standby
SEVERAL_HOSTS: Final = re.compile(r"(?P<start>[^/]*://(?:[^/@]*@)?)(?P<hosts>[^/?@]*,[^/?@]*)(?P<rest>.*)")
PG_OPTIONS: Final = {"connect_timeout": 3, "options": "-c statement_timeout=15000 -c lock_timeout=10000"}


def storage_unavailable(error: SQLAlchemyError) -> AppError:
    """Return the refusal for a database that does not answer: nothing was changed, and trying again is safe.

    A value that no database can hold (a zero byte in a text) is the caller's mistake instead.
    """
    if isinstance(error, DataError):
        return malformed(Code.not_storable)
    failure = AppError(Code.storage_unavailable)
    failure.__cause__ = error
    return failure


def is_disk_full(error: SQLAlchemyError) -> bool:
    """True if the database says that its disk is full."""
    cause = getattr(error, "orig", None)
    return (
        getattr(cause, "sqlite_errorcode", None) == SQLITE_FULL or getattr(cause, "sqlstate", None) == POSTGRESQL_FULL
    )


def is_deadlock(error: SQLAlchemyError) -> bool:
    """True if PostgreSQL has ended the transaction because it and another one waited for each other."""
    return getattr(getattr(error, "orig", None), "sqlstate", None) == DEADLOCK


def make_engine(url: str) -> sa.Engine:
    """Return the engine for a SQLite file or a PostgreSQL server, with the settings that durability needs."""
    parsed = parsed_url(url)
    if parsed.get_backend_name() == "sqlite":
        return _sqlite_engine(parsed)
    parsed = parsed.set(drivername="postgresql+psycopg")
    engine = sa.create_engine(
        parsed,
        hide_parameters=True,
        pool_pre_ping=True,
        pool_size=READ_THREADS + 2,
        pool_timeout=10,
        connect_args=dict(PG_OPTIONS),
    )
    sa.event.listen(engine, "handle_error", _leave_standby)
    return engine


def parsed_url(url: str) -> sa.URL:
    """Return the address of a database, with several hosts too, as libpq takes them: each by name and port, and the one
    that takes writes is wanted. ValueError: a port is none."""
    found = SEVERAL_HOSTS.fullmatch(url)
    if found is None:
        return sa.make_url(url)
    hosts, ports = zip(*(_host_and_port(each) for each in found["hosts"].split(",")), strict=True)
    parsed = sa.make_url(f"{found['start']}{found['rest'] if found['rest'].startswith('/') else '/' + found['rest']}")
    more = {"target_session_attrs": "read-write", **parsed.query, "host": ",".join(hosts), "port": ",".join(ports)}
    return parsed.set(query=more)


def _host_and_port(text: str) -> tuple[str, str]:
    host, mark, port = text.rpartition(":")
    if not mark or text.endswith("]"):  # an address in brackets has colons of its own
        host, port = text, ""
    return unquote(host.removeprefix("[").removesuffix("]")), port or PORT


def _leave_standby(context: sa.engine.ExceptionContext) -> None:
    """Take a connection to a server that has become a read-only standby for a broken one.

    The next connection finds the primary (`target_session_attrs=read-write`).
    """
    if getattr(context.original_exception, "sqlstate", None) == READ_ONLY:
        context.is_disconnect = True


def _sqlite_engine(url: sa.URL) -> sa.Engine:
    if not url.database or url.database == ":memory:":
        raise ValueError("The SQLite database must be a file.")
    _keep_to_owner(Path(url.database))
    engine = sa.create_engine(
        url.set(drivername=DRIVER),
        hide_parameters=True,  # they are seeds, cards and tokens: no log shall have them
        pool_size=READ_THREADS + 2,
        connect_args={"check_same_thread": False, "factory": SqliteConnection},
    )
    sa.event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _keep_to_owner(path: Path) -> None:
    """Create the file, readable by its owner alone: it holds hidden cards and the hashes of tokens."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, OWNER_ONLY))
    for end in FILE_ENDINGS:  # made by an older version
        with contextlib.suppress(FileNotFoundError):
            file = path.with_name(path.name + end)
            found = file.stat()
            if found.st_uid == os.geteuid() and stat.S_IMODE(found.st_mode) != OWNER_ONLY:
                file.chmod(OWNER_ONLY)


def _prepare_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None  # transactions are begun by the dialect, not by the driver
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout={BUSY_MS}")
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")  # NORMAL would lose acknowledged moves in a power cut
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


class Database:
    """Reads of one process. Writes go through `app.base.store.group_commit.Writer`."""

    def __init__(self, url: str) -> None:
        self.engine = make_engine(url)
        self.is_sqlite = self.engine.dialect.name == "sqlite"
        self.file = Path(str(self.engine.url.database)) if self.is_sqlite else None
        self._identity = _identity(self.file)
        self.watch = PrimaryWatch(self.engine)
        self._readers = ThreadPoolExecutor(READ_THREADS, thread_name_prefix="db-read")
        # One view of the data for all statements of a read; SQLite's transactions are like that anyway.
        self._reading, self._glancing = self.engine, self.engine
        if not self.is_sqlite:
            self._reading = self.engine.execution_options(isolation_level="REPEATABLE READ")
            self._glancing = self.engine.execution_options(isolation_level="AUTOCOMMIT")

    async def read(self, query: Query[T]) -> T:
        """Run a query in a thread and a transaction of its own; AppError(storage_unavailable) if that fails."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, self._reading, query)

    async def rows(self, query: sa.Executable) -> Sequence[StoredRow]:
        """Return all rows of one statement."""
        return await self.read(lambda connection: connection.execute(query).all())

    async def all(self, query: sa.Executable, make: Callable[[StoredRow], T]) -> list[T]:
        """Return the value that `make` gives for each row, made in the thread that reads."""
        return await self.read(lambda connection: [make(row) for row in connection.execute(query)])

    async def row(self, query: sa.Executable) -> StoredRow | None:
        """Return the first row of one statement."""
        return await self.read(lambda connection: connection.execute(query).first())

    async def values(self, query: sa.Executable) -> list[Any]:  # Any: of the column's type
        """Return the first column of all rows."""
        return await self.read(lambda connection: list(connection.execute(query).scalars()))

    async def value(self, query: sa.Executable) -> Any:
        """Return the first column of the first row; None without a row."""
        return await self.read(lambda connection: connection.execute(query).scalar())

    async def read_autocommit(self, query: Query[T]) -> T:
        """Return what a query of a single statement finds, without a transaction around it.

        It saves two round trips to PostgreSQL.
        """
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, self._glancing, query)

    def _read(self, engine: sa.Engine, query: Query[T]) -> T:
        try:
            with self.watch.waiting(), engine.connect() as connection:
                return query(connection)
        except DBAPIError as error:
            raise storage_unavailable(error) from error
        except sa.exc.TimeoutError as error:
            raise storage_unavailable(error) from error
        except OverflowError as error:  # from SQLite's driver, for a number of more than 64 bits
            raise malformed(Code.not_storable) from error

    def file_is_gone(self) -> bool:
        """True if SQLite's file was deleted or replaced since the start: anything written now would be lost."""
        return self.file is not None and _identity(self.file) != self._identity

    def close(self) -> None:
        """Let go of threads and connections."""
        self._readers.shutdown(wait=True, cancel_futures=True)
        self.engine.dispose()


def _identity(path: Path | None) -> tuple[int, int] | None:
    """Return the identity of a file, to detect its replacement; None without a file."""
    try:
        found = path.stat() if path is not None else None
    except OSError:
        return None
    return (found.st_dev, found.st_ino) if found else None
