"""Faults of whole processes: a worker, PostgreSQL, Redis killed or stopped, and started again."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from typing import Final, TypeVar

from tools.faults.drill import Fault, NoEffect
from tools.faults.tables import Hall

T = TypeVar("T")

BETWEEN: Final = 1.0  # seconds of play between one blow and the next
GOING_AWAY: Final = "closed 1012"  # "service restart": the code with which a worker that ends closes its sockets


def killed(times: int, between: float = BETWEEN) -> Fault:
    """Return the fault of killing one worker after the other (kill -9), each started again after a moment."""

    async def inject(hall: Hall) -> str:
        for number in range(times):
            worker = hall.site.workers[number % len(hall.site.workers)]
            await do_meanwhile(hall, worker.kill)
            await hall.play(between / 2)
            await do_meanwhile(hall, worker.start)
            await hall.play(between)
        await _expect(hall, "cut")
        return f"{times} kills"

    return Fault("kill -9 a worker", inject)


def rolled(between: float = BETWEEN) -> Fault:
    """Return the fault of stopping each worker in turn (SIGTERM): it drains, ends, and is started again."""

    async def inject(hall: Hall) -> str:
        for worker in hall.site.workers:
            code = await do_meanwhile(hall, worker.stop)
            if code != -signal.SIGTERM:
                hall.ledger.problem(f"a worker ended with exit code {code} after SIGTERM")
            await do_meanwhile(hall, worker.start)
            await hall.play(between)
        await _expect(hall, GOING_AWAY)
        if hall.ledger.errors["cut"]:
            hall.ledger.problem(f"{hall.ledger.errors['cut']} connections were cut without a word")
        return "rolling restart"

    return Fault("SIGTERM, drained", inject)


def database_restarted(*, at_once: bool, down: float = 1.5) -> Fault:
    """Return the fault of a database that ends, by its fast shutdown or at once so that it must recover, and starts
    again."""

    async def inject(hall: Hall) -> str:
        postgres = hall.site.postgres
        assert postgres is not None
        await do_meanwhile(hall, postgres.kill if at_once else postgres.stop)
        await hall.play(down)
        await _expect(hall, "storage_unavailable")
        await do_meanwhile(hall, postgres.start)
        return f"{down} s without it"

    return Fault(f"database restarted ({'immediate' if at_once else 'fast'})", inject)


def redis_cut(down: float = 4.0) -> Fault:
    """Return the fault of a Redis that is killed for some seconds: hints are lost, the workers poll."""

    async def inject(hall: Hall) -> str:
        redis = hall.site.redis
        assert redis is not None
        await do_meanwhile(hall, redis.stop)
        await hall.play(down)
        if not await hall.play_until(lambda: all("redis_lost" in worker.log for worker in hall.site.workers)):
            raise NoEffect("a worker did not notice that Redis was gone")
        await do_meanwhile(hall, redis.start)
        return f"{down} s without it"

    return Fault("Redis cut", inject)


async def do_meanwhile(hall: Hall, work: Callable[[], T]) -> T:
    """Run what blocks in a thread, while everybody plays on."""
    task = asyncio.create_task(asyncio.to_thread(work))
    while not task.done():
        await hall.play(0.05)
    return task.result()


async def _expect(hall: Hall, code: str) -> None:
    if not await hall.play_until(lambda: hall.ledger.errors[code] > 0):
        raise NoEffect(f"nobody met {code!r}")
