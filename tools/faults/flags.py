"""Flags that fall while workers are killed and clocks are set: each once, none too early, and none is forgotten."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from typing import Final

import httpx

from app.matches.clocks.clock_state import AT_START, LAG
from tools.faults.clock import HOUR, set_clock
from tools.faults.connections import BROKEN
from tools.faults.drill import Fault
from tools.faults.tables import STUCK, Hall
from tools.rig.guests import GUEST_CLIENTS, Guest
from tools.rig.json import Json

SECONDS: Final = 10
TABLES: Final = 6
POLL_SECONDS: Final = 0.3
ROUNDING: Final = 0.1  # seconds


class UnmovedTable:
    """A duel with a clock at which nobody ever moves: the starting player runs out of time."""

    def __init__(self, hall: Hall, number: int) -> None:
        self._hall = hall
        self._worker = number
        self._guest = Guest({})
        self._path = ""
        self._begun = 0.0
        self.ended = 0.0

    async def come(self) -> None:
        """Open it, and sit down at both seats."""
        api, http = GUEST_CLIENTS["api"], self._http()
        self._guest = await api.guest(http, "Ann")
        options = {"seat": "A", "first": "A", "clock": {"kind": "turn", "seconds": SECONDS}}
        opened = (await http.post("/api/matches", json=options, headers=self._guest.headers)).json()
        self._path = f"/api/matches/{opened['id']}"
        comer = await api.guest(http, "Bob")
        self._begun = time.monotonic()
        await api.join(http, comer, opened["id"])

    def _http(self) -> httpx.AsyncClient:
        """Return a client of the next worker: they take turns."""
        self._worker += 1
        return self._hall.world.clients[self._worker % len(self._hall.world.clients)]

    async def poll(self) -> None:
        """Record when it is over."""
        with contextlib.suppress(*BROKEN):
            state = (await self._http().get(self._path, headers=self._guest.headers)).json()
            if state.get("status") == "over" and not self.ended:
                self.ended = time.monotonic()

    async def check(self, down: float) -> None:
        """Compare with the right end; the site was down for so many seconds meanwhile."""
        problem = self._hall.ledger.problem
        if not self.ended:
            problem(f"{self._path}: no flag fell")
            return
        lasted = self.ended - self._begun
        if lasted < AT_START + SECONDS + LAG + down - ROUNDING:
            problem(f"{self._path}: a flag fell after {lasted:.1f} s, of which the site was down for {down:.1f}")
        for http in self._hall.world.clients:
            record: Json = (await http.get(f"{self._path}/record", headers=self._guest.headers)).json()
            moves = [(move["by"], move["action"]) for move in record["actions"]]
            if moves != [("A", {"type": "flag"})] or record["result"] != {"winner": "B", "reason": "time"}:
                problem(f"{self._path}: {moves} led to {record['result']}")


def _flags_fall(name: str, disturb: Callable[[Hall], Awaitable[float]]) -> Fault:
    """Return the fault; `disturb` acts meanwhile, and returns the seconds without any worker."""

    async def inject(hall: Hall) -> str:
        tables = [UnmovedTable(hall, number) for number in range(TABLES)]
        for table in tables:
            await table.come()
        down = await disturb(hall)
        give_up = time.monotonic() + STUCK
        while not all(table.ended for table in tables) and time.monotonic() < give_up:
            await asyncio.gather(*(table.poll() for table in tables if not table.ended))
            await hall.play(POLL_SECONDS)
        for table in tables:
            await table.check(down)
        return f"{TABLES} flags; down for {down:.1f} s"

    return Fault(name, inject)


def flags_and_kills(down: float = 2.0) -> Fault:
    """Return the fault of all workers killed while clocks run, and started again after `down` seconds."""

    async def disturb(hall: Hall) -> float:
        workers = hall.site.workers
        await asyncio.gather(*(asyncio.to_thread(worker.kill) for worker in workers))
        gone = time.monotonic()
        await hall.play(down)
        lasted = time.monotonic() - gone
        await asyncio.gather(*(asyncio.to_thread(worker.start) for worker in workers))
        return lasted

    return _flags_fall("flags, kill -9", disturb)


def flags_and_clocks(each: float = 2.0) -> Fault:
    """Return the fault of clocks that are set hours ahead and back while the players' clocks run."""

    async def disturb(hall: Hall) -> float:
        for jump in (2 * HOUR, -3 * HOUR, 0):
            for number, worker in enumerate(hall.site.workers):
                set_clock(worker.folder, number, jump * (1 - 2 * number))
            await hall.play(each)
        return 0.0

    return _flags_fall("flags, clock jumps", disturb)
