"""Clocks (H10): the stored deadline decides, at whichever worker, once; nothing but the site's own time counts."""

from __future__ import annotations

import asyncio

import pytest
from starlette.testclient import TestClient

from app.base.errors import AppError
from app.matches.core.clocks.clock_state import AT_START, LAG
from app.matches.core.features.absence import awaited
from app.matches.core.features.clock import DUE, Clock, VacationIn, clock_state
from app.matches.core.features.takeback import TakebackIn
from app.matches.core.live.live_match import LiveMatch
from app.matches.core.match_row import Result
from app.matches.core.seat_holder import Bot
from app.site.site import Site
from engine.record import MatchRecord
from engine.seat import Seat, other
from tests.support.cases import case
from tests.support.duels import END, begun, opened
from tests.support.service import recorded, worker
from tests.support.site_time import passes
from tests.support.waiting import until
from tools.rig.players import ApiPlayer, duel

MINUTE = {"kind": "turn", "seconds": 60}
FISCHER = {"kind": "fischer", "base": 300, "increment": 5}
BY_POST = {"kind": "correspondence", "hours": 24, "vacation": 7}
DAY = 86_400.0


def left(site: Site, live: LiveMatch, seat: Seat) -> float:
    """Return the seconds that a player has left."""
    state = clock_state(live.row)
    assert state is not None
    return state.left_at(seat, site.matches.service.site_time())


@pytest.mark.usefixtures("time_stands")
async def test_H10_who_acts_too_late_has_lost_and_within_the_lag_is_in_time(database_url: str) -> None:
    async with worker(database_url) as site:
        for played in ("preconstructed", "draft", "constructed"):
            with case(played):
                pair, live = await begun(site, first="A", clock=MINUTE, format=played)
                seat = live.now().to_act[0]
                await passes(site, AT_START + 60 + LAG + 0.5)
                with pytest.raises(AppError, match="time_is_up"):
                    await site.matches.service.act(live.id, pair[seat], 0, END)
                assert live.row.result == Result(other(seat), "time")
                assert DUE.of(live.row) is None
                record = await recorded(site, live.id)
                (flag,) = record["actions"]
                assert (flag["by"], flag["action"]) == (seat, {"type": "flag"})
                MatchRecord.from_json(record).check()
        pair, live = await begun(site, first="A", clock=MINUTE)
        await passes(site, AT_START + 60 + LAG / 2 - 0.5)
        await site.matches.service.act(live.id, pair["A"], 0, END)
        assert (live.row.status, left(site, live, "B")) == ("playing", 60)


@pytest.mark.usefixtures("time_stands")
async def test_a_flag_falls_by_itself_and_only_once_also_after_the_death_of_its_worker(database_url: str) -> None:
    async with worker(database_url) as there:
        async with worker(database_url) as here:
            _, live = await begun(here, first="A", clock=MINUTE)
            both = [await site.matches.service.live_match(live.id) for site in (here, there)]
            await passes(here, AT_START + 60 + LAG + 1)
            await there.matches.service.site_clock.beat()
            await asyncio.gather(*(site.matches.service.run_due() for site in (here, there, here, there)))
            for each in both:
                await until(lambda each=each: each.row.status == "over")  # type: ignore[misc]
            assert [each.seq for each in both] == [1, 1]
            assert len((await recorded(there, live.id))["actions"]) == 1
            left_alone = (await begun(here, first="A", clock=MINUTE))[1].id
            await passes(here, AT_START + 60 + LAG + 1)
            await here.matches.sync.stop()
        await there.matches.service.site_clock.beat()
        assert there.matches.service.live_matches.cached(left_alone) is None
        await there.matches.service.run_due()
        fallen = await there.matches.service.live_match(left_alone)
        await until(lambda: fallen.row.status == "over")
        assert fallen.seq == 1


@pytest.mark.usefixtures("time_stands")
async def test_a_move_that_is_stored_first_stands(database_url: str) -> None:
    """A worker that does not know of it sees a flag fall, and is refused by the database."""
    async with worker(database_url) as here, worker(database_url) as there:
        pair, live = await begun(here, first="A", clock=MINUTE)
        stale = await there.matches.service.live_match(live.id)
        await passes(here, AT_START + 30)
        await here.matches.service.act(live.id, pair["A"], 0, END)
        await passes(there, 40)
        assert stale.seq == 0  # it still believes that Ann is awaited
        async with stale.lock:
            with pytest.raises(AppError, match="stale"):
                await there.matches.service.features[Clock].check(stale)
        now = await there.matches.service.live_match(live.id)
        assert (now.seq, now.row.status) == (1, "playing")


@pytest.mark.usefixtures("time_stands")
async def test_the_time_in_which_the_site_was_down_costs_nobody_anything(sqlite: str) -> None:
    async with worker(sqlite) as site:
        pair, live = await begun(site, first="A", clock=MINUTE)
        await passes(site, AT_START + 50)
        before = left(site, live, "A")
    async with worker(sqlite) as site:
        live = await site.matches.service.live_match(live.id)
        assert left(site, live, "A") == pytest.approx(before, abs=3)
        await site.matches.service.act(live.id, pair["A"], 0, END)


