"""A bot's turn takes a small part of the time on its clock, its pauses and its wait for a process included."""

from __future__ import annotations

import asyncio
import signal

import pytest

from app.matches.core.clocks import clock_state
from app.matches.core.clocks.clock_option import ClockOption, option_of
from app.matches.core.clocks.clock_state import LAG, ClockState
from app.matches.core.computers.pace import MIN_SECONDS, TurnPace, seconds_of, turn_seconds
from app.site.site import Site
from tests.support.duels import opened
from tests.support.service import worker
from tests.support.waiting import until
from tools.rig.json import Json

AN_HOUR = 3600.0
SHORT = option_of("fischer 10 0")
HURRIED: Json = {"first": "B", "clock": {"kind": "fischer", "base": 10, "increment": 0}, "opponent": "bot:6"}


def _seconds(option: ClockOption, left: float, shown: float = 0.0) -> float:
    return seconds_of(option, ClockState({"A": left, "B": left}, since={"A": 100 + shown}), "A", 100)


def test_a_turn_takes_a_small_part_of_what_is_left() -> None:
    assert _seconds(SHORT, 10) == pytest.approx(0.75 + 10 / 12)
    assert _seconds(option_of("fischer 300 10"), 300) == pytest.approx(30.75)
    assert _seconds(option_of("fischer 300 10"), 4) == pytest.approx(1.25)
    assert _seconds(option_of("turn 30 0"), 30) == pytest.approx(7.75)
    assert _seconds(SHORT, 10, shown=3) == pytest.approx(3.75 + 10 / 12)
    assert _seconds(SHORT, 0) == MIN_SECONDS < LAG


def test_a_match_of_any_length_uses_its_time_and_ends_with_some_left() -> None:
    left, after = 10.0, list[float]()
    for _ in range(100):  # turns: as many as a match can have for each
        left -= max(0.0, _seconds(SHORT, left) - LAG)  # a second of each wait is given back
        after.append(left)
    assert after[9] < 7  # in a match of usual length
    assert left > 2 * LAG


def test_the_pauses_between_actions_share_what_a_turn_may_take() -> None:
    free, hurried = TurnPace(100, 1.2, None), TurnPace(100, 1.2, 2.0)
    assert [free.plan_by, free.thought_by] == [None, None]
    assert free.wait(100.5, 4) == pytest.approx(0.7)
    assert hurried.thought_by is not None
    assert hurried.plan_by is not None
    assert 100 < hurried.thought_by < hurried.plan_by < 102
    assert hurried.wait(101, 4) == pytest.approx(0.2)  # a second has gone on thinking, and four actions share the other
    hurried.acts(101.2)
    assert hurried.wait(101.2, 1) == pytest.approx(0.8)
    assert hurried.wait(105, 1) == 0


async def _first_turn(site: Site) -> None:
    """Have the master begin a match with little time that Ann watches, and wait until it has played its turn."""
    pair, live = await opened(site, **HURRIED)
    subscription = await site.matches.service.watch(live.id, pair["A"])
    await until(lambda: "A" in live.now().to_act)
    site.matches.service.unwatch(subscription)


@pytest.mark.usefixtures("time_stands")
async def test_a_bot_with_little_time_neither_pauses_for_show_nor_waits_for_a_busy_process(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock_state, "AT_START", 0.0)  # nothing is being shown when a match begins
    async with worker(sqlite) as site:
        site.matches.bots.pause = AN_HOUR
        await _first_turn(site)
        busy = asyncio.create_task(site.matches.thinkers.when_idle(signal.pause))
        await until(lambda: any(helper.waiting for helper in site.matches.thinkers.helpers))
        await _first_turn(site)
        busy.cancel()
        await site.matches.bots.stop()  # its turn could be over before it is asked about
        row = (await opened(site, **HURRIED))[1].row
        assert turn_seconds(row, "B", site.matches.service.site_time()) == pytest.approx(0.75 + 10 / 12)
        assert turn_seconds(row, "A", site.matches.service.site_time()) is None
