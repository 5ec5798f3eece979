"""Matches in memory: so many bytes, counted honestly; who looks at one keeps it there."""

from __future__ import annotations

import gc
import random
import tracemalloc
from pathlib import Path
from typing import Any

from app.main import create_app
from app.matches.frames import Frames
from app.matches.looking import Look
from app.matches.models import Seat
from app.matches.room import BYTES_OF_ROOM, Room
from app.matches.rooms import Rooms
from app.matches.schemas import NewMatch
from app.settings import Settings
from tests.support.service import Worker, worker

MATCHES = 12
SEATS: tuple[Seat, Seat] = ("A", "B")


async def played(one: Worker, seed: int, moves: int = 40) -> Room:
    """A duel after so many random moves."""
    rng = random.Random(seed)
    players = {seat: await one.players.create(seat) for seat in SEATS}
    room = await one.matches.create(players["A"], NewMatch(seat="A", seed=seed, format="draft"))
    await one.matches.join(room.id, players["B"])
    for _ in range(moves):
        if room.match is None or room.meta.status == "over":
            break
        seat: Seat = "A" if room.match.to_act[0] == "A" else "B"
        await one.matches.act(room.id, players[seat], room.seq, rng.choice(room.match.legal_actions(seat)))
    return room


def draw(frames: Frames, room: Room) -> None:
    """What both players' pages need."""
    for seat in SEATS:
        frames.stage(room, room.now(), Look(seat))
        frames.menu(room, room.now(), Look(seat))
        room.now().state_json(seat)


def freed(rooms: list[Room], forget: Any) -> int:
    """Bytes that are free when `forget` has been done with each room."""
    gc.collect()
    before = tracemalloc.get_traced_memory()[0]
    for room in rooms:
        forget(room)
    gc.collect()
    return before - tracemalloc.get_traced_memory()[0]


async def test_a_room_says_how_much_memory_it_takes(tmp_path: Path) -> None:
    templates: Any = create_app(Settings(data_dir=tmp_path / "data")).state.templates
    frames = Frames(templates, "http://site")
    async with worker(f"sqlite:///{tmp_path / 'test.db'}") as one:
        tracemalloc.start()
        try:
            rooms = [await played(one, seed) for seed in range(MATCHES)]
            watched = [one.matches.hub.open(room, None) for room in rooms]
            for room in rooms:
                draw(frames, room)
            said = sum(room.size for room in rooms)
            assert one.matches.rooms.size >= said * 0.9
            for subscription in watched:
                subscription.room.readers.clear()
            took = freed(rooms, Room.rest)
            rested = sum(room.size for room in rooms)
            assert rested == MATCHES * BYTES_OF_ROOM
            assert 0.5 < (said - rested) / took < 2.5, (said - rested, took)
        finally:
            tracemalloc.stop()


async def test_rooms_that_nobody_looks_at_make_place_and_come_back(tmp_path: Path) -> None:
    async with worker(f"sqlite:///{tmp_path / 'test.db'}") as one:
        one.matches.rooms = rooms = Rooms(one.database, most=10 * BYTES_OF_ROOM)
        first = await played(one, 0)
        subscription = one.matches.hub.open(first, None)
        others = [await played(one, seed) for seed in range(1, 12)]
        assert rooms.cached(first.id) is first
        assert rooms.cached(others[0].id) is None
        again = await one.matches.room(others[0].id)
        assert again is not others[0]
        assert again.match is not None and others[0].match is not None
        assert again.match.to_json() == others[0].match.to_json()
        one.matches.hub.close(subscription)


async def test_many_matches_stay_within_the_bytes(tmp_path: Path) -> None:
    most = 12 * BYTES_OF_ROOM
    async with worker(f"sqlite:///{tmp_path / 'test.db'}") as one:
        one.matches.rooms = rooms = Rooms(one.database, most=most)
        largest = 0
        for seed in range(30):
            room = await played(one, seed, moves=12)
            largest = max(largest, room.size)
            assert rooms.size <= most + most // 16 + largest
        assert len(rooms) > 3


async def test_when_the_last_reader_has_left_what_was_drawn_is_forgotten(tmp_path: Path) -> None:
    async with worker(f"sqlite:///{tmp_path / 'test.db'}") as one:
        room = await played(one, 1)
        subscriptions = [one.matches.hub.open(room, None) for _ in range(2)]
        room.now().state_json("A")
        large = room.size
        for left, subscription in enumerate(reversed(subscriptions)):
            one.matches.hub.close(subscription)
            one.matches.presence.settle(room)  # as it does a moment after somebody has left
            assert (room.size < large / 2) is bool(left)
