"""Matches in memory: so many that nobody watches; a watched one stays."""

from __future__ import annotations

import gc
import random
import sys
from collections.abc import Callable
from dataclasses import replace

from app.matches.core.live.hub import Subscription
from app.matches.core.live.live_match import MAX_STATES, LiveMatch
from app.matches.core.memory.live_matches import LiveMatches
from app.site.site import Site
from tests.support.duels import begun, played
from tests.support.service import worker
from tests.support.waiting import until


async def drafted(one: Site, seed: int, moves: int = 40) -> LiveMatch:
    """Return a duel after so many random moves."""
    pair, live = await begun(one, seed=seed, format="draft")
    return await played(one, pair, live, moves, random.Random(seed))


async def test_matches_that_nobody_looks_at_make_place_and_come_back(sqlite: str) -> None:
    async with worker(sqlite) as one:
        live_matches = one.matches.service.live_matches
        live_matches.most = 10
        first = await drafted(one, 0, moves=12)
        subscription = one.matches.service.hub.open(first, None)
        others = [await drafted(one, seed, moves=12) for seed in range(1, 12)]
        assert live_matches.cached(first.id) is first
        assert live_matches.cached(others[0].id) is None
        again = await one.matches.service.live_match(others[0].id)
        assert again is not others[0]
        assert again.match is not None and others[0].match is not None
        assert again.match.to_json() == others[0].match.to_json()
        one.matches.service.hub.close(subscription)
        for seed in range(12):
            await drafted(one, seed, moves=12)
        assert len(live_matches) == 10


def calls_of(work: Callable[[], object]) -> int:
    """The number of functions called by this; a collection of garbage in between would call others."""
    count = 0

    def note(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    gc.disable()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
        gc.enable()
    return count


async def test_a_new_match_takes_as_much_work_among_many_as_among_few_also_if_they_are_watched(sqlite: str) -> None:
    async with worker(sqlite) as one:
        row = (await begun(one))[1].row
        new, work = LiveMatch(replace(row, id="new"), None, 0), []
        for held in (50, 2000):
            live_matches = LiveMatches(one.base.database, most=held)
            for number in range(held + 10):
                live_matches.put(LiveMatch(replace(row, id=f"m{number}"), None, 0))
            assert len(live_matches) == held
            work.append(calls_of(lambda live_matches=live_matches: live_matches.put(new)))  # type: ignore[misc]
            assert len(live_matches) == held
        assert work[0] == work[1]
        live_matches = LiveMatches(one.base.database, most=0)
        for number in range(500):
            live_matches.put(live := LiveMatch(replace(row, id=f"m{number}"), None, 0))
            live.subscribe(Subscription(live, None))
        assert len(live_matches) == 500
        assert calls_of(lambda: live_matches.put(new)) < 300


async def test_states_that_every_reader_has_seen_are_forgotten(sqlite: str) -> None:
    async with worker(sqlite) as one:
        pair, live = await begun(one, seed=3, format="draft")
        quick, slow = one.matches.service.hub.open(live, None), one.matches.service.hub.open(live, None)
        await until(lambda: live.last.presence.watchers == 2)  # published a moment later, as a step like the moves
        await anext(quick)
        await anext(slow)

        def whole() -> int:
            return sum(change.match is not None for change in live.changes)

        for _ in range(12):
            await played(one, pair, live, 1, random.Random(1))
            await anext(quick)
        assert whole() == 12
        assert (await anext(slow)).seq == live.seq  # more than it may lag behind comes at once
        await played(one, pair, live, 1, random.Random(1))
        assert whole() == MAX_STATES
        assert sum(change.kind == "action" for change in live.changes) == 13
        said = live.after(live.last.number - 13, max_lag=0)
        assert len(said.events("A")) == sum(len(change.events) for change in said.changes)
        slow.put(in_front=False)
        for _ in range(MAX_STATES + 1):
            await played(one, pair, live, 1, random.Random(1))
            await anext(quick)
        slow.put(in_front=True)
        assert (await anext(slow)).match is live.match, "a page back in front gets no state that is forgotten"
