"""Abandoned matches: after a grace the opponent may choose; a lost connection alone decides nothing."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from starlette.testclient import TestClient

from app.base.errors import AppError
from app.base.settings import Settings
from app.matches.core.features.absence import Claim, ClaimIn, absent_seat
from app.matches.core.live.hub import Subscription
from app.matches.core.live.live_match import LiveMatch
from app.matches.core.live.update import Update
from app.site.site import Site
from engine.record import MatchRecord
from engine.seat import Seat, Viewer, other
from tests.support.boards import board, frame_with
from tests.support.cases import case
from tests.support.duels import END, Pair, begun
from tests.support.service import recorded, update_where, worker
from tests.support.site_time import SteadyClock
from tests.support.waiting import time_for_a_mistake
from tools.rig.players import ApiPlayer, duel

GRACE = 0.3


def absent(match: LiveMatch | Update) -> Viewer:
    """Return the seat that has been found absent."""
    return absent_seat(match.row, match.seq)


class Duel:
    """A duel with B to act first."""

    def __init__(self, site: Site, players: Pair, live: LiveMatch) -> None:
        self.site, self.players, self.live = site, players, live

    async def watch(self, seat: Seat, site: Site | None = None) -> Subscription:
        """Open a page for the player of a seat."""
        return await (site or self.site).matches.service.watch(self.live.id, self.players[seat])

    async def claim(self, seat: Seat, take: Claim) -> LiveMatch:
        """Claim what is offered."""
        return await self.site.matches.service.handle(self.live.id, self.players[seat], ClaimIn(take=take))

    async def end_turn(self, seat: Seat) -> None:
        """End the turn of a seat without a play."""
        await self.site.matches.service.act(self.live.id, self.players[seat], self.live.seq, END)

    async def refused(self, seat: Seat) -> None:
        """Claim the win, which must be refused."""
        with pytest.raises(AppError, match="no_absence"):
            await self.claim(seat, "win")


@asynccontextmanager
async def seated(database_url: str, **options: object) -> AsyncIterator[Duel]:
    """Provide a duel that has begun."""
    async with worker(database_url, grace=GRACE) as site:
        yield Duel(site, *await begun(site, **{"first": "B", **options}))


async def found(page: Subscription, away: Viewer) -> Update:
    """Return the first update that names this absent seat."""
    return await update_where(page, lambda update: absent(update) == away)


async def left(page: Subscription) -> None:
    """Wait until B is shown as gone."""
    await update_where(page, lambda update: not update.presence.B)


async def test_the_opponent_takes_the_win_or_a_draw(sqlite: str, clock: SteadyClock) -> None:
    games: tuple[tuple[str, Claim], ...] = (("preconstructed", "win"), ("draft", "draw"), ("constructed", "win"))
    for played, take in games:
        with case(played):
            async with seated(sqlite, format=played) as duel:
                away: Seat = "B" if "B" in duel.live.now().to_act else "A"
                here = other(away)
                await duel.refused(here)
                watching = await duel.watch(here)
                clock.passes(2 * GRACE)
                offered = await found(watching, away)
                assert (offered.status in ("setup", "playing"), offered.seq) == (True, 0)
                await duel.refused(away)
                await duel.claim(here, take)
                ended = await update_where(watching, lambda update: update.status == "over")
                assert ended.row.result is not None
                result = {"winner": here if take == "win" else "draw", "reason": "abandonment"}
                assert (ended.row.result.to_json(), absent(ended)) == (result, None)
                record = await recorded(duel.site, duel.live.id)
                assert record["actions"][-1]["action"] == {"type": "claim", "take": take}
                assert record["result"] == result
                MatchRecord.from_json(record).check()
                await duel.refused(here)


async def test_nothing_is_decided_by_absence_alone_or_where_nobody_is(sqlite: str, clock: SteadyClock) -> None:
    async with seated(sqlite) as duel:
        clock.passes(2 * GRACE)
        await time_for_a_mistake(GRACE * 2)
        assert absent(duel.live) is None
        await duel.refused("A")
        ann = await duel.watch("A")
        clock.passes(2 * GRACE)
        await found(ann, "B")
        clock.passes(10 * GRACE)
        assert (duel.live.row.status, duel.live.seq, absent(duel.live)) == ("playing", 0, "B")
        await duel.end_turn("B")  # without any connection, as a program may
        assert absent(duel.live) is None
        await duel.refused("A")


async def test_a_player_who_has_finished_a_turn_may_leave(sqlite: str, clock: SteadyClock) -> None:
    async with seated(sqlite) as duel:
        ann, bob = await duel.watch("A"), await duel.watch("B")
        await duel.end_turn("B")
        duel.site.matches.service.unwatch(bob)
        await left(ann)
        clock.passes(2 * GRACE)
        await time_for_a_mistake(GRACE * 2)
        assert absent(duel.live) is None
        await duel.end_turn("A")  # now Bob is awaited, and gets the whole grace
        assert absent(duel.live) is None
        clock.passes(2 * GRACE)
        await found(ann, "B")


async def test_the_time_is_known_waiting_begins_it_afresh_and_coming_back_withdraws_the_offer(
    sqlite: str, clock: SteadyClock
) -> None:
    async with seated(sqlite) as duel:
        bob, ann = await duel.watch("B"), await duel.watch("A")
        assert duel.live.due == {}
        clock.passes(10)
        duel.site.matches.service.unwatch(bob)
        await left(ann)
        assert duel.live.due == {"B": 10 + GRACE}
        clock.passes(GRACE)
        await found(ann, "B")
        clock.passes(10)
        await duel.claim("A", "wait")
        assert (duel.live.due, absent(duel.live)) == ({"B": clock.now + GRACE}, None)
        await duel.refused("A")
        clock.passes(2 * GRACE)
        await found(ann, "B")
        await duel.watch("B")
        await found(ann, None)
        await duel.refused("A")
        assert (duel.live.due, duel.live.row.status) == ({}, "playing")


async def test_grace_0_offers_nothing(sqlite: str, clock: SteadyClock) -> None:
    async with worker(sqlite, grace=0) as site:
        duel = Duel(site, *await begun(site, first="B"))
        await duel.watch("A")
        clock.passes(GRACE)
        await time_for_a_mistake(GRACE)
        assert absent(duel.live) is None


async def test_a_player_at_another_worker_is_not_absent(database_url: str) -> None:
    async with seated(database_url) as duel, worker(database_url, grace=GRACE) as there:
        bob = await duel.watch("B", there)
        await there.base.writer.job(lambda connection: None)  # what it had to write is in the database
        ann = await duel.watch("A")
        await time_for_a_mistake(GRACE * 2)  # perhaps before this worker has looked who is connected elsewhere
        assert absent(duel.live) is None
        await update_where(ann, lambda update: update.presence.B)
        there.matches.service.unwatch(bob)
        await found(ann, "B")
        await duel.watch("B", there)
        await found(ann, None)


async def test_a_claim_is_refused_while_the_player_sits_at_another_worker(sqlite: str) -> None:
    """Also when this worker does not know yet that the player is back, and shows the offer."""
    async with seated(sqlite) as duel, worker(sqlite, grace=0) as there:
        await found(await duel.watch("A"), "B")
        await duel.watch("B", there)  # a worker that withdraws no offers
        await there.base.writer.job(lambda connection: None)
        await duel.refused("A")
        assert (duel.live.row.status, duel.live.seq) == ("playing", 0)


@pytest.fixture(scope="module")
def shared_settings(shared_settings: Settings) -> Settings:
    """Provide settings of a site where the grace is one second."""
    return shared_settings.model_copy(update={"absence_grace_seconds": 1})


def test_on_the_board(visitor: TestClient, clock: SteadyClock) -> None:
    ann, _bob, match_id = duel(visitor, first="B")
    eve, path, page = ApiPlayer(visitor, "Eve"), f"/{match_id}/claim", f"/match/{match_id}"
    ann.refused("POST", path, {"take": "win"}, 409, "no_absence")
    ann.refused("POST", path, {"take": "all"}, 400, "malformed")
    eve.refused("POST", path, {"take": "win"}, 403, "not_your_seat")
    claim = {"seq": 0, "action": {"type": "claim", "take": "win"}}
    ann.refused("POST", f"/{match_id}/actions", claim, 422, "claim_by_offer")
    with board(visitor, page, ann.headers) as own, board(visitor, page, eve.headers) as spectator:
        while spectator.receive_json()["type"] != "snapshot":  # Eve has come: nothing else redraws what comes now
            pass
        clock.passes(1)
        offer = frame_with(own, "has been away for a while")
        assert all(f'{{"type": "claim", "take": "{take}"}}' in offer for take in ("win", "draw", "wait"))
        assert '"claim"' not in frame_with(spectator, "has been away for a while")
        own.send_json({"type": "claim", "take": "wait"})
        assert 'id="absent"></div>' in frame_with(own, 'id="absent"')
        clock.passes(1)
        frame_with(own, "has been away for a while")
        own.send_json({"type": "claim", "take": "win"})
        over = frame_with(own, 'id="result-title"')
        assert "Victory!" in over and "left and did not come back." in over
    end = ann.state(match_id)
    assert (end["result"], end["absent"]) == ({"winner": "A", "reason": "abandonment"}, None)


def test_a_program_that_asks_is_offered_it_and_is_not_absent_itself(visitor: TestClient, clock: SteadyClock) -> None:
    asking, silent, match_id = duel(visitor, first="B")
    assert asking.state(match_id)["absent"] is None
    clock.passes(1)
    assert asking.state(match_id)["absent"] == "B"
    assert silent.state(match_id)["absent"] is None  # asking is a sign of life
    asking.refused("POST", f"/{match_id}/claim", {"take": "draw"}, 409, "no_absence")
    clock.passes(1)
    assert asking.state(match_id)["absent"] == "B"
    end = asking.ok("POST", f"/{match_id}/claim", {"take": "draw"})
    assert end["result"] == {"winner": "draw", "reason": "abandonment"}
