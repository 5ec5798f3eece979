"""The server time that one address may take. Counted in each worker by itself, in memory.

Everything has a price, in milliseconds of one processor, more or less. Who asks for more than there is waits in the
line of their own address, while the others go on; who would have to wait for long is refused. See
docs/decisions/front-door.md.
"""

from __future__ import annotations

import asyncio
import ipaddress
import math
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import _TrustedHosts

from app.errors import AppError, Code
from app.web import assets
from app.web.current_site import site_in
from app.web.networks import network_of
from app.web.origin import refuse_connection
from app.web.prices import PRICES


@dataclass(frozen=True, slots=True)
class RefillRate:
    """So much a second, and so much at once after a rest."""

    per_second: float
    at_once: float


RATES: Final = (RefillRate(300, 20), RefillRate(150, 400))
"""A third of the time for a moment, half of that in the long run: between two works for one others get theirs."""
LONGEST_WAIT: Final = 10.0  # seconds
REFUSAL_SECONDS: Final = 5.0  # until a refusal is told: whoever asks again at once must not get more refusals by it
MOST_HELD: Final = 500  # of one address that wait for their refusal: as many as it may have connections
SWEEP_EVERY: Final = 60.0


class Budget:
    """The time that each address has taken. `factor` widens every allowance, 0 switches them off.

    Not counted: `proxies` that ask for themselves (the machine's own checks, a local player), and local sockets.
    """

    def __init__(
        self,
        factor: float = 1.0,
        proxies: str = "",
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._clock = clock
        self._sleep = sleep
        self._rates = (
            [RefillRate(rate.per_second * factor, rate.at_once * factor) for rate in RATES] if factor > 0 else []
        )
        self._proxies = _TrustedHosts(proxies)
        self._paid_at: dict[str, list[float]] = {}  # when each rate will have paid for all that was taken
        self._held: Counter[str] = Counter()
        self._sweep_at = 0.0

    def charge(self, connection: HTTPConnection, price: float) -> None:
        """Take so much, without waiting; whoever comes next from this address waits the longer."""
        address = self.address_of(connection)
        if address is not None:
            self._book(address, price, self._clock())

    async def pay(self, connection: HTTPConnection, price: float) -> None:
        """Take so much as soon as it is there; AppError(too_many) where that would be too long."""
        address = self.address_of(connection)
        if address is None:
            return
        wait = self._wait(address, price, self._clock())
        if wait > LONGEST_WAIT:
            await self._hold(address)
            seconds = math.ceil(wait - LONGEST_WAIT) + 1
            raise AppError(Code.too_many, seconds=seconds)
        await self.wait(connection, price)

    async def _hold(self, address: str) -> None:
        """Let one wait for its refusal, unless a proxy brings so many of them that they fill the memory."""
        if self._held[address] < MOST_HELD:
            self._held[address] += 1
            try:
                await self._sleep(REFUSAL_SECONDS)
            finally:
                self._held[address] -= 1

    async def wait(self, connection: HTTPConnection, price: float) -> None:
        """Take so much as soon as it is there, however long that is: for sockets, which ask one thing at a time."""
        address = self.address_of(connection)
        if address is None:
            return
        now = self._clock()
        seconds = self._wait(address, price, now)
        self._book(address, price, now)
        if seconds > 0:
            await self._sleep(seconds)

    def address_of(self, connection: HTTPConnection) -> str | None:
        """Return the address a connection counts for; None if it is not counted."""
        host = connection.client.host if connection.client else ""
        if not self._rates or not _is_address(host) or (host in self._proxies and not self._proxies.always_trust):
            return None
        return network_of(host)

    def _wait(self, address: str, price: float, now: float) -> float:
        """Seconds until so much more could be taken."""
        paid_at = self._paid_at.get(address)
        if paid_at is None:
            return 0.0
        pairs = zip(self._rates, paid_at, strict=True)
        return max(0.0, *((at - now) + (price - rate.at_once) / rate.per_second for rate, at in pairs))

    def _book(self, address: str, price: float, now: float) -> None:
        if now >= self._sweep_at:
            self._sweep(now)
        paid_at = self._paid_at.setdefault(address, [now] * len(self._rates))
        for number, rate in enumerate(self._rates):
            paid_at[number] = max(paid_at[number], now) + price / rate.per_second

    def _sweep(self, now: float) -> None:
        self._sweep_at = now + SWEEP_EVERY
        self._paid_at = {address: paid_at for address, paid_at in self._paid_at.items() if max(paid_at) > now}
        self._held = Counter({address: count for address, count in self._held.items() if count})


@lru_cache(maxsize=10_000)
def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


class EntranceFee:
    """ASGI middleware: every request and every new socket costs something, whatever it leads to."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on when it is paid, or refuse with 429."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        try:
            is_file = scope["path"].startswith(assets.PREFIX)
            price = PRICES["file" if is_file else scope["type"]]
            await site_in(scope).limits.pay(HTTPConnection(scope), price)
        except AppError as refusal:
            await refuse_connection(scope, receive, send, refusal)
            return
        await self.app(scope, receive, send)
