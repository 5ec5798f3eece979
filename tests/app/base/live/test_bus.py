"""Several workers and a real Redis: moves show at once; without Redis they show within a moment; nothing is lost."""

from __future__ import annotations

import asyncio
import random

import orjson
import pytest
import redis

from app.base.live.bus import Bus, channel_of
from app.base.live.worker_hints import LobbyHint, MatchHint, MoveHint, NoticesHint, WorkerHint
from app.matches.core.live.update import Presence
from app.matches.core.memory import presence as module
from app.site.site import Site
from tests.support.duels import begun, legal, opened, played, state
from tests.support.service import connected, received, update_where, worker
from tests.support.waiting import time_for_a_mistake, until
from tests.support.work import NEVER
from tools.rig.redis import RedisServer


async def test_a_hint_reaches_the_other_workers_and_not_oneself(own_redis: RedisServer) -> None:
    one, two = Bus(own_redis.url), Bus(own_redis.url)
    received_one: list[WorkerHint] = []
    received_two: list[WorkerHint] = []
    for bus, hints_of in ((one, received_one), (two, received_two)):
        for kind in (MoveHint, MatchHint, LobbyHint):
            bus.subscribe(kind, hints_of.append)
    async with one.run(), two.run():
        await until(lambda: one.connected and two.connected)
        hints: list[WorkerHint] = [*(MoveHint("x", number) for number in range(98)), MatchHint("y"), LobbyHint()]
        for hint in hints:
            one.publish(hint)
        await until(lambda: len(received_two) == 100)
        assert received_two == hints
        assert received_one == []
        newer = {"type": "match", "match": "x", "more": 1}
        unknown = [{"type": "dance"}, {"match": "x"}, {"type": "move", "match": "x"}, 7, newer]
        with redis.Redis(port=own_redis.port) as stranger:
            for nonsense in (b"", b"{", b"[]", b'{"worker": "x", "hints": 7}', b"\xff"):
                stranger.publish(channel_of(0), nonsense)
            stranger.publish(channel_of(0), orjson.dumps({"worker": "x", "hints": unknown}))
        one.publish(NoticesHint())  # nobody has subscribed
        one.publish(MatchHint("y"))
        await until(lambda: received_two[-1] == MatchHint("y"))
        assert received_two[100:] == [MatchHint("x"), MatchHint("y")]


async def test_moves_of_one_worker_show_at_another_and_both_play_one_match_to_its_end(
    database_url: str, own_redis: RedisServer
) -> None:
    rng = random.Random(5)
    async with worker(database_url, own_redis.url) as one, worker(database_url, own_redis.url) as two:
        await connected(one, two)
        pair, live = await begun(one, format="draft", seed=3)
        listener = await two.matches.service.watch(live.id, pair["B"])
        await received(listener, 0)
        for seq in range(1, 20):
            await played(one, pair, live, 1, rng)
            update = await received(listener, seq)
            assert update.seq == seq
            assert update.events("B") == live.after(live.last.number - 1, 1).events("B")
        sides = [(one, await one.matches.service.watch(live.id, pair["A"])), (two, listener)]
        here, there = sides[0][1].live, listener.live
        while here.row.status != "over":
            (mover, page), (_, other) = rng.sample(sides, 2)
            await played(mover, pair, page.live, rng.randint(1, 3), rng)
            await received(other, page.live.seq)
            assert state(here) == state(there)
        assert here.row == there.row
        assert there.row.result is not None


async def test_hints_that_come_twice_late_or_never_do_no_harm(sqlite: str, own_redis: RedisServer) -> None:
    rng = random.Random(7)
    async with worker(sqlite) as silent, worker(sqlite, own_redis.url) as hearing:
        await connected(hearing)
        pair, live = await begun(silent, seed=3)
        listener = await hearing.matches.service.watch(live.id, pair["B"])
        await received(listener, 0)
        with redis.Redis(port=own_redis.port) as channel:

            def hint(*numbers: int) -> None:
                hints = [MoveHint(live.id, number) for number in numbers]
                channel.publish(channel_of(0), orjson.dumps({"worker": "another", "hints": hints}))

            hint(1, 40, 10**9)  # of moves that nobody has made
            await played(silent, pair, live, 3, rng)
            hint(3, 1)
            await received(listener, 3)
            await played(silent, pair, live, 20, rng)
            hint(22, 22, 4)
            hint(live.seq)
            await received(listener, live.seq)
        assert state(listener.live) == state(live)


async def _moves_arrive(one: Site, two: Site) -> None:
    pair, live = await begun(one, seed=6)
    listener = await two.matches.service.watch(live.id, pair["B"])
    seat, action = legal(live, random.Random(1))
    await one.matches.service.act(live.id, pair[seat], live.seq, dict(action))
    await received(listener, 1)
    two.matches.service.unwatch(listener)


