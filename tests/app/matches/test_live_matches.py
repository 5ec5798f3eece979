"""Matches in memory: their bytes, counted honestly; a watched one stays."""

from __future__ import annotations

import gc
import random
import sys
import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from app.matches.live.hub import Subscription
from app.matches.live.live_match import BYTES_OF_MATCH, KEPT_STATES, LiveMatch
from app.matches.match_state import state_json
from app.matches.memory.live_matches import LiveMatches
from app.matches.reader_role import ReaderRole
from app.matches.schemas import NewMatch
from app.players.player import Player
from app.settings import Settings
from app.site import Site, make_templates
from app.table.drawing import table_drawing
from app.table.viewpoint import Viewpoint
from app.web.templating import Templates
from engine.seat import Seat
from tests.support.service import worker
from tests.support.waiting import until

MATCHES = 12
SEATS: tuple[Seat, Seat] = ("A", "B")


async def played(one: Site, seed: int, moves: int = 40) -> LiveMatch:
    """Return a duel after so many random moves."""
    rng = random.Random(seed)
    players = {seat: await one.players.create(seat) for seat in SEATS}
    live = await one.matches.opening.create(players["A"], NewMatch(seat="A", seed=seed, format="draft"))
    await one.matches.opening.join(live.id, players["B"])
    for _ in range(moves):
        if live.match is None or live.row.status == "over":
            break
        seat = live.match.to_act[0]
        action: Any = rng.choice(live.match.legal_actions(seat))
        await one.matches.act(live.id, players[seat], live.seq, action)
    return live


def draw(templates: Templates, live: LiveMatch) -> None:
    """Draw both players' pages."""
    for seat in SEATS:
        drawing = table_drawing(templates, live.now(), Viewpoint(seat))
        drawing.stage("http://site")
        drawing.menu()
        state_json(live.now(), ReaderRole(seat))


def freed(live_matches: list[LiveMatch], forget: Any) -> int:
    """Bytes that are free when `forget` has been done with each room."""
    gc.collect()
    before = tracemalloc.get_traced_memory()[0]
    for live in live_matches:
        forget(live)
    gc.collect()
    return before - tracemalloc.get_traced_memory()[0]


async def test_a_room_says_how_much_memory_it_takes(tmp_path: Path) -> None:
    templates: Any = make_templates(Settings(data_dir=tmp_path / "data"))
    async with worker(f"sqlite:///{tmp_path / 'test.db'}") as one:
        tracemalloc.start()
        try:
            live_matches = [await played(one, seed) for seed in range(MATCHES)]
            watched = [one.matches.hub.open(live, None) for live in live_matches]
            for live in live_matches:
                draw(templates, live)
            said = sum(live.size for live in live_matches)
            assert one.matches.live_matches.size >= said * 0.9
            for subscription in watched:
                subscription.live.readers.clear()
            took = freed(live_matches, LiveMatch.rest)
            rested = sum(live.size for live in live_matches)
            assert rested == MATCHES * BYTES_OF_MATCH
            assert 0.5 < (said - rested) / took < 3, (said - rested, took)
        finally:
            tracemalloc.stop()


async def test_rooms_that_nobody_looks_at_make_place_and_come_back(tmp_path: Path) -> None:
    async with worker(f"sqlite:///{tmp_path / 'test.db'}") as one:
        live_matches = one.matches.live_matches
        live_matches._most = 10 * BYTES_OF_MATCH
        first = await played(one, 0)
        subscription = one.matches.hub.open(first, None)
        others = [await played(one, seed) for seed in range(1, 12)]
        assert live_matches.cached(first.id) is first
        assert live_matches.cached(others[0].id) is None
        again = await one.matches.live_match(others[0].id)
        assert again is not others[0]
        assert again.match is not None and others[0].match is not None
        assert again.match.to_json() == others[0].match.to_json()
        one.matches.hub.close(subscription)


async def test_many_matches_stay_within_the_bytes(tmp_path: Path) -> None:
    most = 12 * BYTES_OF_MATCH
    async with worker(f"sqlite:///{tmp_path / 'test.db'}") as one:
        live_matches = one.matches.live_matches
        live_matches._most = most
        largest = 0
        for seed in range(30):
            live = await played(one, seed, moves=12)
            largest = max(largest, live.size)
            assert live_matches.size <= most + largest
        assert len(live_matches) > 3


async def test_when_the_last_reader_has_left_what_was_drawn_is_forgotten(tmp_path: Path) -> None:
    async with worker(f"sqlite:///{tmp_path / 'test.db'}") as one:
        live = await played(one, 1)
        subscriptions = [one.matches.hub.open(live, None) for _ in range(2)]
        state_json(live.now(), ReaderRole("A"))
        large = live.size
        for left, subscription in enumerate(reversed(subscriptions)):
            one.matches.hub.close(subscription)
            one.matches.presence.settle(live)  # as it does a moment after somebody has left
            assert (live.size < large / 2) is bool(left)


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


async def test_a_new_match_takes_as_much_work_among_many_as_among_few(tmp_path: Path) -> None:
    async with worker(f"sqlite:///{tmp_path / 'test.db'}") as one:
        row = (await played(one, 1, moves=0)).row
        work: dict[int, int] = {}
        for held in (50, 2000):
            live_matches = LiveMatches(one.database, most=held * BYTES_OF_MATCH)
            for number in range(held + 10):
                live_matches.put(LiveMatch(replace(row, id=f"m{number}"), None, 0))
            assert len(live_matches) == held
            new = LiveMatch(replace(row, id="new"), None, 0)
            work[held] = calls_of(lambda live_matches=live_matches, new=new: live_matches.put(new))  # type: ignore[misc]
            assert len(live_matches) == held
        assert work[50] == work[2000]


async def test_a_new_match_among_many_that_are_watched_takes_a_few_looks(tmp_path: Path) -> None:
    async with worker(f"sqlite:///{tmp_path / 'test.db'}") as one:
        row = (await played(one, 1, moves=0)).row
        live_matches = LiveMatches(one.database, most=0)
        for number in range(500):
            live_matches.put(live := LiveMatch(replace(row, id=f"m{number}"), None, 0))
            live.subscribe(Subscription(live, None))
        assert len(live_matches) == 500
        new = LiveMatch(replace(row, id="new"), None, 0)
        assert calls_of(lambda: live_matches.put(new)) < 300


async def test_states_that_every_reader_has_seen_are_forgotten(tmp_path: Path) -> None:
    async with worker(f"sqlite:///{tmp_path / 'test.db'}") as one:
        live = await played(one, 3, moves=0)
        quick = one.matches.hub.open(live, None)
        slow = one.matches.hub.open(live, None)
        await until(lambda: live.last.presence.watchers == 2)  # published a moment later, as a step like the moves
        await anext(quick)
        await anext(slow)

        async def move() -> None:
            assert live.match is not None
            seat = live.match.to_act[0]
            player = live.row.holders[seat]
            assert isinstance(player, Player)
            await one.matches.act(live.id, player, live.seq, dict(live.match.legal_actions(seat)[0]))

        def whole() -> int:
            return sum(change.match is not None for change in live.changes)

        for _ in range(12):
            await move()
            await anext(quick)
        assert whole() == 12
        assert (await anext(slow)).seq == live.seq  # more than it may lag behind comes at once
        await move()
        assert whole() == KEPT_STATES
        assert sum(change.kind == "action" for change in live.changes) == 13
        said = live.after(live.last.number - 13, max_lag=0)
        assert len(said.events("A")) == sum(len(change.events) for change in said.changes)
        assert one.matches.live_matches.size < 2 * BYTES_OF_MATCH + 400_000
