"""The list of open tables: whose hosts are there, and few of any one guest or address."""

from __future__ import annotations

import time

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from app.base.errors import AppError
from app.base.settings import Settings
from app.base.web.limits.address_hash import address_hash
from app.main import create_app
from app.matches.core.finding.lobby import GONE_AFTER, OF_ADDRESS, OF_PLAYER, forget_begun
from app.matches.core.live.live_match import LiveMatch
from app.matches.core.schemas import NewMatch
from app.matches.core.storage.models import waiting
from app.site.site import Site
from tests.support.accounts import database_of
from tests.support.service import worker
from tests.support.waiting import until, until_found
from tools.rig.players import ApiPlayer

PUBLIC = NewMatch(seat="A", public=True)
SCHOOL = address_hash("s" * 40, "table", "192.0.2.1")


async def shown(site: Site) -> set[str]:
    """Return the tables in the list."""
    return {row.id for row in await site.matches.service.lobby.tables(50)}


async def seen(site: Site, ago: float, *tables: LiveMatch) -> None:
    """Let hosts have been at these tables so many seconds ago, or at all tables."""
    change = sa.update(waiting).values(seen_at=time.time() - ago)
    change = change.where(waiting.c.match_id.in_([live.id for live in tables])) if tables else change
    await site.base.writer.job(lambda connection: connection.execute(change))


async def left_alone(site: Site, *tables: LiveMatch) -> None:
    """Nobody has been at these tables for a while."""
    await seen(site, GONE_AFTER + 1, *tables)


async def until_shown(site: Site, wanted: set[str]) -> None:
    """Wait until the list holds just these."""

    async def found() -> bool:
        return await shown(site) == wanted

    await until_found(found)


async def test_a_table_is_shown_while_its_host_is_there_and_a_while_longer(database_url: str) -> None:
    async with worker(database_url) as site:
        ann, eve = await site.people.players.create("Ann"), await site.people.players.create("Eve")
        live = await site.matches.service.opening.create(ann, PUBLIC)
        await site.matches.service.opening.create(ann, NewMatch(seat="A"))
        assert await shown(site) == {live.id}
        await left_alone(site, live)
        spectator = await site.matches.service.watch(live.id, eve)
        await site.base.writer.job(lambda connection: None)
        await left_alone(site, live)
        assert await shown(site) == set(), "a spectator does not bring it back"
        here = await site.matches.service.watch(live.id, ann)
        await until_shown(site, {live.id})
        await left_alone(site, live)
        assert await shown(site) == {live.id}, "its host is connected"
        for page in (here, spectator):
            site.matches.service.unwatch(page)
        await until(lambda: not live.announced.A)
        await until_shown(site, {live.id})
        await left_alone(site, live)
        assert await shown(site) == set()
        await seen(site, -1e6, live)
        assert await shown(site) == set(), "a clock that was ahead shows nothing for ever"


async def test_a_guest_may_have_few_tables_in_the_list(sqlite: str) -> None:
    async with worker(sqlite) as site:
        ann, bob, opening = (
            await site.people.players.create("Ann"),
            await site.people.players.create("Bob"),
            site.matches.service.opening,
        )
        mine = [await opening.create(ann, PUBLIC) for _ in range(OF_PLAYER)]
        with pytest.raises(AppError, match="too_many_tables"):
            await opening.create(ann, PUBLIC)
        await opening.create(ann, NewMatch())  # by link
        await site.matches.service.joining.join(mine[0].id, bob)
        again = await opening.create(ann, PUBLIC)
        await left_alone(site, *mine)
        after = await opening.create(ann, PUBLIC)
        assert await shown(site) == {again.id, after.id}
        await site.base.writer.job(forget_begun)
        rows = sa.select(waiting.c.match_id)
        listed = await site.base.database.read(lambda connection: connection.execute(rows).scalars().all())
        assert mine[0].id not in listed and again.id in listed


async def test_an_address_cannot_fill_the_list_also_not_by_those_who_come_back_together(database_url: str) -> None:
    async with worker(database_url) as site:
        guests = [await site.people.players.create(f"P{number}") for number in range(2 * OF_ADDRESS)]
        tables: list[LiveMatch] = []
        for guest in guests[:OF_ADDRESS]:
            tables.append(await site.matches.service.opening.create(guest, PUBLIC, address=SCHOOL))
        with pytest.raises(AppError, match="too_many_tables"):
            await site.matches.service.opening.create(guests[-1], PUBLIC, address=SCHOOL)
        other = address_hash("s" * 40, "table", "192.0.2.2")
        elsewhere = await site.matches.service.opening.create(guests[-1], PUBLIC, address=other)
        assert await shown(site) == {elsewhere.id, *(live.id for live in tables)}
        for guest in guests[OF_ADDRESS:]:  # each opens a table while those of before have lost their hosts
            await left_alone(site)
            tables.append(await site.matches.service.opening.create(guest, PUBLIC, address=SCHOOL))
        await seen(site, 0, *tables)
        assert await shown(site) == {live.id for live in tables[-OF_ADDRESS:]}


def test_a_program_that_asks_for_its_table_keeps_it_in_the_list(visitor: TestClient) -> None:
    ann, eve = ApiPlayer(visitor, "Ann"), ApiPlayer(visitor, "Eve")
    match_id = ann.open(public=True)

    def listed() -> list[str]:
        return [match["id"] for match in visitor.get("/api/matches").json()["matches"]]

    with database_of(visitor).engine.execution_options(writing=True).begin() as connection:
        connection.execute(sa.update(waiting).values(seen_at=time.time() - GONE_AFTER - 1))
    assert listed() == []
    eve.state(match_id)
    assert listed() == []
    ann.state(match_id)
    assert listed() == [match_id]


def test_an_address_is_stored_as_a_keyed_hash(settings: Settings) -> None:
    with TestClient(create_app(settings), client=("192.0.2.7", 1234)) as client:
        ApiPlayer(client, "Ann").open(public=True)
        with database_of(client).engine.connect() as connection:
            stored = connection.execute(sa.select(waiting.c.address)).scalar_one()
    assert stored == address_hash(settings.secret_key, "table", "192.0.2.7")
    assert "192.0" not in stored
