"""Clocks (H10): the stored deadline decides, at whichever worker, once; nothing but the site's own time counts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from starlette.testclient import TestClient

from app.errors import AppError
from app.live import site_clock
from app.matches import sync
from app.matches.clocks.clock_state import AT_START, LAG
from app.matches.features.absence import awaited
from app.matches.features.clock import DUE, Clock, VacationIn, clock_state
from app.matches.features.takeback import TakebackIn
from app.matches.live.live_match import LiveMatch
from app.matches.schemas import NewMatch
from app.matches.seat_holder import Bot
from app.players.player import Player
from app.site import Site
from engine.record import MatchRecord
from engine.seat import Seat
from tests.support.service import recorded, worker
from tests.support.site_time import passes
from tests.support.waiting import until
from tools.rig.players import ApiPlayer, duel

END = {"type": "end_summon"}
MINUTE = {"kind": "turn", "seconds": 60}
FISCHER = {"kind": "fischer", "base": 300, "increment": 5}
BY_POST = {"kind": "correspondence", "hours": 24, "vacation": 7}
DAY = 86_400.0


class Standing:
    """The steady clock of every worker: it stands, so that the site's time goes on by what a test lets pass alone."""

    def monotonic(self) -> float:
        """The time of `time.monotonic`."""
        return 100.0


@pytest.fixture(autouse=True)
def _time_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site_clock, "time", Standing())
    monkeypatch.setattr(sync, "POLL", 3600.0)  # nobody but the test looks whose time is up


class Table:
    """A duel with a clock; Ann, at A, begins."""

    def __init__(self, site: Site, players: dict[Seat, Player], match_id: str) -> None:
        self.site = site
        self.players = players
        self.id = match_id

    async def live(self, site: Site | None = None) -> LiveMatch:
        """Return the match as it is stored."""
        return await (site or self.site).matches.live_match(self.id)

    async def end_turn(self, seat: Seat, seq: int, site: Site | None = None) -> None:
        """End a turn without a play."""
        await (site or self.site).matches.act(self.id, self.players[seat], seq, END)

    async def left(self, seat: Seat) -> float:
        """Return the seconds that a player has left."""
        state = clock_state((await self.live()).row)
        assert state is not None
        return state.left_at(seat, self.site.matches.site_time())


async def table(site: Site, clock: dict[str, object], **options: object) -> Table:
    """Open a duel: Ann at A, who begins, and Bob."""
    ann, bob = await site.players.create("Ann"), await site.players.create("Bob")
    new = NewMatch.model_validate({"seat": "A", "first": "A", "clock": clock, **options})
    live = await site.matches.opening.create(ann, new)
    await site.matches.opening.join(live.id, bob)
    return Table(site, {"A": ann, "B": bob}, live.id)


@asynccontextmanager
async def begun(database_url: str, clock: dict[str, object], **options: object) -> AsyncIterator[Table]:
    """Provide a duel with a clock that has begun."""
    async with worker(database_url) as site:
        yield await table(site, clock, **options)


async def ended(at: Table, site: Site | None = None) -> LiveMatch:
    """Return the match once it is over."""
    live = await at.live(site)
    await until(lambda: live.row.status == "over")
    return live


@pytest.mark.parametrize(
    "options", [{}, {"format": "draft"}, {"format": "constructed"}], ids=["table", "draft", "decks"]
)
async def test_H10_who_acts_too_late_has_lost(database_url: str, options: dict[str, object]) -> None:
    async with begun(database_url, MINUTE, **options) as at:
        seat = (await at.live()).now().to_act[0]
        await passes(at.site, AT_START + 60 + LAG + 0.5)
        with pytest.raises(AppError) as refused:
            await at.end_turn(seat, 0)
        assert (refused.value.code, refused.value.status) == ("time_is_up", 409)
        live = await at.live()
        winner = "B" if seat == "A" else "A"
        assert live.row.result is not None
        assert live.row.result.to_json() == {"winner": winner, "reason": "time"}
        assert DUE.of(live.row) is None
        record = await recorded(at.site.matches, at.id)
        assert record["actions"] == [{"by": seat, "action": {"type": "flag"}, "at": record["actions"][0]["at"]}]
        MatchRecord.from_json(record).check()


