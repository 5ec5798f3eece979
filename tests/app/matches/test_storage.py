"""Matches in the database: every acknowledged move is there for every reader."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest
import sqlalchemy as sa

from app.errors import AppError
from app.matches import sync
from app.matches.features import public_keys
from app.matches.features.draw import DrawIn
from app.matches.live.live_match import BYTES_OF_MATCH, LiveMatch
from app.matches.memory.live_matches import LiveMatches
from app.matches.schemas import NewMatch
from app.matches.service import SNAPSHOT_EVERY
from app.matches.storage.models import actions, matches, snapshots
from app.players.player import Player
from app.site import Site
from engine.seat import Seat
from tests.support.service import received, worker
from tests.support.waiting import others_go_on
from tools.rig.postgres import PostgresServer

Pair = dict[Seat, Player]


async def begun(one: Site, **options: Any) -> tuple[Pair, LiveMatch]:
    """Open a match: two players and their match."""
    pair: Pair = {"A": await one.players.create("Ann"), "B": await one.players.create("Bob")}
    live = await one.matches.opening.create(pair["A"], NewMatch(seat="A", **options))
    return pair, await one.matches.opening.join(live.id, pair["B"])


def legal(live: LiveMatch, rng: random.Random) -> tuple[Seat, dict[str, Any]]:
    """Return the seat to act, and a random action of it."""
    assert live.match is not None
    seat = live.match.to_act[0]
    action: Any = rng.choice(live.match.legal_actions(seat))
    return seat, action


async def played(one: Site, pair: Pair, live: LiveMatch, moves: int, rng: random.Random) -> LiveMatch:
    """Return the match after that many random moves, or at its end."""
    for _ in range(moves):
        if live.row.status == "over":
            break
        seat, action = legal(live, rng)
        await one.matches.act(live.id, pair[seat], live.seq, action)
    return live


def state(live: LiveMatch) -> Any:
    """Return everything about a match, hidden cards included."""
    assert live.match is not None
    return live.seq, live.row.status, live.row.result, live.match.to_json()


@pytest.mark.parametrize("moves", [0, 1, SNAPSHOT_EVERY - 1, SNAPSHOT_EVERY, SNAPSHOT_EVERY + 3, 1000])
@pytest.mark.parametrize("options", [{"format": "draft", "seed": 3}, {"mode": "solo", "seed": 4}], ids=["duel", "solo"])
async def test_a_match_survives_a_restart(database_url: str, moves: int, options: dict[str, Any]) -> None:
    rng = random.Random(moves)
    async with worker(database_url) as one:
        pair: Pair = {"A": await one.players.create("Ann"), "B": await one.players.create("Bob")}
        live = await one.matches.opening.create(pair["A"], NewMatch(seat="A", **options))
        if live.row.mode == "duel":
            live = await one.matches.opening.join(live.id, pair["B"])
        await played(one, pair, live, moves, rng)
        before = state(live)
    async with worker(database_url) as two:
        again = await two.matches.live_match(live.id)
        assert state(again) == before
        assert again.row == live.row
        await played(two, pair, again, 1000, rng)
        assert again.row.result is not None


async def test_without_its_snapshot_a_match_is_rebuilt_from_the_log(database_url: str) -> None:
    async with worker(database_url) as one:
        pair, live = await begun(one, format="draft", seed=3)
        await played(one, pair, live, SNAPSHOT_EVERY + 5, random.Random(1))
        await one.writer.job(lambda connection: connection.execute(sa.delete(snapshots)))
        async with worker(database_url) as two:
            assert state(await two.matches.live_match(live.id)) == state(live)


async def test_an_open_match_and_its_link_survive(database_url: str) -> None:
    async with worker(database_url) as one:
        ann = await one.players.create("Ann")
        live = await one.matches.opening.create(ann, NewMatch(seat="B", public=True, deck=4))
    async with worker(database_url) as two:
        assert [row.id for row in await two.matches.lobby.tables(50)] == [live.id]
        bob = await two.players.create("Bob")
        joined = await two.matches.opening.join(live.id, bob)
        assert joined.row.names == {"A": "Bob", "B": "Ann"}
        assert await two.matches.lobby.tables(50) == []
        assert [one.row.id for one in await two.matches.ongoing_of(ann)] == [live.id]


async def test_two_workers_one_match(database_url: str) -> None:
    """Moves through either; each sees the other's, and of two at once one is refused."""
    rng = random.Random(9)
    async with worker(database_url) as one, worker(database_url) as two:
        pair, live = await begun(one, format="draft", seed=3)
        listener = await two.matches.watch(live.id, pair["B"])
        await received(listener, 0)
        for turn in range(40):
            mine = await (one, two)[turn % 2].matches.live_match(live.id)
            if mine.row.status == "over":
                break
            seat, action = legal(mine, rng)
            asked = [
                which.matches.act(live.id, pair[seat], mine.seq, action)
                for which in ((one, two), (two, one))[rng.randrange(2)]
            ]
            answers = await asyncio.gather(*asked, return_exceptions=True)
            refused = [answer for answer in answers if isinstance(answer, AppError)]
            assert [error.code for error in refused] == ["stale_seq"], answers
        here, there = await one.matches.live_match(live.id), await two.matches.live_match(live.id)
        assert state(here) == state(there)
        update = await received(listener, here.seq)
        assert update.view("B") == here.now().view("B")
        two.matches.unwatch(listener)


