"""The next match of a series (H11) waits until both of its players are there: one alone wins nothing by pressing."""

from __future__ import annotations

from contextlib import AsyncExitStack

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from app.base.errors import AppError
from app.contests.ratings.models import results
from app.matches.core.features.absence import ClaimIn
from app.matches.core.features.clock import DUE, clock_state
from app.matches.core.features.gathering import LAPSES_AFTER, THERE_FOR, is_gathering
from app.matches.core.features.rematch import NEXT, RematchIn
from app.matches.core.live.live_match import LiveMatch
from app.matches.core.match_row import Result
from app.matches.core.storage.models import matches
from app.site.site import Site
from engine.seat import Seat
from tests.support.cases import case
from tests.support.duels import END, Pair, begun, resigned
from tests.support.service import worker
from tests.support.site_time import passes
from tests.support.waiting import until
from tools.rig.json import Json
from tools.rig.players import duel

HOUR = 3600.0
FISCHER: Json = {"kind": "fischer", "base": 60, "increment": 0}
BY_POST: Json = {"kind": "correspondence", "hours": 24, "vacation": 7}
CLOCKS: tuple[Json | None, ...] = (None, FISCHER, BY_POST)


class Series:
    """A rated best of five of which Bob has lost the first match."""

    def __init__(self, site: Site, players: Pair, first: LiveMatch) -> None:
        self.site, self.players, self.first = site, players, first

    async def press(self, seat: Seat) -> LiveMatch:
        """Ask for the next match, and return it."""
        live = await self.site.matches.service.handle(self.first.id, self.players[seat], RematchIn())
        return await self.site.matches.service.live_match(NEXT.of(live.row) or "")


async def series(site: Site, clock: Json | None = None) -> Series:
    """Return a series after its first match."""
    players, live = await begun(site, public=True, best_of=5, clock=clock)
    return Series(site, players, await resigned(site, players, live))


@pytest.mark.usefixtures("time_stands")
async def test_one_who_presses_alone_wins_nothing(sqlite: str) -> None:
    async with worker(sqlite) as site:
        for clock in CLOCKS:
            with case(str(clock)):
                played = await series(site, clock)
                waiting, service, ann = await played.press("A"), site.matches.service, played.players["A"]
                subscription = await service.watch(waiting.id, ann)
                await passes(site, 20 * HOUR)
                await service.run_due()
                for refused in (
                    service.act(waiting.id, ann, 0, END),
                    service.handle(waiting.id, ann, ClaimIn(take="win")),
                    service.handle(waiting.id, ann, RematchIn()),
                ):
                    with pytest.raises(AppError):
                        await refused
                assert is_gathering(waiting.row)
                assert (DUE.of(waiting.row), clock_state(waiting.row)) == (None, None)
                assert (await played.press("A")).id == waiting.id
                service.unwatch(subscription)


async def test_it_begins_when_both_have_pressed_or_are_seen_there(database_url: str) -> None:
    async with worker(database_url) as here, worker(database_url) as there:
        for clock in CLOCKS:
            with case(str(clock)):
                played = await series(here, clock)
                await played.press("A")
                assert (await played.press("B")).row.status == "playing"
                played = await series(here, clock)
                waiting = await played.press("A")
                await passes(here, 10 * THERE_FOR)
                await there.matches.service.site_clock.beat()
                async with AsyncExitStack() as pages:
                    for seat, site in (("A", here), ("B", there)):
                        page = await site.matches.service.watch(waiting.id, played.players[seat])  # type: ignore[index]
                        pages.callback(site.matches.service.unwatch, page)
                    await until(lambda waiting=waiting: waiting.row.status == "playing")  # type: ignore[misc]
                    state = clock_state(waiting.row)
                    assert (state is None) == (clock is None)
                    assert state is None or list(state.since) == ["B"]


@pytest.mark.usefixtures("time_stands")
async def test_with_short_clocks_both_must_be_there_together_and_it_lapses_after_a_day(sqlite: str) -> None:
    async with worker(sqlite) as site:
        for clock, begins in ((FISCHER, False), (BY_POST, True)):
            played = await series(site, clock)
            await played.press("A")
            await passes(site, THERE_FOR + 1)
            waiting = await played.press("B")
            assert is_gathering(waiting.row) != begins
            assert (await played.press("A")).row.status == "playing"
        played = await series(site, FISCHER)
        waiting = await played.press("A")
        await site.matches.service.run_due()
        assert is_gathering(waiting.row)
        older = sa.update(matches).where(matches.c.id == waiting.id)
        older = older.values(created_at=matches.c.created_at - LAPSES_AFTER)
        await site.base.writer.job(lambda connection: connection.execute(older))
        await site.matches.service.run_due()
        over = (await played.press("B")).row
        assert (over.status, over.result) == ("over", Result(None, "cancelled"))
        stored = sa.select(sa.func.count()).where(results.c.match_id == waiting.id)
        count = await site.base.writer.job(lambda connection: connection.execute(stored).scalar_one())
        assert count == 0, "it says nothing about anybody"


def test_programs_see_it_wait_their_requests_count_and_either_may_end_the_series(visitor: TestClient) -> None:
    ann, bob, match_id = duel(visitor, best_of=3, clock=FISCHER)
    bob.act(match_id, 0, {"type": "resign", "player": "B"})
    waiting = ann.ok("POST", f"/{match_id}/rematch")["next"]
    state = ann.state(waiting)
    assert (state["status"], state["to_act"], state["clock"]["runs"]) == ("open", [], [])
    assert (state["players"]["A"]["kind"], state["players"]["B"]["kind"]) == ("guest", "guest")
    ann.refused("POST", f"/{waiting}/actions", {"seq": 0, "action": END}, 422, "not_started")
    awaited = [[(one["id"], one["awaited"]) for one in who.ok("GET", "/mine")["matches"]] for who in (ann, bob)]
    assert awaited == [[(waiting, False)], [(waiting, True)]]
    page = visitor.get(f"/match/{waiting}", headers={"Accept": "text/html"}).text
    assert "It begins as soon as both players are here" not in page.split('<main id="match"')[0]
    assert 'id="gathering"' in page and "Send this link" not in page
    assert bob.state(waiting)["status"] == "playing"
    ann, bob, match_id = duel(visitor, best_of=3)
    bob.act(match_id, 0, {"type": "resign", "player": "B"})
    waiting = ann.ok("POST", f"/{match_id}/rematch")["next"]
    bob.ok("DELETE", f"/{waiting}")
    assert ann.state(waiting)["status"] == "over"
    page = visitor.get(f"/match/{waiting}", headers={"Accept": "text/html"}).text
    assert "The next match never began" in page
