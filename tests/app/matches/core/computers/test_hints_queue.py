"""Hints wait in the queue of their address, as its bots do; one guest has one under way."""

from __future__ import annotations

import asyncio

import pytest

from app.base.errors import AppError
from app.matches.core.computers.hints import Hints
from app.matches.core.schemas import NewMatch
from tests.support.service import worker
from tests.support.waiting import others_go_on, until


async def test_a_hint_waits_in_the_queue_of_its_address(sqlite: str) -> None:
    async with worker(sqlite) as site:
        hints, queues = Hints(site.matches.service, site.matches.thinkers), site.matches.thinkers.queues
        ann, bob = [await site.people.players.create(name) for name in ("Ann", "Bob")]
        hers, his = [
            (await site.matches.service.opening.create(player, NewMatch(mode="solo"))).id for player in (ann, bob)
        ]
        async with queues.slot("school"), queues.slot("school") as queue:
            waiting = asyncio.create_task(hints.hint(hers, ann, "school"))
            await until(lambda: queue.waiting == 3)
            await others_go_on(10)
            assert site.matches.thinkers.asking == 0, "both turns of this address are taken"
            with pytest.raises(AppError, match="too_many"):
                await hints.hint(hers, ann, "elsewhere")
            assert (await hints.hint(his, bob, "home")).seq == 0, "another address does not wait"
            assert not waiting.done()
        assert (await waiting).seq == 0
        assert (await hints.hint(hers, ann, "school")).seq == 0
