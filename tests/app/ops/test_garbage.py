"""Circular garbage: matches make hardly any, and what there is is found when there is time."""

from __future__ import annotations

import gc
import random
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.matches.schemas import NewMatch
from app.ops.garbage import ENOUGH, GarbageSearch
from app.settings import Settings
from app.site import Site, make_templates
from app.table.drawing import table_drawing
from app.table.viewpoint import Viewpoint
from app.web.templating import Templates
from engine.seat import SEATS
from tests.support.service import worker

MATCHES = 4
MOST = 2000  # objects in circles that a whole match may leave behind, by templates that define macros: they can wait


@pytest.fixture
def nothing_is_searched() -> Iterator[None]:
    """Let only those search who are asked to."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


class Circle:
    """An object that only a search frees."""

    def __init__(self) -> None:
        self.itself = self


@pytest.mark.usefixtures("nothing_is_searched")
def test_what_is_circular_is_found_and_a_process_without_work_does_not_search() -> None:
    search = GarbageSearch()
    search.search()  # the first may search everything, and has nothing to do
    circles = [Circle() for _ in range(ENOUGH)]
    last = weakref.ref(circles[-1])
    del circles
    assert last() is not None
    search.search()
    assert last() is None
    single = weakref.ref(Circle())
    gc.collect(0)
    gc.collect(2)
    search.search()
    assert gc.get_count()[0] < ENOUGH and single() is None


async def _watch_a_match(one: Site, templates: Templates, seed: int) -> None:
    """Play a match to its end, while both players and a spectator see every move."""
    rng = random.Random(seed)
    players = {seat: await one.players.create(seat) for seat in SEATS}
    live = await one.matches.opening.create(players["A"], NewMatch(seat="A", seed=seed))
    await one.matches.opening.join(live.id, players["B"])
    looks = [Viewpoint("A"), Viewpoint("B"), Viewpoint()]
    subscription = one.matches.hub.open(live, None)
    shown = {look: table_drawing(templates, live.now(), look).state for look in looks}
    while live.match is not None and live.row.status != "over":
        number, seat = live.last.number, live.match.to_act[0]
        action: Any = rng.choice(live.match.legal_actions(seat))
        await one.matches.act(live.id, players[seat], live.seq, action)
        update = live.after(number, 8)
        for look in looks:
            drawing = table_drawing(templates, update, look)
            assert drawing.change(shown[look], set(), "http://site")
            shown[look] = drawing.state
    one.matches.hub.close(subscription)


@pytest.mark.usefixtures("nothing_is_searched")
async def test_matches_leave_little_that_must_be_searched_for(tmp_path: Path) -> None:
    templates = make_templates(Settings(data_dir=tmp_path / "data"))
    async with worker(f"sqlite:///{tmp_path / 'test.db'}") as one:
        await _watch_a_match(one, templates, 0)  # what is loaded or compiled for the first time leaves circles
        gc.collect()
        for seed in range(1, 1 + MATCHES):
            await _watch_a_match(one, templates, seed)
        assert gc.collect() < MOST * MATCHES
