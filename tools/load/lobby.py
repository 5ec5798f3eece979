"""Idle sockets in the lobby while matches are played: their cost, and how fast news reaches a page."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final

import httpx
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from app.base.web.limits.connections import raise_file_limit
from tools.rig.each import each
from tools.rig.guests import ApiClient, Guest
from tools.rig.site import RunningSite
from tools.rig.sockets import open_socket

BATCH_SIZE: Final = 50
NEWS_EVERY: Final = 0.5  # seconds between two tables that are opened and closed again
NOTHING: Final = b"\x00"  # a text that no message has
MAX_SECONDS: Final = 20.0  # seconds until missing news are given up


class Crowd:
    """A number of pages open at a site, by default start pages, until the block ends."""

    def __init__(self, site: RunningSite, count: int, path: str = "/lobby") -> None:
        self._site = site
        self._path = f"{path}/{site.live}"
        self._count = count
        self._sockets: list[ClientConnection] = []
        self._readers: list[asyncio.Task[None]] = []
        self._waited_for = NOTHING
        self._began = 0.0
        self._arrived: list[float] = []
        self._all = asyncio.Event()

    async def __aenter__(self) -> Crowd:
        raise_file_limit()

        async def one(number: int) -> ClientConnection:
            return await open_socket(self._site.url(number), self._path, compression="deflate")

        self._sockets = await each(range(self._count), one, BATCH_SIZE)
        self._readers = [asyncio.create_task(self._read(socket)) for socket in self._sockets]
        return self

    async def __aexit__(self, *ended: object) -> None:
        await asyncio.gather(*(socket.close() for socket in self._sockets))
        await asyncio.gather(*self._readers)

    async def _read(self, socket: ClientConnection) -> None:
        try:
            while True:
                frame = await socket.recv(decode=False)
                if self._waited_for in frame:
                    self._arrived.append(time.perf_counter() - self._began)
                    if len(self._arrived) >= self._count:
                        self._all.set()
        except ConnectionClosed:
            return

    async def news(self, seconds: float) -> list[float]:
        """Open a table now and then for so long, and close it; returns the seconds until each page had each of them."""
        found: list[float] = []
        client = ApiClient()
        async with httpx.AsyncClient(base_url=self._site.url(0), timeout=60) as http:
            host = await client.guest(http, "Ann")
            until = time.perf_counter() + seconds
            while time.perf_counter() < until:
                found += await self._one_table(http, host)
                await asyncio.sleep(NEWS_EVERY)
        return found

    async def _one_table(self, http: httpx.AsyncClient, host: Guest) -> list[float]:
        async def open_table() -> httpx.Response:
            return await http.post("/api/matches", json={"public": True, "undo": False}, headers=host.headers)

        opened, arrived = await self.arrivals(open_table, b"no undo")  # which no other table of the site has
        closed = await http.delete(f"/api/matches/{opened.json()['id']}", headers=host.headers)
        closed.raise_for_status()
        return arrived

    async def arrivals(
        self, change: Callable[[], Awaitable[httpx.Response]], marked: bytes
    ) -> tuple[httpx.Response, list[float]]:
        """Change something, and wait until each page has a message with this mark; the seconds that each waited."""
        self._arrived, self._all = [], asyncio.Event()
        self._waited_for, self._began = marked, time.perf_counter()
        answer = await change()
        answer.raise_for_status()
        async with asyncio.timeout(MAX_SECONDS):
            await self._all.wait()
        self._waited_for = NOTHING
        return answer, self._arrived
