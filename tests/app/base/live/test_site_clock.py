"""The site's own clock runs while the site does: not while it is down, and whatever is done to other clocks."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator

import pytest
import sqlalchemy as sa

from app.base.errors import AppError
from app.base.live import site_clock as module
from app.base.live.models import site_clock
from app.base.live.site_clock import SLACK, SiteClock
from app.base.store.database import Database
from app.base.store.group_commit import Writer

EVERY = 5.0


class Times:
    """The steady clock of every worker and the database's time; they stand still until a test moves them."""

    def __init__(self, writer: Writer) -> None:
        self.now = 100.0
        self._writer = writer
        self._began = time.monotonic()

    def so_far(self, seconds: float) -> object:
        """Return the site's time after this much has passed, and the test's own time, which the database counts."""
        took = time.monotonic() - self._began
        return pytest.approx(seconds + took / 2, abs=took / 2 + 0.1)

    def monotonic(self) -> float:
        """The time of `time.monotonic`."""
        return self.now

    async def database(self, seconds: float) -> None:
        """Let the database's clock advance by this much since its last reading."""
        back = sa.update(site_clock).values(at=site_clock.c.at - seconds)
        await self._writer.job(lambda connection: connection.execute(back))

    async def passes(self, seconds: float) -> None:
        """Let so much time pass on all clocks."""
        self.now += seconds
        await self.database(seconds)


class Site:
    """A database with its writer, and clocks that stand still."""

    def __init__(self, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.database = Database(url)
        self.writer = Writer(self.database)
        self.times = Times(self.writer)
        monkeypatch.setattr(module, "time", self.times)

    def worker(self) -> SiteClock:
        """Return the clock as another worker knows it."""
        return SiteClock(self.database, self.writer)


@pytest.fixture(params=["sqlite", "postgresql"])
async def site(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Site]:
    """Provide a database of each kind with its tables."""
    site = Site(request.getfixturevalue(request.param), monkeypatch)
    async with site.writer.run():
        yield site
    site.database.close()


async def test_it_runs_by_its_beats(site: Site) -> None:
    times = site.times
    clock = site.worker()
    assert await clock.beat(EVERY) == 0.0
    for _ in range(3):
        await times.passes(EVERY)
        await clock.beat()
    assert clock.now() == times.so_far(15)
    times.now += 2
    assert clock.now() == times.so_far(17)
    times.now += 1000
    assert clock.now() == times.so_far(15 + EVERY + SLACK)  # no beat came: the site does not run


async def test_it_stands_while_the_site_is_down(site: Site) -> None:
    times = site.times
    clock = site.worker()
    await clock.beat(EVERY)
    await times.passes(EVERY)
    before = await clock.beat()
    await times.passes(4)
    assert await site.worker().beat(EVERY) == before  # started again after a moment
    await times.passes(3600)
    assert await clock.beat() == before  # stopped for an hour, and continued
    await times.passes(EVERY)
    assert await clock.beat() == times.so_far(before + EVERY)


async def test_clocks_that_are_set_move_nothing(site: Site) -> None:
    times = site.times
    clock = site.worker()
    await clock.beat(EVERY)
    for jump in (7200, -10_800, 500 * 86_400, -30 * 86_400):
        before = clock.now()
        times.now += EVERY
        await times.database(EVERY + jump)
        assert before <= await clock.beat() <= before + EVERY


async def test_several_workers_count_each_second_once(site: Site) -> None:
    times = site.times
    one, two = site.worker(), site.worker()
    await one.beat(EVERY)
    await two.beat(EVERY)
    for _ in range(4):
        await times.passes(2)
        await one.beat()
        await times.passes(3)
        await two.beat()
    assert two.now() == times.so_far(20)


async def test_what_passes_while_the_database_is_away_does_not_count(site: Site) -> None:
    times = site.times
    clock = site.worker()
    await clock.beat(EVERY)
    await times.passes(EVERY)
    before = await clock.beat()
    await site.writer.job(lambda connection: connection.exec_driver_sql("ALTER TABLE site_clock RENAME TO hidden"))
    times.now += 4
    with pytest.raises(AppError, match="storage_unavailable"):
        await clock.beat()
    await site.writer.job(lambda connection: connection.exec_driver_sql("ALTER TABLE hidden RENAME TO site_clock"))
    await times.database(4)
    assert await clock.beat() == before
