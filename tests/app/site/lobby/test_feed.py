"""The lobby as open pages follow it: changes are published at once, at every worker, and nothing that is gone
stays."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import sqlalchemy as sa

from app.base.subscriber import Subscriber
from app.matches.core import sync
from app.matches.core.finding import lobby
from app.matches.core.finding.lobby import LobbyNow
from app.matches.core.schemas import NewMatch
from app.matches.core.storage.models import waiting
from app.site.lobby.copies import LobbyCopy
from app.site.site import Site
from tests.support.service import worker
from tests.support.waiting import until
from tools.rig.redis import RedisServer

PUBLIC = NewMatch(seat="A", public=True)


@asynccontextmanager
async def followed(site: Site) -> AsyncIterator[LobbyCopy]:
    """Follow the lobby at a worker, with one reader."""
    with site.front.lobby.followed(None, Subscriber()):
        await site.front.lobby.current(None)
        yield site.front.lobby


def shown(feed: LobbyCopy) -> set[str]:
    """Return the ids of the tables in the list."""
    return {row.id for row in (feed.known(None) or LobbyNow()).tables}


def watched(feed: LobbyCopy) -> set[str]:
    """Return the ids of the matches to watch."""
    return {row.id for row in (feed.known(None) or LobbyNow()).watched}


async def test_a_table_comes_with_its_opening_and_goes_with_its_end(postgresql: str) -> None:
    async with worker(postgresql) as site, followed(site) as feed:
        ann, bob = await site.people.players.create("Ann"), await site.people.players.create("Bob")
        closed, joined = (
            await site.matches.service.opening.create(ann, PUBLIC),
            await site.matches.service.opening.create(ann, PUBLIC),
        )
        private = await site.matches.service.opening.create(ann, NewMatch(seat="A"))
        await until(lambda: shown(feed) == {closed.id, joined.id})
        await site.matches.service.open_tables.cancel(closed.id, ann)
        await until(lambda: shown(feed) == {joined.id})
        await site.matches.service.joining.join(joined.id, bob)
        await until(lambda: shown(feed) == set())
        assert watched(feed) == set(), "nobody is there yet"
        await site.matches.service.joining.join(private.id, bob)
        seats = [await site.matches.service.watch(live.id, ann) for live in (joined, private)]
        await until(lambda: watched(feed) == {joined.id})
        await site.matches.service.act(joined.id, ann, 0, {"type": "resign", "player": "A"})
        await until(lambda: watched(feed) == set())
        for seat in seats:
            site.matches.service.unwatch(seat)


async def test_a_match_to_watch_goes_when_both_have_left(postgresql: str) -> None:
    async with worker(postgresql) as site, followed(site) as feed:
        ann, bob = await site.people.players.create("Ann"), await site.people.players.create("Bob")
        live = await site.matches.service.opening.create(ann, PUBLIC)
        await site.matches.service.joining.join(live.id, bob)
        here, eve = await site.matches.service.watch(live.id, bob), await site.matches.service.watch(live.id, None)
        await until(lambda: watched(feed) == {live.id})
        site.matches.service.unwatch(here)
        await until(lambda: watched(feed) == set())
        site.matches.service.unwatch(eve)


async def test_the_table_of_a_host_who_has_left_falls_off_by_itself(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with worker(postgresql) as site, followed(site) as feed:
        ann = await site.people.players.create("Ann")
        stays, goes = (
            await site.matches.service.opening.create(ann, PUBLIC),
            await site.matches.service.opening.create(ann, PUBLIC),
        )
        here = await site.matches.service.watch(stays.id, ann)
        await until(lambda: shown(feed) == {stays.id, goes.id})
        monkeypatch.setattr(lobby, "GONE_AFTER", 3.0)  # only now: a slow machine may show them later than that
        seen = time.time()
        left = sa.update(waiting).where(waiting.c.match_id == goes.id).values(seen_at=seen)
        await site.base.writer.job(lambda connection: connection.execute(left))
        site.matches.service.lobby.on_stale()
        await until(lambda: shown(feed) == {stays.id})
        assert time.time() - seen > 3.0
        site.matches.service.unwatch(here)


async def test_other_workers_are_notified_by_redis(postgresql: str, own_redis: RedisServer) -> None:
    async with worker(postgresql, own_redis.url) as one, worker(postgresql, own_redis.url) as two:
        await until(lambda: one.base.bus.connected and two.base.bus.connected)
        async with followed(one) as here, followed(two) as there:
            ann = await one.people.players.create("Ann")
            live = await one.matches.service.opening.create(ann, PUBLIC)
            await until(lambda: shown(here) == shown(there) == {live.id})
            await two.matches.service.open_tables.cancel(live.id, ann)
            await until(lambda: shown(here) == shown(there) == set())


async def test_other_workers_find_it_without_redis(postgresql: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sync, "POLL", 0.1)
    async with worker(postgresql) as one, worker(postgresql) as two, followed(two) as there:
        ann = await one.people.players.create("Ann")
        live = await one.matches.service.opening.create(ann, PUBLIC)
        await until(lambda: shown(there) == {live.id})
        await one.matches.service.open_tables.cancel(live.id, ann)
        await until(lambda: shown(there) == set())


async def test_what_happens_while_nobody_reads_is_known_to_the_next_reader(postgresql: str) -> None:
    async with worker(postgresql) as site:
        ann = await site.people.players.create("Ann")
        async with followed(site) as feed:
            assert shown(feed) == set()
        live = await site.matches.service.opening.create(ann, PUBLIC)
        async with followed(site) as feed:
            assert shown(feed) == {live.id}
