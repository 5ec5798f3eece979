"""Rate limits for each player and each address. Counted in each worker by itself, in memory."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final, Protocol

from cachetools import TTLCache
from fastapi import Request
from starlette.requests import HTTPConnection

from app.errors import AppError, Code
from app.web.budget import Budget
from app.web.current_site import site_of
from app.web.networks import network_of
from app.web.prices import PRICES

# How often in a minute: (each player, each address). Generous: a school or a family may share an address.
LIMITS: Final[dict[str, tuple[int | None, int | None]]] = {
    "guests": (None, 300),
    "create": (60, 600),
    "join": (60, 600),
    "act": (1200, 20_000),
    "invite": (10, 60),
    "code": (20, 60),  # tries of spoken codes
    "prove": (20, 60),  # who one is, by a passkey or a recovery code
    "export": (3, 30),  # everything of a guest
    "admin": (None, 10),  # tries of the password
    "since": (60, None),  # a match sent again from its log is long
    "push": (30, 600),  # the service of a browser is asked
    "talk": (20, 400),  # an emote, a message; and whom one wants to hear
    "report": (5, 40),
    "hint": (30, 600),  # a process of the bots thinks about it
    "upload": (10, 40),  # a record is replayed before it is kept
    "ask": (1200, 20_000),  # everything that only reads
}
WINDOW: Final = 60.0  # seconds, from the first that is counted
MOST_COUNTS: Final = 100_000  # then the one that was counted least lately is forgotten
MAX_REFUSED: Final = 200.0  # refused messages that a socket may send; one more is forgiven each second


@dataclass(slots=True)
class Count:
    """The number of times that somebody did something in a window, and when it ends by the steady clock."""

    ends: float
    number: int = 0


class Identified(Protocol):
    """Somebody with an id, such as a player."""

    @property
    def id(self) -> str:
        """Return the id by which requests are counted."""


class RateLimits:
    """All limits, `factor` times as wide as in LIMITS; 0 switches them off."""

    def __init__(self, factor: float = 1.0, budget: Budget | None = None) -> None:
        self.budget = budget
        self._counts: TTLCache[tuple[str, str, str], Count] = TTLCache(MOST_COUNTS, WINDOW)
        self._limits = {what: tuple(_widened(limit, factor) for limit in pair) for what, pair in LIMITS.items()}

    def check(self, what: str, connection: HTTPConnection, player: Identified | None = None) -> None:
        """Count one `what` (a key of LIMITS) and charge for it; AppError(too_many) when that was one too many."""
        per_player, per_address = self._limits[what]
        if player is not None and per_player is not None:
            self._hit(per_player, (what, "player", player.id))
        if per_address is not None:
            self._hit(per_address, (what, "address", address_of(connection)))
        if self.budget is not None:
            self.budget.charge(connection, PRICES[what])

    async def pay(self, connection: HTTPConnection, price: float) -> None:
        """Take so much of the address's share of the server's time, when there is so much; AppError(too_many)."""
        if self.budget is not None:
            await self.budget.pay(connection, price)

    async def wait(self, connection: HTTPConnection, what: str) -> None:
        """Take the price of a `what` (a key of PRICES), however long that takes."""
        if self.budget is not None:
            await self.budget.wait(connection, PRICES[what])

    def _hit(self, most: int, key: tuple[str, str, str]) -> None:
        count = self._counts.get(key)
        if count is None:
            count = self._counts[key] = Count(time.monotonic() + WINDOW)
        count.number += 1
        if count.number > most:
            seconds = max(1, round(count.ends - time.monotonic()))
            raise AppError(Code.too_many, seconds=seconds)


def _widened(limit: int | None, factor: float) -> int | None:
    return None if limit is None or factor <= 0 else max(1, round(limit * factor))


def address_of(connection: HTTPConnection) -> str:
    """Return whose limit a connection counts for (see `network_of`)."""
    return network_of(connection.client.host if connection.client else "unknown")


class Limit:
    """FastAPI dependency for a route: counts one `what` for the address that asks, and takes `extra` beside its price.

    What is dear is paid for before it is done, and so is not begun many times at once.
    """

    def __init__(self, what: str, extra: float = 0.0) -> None:
        self._what = what
        self._extra = extra

    async def __call__(self, request: Request) -> None:  # a function that is not async would be given a thread
        limits = site_of(request).limits
        limits.check(self._what, request)
        if self._extra:
            await limits.pay(request, self._extra)


class MessageRate:
    """One socket's own limit: `per_second` messages, with a burst of twice as many, and so many refused ones more."""

    def __init__(self, per_second: float) -> None:
        self._rate = per_second
        self._left = per_second * 2
        self._refusals_left = MAX_REFUSED
        self._at = time.monotonic()

    def allows(self) -> bool:
        """Count one message; False when it is one too many."""
        now = time.monotonic()
        passed, self._at = now - self._at, now
        self._left = min(self._rate * 2, self._left + passed * self._rate)
        self._refusals_left = min(MAX_REFUSED, self._refusals_left + passed)
        if self._left < 1:
            self._refusals_left -= 1
            return False
        self._left -= 1
        return True

    @property
    def is_over(self) -> bool:
        """Return whether the socket has sent so many refused messages that it should be closed."""
        return self._refusals_left < 0
