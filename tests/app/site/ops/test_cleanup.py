"""Deleting abandoned rows: by age as configured, by one worker, never a match that is younger."""

from __future__ import annotations

import asyncio
import math
import time
from functools import partial
from itertools import product
from typing import Any

import pytest
import sqlalchemy as sa

from app.base.errors import AppError
from app.base.live.models import presence
from app.base.seconds import DAY, HOUR
from app.learning.replay.budget import UploadBudget
from app.learning.replay.models import records, upload_days
from app.matches.core.schemas import NewMatch
from app.matches.core.storage.models import actions, matches, snapshots
from app.people.players.player import Player
from app.site.ops import cleanup
from app.site.ops import maintenance as module
from app.site.ops.cleanup import Limits
from app.site.ops.maintenance import Maintenance
from app.site.ops.models import chores
from app.site.site import Site
from tests.support.service import worker
from tests.support.waiting import time_for_a_mistake

KEEP = Limits(open=72 * HOUR, unfinished=180 * DAY, finished=30 * DAY)
END = {"type": "end_summon"}


class AgedMatches:
    """A worker with Ann and Bob, whose matches can be made older than they are."""

    def __init__(self, site: Site, ann: Player, bob: Player) -> None:
        self.site = site
        self.ann, self.bob = ann, bob

    async def open(self, age: float) -> str:
        """Return a table that nobody joins."""
        live = await self.site.matches.service.opening.create(self.ann, NewMatch(seat="A", first="B"))
        await self.age(live.id, created_at=age)
        return live.id

    async def begun(self, age: float, acted: float | None = None, format: str = "preconstructed") -> str:
        """Return a match in play; its last action, if there is one, was `acted` seconds ago."""
        asked = NewMatch.model_validate({"seat": "A", "first": "B", "format": format})
        live = await self.site.matches.service.opening.create(self.ann, asked)
        await self.site.matches.service.joining.join(live.id, self.bob)
        if acted is not None:
            await self.site.matches.service.act(live.id, self.bob, 0, END)
            await self.write(sa.update(actions).where(actions.c.match_id == live.id).values(at=time.time() - acted))
        await self.age(live.id, created_at=age, started_at=age)
        return live.id

    async def over(self, age: float) -> str:
        """Return a finished match."""
        match_id = await self.begun(age)
        await self.site.matches.service.act(match_id, self.bob, 0, {"type": "resign", "player": "B"})
        await self.age(match_id, created_at=age, started_at=age, finished_at=age)
        return match_id

    async def closed(self, age: float) -> str:
        """Return a table that its host has closed."""
        match_id = await self.open(age)
        await self.site.matches.service.open_tables.cancel(match_id, self.ann)
        await self.age(match_id, finished_at=age)
        return match_id

    async def age(self, match_id: str, **ages: float) -> None:
        """Move times of a match's row into the past."""
        times = {name: time.time() - age for name, age in ages.items()}
        await self.write(sa.update(matches).where(matches.c.id == match_id).values(times))

    async def write(self, statement: sa.Executable) -> None:
        await self.site.base.writer.job(lambda connection: connection.execute(statement))

    async def left(self, table: sa.Table = matches) -> set[str]:
        """Return the ids of the matches that there are, or that `table` speaks of."""
        column: Any = table.c.id if table is matches else table.c.match_id
        return set(
            await self.site.base.database.read(lambda connection: connection.execute(sa.select(column)).scalars().all())
        )

    async def forget_the_last_cleanup(self) -> None:
        """Let the next one be due."""
        await self.write(sa.update(chores).where(chores.c.name == module.CLEANUP).values(at=0.0))

    def maintenance(self, limits: Limits = KEEP) -> Maintenance:
        """Return the chores of the site."""
        return Maintenance(self.site.base.database, self.site.base.writer, self.site.matches.service, limits)


@pytest.fixture(autouse=True)
def _only_when_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing clear away by itself when the clock is set."""
    monkeypatch.setattr(module, "CHECK_SECONDS", math.inf)


async def steady(site: Site) -> None:
    """Let the site's clock have run evenly for long."""
    now = time.time()
    rows = [{"name": module.SEEN, "at": now}, {"name": module.SURE, "at": now - 2 * DAY}]
    await site.base.writer.job(lambda connection: connection.execute(sa.insert(chores), rows))


async def at(site: Site) -> AgedMatches:
    """Return the site with its two players, whose clock has run evenly for long."""
    await steady(site)
    return AgedMatches(site, await site.people.players.create("Ann"), await site.people.players.create("Bob"))