async def test_what_comes_within_the_lag_is_in_time(sqlite: str) -> None:
    async with begun(sqlite, MINUTE) as at:
        await passes(at.site, AT_START + 60 + LAG / 2 - 0.5)
        await at.end_turn("A", 0)
        assert (await at.live()).row.status == "playing"
        assert await at.left("B") == 60


async def test_a_flag_falls_by_itself_and_only_once(database_url: str) -> None:
    async with worker(database_url) as here, worker(database_url) as there:
        at = await table(here, MINUTE)
        await at.live(there)  # both have it in memory
        await passes(here, AT_START + 60 + LAG + 1)
        await there.matches.site_clock.beat()
        await asyncio.gather(*(site.matches.run_due() for site in (here, there, here, there)))
        assert [(await ended(at, site)).seq for site in (here, there)] == [1, 1]
        assert len((await recorded(there.matches, at.id))["actions"]) == 1


async def test_a_flag_falls_after_the_death_of_the_worker_that_had_the_match(database_url: str) -> None:
    async with worker(database_url) as there:
        async with worker(database_url) as here:
            at = await table(here, MINUTE)
            await passes(here, AT_START + 60 + LAG + 1)
            await here.sync.stop()
        await there.matches.site_clock.beat()
        assert there.matches.live_matches.cached(at.id) is None
        await there.matches.run_due()
        assert (await ended(at, there)).seq == 1


async def test_a_move_that_is_stored_first_stands(database_url: str) -> None:
    """A worker that does not know of it sees a flag fall, and is refused by the database."""
    async with worker(database_url) as here, worker(database_url) as there:
        at = await table(here, MINUTE)
        stale = await at.live(there)
        await passes(here, AT_START + 30)
        await at.end_turn("A", 0)
        await passes(there, 40)
        assert stale.seq == 0  # it still believes that Ann is awaited
        async with stale.lock:
            with pytest.raises(AppError, match="stale"):
                await there.matches.features[Clock].check(stale)
        live = await at.live(there)
        assert (live.seq, live.row.status) == (1, "playing")


async def test_the_time_in_which_the_site_was_down_costs_nobody_anything(sqlite: str) -> None:
    async with worker(sqlite) as site:
        at = await table(site, MINUTE)
        await passes(site, AT_START + 50)
        before = await at.left("A")
    async with worker(sqlite) as site:
        at = Table(site, at.players, at.id)
        assert await at.left("A") == pytest.approx(before, abs=3)
        await at.end_turn("A", 0)


async def test_turns_bring_their_increment_and_a_takeback_restores_the_clocks(sqlite: str) -> None:
    async with begun(sqlite, FISCHER) as at:
        await passes(at.site, AT_START + 100 + LAG)
        await at.end_turn("A", 0)
        assert await at.left("A") == pytest.approx(205, abs=3)
        await passes(at.site, 40)
        await at.site.matches.handle(at.id, at.players["A"], TakebackIn(do="offer"))
        await at.site.matches.handle(at.id, at.players["B"], TakebackIn(do="accept"))
        assert await at.left("A") == pytest.approx(200, abs=3)
        assert await at.left("B") == 300


async def test_a_vacation_stops_the_clock_of_who_takes_it(database_url: str) -> None:
    async with begun(database_url, BY_POST) as at:
        handle, ann = at.site.matches.handle, at.players["A"]
        await handle(at.id, ann, VacationIn(do="begin"))
        await passes(at.site, 6 * DAY)
        await at.site.matches.run_due()
        assert await at.left("A") == DAY
        assert awaited(await at.live()) == ()  # absence is the clock's business
        await handle(at.id, ann, VacationIn(do="end"))
        await handle(at.id, ann, VacationIn(do="end"))
        await passes(at.site, DAY / 2)
        assert await at.left("A") == pytest.approx(DAY / 2, abs=10)
        await handle(at.id, ann, VacationIn(do="begin"))
        await passes(at.site, 3 * DAY)
        with pytest.raises(AppError, match="time_is_up"):
            await handle(at.id, ann, VacationIn(do="end"))


