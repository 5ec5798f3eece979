"""Ratings at several workers: each end of a match is rated once, and none is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import pytest
import sqlalchemy as sa

from app.base.errors import AppError
from app.contests.ratings.glicko import Rating, after_match
from app.contests.ratings.models import ratings, results
from app.matches.core.schemas import NewMatch
from app.people.players.player import Player
from app.site.site import Site
from engine.seat import SEATS, Seat
from tests.support.service import worker

OPEN = NewMatch(public=True, seat="A", first="A")


async def begun(site: Site, host: Player, guest: Player) -> str:
    """Return a public duel of two in which both have had a turn."""
    live = await site.matches.service.opening.create(host, OPEN)
    await site.matches.service.joining.join(live.id, guest)
    holders: Mapping[Seat, Player] = {"A": host, "B": guest}
    while live.match is None or live.match.position is None or live.match.position.turn <= len(SEATS):
        mover = next(iter(live.match.to_act)) if live.match else "A"
        await site.matches.service.act(live.id, holders[mover], live.seq, {"type": "end_summon"})
    return live.id


async def resign(site: Site, match_id: str, player: Player, seat: Seat) -> bool:
    """Resign at a worker; return whether that was first."""
    live = await site.matches.service.live_match(match_id)
    try:
        await site.matches.service.act(match_id, player, live.seq, {"type": "resign", "player": seat})
    except AppError as error:
        if error.code not in ("stale_seq", "match_over"):
            raise
        return False
    return True


async def test_both_resign_at_once_at_two_workers_and_it_is_rated_once(postgresql: str) -> None:
    async with worker(postgresql) as one, worker(postgresql) as two:
        ann, bob = await one.people.players.create("Ann"), await one.people.players.create("Bob")
        match_id = await begun(one, ann, bob)
        first = await asyncio.gather(resign(one, match_id, ann, "A"), resign(two, match_id, bob, "B"))
        assert sorted(first) == [False, True]
        rows = await one.base.database.read(lambda connection: connection.execute(sa.select(ratings)).all())
        assert [row.matches for row in rows] == [1, 1]
        stored = await one.base.database.read(lambda connection: connection.execute(sa.select(results)).all())
        assert sorted(row.outcome for row in stored) == ["lost", "won"]


async def test_matches_of_a_player_that_end_together_at_two_workers_all_count(postgresql: str) -> None:
    async with worker(postgresql) as one, worker(postgresql) as two:
        ann = await one.people.players.create("Ann")
        others = [await one.people.players.create(f"P{number}") for number in range(6)]
        ids = [await begun(one, other, ann) for other in others]
        ends = [
            resign(site, match_id, ann, "B") for match_id, site in zip(ids, (one, two, one, two, one, two), strict=True)
        ]
        assert all(await asyncio.gather(*ends))
        mine = sa.select(ratings).where(ratings.c.player_id == ann.id)
        row = await one.base.database.read(lambda connection: connection.execute(mine).one())
        expected = Rating()
        for _match in ids:
            expected = after_match(expected, Rating(), 0.0)
        assert row.matches == len(ids)
        assert abs(row.rating - expected.rating) < 0.001, "each went on from the one before"


async def test_an_end_that_was_not_stored_is_not_rated(sqlite: str) -> None:
    async with worker(sqlite) as site:
        ann, bob = await site.people.players.create("Ann"), await site.people.players.create("Bob")
        match_id = await begun(site, ann, bob)
        live = await site.matches.service.live_match(match_id)
        stale = {"type": "resign", "player": "A"}
        for seq in (live.seq - 1, live.seq + 1):
            with pytest.raises(AppError, match="stale_seq"):
                await site.matches.service.act(match_id, ann, seq, stale)
        count = sa.select(sa.func.count()).select_from(results)
        assert await site.base.database.read(lambda connection: connection.execute(count).scalar_one()) == 0
