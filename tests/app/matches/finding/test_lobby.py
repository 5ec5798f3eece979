"""The list of open tables: whose hosts are there, and few of any one guest or address."""

from __future__ import annotations

import time
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from app.errors import AppError
from app.main import create_app
from app.matches.finding.lobby import GONE_AFTER, OF_ADDRESS, OF_PLAYER, forget_begun
from app.matches.live.live_match import LiveMatch
from app.matches.schemas import NewMatch
from app.matches.storage.models import waiting
from app.settings import Settings
from app.site import Site
from app.web.limits.address_hash import address_hash
from tests.support.service import site_of, worker
from tests.support.waiting import until_found
from tools.rig.players import ApiPlayer

PUBLIC = NewMatch(seat="A", public=True)
SCHOOL = address_hash("s" * 40, "table", "192.0.2.1")


async def shown(site: Site) -> set[str]:
    """Return the tables in the list."""
    return {row.id for row in await site.matches.lobby.tables(50)}


async def left_alone(site: Site, *live_matches: LiveMatch) -> None:
    """Nobody has been at these tables for a while."""
    old = sa.update(waiting).where(waiting.c.match_id.in_([live.id for live in live_matches]))
    change = old.values(seen_at=time.time() - GONE_AFTER - 1)
    await site.writer.job(lambda connection: connection.execute(change))


async def until_shown(site: Site, wanted: set[str]) -> None:
    """Wait until the list holds just these."""

    async def seen() -> bool:
        return await shown(site) == wanted

    await until_found(seen)


async def test_a_table_is_shown_while_its_host_is_there_and_a_while_longer(database_url: str) -> None:
    async with worker(database_url) as site:
        ann = await site.players.create("Ann")
        live = await site.matches.opening.create(ann, PUBLIC)
        private = await site.matches.opening.create(ann, NewMatch(seat="A"))
        assert await shown(site) == {live.id}
        await left_alone(site, live)
        assert await shown(site) == set()
        here = await site.matches.watch(live.id, ann)
        await until_shown(site, {live.id})
        await left_alone(site, live)
        assert await shown(site) == {live.id}, "its host is connected"
        site.matches.unwatch(here)

        async def gone() -> bool:
            return not live.announced.A

        await until_found(gone)
        await until_shown(site, {live.id})
        await left_alone(site, live)
        assert await shown(site) == set()
        assert private.id not in await shown(site)


async def test_a_spectator_does_not_bring_a_table_back(database_url: str) -> None:
    async with worker(database_url) as site:
        ann, eve = await site.players.create("Ann"), await site.players.create("Eve")
        live = await site.matches.opening.create(ann, NewMatch(seat="B", public=True))
        await left_alone(site, live)
        subscription = await site.matches.watch(live.id, eve)
        await site.writer.job(lambda connection: None)
        await left_alone(site, live)
        assert await shown(site) == set()
        site.matches.unwatch(subscription)


async def test_a_guest_may_have_few_tables_in_the_list(database_url: str) -> None:
    async with worker(database_url) as site:
        ann, bob = await site.players.create("Ann"), await site.players.create("Bob")
        mine = [await site.matches.opening.create(ann, PUBLIC) for _ in range(OF_PLAYER)]
        with pytest.raises(AppError) as refused:
            await site.matches.opening.create(ann, PUBLIC)
        assert (refused.value.code, refused.value.status) == ("too_many_tables", 409)
        await site.matches.opening.create(ann, NewMatch())  # by link
        await site.matches.opening.join(mine[0].id, bob)
        again = await site.matches.opening.create(ann, PUBLIC)
        await left_alone(site, *mine)
        after = await site.matches.opening.create(ann, PUBLIC)
        assert await shown(site) == {again.id, after.id}


async def test_an_address_cannot_fill_the_list(database_url: str) -> None:
    async with worker(database_url) as site:
        guests = [await site.players.create(f"P{number}") for number in range(OF_ADDRESS + 2)]
        for guest in guests[:OF_ADDRESS]:
            await site.matches.opening.create(guest, PUBLIC, address=SCHOOL)
        with pytest.raises(AppError) as refused:
            await site.matches.opening.create(guests[-1], PUBLIC, address=SCHOOL)
        assert refused.value.code == "too_many_tables"
        elsewhere = await site.matches.opening.create(
            guests[-1], PUBLIC, address=address_hash("s" * 40, "table", "192.0.2.2")
        )
        assert elsewhere.id in await shown(site)
        assert len(await shown(site)) == OF_ADDRESS + 1


async def test_those_who_come_back_together_do_not_fill_the_list_either(database_url: str) -> None:
    """Each opens tables while those of before have lost their hosts; then all hosts are there at once."""
    async with worker(database_url) as site:
        everybody = [await site.players.create(f"P{number}") for number in range(3 * OF_ADDRESS)]
        live_matches: list[LiveMatch] = []
        for guest in everybody:
            live_matches.append(await site.matches.opening.create(guest, PUBLIC, address=SCHOOL))
            await left_alone(site, *live_matches)
        assert await shown(site) == set()
        back = sa.update(waiting).values(seen_at=time.time())
        await site.writer.job(lambda connection: connection.execute(back))
        assert await shown(site) == {live.id for live in live_matches[-OF_ADDRESS:]}


async def test_a_match_that_has_begun_is_no_longer_listed(database_url: str) -> None:
    async with worker(database_url) as site:
        ann, bob = await site.players.create("Ann"), await site.players.create("Bob")
        begun, open_table = (
            await site.matches.opening.create(ann, PUBLIC),
            await site.matches.opening.create(ann, PUBLIC),
        )
        await site.matches.opening.join(begun.id, bob)
        await site.writer.job(forget_begun)
        rows = sa.select(waiting.c.match_id)
        recorded = await site.database.read(lambda connection: connection.execute(rows).scalars().all())
        assert list(recorded) == [open_table.id]


async def test_a_clock_that_was_ahead_shows_nothing_for_ever(tmp_path: Any) -> None:
    async with worker(f"sqlite:///{tmp_path}/test.db") as site:
        live = await site.matches.opening.create(await site.players.create("Ann"), PUBLIC)
        ahead = sa.update(waiting).where(waiting.c.match_id == live.id).values(seen_at=time.time() + 1e6)
        await site.writer.job(lambda connection: connection.execute(ahead))
        assert await shown(site) == set()


def _listed(client: TestClient) -> list[str]:
    return [match["id"] for match in client.get("/api/matches").json()["matches"]]


def test_a_program_that_asks_for_its_table_keeps_it_in_the_list(settings: Settings) -> None:
    with TestClient(create_app(settings)) as client:
        ann, eve = ApiPlayer(client, "Ann"), ApiPlayer(client, "Eve")
        match_id = ann.open(public=True)
        gone = sa.update(waiting).values(seen_at=time.time() - GONE_AFTER - 1)
        with site_of(client).database.engine.begin() as connection:
            connection.execute(gone)
        assert _listed(client) == []
        eve.state(match_id)
        assert _listed(client) == []
        ann.state(match_id)
        assert _listed(client) == [match_id]


def test_an_address_is_stored_as_a_keyed_hash(settings: Settings) -> None:
    with TestClient(create_app(settings), client=("192.0.2.7", 1234)) as client:
        ApiPlayer(client, "Ann").open(public=True)
        with site_of(client).database.engine.connect() as connection:
            stored = connection.execute(sa.select(waiting.c.address)).scalar_one()
    assert stored == address_hash(settings.secret_key, "table", "192.0.2.7")
    assert "192.0" not in stored