async def test_a_bot_plays_with_a_clock(sqlite: str) -> None:
    async with worker(sqlite) as site:
        ann = await site.players.create("Ann")
        new = NewMatch.model_validate({"seat": "A", "first": "B", "clock": FISCHER, "opponent": "bot:1"})
        live = await site.matches.opening.create(ann, new)
        assert isinstance(live.row.holders["B"], Bot)
        await until(lambda: "A" in live.now().to_act)
        state = clock_state(live.row)
        assert state is not None
        assert state.left == {"A": 300, "B": pytest.approx(305, abs=60)}
        assert list(state.since) == ["A"]


def test_the_api_shows_how_the_clocks_stand(client: TestClient) -> None:
    ann, bob, match_id = duel(client, first="A", clock=FISCHER)
    state = bob.state(match_id)
    assert state["clock"] == {
        **FISCHER, "left": {"A": 300.0, "B": 300.0}, "runs": ["A"], "vacation_left": None, "away": [],
    }  # fmt: skip
    assert ann.act(match_id, 0, END)["clock"]["runs"] == ["B"]
    (mine,) = ann.ok("GET", "/mine")["matches"]
    assert mine["clock"]["left"]["A"] == 305.0
    bob.refused("POST", f"/{match_id}/vacation", {"do": "begin"}, 422, "no_vacation")
    bob.refused("POST", f"/{match_id}/actions", {"seq": 1, "action": {"type": "flag"}}, 422, "flag_by_offer")
    bob.act(match_id, 1, {"type": "resign", "player": "B"})
    assert ann.state(match_id)["clock"]["runs"] == []
    ann.ok("POST", f"/{match_id}/rematch")
    again = bob.ok("POST", f"/{match_id}/rematch")["next"]
    assert ann.state(again)["clock"]["base"] == 300


def test_the_api_names_no_running_clock_while_a_vacation_stops_it(client: TestClient) -> None:
    ann, bob, match_id = duel(client, first="A", clock=BY_POST)
    for do, runs, away in (("begin", [], ["A"]), ("end", ["A"], [])):
        ann.ok("POST", f"/{match_id}/vacation", {"do": do})
        clock = bob.state(match_id)["clock"]
        assert (clock["runs"], clock["away"]) == (runs, away)


def test_the_list_of_open_tables_shows_their_clocks(client: TestClient) -> None:
    ann = ApiPlayer(client, "Ann")
    ann.open(public=True, clock=BY_POST)
    waiting = ann.state(ann.open(public=True, clock={"kind": "turn", "seconds": 90}))
    assert (waiting["clock"]["left"], waiting["clock"]["runs"]) == ({"A": 90.0, "B": 90.0}, [])
    assert {str(one["clock"]) for one in ann.ok("GET", "")["matches"]} == {
        str(BY_POST), str({"kind": "turn", "seconds": 90}),
    }  # fmt: skip


def test_what_no_clock_can_be_is_refused(client: TestClient) -> None:
    ann = ApiPlayer(client, "Ann")
    ann.refused("POST", "", {"mode": "solo", "clock": MINUTE}, 422, "clock_in_solo")
    for clock in ({}, {"kind": "sand"}, {"kind": "turn"}, {"kind": "turn", "seconds": 5}, {**MINUTE, "base": 3}, 60):
        ann.refused("POST", "", {"clock": clock}, 400, "malformed")


def test_a_match_without_a_clock_has_none(client: TestClient) -> None:
    ann, _, match_id = duel(client)
    assert ann.state(match_id)["clock"] is None
    ann.refused("POST", f"/{match_id}/vacation", {"do": "begin"}, 422, "no_vacation")