@pytest.mark.usefixtures("time_stands")
async def test_turns_bring_their_increment_a_takeback_restores_clocks_and_a_bot_has_one(sqlite: str) -> None:
    async with worker(sqlite) as site:
        pair, live = await begun(site, first="A", clock=FISCHER)
        await passes(site, AT_START + 100 + LAG)
        await site.matches.service.act(live.id, pair["A"], 0, END)
        assert left(site, live, "A") == pytest.approx(205, abs=3)
        await passes(site, 40)
        await site.matches.service.handle(live.id, pair["A"], TakebackIn(do="offer"))
        await site.matches.service.handle(live.id, pair["B"], TakebackIn(do="accept"))
        assert left(site, live, "A") == pytest.approx(200, abs=3)
        assert left(site, live, "B") == 300
        _, live = await opened(site, first="B", clock=FISCHER, opponent="bot:1")
        assert isinstance(live.row.holders["B"], Bot)
        await until(lambda: "A" in live.now().to_act)
        state = clock_state(live.row)
        assert state is not None
        assert (state.left, list(state.since)) == ({"A": 300, "B": pytest.approx(305, abs=60)}, ["A"])


@pytest.mark.usefixtures("time_stands")
async def test_a_vacation_stops_the_clock_of_who_takes_it(sqlite: str) -> None:
    async with worker(sqlite) as site:
        pair, live = await begun(site, first="A", clock=BY_POST)

        async def vacation(do: str) -> None:
            await site.matches.service.handle(live.id, pair["A"], VacationIn.model_validate({"do": do}))

        await vacation("begin")
        await passes(site, 6 * DAY)
        await site.matches.service.run_due()
        assert left(site, live, "A") == DAY
        assert awaited(live) == ()  # absence is the clock's business
        await vacation("end")
        await vacation("end")
        await passes(site, DAY / 2)
        assert left(site, live, "A") == pytest.approx(DAY / 2, abs=10)
        await vacation("begin")
        await passes(site, 3 * DAY)
        with pytest.raises(AppError, match="time_is_up"):
            await vacation("end")


@pytest.mark.usefixtures("time_stands")
def test_the_api_shows_how_the_clocks_stand(visitor: TestClient) -> None:
    ann, bob, match_id = duel(visitor, first="A", clock=FISCHER)
    standing = {"left": {"A": 300.0, "B": 300.0}, "runs": ["A"], "vacation_left": None, "away": []}
    assert bob.state(match_id)["clock"] == {**FISCHER, **standing}
    assert ann.act(match_id, 0, END)["clock"]["runs"] == ["B"]
    bob.refused("POST", f"/{match_id}/vacation", {"do": "begin"}, 422, "no_vacation")
    bob.refused("POST", f"/{match_id}/actions", {"seq": 1, "action": {"type": "flag"}}, 422, "flag_by_offer")
    bob.act(match_id, 1, {"type": "resign", "player": "B"})
    assert ann.state(match_id)["clock"]["runs"] == []
    ann.ok("POST", f"/{match_id}/rematch")
    again = bob.ok("POST", f"/{match_id}/rematch")["next"]
    (mine,) = ann.ok("GET", "/mine")["matches"]
    assert mine["clock"]["base"] == ann.state(again)["clock"]["base"] == 300
    ann, bob, match_id = duel(visitor, first="A", clock=BY_POST)
    for do, runs, away in (("begin", [], ["A"]), ("end", ["A"], [])):
        ann.ok("POST", f"/{match_id}/vacation", {"do": do})
        clock = bob.state(match_id)["clock"]
        assert (clock["runs"], clock["away"]) == (runs, away), "none runs while a vacation stops it"
    ann, _, match_id = duel(visitor)
    assert ann.state(match_id)["clock"] is None
    ann.refused("POST", f"/{match_id}/vacation", {"do": "begin"}, 422, "no_vacation")


def test_open_tables_show_their_clocks_and_what_no_clock_can_be_is_refused(visitor: TestClient) -> None:
    ann, turns = ApiPlayer(visitor, "Ann"), {"kind": "turn", "seconds": 90}
    ann.open(public=True, clock=BY_POST)
    waiting = ann.state(ann.open(public=True, clock=turns))
    assert (waiting["clock"]["left"], waiting["clock"]["runs"]) == ({"A": 90.0, "B": 90.0}, [])
    assert sorted(str(one["clock"]) for one in ann.ok("GET", "")["matches"]) == sorted([str(BY_POST), str(turns)])
    ann.refused("POST", "", {"mode": "solo", "clock": MINUTE}, 422, "clock_in_solo")
    for clock in ({}, {"kind": "sand"}, {"kind": "turn"}, {"kind": "turn", "seconds": 5}, {**MINUTE, "base": 3}, 60):
        ann.refused("POST", "", {"clock": clock}, 400, "malformed")
