"""Each turn of a bot is thought about once, at one of several workers; and what goes there holds no hidden card."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import Callable
from dataclasses import asdict

import httpx
import orjson
import pytest
import sqlalchemy as sa
from websockets.sync.client import connect

from app.base.live.models import workers
from app.matches.bots.thinking import question_of
from app.matches.core import sync
from app.matches.core.computers import bots
from app.matches.core.computers.bot_turns import BotTurns
from app.matches.core.live.live_match import LiveMatch
from app.matches.core.storage.models import actions, bot_turns
from app.site.site import Site
from tests.conftest import StartServer
from tests.engine.bots.test_knowledge import moments, shuffled
from tests.support.bots import when_due
from tests.support.cases import case
from tests.support.duels import END, opened
from tests.support.service import DEADLINE, worker
from tests.support.waiting import until_found, wait_until
from tools.rig.players import ApiPlayer

BOT = {"opponent": "bot:2"}


async def when_anns(site: Site, match_id: str) -> LiveMatch:
    """Return the match when it is A's to act, or over."""

    async def due() -> bool:
        return (await site.matches.service.live_match(match_id)).now().to_act != ("B",)

    await until_found(due)
    return await site.matches.service.live_match(match_id)


def test_hidden_cards_in_other_places_change_nothing_that_is_sent_to_a_process() -> None:
    dice = random.Random(3)
    for kind in ("2022-duel-draft", "2021-duel-preconstructed", "2022-duel-constructed"):
        awaited = [(match, seat) for match, seat in moments(kind, 5, 1.0) if seat in match.to_act]
        assert len(awaited) > 2
        for match, seat in awaited:
            with case(kind):
                sent = orjson.dumps(asdict(question_of(match, 6, seat, "match:3")))
                assert orjson.dumps(asdict(question_of(shuffled(match, seat, dice), 6, seat, "match:3"))) == sent


async def test_a_turn_is_thought_about_once(database_url: str) -> None:
    async with worker(database_url) as one, worker(database_url) as two:
        pair, live = await opened(one, first="A", seed=5, **BOT)
        watching = [(site, await site.matches.service.watch(live.id, pair["A"])) for site in (one, two)]
        for move in range(6):
            site = (one, two)[move % 2]
            live = await when_anns(site, live.id)
            if live.row.status == "over":
                break
            await site.matches.service.act(live.id, pair["A"], live.seq, END)
        live = await when_anns(one, live.id)
        query = sa.select(actions.c.action).where(actions.c.match_id == live.id, actions.c.seat == "B")
        rows = await one.base.database.read(lambda connection: list(connection.execute(query).scalars()))
        ended = sum(orjson.loads(row)["type"] == "end_summon" for row in rows)
        assert ended > 1
        assert one.matches.thinkers.asked + two.matches.thinkers.asked - ended in (
            0,
            1,
        )  # one more where a play ended the match
        for site, subscription in watching:
            site.matches.service.unwatch(subscription)


async def test_a_turn_is_claimed_by_one_worker_until_that_one_lets_go(database_url: str) -> None:
    async with worker(database_url) as one, worker(database_url) as two:
        for site in (one, two):
            await site.matches.bots.stop()
        match_id = (await opened(one, first="B", **BOT))[1].id
        turns = [BotTurns(site.base.database, site.base.writer, site.base.bus.worker) for site in (one, two)]
        for mine, others in (turns, turns[::-1]):
            assert await mine.claim(match_id)
            assert not await others.claim(match_id)
            await others.release(match_id)
            assert not await others.claim(match_id)
            assert await mine.claim(match_id)
            await mine.release(match_id)
        assert sorted(await asyncio.gather(*(turn.claim(match_id) for turn in turns))) == [False, True]


def _claimed_by_the_dead(match_id: str) -> Callable[[sa.Connection], None]:
    def claim_and_die(connection: sa.Connection) -> None:
        connection.execute(sa.insert(workers).values(id="dead", beat=1))
        connection.execute(sa.insert(bot_turns).values(match_id=match_id, worker="dead"))

    return claim_and_die


async def test_another_worker_plays_on_for_one_that_has_died(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "CHECK_SECONDS", 0.1)
    async with worker(database_url) as one:
        await one.matches.bots.stop()
        match_id = (await opened(one, first="B", **BOT))[1].id
        await one.base.writer.job(_claimed_by_the_dead(match_id))
        async with worker(database_url) as two:  # nobody asks for the match there
            monkeypatch.setattr(sync, "DEAD_AFTER", -1.0)
            await one.matches.sync.others_alive()
            assert (await when_anns(one, match_id)).seq > 0
            assert two.matches.thinkers.asked == 1
            left = sa.select(sa.func.count()).select_from(bot_turns)

            async def done() -> bool:
                return not await one.base.database.read(lambda connection: connection.execute(left).scalar_one())

            await until_found(done)


async def test_a_lone_worker_plays_at_once_for_the_one_before_it(sqlite: str) -> None:
    async with worker(sqlite) as one:
        await one.matches.bots.stop()
        match_id = (await opened(one, first="B", **BOT))[1].id
        await one.base.writer.job(_claimed_by_the_dead(match_id))
        async with worker(sqlite, alone=True) as two:
            live = await when_anns(two, match_id)  # though the dead one is still listed, and its claim would hold
            assert live.seq > 0
            query = sa.select(workers.c.id)
            listed = await two.base.database.read(lambda connection: list(connection.execute(query).scalars()))
            assert one.base.bus.worker in listed  # one that lives all the same keeps its players


def test_a_bot_goes_on_after_the_server_was_killed_in_the_middle_of_its_turn(start_server: StartServer) -> None:
    server = start_server(bot_pause_seconds="60")
    with httpx.Client(base_url=server.url, timeout=DEADLINE) as client:
        ann = ApiPlayer(client, "Ann")
        match_id = ann.open(opponent="bot:2", first="A")
        stream = f"{server.ws_url}/api/matches/{match_id}/stream"
        with connect(stream, additional_headers=ann.headers, open_timeout=DEADLINE) as listening:
            listening.recv(DEADLINE)
            ann.act(match_id, 0, END)  # with a reader, the bot would pause for a minute now
            database = sqlite3.connect(server.folder / "data" / "clash.db")
            claimed_by = "SELECT worker FROM bot_turns"
            wait_until(lambda: len(database.execute(claimed_by).fetchall()) == 1)  # a turn is claimed after the answer
            server.kill()
        [dead] = database.execute(claimed_by).fetchone()
        server.settings["bot_pause_seconds"] = "0"
        server.start()
        assert (dead,) not in database.execute(claimed_by).fetchall()  # nobody waits for the dead worker
        database.close()
        assert when_due(ann, match_id)["seq"] > 1
