"""Parts that a step cannot have touched are kept: the page is the same as if everything had been drawn again."""

from __future__ import annotations

import random
import re
from collections.abc import AsyncIterator
from typing import Final, get_args, get_type_hints

import pytest

from app.matches.core.live.live_match import LiveMatch
from app.matches.table import touched
from app.matches.table.drawing import table_drawing
from app.matches.table.stages import PageState
from app.matches.table.viewpoint import Viewpoint
from app.matches.table.zones import BarZone, HandZone, RealmZone, Zone, drawn_zones
from engine.audience import KINDS as KINDS_OF_EVENTS
from engine.events import Event
from engine.events.preparing import SetupEvent
from engine.match import Match, Options
from engine.setup.solo import SoloOptions
from tests.support.cases import in_turn
from tests.support.duels import begun
from tests.support.service import worker
from tests.support.tables import fragments, templates
from tools.rig.json import Json

MAX_ACTIONS: Final = 90
VIEWERS: Final = (Viewpoint("A"), Viewpoint("B"), Viewpoint())
KINDS: Final[dict[str, Json]] = {
    "preconstructed": {"format": "preconstructed"},
    "preconstructed of 2021": {"format": "preconstructed", "edition": "2021"},
    "draft": {"format": "draft"},
    "draft of 2021": {"format": "draft", "edition": "2021"},
    "with undo": {"format": "preconstructed", "undo": True},
    "solo": {"mode": "solo", "format": "preconstructed"},
    "solo of 2021": {"mode": "solo", "format": "preconstructed", "edition": "2021"},
    "solo with abilities": {
        "mode": "solo",
        "format": "preconstructed",
        "solo": SoloOptions(per_creature=2, abilities=("protection", "catalyst")),
    },
}


@pytest.fixture
async def live(sqlite: str) -> AsyncIterator[LiveMatch]:
    """Provide a duel of two guests."""
    async with worker(sqlite) as site:
        yield (await begun(site, seed=1))[1]


def step(live: LiveMatch, match: Match, events: list[Event]) -> None:
    """Let the match take a step, whatever was there before."""
    live.step("action", match=match, seq=live.seq + 1, events=events)


def chosen(match: Match, chance: random.Random) -> tuple[Match, list[Event]]:
    """Return the match after an action by chance; some go back."""
    seat = chance.choice(match.to_act)
    if match.can_undo(seat) and chance.random() < 0.3:
        return match.apply(seat, {"type": "undo"})
    if match.can_take_back(seat) and chance.random() < 0.03:
        return match.apply(seat, {"type": "takeback"})
    return match.apply(seat, chance.choice(match.legal_actions(seat)))


def drawn_both_ways(live: LiveMatch, shown: list[PageState], lag: int) -> list[PageState]:
    """Return the common part of all views after a step, drawn from its touched parts; it equals a drawing of
    everything."""
    after = []
    for viewpoint, before in zip(VIEWERS, shown, strict=True):
        update = live.after(before.number, lag)
        state = table_drawing(templates(), update, viewpoint, before).state
        full = table_drawing(templates(), live.now(), viewpoint).state
        assert state.number == live.last.number
        zones, all_zones = drawn_zones(fragments(), state.zones), drawn_zones(fragments(), full.zones)
        assert zones == all_zones, [name for name in all_zones if zones.get(name) != all_zones[name]]
        for name in {"bar-A", "bar-B"} & before.zones.keys():
            assert with_parts(before.zones[name], state.zones[name]) == zones[name]
        after.append(state)
    return after


def with_parts(before: Zone, now: Zone) -> str:
    """Return the HTML of a name plate once what is sent has replaced the elements of the same ids."""
    assert isinstance(now, BarZone)
    shown = before.html(fragments())
    for part in now.since(fragments(), before):
        tag, name = re.findall(r'<(\w+) [^>]*?id="([\w-]+)"', part)[0]
        shown = (
            part
            if name == f"bar-{now.seat}"
            else re.sub(rf'<{tag} [^>]*id="{name}".*?</{tag}>', part, shown, flags=re.S)
        )
    return shown


@in_turn("kind", KINDS, KINDS)
def test_what_is_taken_over_is_what_would_be_drawn(live: LiveMatch, kind: str) -> None:
    for seed in range(3):
        chance = random.Random(seed)
        match, events = Match.start(Options(seed=seed, **KINDS[kind]))
        step(live, match, events)
        shown = [table_drawing(templates(), live.now(), viewpoint).state for viewpoint in VIEWERS]
        for _ in range(MAX_ACTIONS):
            if not match.to_act:
                break
            lag = chance.choice((1, 1, 2))
            for _ in range(lag):
                if match.to_act:
                    match, events = chosen(match, chance)
                    step(live, match, events)
            shown = drawn_both_ways(live, shown, 1 if lag == 1 else 0)


def test_what_a_card_does_not_touch_is_not_looked_at(live: LiveMatch) -> None:
    assert live.match is not None
    seat = live.match.to_act[0]
    before = table_drawing(templates(), live.now(), Viewpoint()).state
    play = next(action for action in live.match.legal_actions(seat) if action.get("lane") == "top")
    step(live, *live.match.apply(seat, play))
    after = table_drawing(templates(), live.after(before.number, 1), Viewpoint(), before).state
    same = {
        name
        for name, zone in after.zones.items()
        if isinstance(zone, RealmZone | HandZone) and rows(before.zones[name]) is rows(zone)
    }
    assert same == {
        name for name in before.zones if name.startswith(("realm-", "hand-"))
    } - {f"hand-{seat}", f"realm-{seat}-top"}  # fmt: skip


def rows(zone: object) -> bytes:
    """Return the row that a zone shows."""
    assert isinstance(zone, RealmZone | HandZone)
    return zone.realm.text if isinstance(zone, RealmZone) else zone.hand.text


def test_of_each_kind_of_event_it_is_said_what_it_touches() -> None:
    known = touched.AT | touched.HAND | touched.NEITHER | {"turn_ended"}
    everything = {"over", "undone", "taken_back", "fort_fell"} | {
        kind for kinds in get_args(SetupEvent) for kind in get_args(get_type_hints(kinds)["type"])
    }
    assert known | everything == KINDS_OF_EVENTS.keys()
    assert known.isdisjoint(everything)