async def test_redis_goes_and_comes_back_and_without_it_workers_poll(sqlite: str, own_redis: RedisServer) -> None:
    async with worker(sqlite, own_redis.url) as one, worker(sqlite, own_redis.url) as two:
        await connected(one, two)
        await _moves_arrive(one, two)
        pair, live = await begun(two, seed=6)
        listener = await one.matches.service.watch(live.id, pair["B"])
        await received(listener, 0)
        own_redis.stop()
        await until(lambda: not one.base.bus.connected and not two.base.bus.connected)
        seat, action = legal(live, random.Random(1))
        await two.matches.service.act(live.id, pair[seat], 0, dict(action))
        await _moves_arrive(one, two)  # by polling
        pair, table = await opened(one)
        host = await one.matches.service.watch(table.id, pair["A"])
        await two.matches.service.joining.join(table.id, pair["B"])
        await update_where(host, lambda update: update.status == "playing")
        own_redis.start()
        await connected(one, two)
        await received(listener, 1)
        await _moves_arrive(one, two)


async def test_presence_is_shared_between_workers(sqlite: str, own_redis: RedisServer) -> None:
    async with worker(sqlite, own_redis.url) as one:
        pair, live = await begun(one, seed=6)
        async with worker(sqlite, own_redis.url) as two:
            await connected(one, two)
            at_one = await one.matches.service.watch(live.id, pair["A"])
            at_two = await two.matches.service.watch(live.id, pair["B"])
            spectator = await two.matches.service.watch(live.id, None)
            everybody = Presence(A=True, B=True, watchers=1)
            await until(lambda: at_one.live.last.presence == everybody and at_two.live.last.presence == everybody)
            two.matches.service.unwatch(spectator)
            two.matches.service.unwatch(at_two)
            await until(lambda: at_one.live.last.presence == Presence(A=True))


async def test_a_reload_does_not_flicker_and_a_departure_that_nobody_waits_for_harms_nothing(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "GRACE", NEVER)
    complaints: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context))
    async with worker(sqlite) as one:
        pair, live = await begun(one, seed=6)
        ann = await one.matches.service.watch(live.id, pair["A"])
        bob = await one.matches.service.watch(live.id, pair["B"])
        before = live.last.number
        one.matches.service.unwatch(bob)
        again = await one.matches.service.watch(live.id, pair["B"])  # however long that takes here
        one.matches.service.presence.settle(live)  # as it does a moment after the departure
        assert live.last.number == before
        monkeypatch.setattr(module, "GRACE", 0.1)
        one.matches.service.unwatch(again)
        assert live.last.presence.B, "it is seen a moment later"
        await until(lambda: not live.last.presence.B)
        one.matches.service.unwatch(ann)
    await time_for_a_mistake(0.3)
    assert complaints == []


async def test_a_slow_reader_gets_the_newest_state_with_all_events(sqlite: str) -> None:
    async with worker(sqlite) as one:
        pair, live = await begun(one, format="draft", seed=3)
        slow = await one.matches.service.watch(live.id, pair["A"])
        fast = await one.matches.service.watch(live.id, pair["A"])
        await received(slow, 0)
        await received(fast, 0)
        events = []
        for seq in range(1, 13):
            await played(one, pair, live, 1, random.Random(seq))
            events += (await received(fast, seq)).events("A")
        late = await slow.__anext__()
        assert (late.seq, late.full) == (12, False)
        assert late.events("A") == events
        await played(one, pair, live, 1, random.Random(1))
        assert (await slow.__anext__()).seq == 13
        await played(one, pair, live, 1000, random.Random(1))
        very_late = await slow.__anext__()
        assert (very_late.seq, very_late.full, very_late.events("A")) == (live.seq, True, [])
        assert very_late.view("A") == live.now().view("A")


async def test_a_handler_that_fails_does_not_end_the_bus(own_redis: RedisServer) -> None:
    one, two = Bus(own_redis.url), Bus(own_redis.url)
    received: list[MatchHint] = []

    def fail_first(hint: MatchHint) -> None:
        received.append(hint)
        if len(received) == 1:
            raise RuntimeError("a mistake")

    two.subscribe(MatchHint, fail_first)
    async with one.run(), two.run():
        await until(lambda: one.connected and two.connected)
        one.publish(MatchHint("x"))
        await until(lambda: len(received) == 1 and not two.connected)
        await until(lambda: two.connected)
        one.publish(MatchHint("y"))
        await until(lambda: received[1:] == [MatchHint("y")])