async def test_what_is_too_old_goes_and_what_is_younger_stays(database_url: str) -> None:
    async with worker(database_url) as service:
        site = await at(service)
        stay = {
            await site.open(71 * HOUR), await site.begun(179 * DAY), await site.begun(500 * DAY, acted=179 * DAY),
            await site.begun(500 * DAY, acted=1.0, format="preconstructed"), await site.over(29 * DAY),
            await site.closed(71 * HOUR),
        }  # fmt: skip
        go = {
            await site.open(73 * HOUR), await site.begun(181 * DAY), await site.begun(181 * DAY, format="draft"),
            await site.begun(500 * DAY, acted=181 * DAY), await site.over(31 * DAY), await site.closed(73 * HOUR),
        }  # fmt: skip
        assert await site.left() == stay | go and await site.maintenance().clean() == len(go)
        assert await site.left() == stay and not await site.left(actions) & go
        assert not await site.left(snapshots) & go
        for match_id in go:  # also where this process still has it in memory
            for asked in (
                service.matches.service.live_match(match_id),
                service.matches.service.act(match_id, site.bob, 0, END),
            ):
                with pytest.raises(AppError) as refusal:
                    await asked
                assert refusal.value.code == "no_such_match"


async def test_a_guest_who_still_sits_there_is_not_removed(postgresql: str) -> None:
    async with worker(postgresql) as service:
        site = await at(service)
        waiting, playing = await site.open(73 * HOUR), await site.begun(181 * DAY)
        for match_id in (waiting, playing):
            await service.matches.service.watch(match_id, site.ann)
        await service.base.writer.job(lambda connection: None)  # that she is there has been written now
        assert await site.left(presence) == {waiting, playing} and await site.maintenance().clean() == 0
        assert await site.left() == {waiting, playing}


async def test_records_that_nobody_opens_go(postgresql: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cleanup, "BATCH", 2)
    async with worker(postgresql) as service:
        site = await at(service)
        ages = {"old1": 31, "old2": 40, "old3": 400, "read": 29, "new": 0}
        for record_id, days in ages.items():
            opened = {"id": record_id, "created_at": 0.0, "updated_at": 0.0, "opened_at": time.time() - days * DAY}
            what = {"player_id": site.ann.id, "mode": "duel", "edition": "2022", "format": "draft", "record": b""}
            await site.write(sa.insert(records).values(**opened, **what))
        budget = UploadBudget("s" * 40)
        await service.base.writer.job(budget.spend("192.0.2.1", 5))
        await site.write(sa.update(upload_days).values(day=upload_days.c.day - 1))
        assert await site.maintenance(Limits(0, 0, 0)).clean() == 0
        await site.forget_the_last_cleanup()
        assert await site.maintenance(Limits(0, 0, 0, uploads=30 * DAY)).clean() == 3
        rows = await service.base.database.read(
            lambda connection: connection.execute(sa.select(records.c.id)).scalars().all()
        )
        assert set(rows) == {"read", "new"}
        counted = await service.base.database.read(lambda connection: connection.execute(sa.select(upload_days)).all())
        assert counted == []


async def test_of_several_workers_one_does_it(postgresql: str) -> None:
    async with worker(postgresql) as one, worker(postgresql) as two:
        site = await at(one)
        old = [await site.open(80 * HOUR) for _ in range(3)]
        both = (site.maintenance(), Maintenance(two.base.database, two.base.writer, two.matches.service, KEEP))
        assert sorted(await asyncio.gather(*(chores.clean() for chores in both))) == [0, len(old)]
        again = await site.open(80 * HOUR)
        assert [await chores.clean() for chores in both] == [0, 0]  # not before the hour is over
        last = sa.update(chores).where(chores.c.name == module.CLEANUP)
        await site.write(last.values(at=time.time() - module.CLEAN_EVERY))
        assert await both[1].clean() == 1 and again not in await site.left()


async def test_0_keeps_for_ever_and_more_than_one_batch_goes_at_once(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cleanup, "BATCH", 2)
    async with worker(sqlite) as service:
        site = await at(service)
        old = {await site.begun(999 * DAY), await site.over(999 * DAY), *[await site.open(80 * HOUR) for _ in range(3)]}
        assert await site.maintenance(Limits(0, 0, 0)).clean() == 0 and await site.left() == old
        await site.forget_the_last_cleanup()
        assert await site.maintenance().clean() == 5


