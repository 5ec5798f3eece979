"""The shards of matches: hints go by the match's shard, and only where somebody else may hold it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager

import redis

from app.base.live.bus import Bus, channel_of
from app.base.live.shards import Shards
from app.base.live.worker_hints import MoveHint
from tests.support.duels import begun, played
from tests.support.service import connected, received, worker
from tests.support.waiting import until
from tools.rig.redis import RedisServer


@contextmanager
def overheard(server: RedisServer) -> Iterator[list[tuple[str, bytes]]]:
    """Provide the messages of all channels."""
    said: list[tuple[str, bytes]] = []
    with redis.Redis(port=server.port) as client, client.pubsub() as ear:
        ear.psubscribe(**{"clash:*": lambda message: said.append((message["channel"].decode(), message["data"]))})
        thread = ear.run_in_thread(sleep_time=0.01)
        try:
            yield said
        finally:
            thread.stop()
            thread.join()


async def test_hints_go_to_the_channel_of_their_shard(own_redis: RedisServer) -> None:
    first, second, third = (Bus(own_redis.url, Shards(own, 3)) for own in range(3))
    heard: dict[int, list[object]] = {1: [], 2: []}
    second.subscribe(MoveHint, heard[1].append)
    third.subscribe(MoveHint, heard[2].append)
    async with first.run(), second.run(), third.run():
        await until(lambda: first.connected and second.connected and third.connected)
        match_id = Shards(1, 3).new_id()
        first.publish(MoveHint(match_id, 1))
        await until(lambda: len(heard[1]) == 1)
        looked: list[None] = []
        third.on_reconnect.subscribe(lambda: looked.append(None))
        third.follow(match_id)
        await until(lambda: len(looked) == 1)  # missed changes are read
        first.publish(MoveHint(match_id, 2))
        await until(lambda: heard[2] == [MoveHint(match_id, 2)])


async def test_a_match_that_nobody_else_holds_sends_no_hints(sqlite: str, own_redis: RedisServer) -> None:
    rng = random.Random(2)
    async with worker(sqlite, own_redis.url) as one, worker(sqlite, own_redis.url) as two:
        await connected(one, two)
        pair, live = await begun(one, seed=3)
        ann, bob = (
            await one.matches.service.watch(live.id, pair["A"]),
            await one.matches.service.watch(live.id, pair["B"]),
        )
        await until(lambda: live.last.presence.A and live.last.presence.B)
        with overheard(own_redis) as said:
            await played(one, pair, live, 10, rng)
            spectator = await two.matches.service.watch(live.id, None)
            await received(spectator, 10)
            await until(lambda: live.last.presence.watchers == 1)
            await until(lambda: any(b'"type":"match"' in data for _, data in said))  # the ear may be behind the worker
            before = len(said)
            assert b'"seq"' not in b"".join(data for _, data in said)
            # The lobby and the players' other pages may be anywhere.
            of_the_match = [channel for channel, hint in said if b'"type":"match"' in hint or b'"type":"move"' in hint]
            assert {*of_the_match} == {channel_of(0)}
            await played(one, pair, live, 3, rng)
            await received(spectator, 13)
            await until(lambda: b'"seq":13' in b"".join(data for _, data in said[before:]))
        for subscription in (ann, bob):
            one.matches.service.unwatch(subscription)
        two.matches.service.unwatch(spectator)


async def test_who_comes_between_two_looks_misses_nothing(sqlite: str, own_redis: RedisServer) -> None:
    """Changes before this worker knows of a reader elsewhere are not hinted at; then it sends a hint."""
    rng = random.Random(2)
    async with worker(sqlite, own_redis.url) as one, worker(sqlite, own_redis.url) as two:
        await connected(one, two)
        pair, live = await begun(one, seed=3)
        ann = await one.matches.service.watch(live.id, pair["A"])
        for moves in range(3, 30, 3):
            bob = await two.matches.service.watch(live.id, pair["B"])
            await played(one, pair, live, 3, rng)  # at once: it may know of Bob, or not
            await received(bob, min(moves, live.seq))
            two.matches.service.unwatch(bob)
            two.matches.service.presence.settle(bob.live)  # as it does a moment later
            await until(lambda: not live.last.presence.B)
        one.matches.service.unwatch(ann)
