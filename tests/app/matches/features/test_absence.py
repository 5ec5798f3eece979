"""Abandoned matches: after a grace the opponent may choose; a lost connection alone decides nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, asynccontextmanager

import pytest
from starlette.testclient import TestClient

from app.errors import AppError
from app.main import create_app
from app.matches.features import absence
from app.matches.features.absence import Claim, ClaimIn, absent_seat
from app.matches.live.hub import Subscription
from app.matches.live.live_match import LiveMatch
from app.matches.live.update import Update
from app.matches.memory import presence
from app.matches.schemas import NewMatch
from app.matches.service import MatchService
from app.players.player import Player
from app.settings import Settings
from app.site import Site
from engine.record import MatchRecord
from engine.seat import Seat, Viewer, other
from tests.support.boards import BoardPage, board
from tests.support.service import DEADLINE, recorded, worker
from tests.support.waiting import time_for_a_mistake
from tools.rig.players import ApiPlayer, duel

GRACE = 0.3


def absent(match: LiveMatch | Update) -> Viewer:
    """Return the seat that has been found absent."""
    return absent_seat(match.row, match.seq)


class SteadyClock:
    """The steady clock by which absence is measured; it stands still until a test lets time pass."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        """The time of `time.monotonic`."""
        return self.now

    def passes(self, seconds: float) -> None:
        """Let so much time pass."""
        self.now += seconds


class Duel:
    """A duel with B to act first; A sits at `site`."""

    def __init__(self, site: Site, players: dict[Seat, Player], live: LiveMatch) -> None:
        self.site = site
        self.players = players
        self.id = live.id

    @property
    def service(self) -> MatchService:
        return self.site.matches

    async def watch(self, seat: Seat, site: Site | None = None) -> Subscription:
        """Open a page for the player of a seat."""
        return await (site or self.site).matches.watch(self.id, self.players[seat])

    async def end_turn(self, seat: Seat) -> None:
        """End the turn of a seat without a play."""
        live = await self.service.live_match(self.id)
        await self.service.act(self.id, self.players[seat], live.seq, {"type": "end_summon"})

    async def refused(self, seat: Seat) -> None:
        """Claim the win, which must be refused."""
        with pytest.raises(AppError) as refusal:
            await self.service.handle(self.id, self.players[seat], ClaimIn(take="win"))
        assert (refusal.value.code, refusal.value.status) == ("no_absence", 409)


async def seated(site: Site, new: NewMatch) -> Duel:
    """Open a duel: Ann at A and Bob at B."""
    ann, bob = await site.players.create("Ann"), await site.players.create("Bob")
    live = await site.matches.opening.create(ann, new)
    await site.matches.opening.join(live.id, bob)
    return Duel(site, {"A": ann, "B": bob}, live)


@asynccontextmanager
async def begun(database_url: str, **options: object) -> AsyncIterator[Duel]:
    """Provide a duel that has begun."""
    new = NewMatch.model_validate({"seat": "A", "first": "B", **options})
    async with worker(database_url, grace=GRACE) as site:
        yield await seated(site, new)


async def written(site: Site) -> None:
    """Wait until everything a worker had to write is in the database."""
    await site.writer.job(lambda connection: None)


async def payload(subscription: Subscription, what: Callable[[Update], bool]) -> Update:
    """Return the first update of which that is true."""
    async with asyncio.timeout(DEADLINE):
        async for update in subscription:
            if what(update):
                return update
    raise AssertionError("a subscription does not end")


@pytest.fixture(autouse=True)
def _quick_departures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "GRACE", 0.05)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SteadyClock:
    """Provide a clock of the test's own: however slow the machine is, nobody is away for longer than the test says."""
    standing = SteadyClock()
    monkeypatch.setattr(absence, "time", standing)
    return standing


@pytest.mark.parametrize(
    ("options", "take"),
    [({}, "win"), ({"format": "draft"}, "draw"), ({"format": "constructed"}, "win")],
    ids=["table-win", "draft-draw", "decks-win"],
)
async def test_the_opponent_takes_the_win_or_a_draw(database_url: str, options: dict[str, str], take: Claim) -> None:
    async with begun(database_url, **options) as duel:
        to_act = (await duel.service.live_match(duel.id)).now().to_act
        away: Seat = "B" if "B" in to_act else "A"
        here = other(away)
        await duel.refused(here)
        watching = await duel.watch(here)
        offered = await payload(watching, lambda update: absent(update) == away)
        assert offered.status in ("setup", "playing")
        assert offered.seq == 0
        await duel.refused(away)
        await duel.service.handle(duel.id, duel.players[here], ClaimIn(take=take))
        ended = await payload(watching, lambda update: update.status == "over")
        assert ended.row.result is not None
        winner = here if take == "win" else "draw"
        assert ended.row.result.to_json() == {"winner": winner, "reason": "abandonment"}
        assert absent(ended) is None
        record = await recorded(duel.service, duel.id)
        assert record["actions"][-1]["action"] == {"type": "claim", "take": take}
        assert record["result"] == {"winner": winner, "reason": "abandonment"}
        MatchRecord.from_json(record).check()
        await duel.refused(here)


