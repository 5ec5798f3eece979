"""The next match of a series (H11) waits until both of its players are there: one alone wins nothing by pressing."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from app.errors import AppError
from app.live import site_clock
from app.matches.features.absence import ClaimIn
from app.matches.features.clock import DUE, clock_state
from app.matches.features.gathering import LAPSES_AFTER, THERE_FOR, is_gathering
from app.matches.features.rematch import NEXT, RematchIn
from app.matches.live.live_match import LiveMatch
from app.matches.schemas import NewMatch
from app.matches.storage.models import matches
from app.players.player import Player
from app.ratings.models import results
from app.site import Site
from engine.seat import Seat
from tests.support.service import worker
from tests.support.site_time import passes
from tests.support.waiting import until
from tools.rig.players import duel

HOUR = 3600.0
FISCHER = {"kind": "fischer", "base": 60, "increment": 0}
BY_POST = {"kind": "correspondence", "hours": 24, "vacation": 7}
CLOCKS = {"without": None, "fischer": FISCHER, "by-post": BY_POST}


class Standing:
    """The steady clock of every worker: it stands, so that the site's time goes on by what a test lets pass alone."""

    def monotonic(self) -> float:
        """The time of `time.monotonic`."""
        return 100.0


@pytest.fixture(autouse=True)
def _time_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site_clock, "time", Standing())


class Series:
    """A best of five of which Bob has lost the first match, with the next one, which Ann has requested."""

    def __init__(self, site: Site, players: dict[Seat, Player], first: str) -> None:
        self.site = site
        self.players = players
        self.first = first

    async def press(self, seat: Seat, site: Site | None = None) -> LiveMatch:
        """Ask for the next match, and return it."""
        service = (site or self.site).matches
        live = await service.handle(self.first, self.players[seat], RematchIn())
        return await service.live_match(NEXT.of(live.row) or "")


@asynccontextmanager
async def series(database_url: str, clock: dict[str, object] | None = None) -> AsyncIterator[Series]:
    """Provide a rated series after its first match."""
    async with worker(database_url) as site:
        ann, bob = await site.players.create("Ann"), await site.players.create("Bob")
        new = NewMatch.model_validate({"seat": "A", "public": True, "best_of": 5, "clock": clock})
        live = await site.matches.opening.create(ann, new)
        await site.matches.opening.join(live.id, bob)
        await site.matches.act(live.id, bob, 0, {"type": "resign", "player": "B"})
        yield Series(site, {"A": ann, "B": bob}, live.id)


@pytest.mark.parametrize("clock", CLOCKS.values(), ids=CLOCKS)
async def test_one_who_presses_alone_wins_nothing(sqlite: str, clock: dict[str, object] | None) -> None:
    async with series(sqlite, clock) as played:
        waiting = await played.press("A")
        service, ann = played.site.matches, played.players["A"]
        subscription = await service.watch(waiting.id, ann)
        await passes(played.site, 20 * HOUR)
        await service.run_due()
        for refused in (
            service.act(waiting.id, ann, 0, {"type": "end_summon"}),
            service.handle(waiting.id, ann, ClaimIn(take="win")),
            service.handle(waiting.id, ann, RematchIn()),
        ):
            with pytest.raises(AppError):
                await refused
        assert is_gathering(waiting.row)
        assert (DUE.of(waiting.row), clock_state(waiting.row)) == (None, None)
        assert (await played.press("A")).id == waiting.id
        service.unwatch(subscription)


@pytest.mark.parametrize("clock", CLOCKS.values(), ids=CLOCKS)
async def test_it_begins_when_both_have_pressed_or_are_seen_there(
    database_url: str, clock: dict[str, object] | None
) -> None:
    async with series(database_url, clock) as pressed:
        await pressed.press("A")
        assert (await pressed.press("B")).row.status == "playing"
    async with series(database_url, clock) as seen, worker(database_url) as there:
        waiting = await seen.press("A")
        await passes(seen.site, 10 * THERE_FOR)
        await there.matches.site_clock.beat()
        pages = [
            (seen.site.matches, await seen.site.matches.watch(waiting.id, seen.players["A"])),
            (there.matches, await there.matches.watch(waiting.id, seen.players["B"])),
        ]
        await until(lambda: waiting.row.status == "playing")
        state = clock_state(waiting.row)
        assert (state is None) == (clock is None)
        assert state is None or list(state.since) == ["B"]
        for service, page in pages:
            service.unwatch(page)


async def test_with_short_clocks_both_must_be_there_at_the_same_time(sqlite: str) -> None:
    for clock, begins in ((FISCHER, False), (BY_POST, True)):
        async with series(sqlite, clock) as played:
            await played.press("A")
            await passes(played.site, THERE_FOR + 1)
            waiting = await played.press("B")
            assert is_gathering(waiting.row) != begins
            assert (await played.press("A")).row.status == "playing"


async def test_it_lapses_after_a_day_and_says_nothing_about_anybody(database_url: str) -> None:
    async with series(database_url, FISCHER) as played:
        waiting = await played.press("A")
        service, writer = played.site.matches, played.site.writer
        await service.run_due()
        assert is_gathering(waiting.row)
        older = sa.update(matches).where(matches.c.id == waiting.id)
        older = older.values(created_at=matches.c.created_at - LAPSES_AFTER)
        await writer.job(lambda connection: connection.execute(older))
        await service.run_due()
        over = (await played.press("B")).row
        assert over.status == "over"
        assert over.result is not None
        assert (over.result.winner, over.result.reason) == (None, "cancelled")
        stored = sa.select(sa.func.count()).where(results.c.match_id == waiting.id)
        assert await writer.job(lambda connection: connection.execute(stored).scalar_one()) == 0


def test_programs_see_it_wait_and_their_requests_count(client: TestClient) -> None:
    ann, bob, match_id = duel(client, best_of=3, clock=FISCHER)
    bob.act(match_id, 0, {"type": "resign", "player": "B"})
    waiting = ann.ok("POST", f"/{match_id}/rematch")["next"]
    state = ann.state(waiting)
    assert (state["status"], state["to_act"], state["clock"]["runs"]) == ("open", [], [])
    assert (state["players"]["A"]["kind"], state["players"]["B"]["kind"]) == ("guest", "guest")
    ann.refused("POST", f"/{waiting}/actions", {"seq": 0, "action": {"type": "end_summon"}}, 422, "not_started")
    awaited = [(one["id"], one["awaited"]) for one in bob.ok("GET", "/mine")["matches"]]
    assert awaited == [(waiting, True)]
    assert [one["awaited"] for one in ann.ok("GET", "/mine")["matches"]] == [False]
    assert bob.state(waiting)["status"] == "playing"


def test_either_may_end_the_series_instead(client: TestClient) -> None:
    ann, bob, match_id = duel(client, best_of=3)
    bob.act(match_id, 0, {"type": "resign", "player": "B"})
    waiting = ann.ok("POST", f"/{match_id}/rematch")["next"]
    page = client.get(f"/match/{waiting}", headers={"Accept": "text/html"}).text
    assert "It begins as soon as both players are here" not in page.split('<main id="match"')[0]
    assert 'id="gathering"' in page
    assert "Send this link" not in page
    bob.ok("DELETE", f"/{waiting}")
    assert ann.state(waiting)["status"] == "over"
    page = client.get(f"/match/{waiting}", headers={"Accept": "text/html"}).text
    assert "The next match never began" in page
