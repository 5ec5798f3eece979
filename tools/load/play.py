"""Plays concurrent matches against a site, and measures them."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import random
import time
from dataclasses import dataclass
from functools import partial
from typing import Final

import httpx

from tools.rig.each import each
from tools.rig.guests import GUEST_CLIENTS, ClientKind, Guest
from tools.rig.numbers import in_milliseconds
from tools.rig.site import RunningSite
from tools.rig.tables import Gate, PlayedTable, Spectator, Tally, sit_down

QUIET_SECONDS: Final = 10


@dataclass(frozen=True, slots=True)
class LoadStats:
    """Moves in `seconds` of play, CPU seconds of the site's workers and of its database, and the times of moves."""

    moves: int
    seconds: float
    cpu: float
    store_cpu: float
    latencies: list[float]
    errors: str

    @property
    def cost(self) -> float:
        """Server CPU milliseconds for a move."""
        return 1000 * self.cpu / self.moves

    def milliseconds(self, share: float) -> float:
        """Return the time within which this share of the moves reached the opponent."""
        return in_milliseconds(self.latencies, share)


class Round:
    """Tables of one kind at a site: opened while the clock stops, played while it runs. `spectators` is their number at
    each table."""

    def __init__(self, site: RunningSite, kind: ClientKind, matches: int, spectators: int = 0) -> None:
        self._site = site
        self._kind: ClientKind = kind
        self._client = GUEST_CLIENTS[kind]
        self._matches = self._spare = matches
        self._spectators = spectators
        self._rng = random.Random(1)
        self._pairs: list[tuple[Guest, Guest]] = []
        self._spectator: Guest | None = None
        self._ready: list[PlayedTable] = []
        self._gate = Gate()
        self._tally = Tally()
        self._pause = 0.0
        self._tasks: dict[asyncio.Task[None], PlayedTable] = {}
        self._left: list[PlayedTable] = []
        self._run_out = asyncio.Event()

    async def stock(self, count: int) -> None:
        """Open `count` matches and connect to them, a few at once."""
        async with httpx.AsyncClient(base_url=self._site.url(0), timeout=60) as http:
            self._ready += await each(range(count), partial(self._open, http))

    async def _open(self, http: httpx.AsyncClient, number: int) -> PlayedTable:
        while len(self._pairs) <= number:
            host, joining_player = await self._client.guest(http, "Ann"), await self._client.guest(http, "Bob")
            self._pairs.append((host, joining_player))
        host, joining_player = self._pairs[number]
        match_id = await self._client.open(http, host)
        await self._client.load(http, host, match_id)
        await self._client.join(http, joining_player, match_id)
        await self._client.load(http, joining_player, match_id)
        first = await sit_down(self._kind, self._site.url(number), host, match_id, self._site.live)
        second = await sit_down(self._kind, self._site.url(number + 1), joining_player, match_id, self._site.live)
        spectators = [await self._look_on(http, self._site.url(n), match_id) for n in range(self._spectators)]
        return PlayedTable((first, second), self._tally, self._gate, self._rng, spectators)

    async def _look_on(self, http: httpx.AsyncClient, url: str, match_id: str) -> Spectator:
        """Add a spectator; all are the same guest, because a program's socket needs a token."""
        if self._spectator is None:
            self._spectator = await self._client.guest(http, "Cleo")
        return Spectator((await sit_down(self._kind, url, self._spectator, match_id, self._site.live)).socket)

    async def opening(self) -> tuple[float, float]:
        """Open as many matches twice; return the CPU milliseconds and the KiB of one of the second half."""
        await self.stock(self._matches)  # guests, and what the first matches need for all
        cpu, memory = self._site.cpu, self._site.memory_kib
        await self.stock(self._matches)
        return 1000 * (self._site.cpu - cpu) / self._matches, (self._site.memory_kib - memory) / self._matches

    async def measure(self, seconds: float, pause: float = 0.0) -> LoadStats:
        """Play for so long; new matches are opened, and old ones left, while the clock stops."""
        self._pause = pause
        for table in self._tasks.values():
            table.pause = pause
        self._tally.moves, self._tally.seconds = 0, []
        played = cpu = store = 0.0
        while played < seconds:
            await self._refill()
            began, cpu_began, store_began = time.perf_counter(), self._site.cpu, self._site.store_cpu
            gc.disable()  # pauses of the players are not the server's
            self._gate.open()
            await self._until_run_out(seconds - played)
            await self._quiet()
            gc.enable()
            played += time.perf_counter() - began
            cpu += self._site.cpu - cpu_began
            store += self._site.store_cpu - store_began
        tally = self._tally
        errors = ", ".join(f"{code} {count}" for code, count in sorted(tally.errors.items()))
        return LoadStats(tally.moves, played, cpu, store, tally.seconds, errors)

    def enlarge(self, matches: int, ready: int) -> None:
        """Let so many be played from the next measurement on, and keep so many more ready."""
        self._matches, self._spare = matches, ready

    async def _refill(self) -> None:
        left, self._left = self._left, []
        await asyncio.gather(*(table.leave() for table in left))
        missing = self._matches + self._spare - len(self._tasks) - len(self._ready)
        await self.stock(max(0, missing))  # more may be ready than are needed
        self._run_out.clear()
        while len(self._tasks) < self._matches:
            self._begin()
        await self._quiet()

    def _begin(self) -> None:
        table = self._ready.pop()
        table.pause = self._pause
        task = asyncio.create_task(table.play())
        self._tasks[task] = table
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._left.append(self._tasks.pop(task))
        self._gate.invalidate()
        if not task.cancelled():
            task.result()
        if self._ready:
            self._begin()
        else:
            self._run_out.set()

    async def _until_run_out(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._run_out.wait(), seconds)

    async def _quiet(self) -> None:
        """Close the gate and wait until every table in play waits at it."""
        self._gate.close()
        await self._gate.all_wait(lambda: len(self._tasks), QUIET_SECONDS)

    async def __aenter__(self) -> Round:
        return self

    async def __aexit__(self, *ended: object) -> None:
        """Leave all tables."""
        tables = [*self._ready, *self._left, *self._tasks.values()]
        tasks = list(self._tasks)
        self._ready = []
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(table.leave() for table in tables))
