"""Faults of whole processes: a worker or PostgreSQL killed or stopped, and started again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, TypeVar

from tools.faults.drill import Fault, NoEffect
from tools.faults.tables import Hall

T = TypeVar("T")

BETWEEN: Final = 1.0  # seconds of play between one blow and the next


def killed(times: int, between: float = BETWEEN) -> Fault:
    """Return the fault of killing one worker after the other (kill -9), each started again after a moment."""

    async def inject(hall: Hall) -> str:
        for number in range(times):
            worker = hall.site.workers[number % len(hall.site.workers)]
            await do_meanwhile(hall, worker.kill)
            try:
                await hall.play(between / 2)
            finally:
                await do_meanwhile(hall, worker.start)
            await hall.play(between)
        await _expect(hall, "cut")
        return f"{times} kills"

    return Fault("kill -9 a worker", inject)


def database_restarted(*, at_once: bool, down: float = 1.5) -> Fault:
    """Return the fault of a database that ends, by its fast shutdown or at once so that it must recover, and starts
    again."""

    async def inject(hall: Hall) -> str:
        postgres = hall.site.postgres
        assert postgres is not None
        await do_meanwhile(hall, postgres.kill if at_once else postgres.stop)
        try:
            # Where it ended between a move and its reader, each player of that match waits for the other one.
            newcomer = asyncio.create_task(hall.tables[0].ask("/api/players", {"name": "Cy"}))
            await hall.play(down)
            await _expect(hall, "storage_unavailable")
        finally:
            await do_meanwhile(hall, postgres.start)
        await newcomer
        return f"{down} s without it"

    return Fault(f"database restarted ({'immediate' if at_once else 'fast'})", inject)


async def do_meanwhile(hall: Hall, work: Callable[[], T]) -> T:
    """Run what blocks in a thread, while everybody plays on."""
    task = asyncio.create_task(asyncio.to_thread(work))
    while not task.done():
        await hall.play(0.05)
    return task.result()


async def _expect(hall: Hall, code: str) -> None:
    if not await hall.play_until(lambda: hall.ledger.errors[code] > 0):
        raise NoEffect(f"nobody met {code!r}")
