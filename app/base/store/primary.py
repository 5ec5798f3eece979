"""Finds the primary of a cluster again where a server does not answer any more.

A connection waits for its answer without end: the server is frozen, the network swallows everything, or a primary that
was replaced waits for standbys which no longer follow it. See docs/hosting/failover.md.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import threading
import time
import weakref
from collections.abc import AsyncIterator, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import sqlalchemy as sa
import structlog

from app.base.tasks import TaskHealth, TaskSet

if TYPE_CHECKING:  # elsewhere where it is used: a site on SQLite need not have the package
    import psycopg

PATIENCE: Final = 3.0  # seconds without an answer after which the servers are looked at
MAX_WAIT_SECONDS: Final = 20.0  # seconds that nothing takes: more than PG_OPTIONS let a statement have
LOOK_EVERY: Final = 1.0
PORT: Final = "5432"  # PostgreSQL's, where the URL names none
ANSWER_SECONDS: Final = 2  # in which a server must take a connection
TIMELINE: Final = "SELECT substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)"
"""Of two servers that take writes the one that was promoted last is the primary."""

DatabaseHost: TypeAlias = tuple[str, str]
"""Name and port, as the URL has them."""

log = structlog.get_logger(__name__)


class PrimaryWatch:
    """The connections of this process to PostgreSQL, and since when each thread waits for an answer."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._since: dict[int, tuple[float, bool]] = {}  # by thread: since when, and whether it writes
        self._first: DatabaseHost | None = None
        self._open: weakref.WeakSet[psycopg.Connection[Any]] = weakref.WeakSet()
        self._lock = threading.Lock()  # of `_open`: threads connect while another looks
        if self._is_used:
            sa.event.listen(engine, "do_connect", self._order)
            sa.event.listen(engine, "connect", self._opened)

    def _opened(self, connection: psycopg.Connection[Any], _record: object) -> None:
        with self._lock:
            self._open.add(connection)

    @property
    def _is_used(self) -> bool:
        return self._engine.dialect.name == "postgresql"

    @contextmanager
    def waiting(self, *, writes: bool = False) -> Iterator[None]:
        """Within the block this thread waits for the server."""
        thread = threading.get_ident()
        self._since[thread] = time.monotonic(), writes
        try:
            yield
        finally:
            del self._since[thread]

    @property
    def waits(self) -> float:
        """The seconds for which the longest of all has waited."""
        since = min((at for at, _ in self._since.copy().values()), default=None)
        return 0.0 if since is None else time.monotonic() - since

    @property
    def is_stuck(self) -> bool:
        """True if somebody has waited for too long."""
        return self._is_used and self.waits > PATIENCE

    @property
    def is_write_stuck(self) -> bool:
        """True if a write has waited for too long: a slow reader says nothing about it."""
        long_ago = time.monotonic() - PATIENCE
        return self._is_used and any(writes and at < long_ago for at, writes in self._since.copy().values())

    @asynccontextmanager
    async def run(self, health: TaskHealth | None = None) -> AsyncIterator[None]:
        """Look after the connections within the block."""
        tasks = TaskSet(health)
        async with tasks:
            if self._is_used:
                tasks.forever("primary", self._forever)
            yield

    async def _forever(self) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY)
            if self.is_stuck:
                await asyncio.to_thread(self.look)

    def look(self) -> None:
        """Cut the connections to all servers but the primary: callers there get an error, and connect again."""
        primary = self.find_primary()
        self._first = primary or self._first
        with self._lock:
            cut = [one for one in self._open if self.waits > MAX_WAIT_SECONDS or _server_of(one) != primary]
            self._open -= set(cut)
        for connection in cut:
            _cut(connection)
        if cut:
            log.warning("connections_cut", count=len(cut), primary=":".join(primary) if primary else "none")

    def find_primary(self) -> DatabaseHost | None:
        """Return the server that leads now, by connecting to each; None if none answers that takes writes."""
        import psycopg

        found: dict[str, DatabaseHost] = {}

        def ask(server: DatabaseHost) -> None:
            host, port = server
            chosen: dict[str, Any] = {**self._parameters, "target_session_attrs": "read-write"}
            chosen |= {"connect_timeout": ANSWER_SECONDS, **({"host": host} if host else {})}
            chosen |= {"port": port} if port else {}
            with contextlib.suppress(psycopg.Error), psycopg.connect(**chosen, autocommit=True) as connection:
                row = connection.execute(TIMELINE).fetchone()
                taken = _server_of(connection)
                if row is not None and taken is not None:
                    found[row[0]] = taken

        servers = servers_in(self._parameters)
        threads = ThreadPoolExecutor(len(servers), thread_name_prefix="db-look")
        wait([threads.submit(ask, server) for server in servers], timeout=2 * ANSWER_SECONDS)
        threads.shutdown(wait=False)
        return found[max(found)] if found else None

    @property
    def _parameters(self) -> dict[str, object]:
        return dict(self._engine.dialect.create_connect_args(self._engine.url)[1])

    def _order(self, _dialect: object, _record: object, _args: object, parameters: dict[str, object]) -> None:
        """Try the server first that led when it was last looked at."""
        servers = servers_in(parameters)
        if self._first in servers and len(servers) > 1:
            servers.sort(key=lambda server: server != self._first)
            parameters["host"] = ",".join(host for host, _ in servers)
            parameters["port"] = ",".join(port for _, port in servers)


def servers_in(parameters: Mapping[str, object]) -> list[DatabaseHost]:
    hosts, ports = (str(parameters.get(name, "")).split(",") for name in ("host", "port"))
    if len(hosts) > 1:  # a server is recognized by what it says of itself, which names its port
        ports = [port or PORT for port in ports]
    return list(zip(hosts, ports * len(hosts) if len(ports) == 1 else ports, strict=True))


def _server_of(connection: psycopg.Connection[Any]) -> DatabaseHost | None:
    if connection.closed:
        return None
    return connection.info.host, str(connection.info.port)


def _cut(connection: psycopg.Connection[Any]) -> None:
    """End a connection from this side; the thread that waits for an answer gets an error."""
    import psycopg

    with contextlib.suppress(psycopg.Error, OSError), socket.socket(fileno=os.dup(connection.fileno())) as opened:
        opened.shutdown(socket.SHUT_RDWR)
