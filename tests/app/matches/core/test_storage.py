"""Matches in the database: every acknowledged move is there for every reader."""

from __future__ import annotations

import asyncio
import random
from operator import methodcaller

import pytest
import sqlalchemy as sa

from app.base.errors import AppError
from app.matches.core.features.draw import DrawIn
from app.matches.core.service import SNAPSHOT_EVERY
from app.matches.core.storage.models import actions, seats, snapshots
from tests.support.cases import case
from tests.support.duels import END, begun, legal, opened, played, state
from tests.support.service import received, worker
from tests.support.waiting import others_go_on
from tools.rig.json import Json
from tools.rig.postgres import PostgresServer


async def test_matches_survive_a_restart_and_the_loss_of_a_snapshot(database_url: str) -> None:
    kinds: tuple[Json, ...] = ({"format": "draft", "seed": 3}, {"mode": "solo", "seed": 4})
    lengths = (0, 1, SNAPSHOT_EVERY - 1, SNAPSHOT_EVERY, SNAPSHOT_EVERY + 3, 1000)
    before = []
    async with worker(database_url) as one:
        for options in kinds:
            for moves in lengths:
                pair, live = await (opened if "mode" in options else begun)(one, **options)
                await played(one, pair, live, moves, random.Random(moves))
                before.append((f"{options} {moves}", pair, live, state(live)))
    async with worker(database_url) as two:
        for name, pair, live, known in before:
            with case(name):
                again = await two.matches.service.live_match(live.id)
                assert (state(again), again.row) == (known, live.row)
                await played(two, pair, again, 1000, random.Random(1))
                assert again.row.result is not None
        pair, live = await begun(two, format="draft", seed=3)
        await played(two, pair, live, SNAPSHOT_EVERY + 5, random.Random(1))
        for lost in (sa.update(snapshots).values(state=b"{}"), sa.delete(snapshots)):
            await two.base.writer.job(methodcaller("execute", lost))
            async with worker(database_url) as three:
                assert state(await three.matches.service.live_match(live.id)) == state(live)


async def test_an_open_match_and_its_link_survive(sqlite: str) -> None:
    async with worker(sqlite) as one:
        pair, live = await opened(one, seat="B", public=True, deck=4)
    async with worker(sqlite) as two:
        assert [row.id for row in await two.matches.service.lobby.tables(50)] == [live.id]
        joined = await two.matches.service.joining.join(live.id, pair["B"])
        assert joined.row.names == {"A": "Bob", "B": "Ann"}
        assert await two.matches.service.lobby.tables(50) == []
        assert [one.row.id for one in await two.matches.service.ongoing_of(pair["A"].id)] == [live.id]


async def test_two_workers_one_match(database_url: str) -> None:
    """Moves through either; each sees the other's, and of two at once one is refused."""
    rng = random.Random(9)
    async with worker(database_url) as one, worker(database_url) as two:
        pair, live = await begun(one, format="draft", seed=3)
        listener = await two.matches.service.watch(live.id, pair["B"])
        await received(listener, 0)
        for turn in range(40):
            mine = await (one, two)[turn % 2].matches.service.live_match(live.id)
            if mine.row.status == "over":
                break
            seat, action = legal(mine, rng)
            asked = [
                which.matches.service.act(live.id, pair[seat], mine.seq, dict(action))
                for which in ((one, two), (two, one))[rng.randrange(2)]
            ]
            answers = await asyncio.gather(*asked, return_exceptions=True)
            refused = [answer for answer in answers if isinstance(answer, AppError)]
            assert [error.code for error in refused] == ["stale_seq"], answers
        here, there = await one.matches.service.live_match(live.id), await two.matches.service.live_match(live.id)
        assert state(here) == state(there)
        update = await received(listener, here.seq)
        assert update.view("B") == here.now().view("B")
        two.matches.service.unwatch(listener)


async def test_of_two_who_join_at_two_workers_one_sits_and_who_joins_twice_sits_once(database_url: str) -> None:
    async with worker(database_url) as one, worker(database_url) as two:
        for _ in range(5):
            pair, live = await opened(one)
            eve = await one.people.players.create("Eve")
            await two.matches.service.live_match(live.id)
            joins = one.matches.service.joining.join(live.id, pair["B"]), two.matches.service.joining.join(live.id, eve)
            answers = await asyncio.gather(*joins, return_exceptions=True)
            assert [answer.code for answer in answers if isinstance(answer, AppError)] == ["match_full"]
            here, there = [await each.matches.service.live_match(live.id) for each in (one, two)]
            assert here.row.holders == there.row.holders
            assert state(here) == state(there)
        pair, live = await opened(one)
        await two.matches.service.live_match(live.id)
        twice = await asyncio.gather(*(which.matches.service.joining.join(live.id, pair["B"]) for which in (one, two)))
        assert [answer.row.seat_of(pair["B"].id) for answer in twice] == ["B", "B"]


