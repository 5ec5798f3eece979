"""Limits on connections: the number that one address may hold open, and the number of all. Counted in each worker by
itself. Before anything is read, only the neighbour's address is known: a trusted proxy brings everybody's connections
and is not limited. See docs/decisions/front-door.md."""

from __future__ import annotations

import contextlib
import sys
import time
from typing import Final, Literal

from uvicorn.middleware.proxy_headers import _TrustedHosts

from app.base.settings import Settings
from app.base.web.limits.addresses import OpenCount, network_of
from app.base.web.logs import log

Why = Literal["address", "full"]

MAX_FILES: Final = 65_536  # where the system would allow more, or has no number
OWN_FILES: Final = 128  # left for the database, its journal, Redis, static files
LOG_EVERY: Final = 60.0  # seconds between two log lines
HANDSHAKE_SECONDS: Final = 30.0  # in which the application accepts or refuses a websocket


def raise_file_limit() -> int:
    """Let this process open as many files as the system allows; returns their number."""
    if sys.platform == "win32":  # it has no such limit
        return MAX_FILES
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MAX_FILES if hard == resource.RLIM_INFINITY else min(hard, MAX_FILES)
    if soft == resource.RLIM_INFINITY or soft >= most:
        return MAX_FILES if soft == resource.RLIM_INFINITY else soft
    with contextlib.suppress(ValueError, OSError):  # macOS may allow less than it states
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


class OpenConnections:
    """The open connections, and the deadlines of their states."""

    def __init__(self, settings: Settings, files: int) -> None:
        self.head_seconds = settings.head_seconds
        self.body_seconds = settings.body_seconds
        self.unread_seconds = 2 * settings.body_seconds  # a client reads tens of kilobytes that wait for it
        self.handshake_seconds = HANDSHAKE_SECONDS
        self.connections = 0
        self._most = max(OWN_FILES, files - OWN_FILES)
        self._proxies = _TrustedHosts(settings.trusted_proxies)
        self._open = OpenCount(settings.connections_per_address)
        self._unlogged = 0
        self._log_at = 0.0

    def enter(self, host: str | None) -> Why | None:
        """Count a new connection; returns the reason for a refusal, if there is one. Each accepted one has to
        `leave`."""
        address = self._address(host)
        why: Why | None = None
        if self.connections >= self._most:
            why = "full"
        elif address is not None and not self._open.has_room(address):
            why = "address"
        self.connections += 1
        if address is not None:
            self._open.open(address)
        if why is not None:
            self._log(why, host)
        return why

    def leave(self, host: str | None) -> None:
        """Forget a connection that has ended."""
        self.connections -= 1
        address = self._address(host)
        if address is not None:
            self._open.close(address)

    def is_proxy(self, host: str | None) -> bool:
        """True if this host is one of the trusted proxies."""
        return host in self._proxies

    def _address(self, host: str | None) -> str | None:
        """Return the address for which it counts; None for a proxy, and for a local socket without an address."""
        return None if not host or self.is_proxy(host) else network_of(host)

    def _log(self, why: Why, host: str | None) -> None:
        """Write one line for many: a flood of connections must not fill the log, too."""
        self._unlogged += 1
        now = time.monotonic()
        if now >= self._log_at:
            self._log_at = now + LOG_EVERY
            log.warning("connections refused", why=why, address=host, since_last=self._unlogged)
            self._unlogged = 0