async def test_nothing_is_decided_by_absence_alone(sqlite: str) -> None:
    async with begun(sqlite) as duel:
        ann = await duel.watch("A")
        await payload(ann, lambda update: absent(update) == "B")
        await time_for_a_mistake(GRACE * 3)
        live = await duel.service.live_match(duel.id)
        assert (live.row.status, live.seq, absent(live)) == ("playing", 0, "B")
        await duel.end_turn("B")  # without any connection, as a program may
        assert absent(await duel.service.live_match(duel.id)) is None
        await duel.refused("A")


async def test_nobody_is_offered_anything_where_nobody_is(sqlite: str) -> None:
    async with begun(sqlite) as duel:
        await time_for_a_mistake(GRACE * 2)
        assert absent(await duel.service.live_match(duel.id)) is None
        await duel.refused("A")


async def test_a_player_who_has_finished_a_turn_may_leave(sqlite: str, clock: SteadyClock) -> None:
    async with begun(sqlite) as duel:
        ann, bob = await duel.watch("A"), await duel.watch("B")
        await duel.end_turn("B")
        duel.service.unwatch(bob)
        await payload(ann, lambda update: not update.presence.B)
        clock.passes(2 * GRACE)
        await time_for_a_mistake(GRACE * 2)
        assert absent(await duel.service.live_match(duel.id)) is None
        await duel.end_turn("A")  # now Bob is awaited, and gets the whole grace
        assert absent(await duel.service.live_match(duel.id)) is None
        clock.passes(2 * GRACE)
        await payload(ann, lambda update: absent(update) == "B")


async def test_the_time_is_known_when_an_absent_player_may_be_claimed_on(sqlite: str, clock: SteadyClock) -> None:
    async with begun(sqlite) as duel:
        ann, bob = await duel.watch("A"), await duel.watch("B")
        live = await duel.service.live_match(duel.id)
        assert live.due == {}
        clock.passes(10)
        duel.service.unwatch(bob)
        await payload(ann, lambda update: not update.presence.B)
        assert live.due == {"B": 10 + GRACE}
        clock.passes(GRACE)
        await payload(ann, lambda update: absent(update) == "B")
        clock.passes(10)
        await duel.service.handle(duel.id, duel.players["A"], ClaimIn(take="wait"))
        assert live.due == {"B": clock.now + GRACE}
        await duel.watch("B")
        await payload(ann, lambda update: update.presence.B)
        assert live.due == {}


async def test_coming_back_withdraws_the_offer(database_url: str) -> None:
    async with begun(database_url) as duel:
        bob, ann = await duel.watch("B"), await duel.watch("A")  # nobody waits for Bob until he comes
        await time_for_a_mistake(GRACE * 2)
        assert absent(await duel.service.live_match(duel.id)) is None
        duel.service.unwatch(bob)
        await payload(ann, lambda update: absent(update) == "B")
        await duel.watch("B")
        await payload(ann, lambda update: absent(update) is None)
        await duel.refused("A")
        assert (await duel.service.live_match(duel.id)).row.status == "playing"


async def test_waiting_begins_the_grace_afresh(sqlite: str, clock: SteadyClock) -> None:
    async with begun(sqlite) as duel:
        ann = await duel.watch("A")
        clock.passes(2 * GRACE)
        await payload(ann, lambda update: absent(update) == "B")
        await duel.service.handle(duel.id, duel.players["A"], ClaimIn(take="wait"))
        assert absent(await duel.service.live_match(duel.id)) is None
        await duel.refused("A")
        clock.passes(2 * GRACE)
        await payload(ann, lambda update: absent(update) == "B")


async def test_grace_0_offers_nothing(sqlite: str) -> None:
    async with worker(sqlite, grace=0) as site:
        duel = await seated(site, NewMatch(seat="A", first="B"))
        await duel.watch("A")
        await time_for_a_mistake(GRACE)
        assert absent(await duel.service.live_match(duel.id)) is None


