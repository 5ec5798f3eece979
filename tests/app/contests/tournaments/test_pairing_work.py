"""Pairing in the helper process: the largest field, within its limits, while moves continue."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace

from app.contests.tournaments.rules.options import MAX_ENTRIES, Swiss
from app.contests.tournaments.rules.pairing import pair_round
from app.contests.tournaments.rules.types import BoardResult, Entrant
from app.matches.core.schemas import NewMatch
from tests.support.service import worker

MOVES = 12


async def test_the_largest_field_is_paired_within_the_helpers_limits_and_no_move_waits(sqlite: str) -> None:
    chance = random.Random(5)
    field = [Entrant(number, chance.randint(1000, 2200), "in") for number in range(1, MAX_ENTRIES + 1)]
    first = pair_round(Swiss(rounds=9), field, [], 1, 5)
    assert isinstance(first, list)
    boards: list[BoardResult] = [replace(one.opened(1), outcome=chance.choice(("a", "b", "draw"))) for one in first]
    async with worker(sqlite) as site:
        ann, bob = await site.people.players.create("Ann"), await site.people.players.create("Bob")
        live = await site.matches.service.opening.create(ann, NewMatch(seat="A", first="A", clock=None))
        await site.matches.service.joining.join(live.id, bob)
        pairing = asyncio.create_task(site.contests.pairing.run(pair_round, Swiss(rounds=9), field, boards, 2, 5))
        for seq in range(MOVES):
            by = (ann, bob)[seq % 2]
            await site.matches.service.act(live.id, by, seq, {"type": "end_summon"})
        assert not pairing.done()
        drawn = await pairing
    assert isinstance(drawn, list)
    assert sorted(number for one in drawn for number in (one.a, one.b or 0)) == [entry.number for entry in field]
