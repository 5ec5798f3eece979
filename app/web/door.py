"""Limits on connections: how many one address may hold open, and how many all of them may.

Counted in each worker by itself. Only the neighbour's address is known here, before anything was read: a trusted proxy
brings everybody's connections and is not limited. See docs/decisions/front-door.md.
"""

from __future__ import annotations

import contextlib
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Final, Literal

from uvicorn.middleware.proxy_headers import _TrustedHosts

from app.settings import Settings
from app.web.logs import log
from app.web.networks import network_of

Why = Literal["address", "full"]

MOST_FILES: Final = 65_536  # where the system would allow more, or does not say how many
OWN_FILES: Final = 128  # left for the database, its journal, Redis, static files
TELL_EVERY: Final = 60.0  # seconds between two log lines
HANDSHAKE_SECONDS: Final = 30.0  # in which the application accepts or refuses a websocket


def raise_file_limit() -> int:
    """Let this process open as many files as the system allows; how many those are."""
    if sys.platform == "win32":  # it has no such limit
        return MOST_FILES
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft == resource.RLIM_INFINITY or soft >= most:
        return MOST_FILES if soft == resource.RLIM_INFINITY else soft
    with contextlib.suppress(ValueError, OSError):  # macOS may allow less than it says
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


@dataclass
class Door:
    """The open connections and the deadlines of their states. `per_address` 0 sets no limit to one address."""

    head_seconds: float
    body_seconds: float
    per_address: int
    places: int
    proxies: _TrustedHosts
    handshake_seconds: float = HANDSHAKE_SECONDS
    connections: int = field(default=0, init=False)
    _open: Counter[str] = field(default_factory=Counter)
    _untold: int = 0
    _tell_at: float = 0.0

    @property
    def unread_seconds(self) -> float:
        """The time in which a client reads the tens of kilobytes that wait for it."""
        return 2 * self.body_seconds

    @classmethod
    def of(cls, settings: Settings, files: int) -> Door:
        """Return the door as the host has set it, for a process that may open so many files."""
        return cls(
            settings.head_seconds,
            settings.body_seconds,
            settings.connections_per_address,
            max(OWN_FILES, files - OWN_FILES),
            _TrustedHosts(settings.trusted_proxies),
        )

    def enter(self, host: str | None) -> Why | None:
        """Count a new connection; why it must go again, if it must. Each one that entered has to `leave`."""
        address = self._address(host)
        why: Why | None = None
        if self.connections >= self.places:
            why = "full"
        elif address is not None and self.per_address and self._open[address] >= self.per_address:
            why = "address"
        self.connections += 1
        if address is not None:
            self._open[address] += 1
        if why is not None:
            self._tell(why, host)
        return why

    def leave(self, host: str | None) -> None:
        """Forget a connection that has ended."""
        self.connections -= 1
        address = self._address(host)
        if address is not None:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]

    def _address(self, host: str | None) -> str | None:
        """Return the address that the connection counts for.

        None for a proxy, and for a local socket without an address.
        """
        return None if not host or host in self.proxies else network_of(host)

    def _tell(self, why: Why, host: str | None) -> None:
        """Write one line for many: whoever knocks without end is not to fill the log, too."""
        self._untold += 1
        now = time.monotonic()
        if now >= self._tell_at:
            self._tell_at = now + TELL_EVERY
            log.warning("connections refused", why=why, address=host, since_last=self._untold)
            self._untold = 0