async def test_many_moves_share_a_commit_and_one_bad_row_harms_no_other(database_url: str, stilled: None) -> None:
    clock = {"kind": "fischer", "base": 300, "increment": 5}
    async with worker(database_url) as one, worker(database_url) as two:
        live_matches = [await begun(one, seed=number) for number in range(20)]
        for pair, live in live_matches[:5]:  # five whose next move somebody else has made already
            seat, action = legal(live, random.Random(1))
            await two.matches.service.act(live.id, pair[seat], 0, dict(action))
        groups, written = one.base.writer.groups, one.base.writer.written
        moves = []
        for pair, live in live_matches:
            seat, action = legal(live, random.Random(2))
            moves.append(one.matches.service.act(live.id, pair[seat], 0, dict(action)))
        answers = await asyncio.gather(*moves, return_exceptions=True)
        assert [isinstance(answer, AppError) for answer in answers] == [True] * 5 + [False] * 15
        assert one.base.writer.written - written == 20
        assert one.base.writer.groups - groups < 10
        made = sa.select(sa.func.count()).select_from(actions)
        assert await one.base.database.read(lambda connection: connection.execute(made).scalar_one()) == 20
        games = [await begun(one, seed=number, first="A", clock=clock) for number in range(5)]
        pair, changed = games[0]
        await two.matches.service.handle(changed.id, pair["B"], DrawIn(do="offer"))
        before = [live.row.version for _, live in games]
        await asyncio.gather(*(one.matches.service.act(live.id, pair["A"], 0, END) for pair, live in games))
        assert [live.row.version - version for (_, live), version in zip(games, before, strict=True)] == [2, 1, 1, 1, 1]
        assert changed.row.features["draw_offer"] == "B"
        async with worker(database_url) as three:
            for _, live in games:
                assert (await three.matches.service.live_match(live.id)).row == live.row


async def test_an_asker_who_leaves_or_a_writer_that_stops_undoes_nothing(database_url: str) -> None:
    async with worker(database_url) as one:
        pair, live = await begun(one, seed=5)
        for _ in range(6):
            seat, action = legal(live, random.Random(3))
            asked = asyncio.create_task(one.matches.service.act(live.id, pair[seat], live.seq, dict(action)))
            await others_go_on(2)
            asked.cancel()
            await asyncio.gather(asked, return_exceptions=True)
            await one.base.writer.job(lambda connection: None)  # waiting writes have been made now
        known = state(await one.matches.service.live_match(live.id))
        names = [asyncio.create_task(one.people.players.create(f"P{number}")) for number in range(50)]
        await others_go_on()
    players = await asyncio.gather(*names)
    async with worker(database_url) as two:
        assert state(await two.matches.service.live_match(live.id)) == known
        for player in players:
            assert await two.people.players.by_cookie(await two.people.players.begin_session(player)) == player


async def test_the_database_refuses_what_is_broken_and_one_row_per_seq(database_url: str) -> None:
    async with worker(database_url) as one:
        pair, live = await begun(one, seed=5)
        await one.base.writer.job(
            lambda connection: connection.execute(sa.text("ALTER TABLE actions RENAME TO hidden"))
        )
        seat, action = legal(live, random.Random(3))
        with pytest.raises(AppError) as refused:
            await one.matches.service.act(live.id, pair[seat], 0, dict(action))
        assert (refused.value.code, refused.value.status, live.seq) == ("storage_unavailable", 503, 0)
        await one.base.writer.job(
            lambda connection: connection.execute(sa.text("ALTER TABLE hidden RENAME TO actions"))
        )
        await one.matches.service.act(live.id, pair[seat], 0, dict(action))
        assert live.seq == 1
        row = {"match_id": live.id, "seq": 1, "seat": "A", "action": b"{}", "at": 0.0}
        for wrong in (row, {**row, "match_id": "nosuchmatch"}):
            with pytest.raises(sa.exc.IntegrityError):
                await one.base.writer.row(sa.insert(actions), wrong)
        for match_id in ("", "x", "x" * 1000, "\0", "a\0b", "é" * 16, "%", "'; DROP TABLE matches; --"):
            with pytest.raises(AppError, match="no_such_match"):
                await one.matches.service.live_match(match_id)
        assert (await one.matches.service.live_match(live.id)).row.status == "playing"


async def test_what_no_database_can_hold_is_the_askers_mistake(postgres: PostgresServer) -> None:
    async with worker(postgres.create()) as one:
        query = sa.select(seats.c.match_id).where(seats.c.name == "a\0b")
        with pytest.raises(AppError, match="malformed"):
            await one.base.database.read(lambda connection: connection.execute(query).all())


async def test_sqlite_syncs_every_commit(sqlite: str) -> None:
    def pragmas(connection: sa.Connection) -> list[object]:
        names = ("journal_mode", "synchronous", "foreign_keys")
        return [connection.exec_driver_sql(f"PRAGMA {name}").scalar_one() for name in names]

    async with worker(sqlite) as one:
        assert await one.base.writer.job(pragmas) == ["wal", 2, 1]
