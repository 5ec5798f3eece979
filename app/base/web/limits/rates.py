"""`RateLimits`: the number of requests of each guest and each address, and their share of the server's time. Requests
beyond that share wait in the queue of their own address, while the others continue; those that would wait for long are
refused. See docs/decisions/front-door.md."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import lru_cache
from typing import Final, Protocol
from weakref import WeakValueDictionary

from starlette.requests import HTTPConnection
from uvicorn.middleware.proxy_headers import _TrustedHosts

from app.base.errors import AppError, Code
from app.base.seconds import MINUTE
from app.base.web.limits.addresses import OpenCount, address_of, is_address, network_of
from app.base.web.limits.buckets import Bucket, Buckets, RefillRate
from app.base.web.limits.table import KILOBYTE, SHARE, TABLE
from app.base.web.services import service_of

MAX_WAIT_SECONDS: Final = 8.0  # seconds: under the 10 after which our proxies take a worker for frozen (deploy/proxy)
REFUSAL_SECONDS: Final = 5.0  # before a refusal is answered, so that asking again at once gains nothing
MAX_HELD: Final = 500  # requests of one address that wait for their refusal: as many as it may have connections
MAX_REFUSED: Final = 200.0  # refused messages that a socket may send; one more is forgiven each second
ROUNDING: Final = 1e-6  # seconds


class Identified(Protocol):
    """Somebody with an id, such as a player."""

    @property
    def id(self) -> str:
        """Return the id by which requests are counted."""


def steady() -> float:
    """Return the time by which buckets fill, in seconds."""
    return time.monotonic()


class RateLimits:
    """All limits by rate, `factor` times as wide as in TABLE; 0 switches them off. In memory, for each worker.

    Everybody is counted; only requests of `proxies` themselves (the machine's own checks, a local player), and local
    sockets, pay no price.
    """

    def __init__(
        self,
        factor: float = 1.0,
        proxies: str = "",
        clock: Callable[[], float] | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._is_on = factor > 0
        self._clock = clock or steady
        self.sleep = sleep
        self._proxies = _TrustedHosts(proxies)
        self._share = tuple(RefillRate(rate.per_second * factor, rate.at_once * factor) for rate in SHARE)
        self._guest = {what: _a_minute(row.guest, factor) for what, row in TABLE.items()}
        self._address = {what: _a_minute(row.address, factor) for what, row in TABLE.items()}
        self._buckets = Buckets()
        self._held = OpenCount(MAX_HELD)
        self._turns: WeakValueDictionary[tuple[str, str], asyncio.Lock] = WeakValueDictionary()
        self._payer_at = lru_cache(10_000)(self._find_payer)  # each message asks

    def check(self, what: str, connection: HTTPConnection, player: Identified | None = None) -> None:
        """Count one `what` (a key of TABLE) and charge for it; AppError(too_many) when that was one too many."""
        if not self._is_on:
            return
        guest, address = self._guest[what], self._address[what]
        now = self._clock()
        if player is not None and guest:
            self._count((what, "guest", player.id), guest, now)
        if address:
            self._count((what, "address", address_of(connection)), address, now)
        self.charge(connection, TABLE[what].price)

    def charge(self, connection: HTTPConnection, price: float) -> None:
        """Take tokens without waiting; the next request from this address waits longer."""
        address = self.payer(connection)
        if address is not None:
            now = self._clock()
            self._buckets.of(address, self._share, now).take(price, now)

    async def pay(self, connection: HTTPConnection, price: float) -> None:
        """Take tokens as soon as they are there; AppError(too_many) where that would take too long."""
        address = self.payer(connection)
        if address is None:
            return
        now = self._clock()
        wait = self._buckets.of(address, self._share, now).wait(price, now)
        if wait > MAX_WAIT_SECONDS:
            await self._hold(address)
            raise AppError(Code.too_many, seconds=math.ceil(wait - MAX_WAIT_SECONDS) + 1)
        await self.settle(connection, price)

    async def wait(self, connection: HTTPConnection, what: str) -> None:
        """Take the price of a `what`, however long that takes: for sockets, which send one request at a time."""
        await self.settle(connection, TABLE[what].price)

    def charge_bytes(self, connection: HTTPConnection, count: int) -> None:
        """Charge for so many bytes of an answer that is ready."""
        self.charge(connection, bytes_price(count))

    async def settle(self, connection: HTTPConnection, price: float) -> None:
        """Take tokens, however long that takes: for what is known to be wanted only when it is ready, one at a time."""
        seconds = self.owed(connection, price)
        if seconds > 0:
            await self.sleep(seconds)

    def owed(self, connection: HTTPConnection, price: float) -> float:
        """Take tokens, and return the seconds until they are there: 0, nearly always."""
        address = self.payer(connection)
        if address is None:
            return 0.0
        now = self._clock()
        bucket = self._buckets.of(address, self._share, now)
        wait = bucket.wait(price, now)
        bucket.take(price, now)
        return wait

    async def wait_for_bytes(self, connection: HTTPConnection, count: int) -> None:
        """Take the price of so many bytes that are sent, however long that takes: for sockets that many may open."""
        await self.settle(connection, bytes_price(count))

    @asynccontextmanager
    async def one_at_a_time(self, what: str, connection: HTTPConnection) -> AsyncIterator[None]:
        """Let an address have one such answer made at a time: its others wait, and nobody else."""
        address = self.payer(connection)
        if address is None:
            yield
            return
        async with self._turns.setdefault((what, address), asyncio.Lock()):
            yield

    def payer(self, connection: HTTPConnection) -> str | None:
        """Return the address that pays for a connection; None if nobody does."""
        client = connection.scope.get("client")
        return self._payer_at(client[0] if client else "")

    def _find_payer(self, host: str) -> str | None:
        if not self._is_on or not is_address(host) or (host in self._proxies and not self._proxies.always_trust):
            return None
        return network_of(host)

    def _count(self, key: tuple[str, str, str], rates: tuple[RefillRate, ...], now: float) -> None:
        bucket = self._buckets.of(key, rates, now)
        wait = bucket.wait(1, now)
        if wait > ROUNDING:
            raise AppError(Code.too_many, seconds=math.ceil(wait))
        bucket.take(1, now)

    async def _hold(self, address: str) -> None:
        """Let one wait for its refusal, unless a proxy brings so many of them that they fill the memory."""
        if self._held.has_room(address):
            self._held.open(address)
            try:
                await self.sleep(REFUSAL_SECONDS)
            finally:
                self._held.close(address)


def bytes_price(count: int) -> float:
    """Return the price of so many bytes of an answer."""
    return count / 1024 * KILOBYTE


def _a_minute(most: int | None, factor: float) -> tuple[RefillRate, ...]:
    widened = max(1, round((most or 0) * factor))
    return (RefillRate(widened / MINUTE, widened),) if most else ()


class Price:
    """The price of a call, counted by a FastAPI dependency at the door of its route: `what` is a key of TABLE."""

    def __init__(self, what: str) -> None:
        assert what in TABLE, f"nothing is counted as {what}"
        self.what: Final = what


class Limit(Price):
    """FastAPI dependency for a route: counts one `what` for the client's address, and charges `extra` on top of it.
    Expensive work is paid for in advance, so that it is not started many times at once."""

    def __init__(self, what: str, extra: float = 0.0) -> None:
        super().__init__(what)
        self._extra = extra

    async def __call__(self, connection: HTTPConnection) -> None:  # a function that is not async would get a thread
        limits = service_of(connection, RateLimits)
        limits.check(self.what, connection)
        if self._extra:
            await limits.pay(connection, self._extra)


class MessageRate:
    """One socket's own limit: `per_second` messages, with a burst of twice as many, and so many refused ones more."""

    def __init__(self, per_second: float) -> None:
        self._messages = Bucket(RefillRate(per_second, per_second * 2))
        self._refusals = Bucket(RefillRate(1, MAX_REFUSED))
        self.is_over = False  # so many messages were refused that the socket should be closed

    def allows(self) -> bool:
        """Count one message; False when it is one too many."""
        now = steady()
        if self._messages.wait(1, now) <= ROUNDING:
            self._messages.take(1, now)
            return True
        self.is_over = self._refusals.wait(1, now) > ROUNDING
        self._refusals.take(1, now)
        return False
