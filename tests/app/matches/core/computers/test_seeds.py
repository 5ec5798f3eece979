"""A bot's choices cannot be computed from what its opponent knows of the match."""

from __future__ import annotations

import orjson
import sqlalchemy as sa

from app.matches.bots.thinking import Plan, question_of, think
from app.matches.core.storage.models import actions
from engine.match import Match, Options
from tests.support.duels import opened
from tests.support.service import worker
from tests.support.waiting import until


def _deck(seed: str) -> Plan:
    return think(question_of(Match.new(Options(seed=1, format="constructed")), 2, "B", seed), 10)


async def test_a_bots_deck_comes_from_the_secret_of_its_site(sqlite: str) -> None:
    async with worker(sqlite) as site:
        _, live = await opened(site, opponent="bot:2", format="constructed")
        await until(lambda: live.seq == 1)
        query = sa.select(actions.c.action).where(actions.c.match_id == live.id, actions.c.seat == "B")
        stored = await site.base.database.read(lambda connection: connection.execute(query).scalar_one())
        built = (orjson.loads(stored),)
        assert built == _deck(site.matches.thinkers.seeds.of(live.id, 0, "try 0")).actions
        assert built != _deck(f"{live.id}:0:0").actions
