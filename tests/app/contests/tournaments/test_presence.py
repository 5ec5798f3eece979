"""Presence at a tournament: by pages in front alone, taken back at once, and by no more than a dozen sockets of a
guest."""

from __future__ import annotations

import asyncio

import pytest

from app.base.errors import AppError
from app.contests.tournaments.live.presence import MAX_SOCKETS
from app.contests.tournaments.running.waiting import waiting_in
from app.site.site import Site
from tests.support.evening import evening
from tests.support.waiting import DEADLINE, until_found

pytestmark = pytest.mark.asyncio(loop_scope="module")
ARENA = {"system": "arena", "seconds": 300, "clock": {"kind": "turn", "seconds": 60}}


async def test_a_page_that_is_closed_or_covered_waits_for_no_match(shared_worker: Site) -> None:
    site = shared_worker
    played = await evening(site, 2, **ARENA)
    await site.contests.organizing.direct(played.id, played.organizer, "start", "")
    one = played.players[0]

    async def is_waiting() -> bool:
        return bool(waiting_in(await played.tournament, site.contests.tournaments.site_time()))

    async def is_away() -> bool:
        return not await is_waiting()

    async with site.contests.tournament_presence.counted(played.id, one) as page:
        await until_found(is_waiting)
        async with site.contests.tournament_presence.counted(played.id, one):
            await page.show(in_front=False)
            assert await is_waiting()  # the other one is in front
        assert await is_away()
        await page.show(in_front=True)
        await until_found(is_waiting)
    assert await is_away()


async def test_a_guest_has_a_dozen_sockets_at_a_tournament(shared_worker: Site) -> None:
    presence, played = shared_worker.contests.tournament_presence, await evening(shared_worker, 1)
    async with asyncio.timeout(DEADLINE):
        pages = [presence.counted(played.id, played.players[0]) for _ in range(MAX_SOCKETS)]
        for page in pages:
            await page.__aenter__()
        with pytest.raises(AppError, match="too_many_pages"):
            presence.check_room(played.id, played.players[0])
        presence.check_room(played.id, played.organizer)
        for page in pages:
            await page.__aexit__(None, None, None)
        presence.check_room(played.id, played.players[0])