async def test_of_two_who_join_at_two_workers_one_sits(database_url: str) -> None:
    async with worker(database_url) as one, worker(database_url) as two:
        for _ in range(5):
            host, bob, eve = [await one.players.create(name) for name in ("Ann", "Bob", "Eve")]
            live = await one.matches.opening.create(host, NewMatch(seat="A"))
            await two.matches.live_match(live.id)
            joins = one.matches.opening.join(live.id, bob), two.matches.opening.join(live.id, eve)
            answers = await asyncio.gather(*joins, return_exceptions=True)
            refused = [answer.code for answer in answers if isinstance(answer, AppError)]
            assert refused == ["match_full"]
            assert (await one.matches.live_match(live.id)).row.holders == (
                await two.matches.live_match(live.id)
            ).row.holders
            assert state(await one.matches.live_match(live.id)) == state(await two.matches.live_match(live.id))


async def test_a_player_who_joins_twice_at_once_sits_once(database_url: str) -> None:
    async with worker(database_url) as one, worker(database_url) as two:
        host, bob = await one.players.create("Ann"), await one.players.create("Bob")
        live = await one.matches.opening.create(host, NewMatch(seat="A"))
        await two.matches.live_match(live.id)
        answers = await asyncio.gather(*(which.matches.opening.join(live.id, bob) for which in (one, two)))
        assert [answer.row.seat_of(bob.id) for answer in answers] == ["B", "B"]


async def test_a_draw_withdrawn_elsewhere_cannot_be_accepted(database_url: str) -> None:
    async with worker(database_url) as one, worker(database_url) as two:
        pair, live = await begun(one)
        await one.matches.handle(live.id, pair["A"], DrawIn(do="offer"))
        stale = await two.matches.live_match(live.id)
        assert public_keys(stale.now())["draw_offer"] == "A"
        await one.matches.handle(live.id, pair["A"], DrawIn(do="withdraw"))
        with pytest.raises(AppError) as refused:
            await two.matches.handle(live.id, pair["B"], DrawIn(do="accept"))
        assert refused.value.code == "no_draw_offer"
        assert (await one.matches.live_match(live.id)).row.status == "playing"


async def test_many_moves_share_a_commit_and_one_bad_row_harms_no_other(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sync, "POLL", 3600.0)  # no heart beats among what is counted
    async with worker(database_url) as one, worker(database_url) as two:
        live_matches = [await begun(one, seed=number) for number in range(20)]
        for pair, live in live_matches[:5]:  # five whose next move somebody else has made already
            seat, action = legal(live, random.Random(1))
            await two.matches.act(live.id, pair[seat], 0, action)
        groups, written = one.writer.groups, one.writer.written
        moves = []
        for pair, live in live_matches:
            seat, action = legal(live, random.Random(2))
            moves.append(one.matches.act(live.id, pair[seat], 0, action))
        answers = await asyncio.gather(*moves, return_exceptions=True)
        assert [isinstance(answer, AppError) for answer in answers] == [True] * 5 + [False] * 15
        assert one.writer.written - written == 20
        assert one.writer.groups - groups < 10

        def count(connection: sa.Connection) -> int:
            return connection.execute(sa.select(sa.func.count()).select_from(actions)).scalar_one()

        assert await one.database.read(count) == 20


async def test_turns_end_together_though_another_worker_has_changed_a_row(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sync, "POLL", 3600.0)  # this worker does not know yet
    clock = {"kind": "fischer", "base": 300, "increment": 5}
    async with worker(database_url) as one, worker(database_url) as two:
        games = [await begun(one, seed=number, first="A", clock=clock) for number in range(5)]
        pair, changed = games[0]
        await two.matches.handle(changed.id, pair["B"], DrawIn(do="offer"))
        before = [live.row.version for _, live in games]
        ends = [one.matches.act(live.id, pair["A"], 0, {"type": "end_summon"}) for pair, live in games]
        await asyncio.gather(*ends)
        assert [live.row.version - version for (_, live), version in zip(games, before, strict=True)] == [2, 1, 1, 1, 1]
        assert changed.row.features["draw_offer"] == "B"
        async with worker(database_url) as three:
            for _, live in games:
                assert (await three.matches.live_match(live.id)).row == live.row