async def test_a_clock_that_was_set_makes_nothing_old(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with worker(sqlite) as service:
        site = await at(service)
        kept = {await site.begun(0.0), await site.begun(179 * DAY), await site.open(0.0)}
        cleaner = site.maintenance()
        now = time.time()  # it stands still: what the test itself takes would make a day of a second less
        clocks = (400 * DAY, 401 * DAY - 1, 3 * DAY, -400 * DAY, 0.0, DAY - 1)
        for restarted, wrong in product((False, True), clocks):
            monkeypatch.setattr(time, "time", lambda wrong=wrong: now + wrong)
            cleaner = site.maintenance() if restarted else cleaner
            assert [await cleaner.clean() for _ in range(3)] == [0, 0, 0]
        assert await site.left() == kept


async def test_a_clock_that_goes_on_evenly_is_believed_after_a_day_and_so_is_a_night_without_power(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with worker(sqlite) as service:
        site = await at(service)
        await site.write(sa.delete(chores))  # a new site, or one that was never asked before
        await site.open(73 * HOUR)
        real, even = time.time, time.monotonic
        cleaner, cleared = site.maintenance(), []
        for passed in (0.0, HOUR, 9 * HOUR, 23.9 * HOUR, 24.1 * HOUR):
            monkeypatch.setattr(time, "time", lambda passed=passed: real() + passed)
            monkeypatch.setattr(time, "monotonic", lambda passed=passed: even() + passed)
            cleared.append(await cleaner.clean())
        assert cleared == [0, 0, 0, 0, 1]
        for away, gone in ((12 * HOUR, 1), (2 * DAY, 0)):
            monkeypatch.undo()
            await site.write(sa.delete(chores))
            await steady(service)
            await site.open(73 * HOUR)
            await site.write(sa.update(chores).where(chores.c.name == module.SEEN).values(at=time.time() - away))
            assert await site.maintenance().clean() == gone


async def test_an_action_that_comes_at_the_same_moment_is_not_lost(postgresql: str) -> None:
    """PostgreSQL: the action is written but not yet committed when the cleanup finds the match old."""
    async with worker(postgresql) as service:
        site = await at(service)
        match_id = await site.begun(181 * DAY)
        (old,) = [due for due in KEEP.due(time.time()) if (due.kind, due.status) == ("unfinished", "playing")]
        row = {"match_id": match_id, "seq": 1, "seat": "B", "action": b'{"type": "end_summon"}', "at": time.time()}
        with service.base.database.engine.connect() as playing, playing.begin():
            playing.execute(sa.insert(actions), row)
            cleared = asyncio.create_task(asyncio.to_thread(_in_a_transaction, service, old, match_id))
            await time_for_a_mistake(0.3)
            playing.commit()
        assert await cleared == [] and await site.left() == {match_id}


def _in_a_transaction(service: Site, due: cleanup.DueMatches, match_id: str) -> list[str]:
    with service.base.database.engine.begin() as connection:
        return cleanup.clear(due, [match_id])(connection)


async def test_what_is_due_is_found_by_an_index_and_not_by_sorting(database_url: str) -> None:
    everything = Limits(open=HOUR, unfinished=HOUR, finished=HOUR)
    async with worker(database_url) as service:
        dialect = service.base.database.engine.dialect
        for due in everything.due(time.time()):
            for after in (None, (1.0, "x")):
                query = cleanup.selection(due, after)
                plan = await service.base.database.read(partial(_plan, query=query, dialect=dialect))
                assert f"ix_matches_status_{due.since.name.removesuffix('_at')}" in plan, plan
                assert "sort" not in plan.lower() and "temp b-tree" not in plan.lower(), plan


def _plan(connection: sa.Connection, query: sa.Select[str, float], dialect: sa.Dialect) -> str:
    """Return the database's plan of a query; PostgreSQL thinks of large tables here."""
    sql = str(query.compile(dialect=dialect, compile_kwargs={"literal_binds": True}))
    if dialect.name == "postgresql":
        for way in ("seqscan", "sort", "bitmapscan"):
            connection.execute(sa.text(f"SET LOCAL enable_{way} = off"))
        return "\n".join(connection.execute(sa.text(f"EXPLAIN {sql}")).scalars())
    return "\n".join(row.detail for row in connection.execute(sa.text(f"EXPLAIN QUERY PLAN {sql}")))
