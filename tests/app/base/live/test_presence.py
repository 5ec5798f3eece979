"""The presence of players as workers see it, while the database is away or other workers think them dead."""

from __future__ import annotations

import asyncio
import threading

import pytest
import sqlalchemy as sa

from app.base.live.models import presence, workers
from app.matches.core import sync
from app.matches.core.live.update import Presence
from app.matches.core.memory import presence as module
from app.site.site import Site
from tests.support.duels import begun
from tests.support.service import worker
from tests.support.site_time import SteadyClock
from tests.support.waiting import until, until_found
from tools.rig.postgres import PostgresServer

BEATS = 8  # in a time after which a worker whose heart stands would be dead


@pytest.fixture(autouse=True)
def _fast_hearts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sync, "POLL", 0.1)


class HeartClock(SteadyClock):
    """The steady clock by which workers are found dead: it stands but for what a test lets pass."""

    async def beats(self, seconds: float, *sites: Site) -> None:
        """Let so much time pass, in steps in which the heart of each of these workers beats."""
        for _ in range(BEATS):
            before = await _beats(sites[0])

            async def beaten(before: dict[str, int] = before) -> bool:
                now = await _beats(sites[0])
                return all(now.get(site.base.bus.worker, 0) > before.get(site.base.bus.worker, 0) for site in sites)

            await until_found(beaten)
            self.passes(seconds / BEATS)


async def _beats(site: Site) -> dict[str, int]:
    """Return the number of each worker's heartbeats."""
    query = sa.select(workers.c.id, workers.c.beat)
    rows = await site.base.database.read(lambda connection: connection.execute(query).all())
    return {row.id: row.beat for row in rows}


async def _connected(site: Site) -> set[str]:
    """Return the workers that say that the player of seat A is connected."""
    query = sa.select(presence.c.worker).where(presence.c.a)
    return set(await site.base.database.read(lambda connection: connection.execute(query).scalars().all()))


async def _become(site: Site, wanted: set[str]) -> None:
    async def become() -> bool:
        return await _connected(site) == wanted

    await until_found(become)


async def test_a_worker_that_was_struck_off_says_again_who_is_there(database_url: str) -> None:
    async with worker(database_url) as one, worker(database_url) as two:
        pair, live = await begun(one, seed=6)
        await one.matches.service.watch(live.id, pair["A"])
        here = await two.matches.service.watch(live.id, pair["B"])
        await _become(two, {one.base.bus.worker})
        gone = sa.delete(workers).where(workers.c.id == one.base.bus.worker)
        await two.base.writer.job(lambda connection: connection.execute(gone))
        await _become(two, {one.base.bus.worker})
        await until(lambda: here.live.last.presence.A)


async def test_who_comes_and_goes_at_once_is_gone(sqlite: str) -> None:
    """The writes about both go into one group, whose rows are written after its jobs."""
    async with worker(sqlite) as one:
        pair, live = await begun(one, seed=6)
        await _become(one, set())
        gate = threading.Event()
        one.base.writer.job(lambda connection: gate.wait())  # the group that is written while both wait
        ann = await one.matches.service.watch(live.id, pair["A"])
        one.matches.service.unwatch(ann)
        one.matches.service.presence.settle(ann.live)  # as it does a moment later
        gate.set()
        await one.base.writer.job(lambda connection: None)
        assert await _connected(one) == set()


async def test_while_the_database_is_away_nobody_is_dead_and_a_departure_is_published_later(
    own_postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = HeartClock()
    monkeypatch.setattr(sync, "time", clock)
    url = own_postgres.create()
    async with worker(url) as one, worker(url) as two:
        pair, live = await begun(one, seed=6)
        ann = await one.matches.service.watch(live.id, pair["A"])
        here = await two.matches.service.watch(live.id, pair["B"])
        await until(lambda: here.live.last.presence.A)
        steps = here.live.last.number
        own_postgres.stop()
        await until(lambda: one.base.writer.trouble == two.base.writer.trouble == "failed")  # both hearts stand
        clock.now += sync.DEAD_AFTER * 1.25
        own_postgres.start()
        await clock.beats(sync.DEAD_AFTER * 1.25, one, two)
        assert await _connected(two) == {one.base.bus.worker}
        assert here.live.last.number == steps, "the opponent was shown as away"
        own_postgres.stop()
        one.matches.service.unwatch(ann)
        one.matches.service.presence.settle(ann.live)  # as it does a moment later
        own_postgres.start()
        await _become(two, set())


async def test_a_crowd_of_spectators_is_counted_now_and_then(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each count goes to all of them: one at each arrival would be a message for each pair of spectators."""
    monkeypatch.setattr(module, "COUNT_EVERY", 0.2)
    async with worker(sqlite) as site:
        pair, live = await begun(site, seed=6)
        await site.matches.service.watch(live.id, pair["A"])
        before, crowd, loop = live.last.number, 100, asyncio.get_running_loop()
        began = loop.time()
        watching = [await site.matches.service.watch(live.id, None) for _ in range(crowd)]
        await until(lambda: live.last.presence.watchers == crowd)
        assert live.last.number - before <= 1 + (loop.time() - began) / module.COUNT_EVERY
        for subscription in watching:
            site.matches.service.unwatch(subscription)
        await until(lambda: live.last.presence == Presence(A=True))