async def test_a_player_at_another_worker_is_not_absent(database_url: str) -> None:
    async with worker(database_url, grace=GRACE) as here, worker(database_url, grace=GRACE) as there:
        duel = await seated(here, NewMatch(seat="A", first="B"))
        bob = await duel.watch("B", there)
        await written(there)
        ann = await duel.watch("A")
        await time_for_a_mistake(GRACE * 2)  # perhaps before this worker has looked who is connected elsewhere
        assert absent(await duel.service.live_match(duel.id)) is None
        await payload(ann, lambda update: update.presence.B)
        there.matches.unwatch(bob)
        await payload(ann, lambda update: absent(update) == "B")
        await duel.watch("B", there)
        await payload(ann, lambda update: absent(update) is None)


async def test_a_claim_is_refused_while_the_player_sits_at_another_worker(sqlite: str) -> None:
    """Also when this worker does not know yet that the player is back, and shows the offer."""
    async with worker(sqlite, grace=GRACE) as here, worker(sqlite, grace=0) as there:
        duel = await seated(here, NewMatch(seat="A", first="B"))
        ann = await duel.watch("A")
        await payload(ann, lambda update: absent(update) == "B")
        await duel.watch("B", there)  # a worker that withdraws no offers
        await written(there)
        await duel.refused("A")
        live = await duel.service.live_match(duel.id)
        assert (live.row.status, live.seq) == ("playing", 0)


@pytest.fixture
def hasty(settings: Settings) -> Iterator[TestClient]:
    """Provide a site where the grace is one second."""
    with TestClient(create_app(settings.model_copy(update={"absence_grace_seconds": 1}))) as started:
        yield started


def page(player: ApiPlayer, match_id: str) -> AbstractContextManager[BoardPage]:
    """Return the player's board."""
    assert isinstance(player.client, TestClient)
    return board(player.client, f"/match/{match_id}", headers=player.headers)


def content_with(session: BoardPage, words: str) -> str:
    """Return the HTML of the first frame that holds these words."""
    while True:
        content: str = session.receive_json().get("content", "")
        if words in content:
            return content


def test_on_the_board(hasty: TestClient, clock: SteadyClock) -> None:
    ann, bob, match_id = duel(hasty)
    away: Seat = ann.state(match_id)["to_act"][0]
    here = {"A": ann, "B": bob}[other(away)]
    path = f"/{match_id}/claim"
    here.refused("POST", path, {"take": "win"}, 409, "no_absence")
    here.refused("POST", path, {"take": "all"}, 400, "malformed")
    ApiPlayer(hasty).refused("POST", path, {"take": "win"}, 403, "not_your_seat")
    action = {"seq": 0, "action": {"type": "claim", "take": "win"}}
    here.refused("POST", f"/{match_id}/actions", action, 422, "claim_by_offer")
    with page(here, match_id) as own, page(ApiPlayer(hasty, "Eve"), match_id) as spectator:
        assert spectator.receive_json()["type"] == "snapshot"  # Eve has come: nothing else redraws what comes now
        clock.passes(1)
        offer = content_with(own, "has been away for a while")
        for take in ("win", "draw", "wait"):
            assert f'{{"type": "claim", "take": "{take}"}}' in offer
        assert '"claim"' not in content_with(spectator, "has been away for a while")
        own.send_json({"type": "claim", "take": "wait"})
        assert 'id="absent"></div>' in content_with(own, 'id="absent"')
        clock.passes(1)
        content_with(own, "has been away for a while")
        own.send_json({"type": "claim", "take": "win"})
        over = content_with(own, 'id="result-title"')
        assert "Victory!" in over
        assert "left and did not come back." in over
    end = here.state(match_id)
    assert end["result"] == {"winner": other(away), "reason": "abandonment"}
    assert end["absent"] is None


def test_a_program_that_asks_is_offered_it_and_is_not_absent_itself(hasty: TestClient, clock: SteadyClock) -> None:
    ann, bob, match_id = duel(hasty)
    away: Seat = ann.state(match_id)["to_act"][0]
    asking, silent = {"A": ann, "B": bob}[other(away)], {"A": ann, "B": bob}[away]
    assert asking.state(match_id)["absent"] is None
    clock.passes(1)
    assert asking.state(match_id)["absent"] == away
    assert silent.state(match_id)["absent"] is None  # asking is a sign of life
    asking.refused("POST", f"/{match_id}/claim", {"take": "draw"}, 409, "no_absence")
    clock.passes(1)
    assert asking.state(match_id)["absent"] == away
    end = asking.ok("POST", f"/{match_id}/claim", {"take": "draw"})
    assert end["result"] == {"winner": "draw", "reason": "abandonment"}