async def test_an_asker_who_leaves_does_not_undo_what_was_written(database_url: str) -> None:
    async with worker(database_url) as one:
        pair, live = await begun(one, seed=5)
        for _ in range(6):
            seat, action = legal(live, random.Random(3))
            asked = asyncio.create_task(one.matches.act(live.id, pair[seat], live.seq, action))
            await others_go_on(2)
            asked.cancel()
            await asyncio.gather(asked, return_exceptions=True)
            await one.writer.job(lambda connection: None)  # waiting writes have been made now
        async with worker(database_url) as two:
            assert state(await two.matches.live_match(live.id)) == state(await one.matches.live_match(live.id))


async def test_a_writer_that_stops_writes_what_waits(database_url: str) -> None:
    async with worker(database_url) as one:
        names = [asyncio.create_task(one.players.create(f"P{number}")) for number in range(50)]
        await others_go_on()
    players = await asyncio.gather(*names)
    async with worker(database_url) as two:
        for player in players:
            assert await two.players.by_cookie(await two.players.begin_session(player)) == player


async def test_a_forgotten_room_comes_back(database_url: str) -> None:
    async with worker(database_url) as one:
        one.matches.live_matches = LiveMatches(one.database, most=3 * BYTES_OF_MATCH)
        live_matches = [await begun(one, seed=number) for number in range(6)]
        assert len(one.matches.live_matches) <= 3
        for pair, live in live_matches:
            again = await one.matches.live_match(live.id)
            assert state(again) == state(live)
            await played(one, pair, again, 3, random.Random(1))
            assert again.seq == 3


async def test_a_broken_database_is_reported_and_changes_nothing(database_url: str) -> None:
    async with worker(database_url) as one:
        pair, live = await begun(one, seed=5)
        await one.writer.job(lambda connection: connection.execute(sa.text("ALTER TABLE actions RENAME TO hidden")))
        seat, action = legal(live, random.Random(3))
        with pytest.raises(AppError) as refused:
            await one.matches.act(live.id, pair[seat], 0, action)
        assert (refused.value.code, refused.value.status) == ("storage_unavailable", 503)
        assert live.seq == 0
        await one.writer.job(lambda connection: connection.execute(sa.text("ALTER TABLE hidden RENAME TO actions")))
        await one.matches.act(live.id, pair[seat], 0, action)
        assert live.seq == 1


@pytest.mark.parametrize("match_id", ["", "x", "x" * 1000, "\0", "a\0b", "é" * 16, "%", "'; DROP TABLE matches; --"])
async def test_what_is_no_id_is_no_match(database_url: str, match_id: str) -> None:
    async with worker(database_url) as one:
        with pytest.raises(AppError) as refused:
            await one.matches.live_match(match_id)
        assert refused.value.code == "no_such_match"


async def test_what_no_database_can_hold_is_the_askers_mistake(postgres: PostgresServer) -> None:
    async with worker(postgres.create()) as one:
        query = sa.select(matches.c.id).where(matches.c.name_a == "a\0b")
        with pytest.raises(AppError) as refused:
            await one.database.read(lambda connection: connection.execute(query).all())
        assert (refused.value.code, refused.value.status) == ("malformed", 400)


async def test_sqlite_syncs_every_commit(tmp_path: Any) -> None:
    async with worker(f"sqlite:///{tmp_path}/x.db") as one:

        def pragmas(connection: sa.Connection) -> list[Any]:
            names = ("journal_mode", "synchronous", "foreign_keys")
            return [connection.exec_driver_sql(f"PRAGMA {name}").scalar_one() for name in names]

        assert await one.writer.job(pragmas) == ["wal", 2, 1]


async def test_one_row_per_seq_whatever_the_code_does(database_url: str) -> None:
    async with worker(database_url) as one:
        pair, live = await begun(one, seed=5)
        await played(one, pair, live, 1, random.Random(1))
        row = {"match_id": live.id, "seq": 1, "seat": "A", "action": b"{}", "at": 0.0}
        with pytest.raises(sa.exc.IntegrityError):
            await one.writer.row(sa.insert(actions), row)
        with pytest.raises(sa.exc.IntegrityError):
            await one.writer.row(sa.insert(actions), {**row, "match_id": "nosuchmatch"})
        status = sa.select(matches.c.status).where(matches.c.id == live.id)
        assert await one.database.read(lambda connection: connection.execute(status).scalar_one()) == "playing"
