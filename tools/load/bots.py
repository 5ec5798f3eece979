"""Matches against bots in addition to the others: each person waits for a while and plays a turn."""

from __future__ import annotations

import asyncio
import random
from types import TracebackType
from typing import Final

import httpx

from tools.rig.guests import ApiClient, Guest
from tools.rig.json import Json
from tools.rig.random_moves import choose
from tools.rig.site import RunningSite

LEVEL: Final = 4
TURN_SECONDS: Final = 5.0
"""Seconds between two turns of a person, who then plays what they can and ends the turn."""
AT_ONCE: Final = 20


class BotMatches:
    """A number of matches of a person against a bot, played until the block ends; a finished one is replaced."""

    def __init__(self, site: RunningSite, count: int, level: int = LEVEL) -> None:
        self._site = site
        self._count = count
        self._level = level
        self._tasks: list[asyncio.Task[None]] = []
        self._https: list[httpx.AsyncClient] = []
        self._client = ApiClient()
        self._limit = asyncio.Semaphore(AT_ONCE)
        self._began = 0
        self._all_began = asyncio.Event()

    async def __aenter__(self) -> BotMatches:
        self._https = [httpx.AsyncClient(base_url=worker.url, timeout=60) for worker in self._site.workers]
        self._tasks = [asyncio.create_task(self._play(number)) for number in range(self._count)]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for task in self._tasks:
            task.cancel()
        ended = await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(http.aclose() for http in self._https))
        for result in ended:
            if isinstance(result, Exception):
                raise result

    async def all_began(self) -> None:
        """Wait until each has begun; what fails before that is raised."""
        waiting = asyncio.create_task(self._all_began.wait())
        await asyncio.wait([waiting, *self._tasks], return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()

    async def _play(self, number: int) -> None:
        http, rng = self._https[number % len(self._https)], random.Random(number)
        async with self._limit:
            guest = await self._client.guest(http, "Ann")
        while True:
            async with self._limit:
                opened = await self._ask(http, guest, "", {"opponent": f"bot:{self._level}", "deck": 1})
            self._began += 1
            if self._began >= self._count:
                self._all_began.set()
            await self._match(http, guest, f"/{opened['id']}", rng)

    async def _match(self, http: httpx.AsyncClient, guest: Guest, path: str, rng: random.Random) -> None:
        while True:
            await asyncio.sleep(TURN_SECONDS * rng.uniform(0.5, 1.5))
            state = await self._ask(http, guest, path)
            while state["status"] != "over" and state["seat"] in state["to_act"]:
                action = {"seq": state["seq"], "action": choose(state, rng)}
                state |= await self._ask(http, guest, f"{path}/actions", action)
            if state["status"] == "over":
                return

    async def _ask(self, http: httpx.AsyncClient, guest: Guest, path: str, body: Json | None = None) -> Json:
        method = "GET" if body is None else "POST"
        answer = await http.request(method, f"/api/matches{path}", json=body, headers=guest.headers)
        answer.raise_for_status()
        found: Json = answer.json()
        return found
