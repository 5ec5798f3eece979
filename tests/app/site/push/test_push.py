"""Guests are called while the site is closed: in a match of theirs, once, in their language, and not in quiet hours."""

from __future__ import annotations

import base64
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
import sqlalchemy as sa
from joserfc import jwt
from joserfc.jwk import ECKey
from starlette.testclient import TestClient

from app.base.settings import Settings
from app.contests.tournaments.schemas import NewKnockout
from app.main import create_app
from app.matches.core.match_row import MatchRow
from app.matches.core.opponents.challenges import Challenges
from app.matches.core.schemas import NewMatch
from app.people.players.bans.blocks import Blocks
from app.people.players.player import Player
from app.people.players.preferences import Preferences
from app.site.push.models import notifications, subscriptions
from app.site.push.notifications import Notifications
from app.site.push.quiet import quiet_until
from app.site.push.service import PushService, id_of, language_of
from app.site.push.target import Target
from app.site.push.vapid import FILE, VapidKey
from app.site.site import Site
from tests.support.cases import in_turn
from tests.support.push import NO_POINT, PushBrowser, PushEndpoint
from tests.support.service import worker
from tests.support.site_time import let_due_happen
from tools.rig.players import ApiPlayer

SITE = "https://clash.example"


@asynccontextmanager
async def caller(site: Site, folder: Path, endpoint: PushEndpoint) -> AsyncIterator[tuple[PushService, Notifications]]:
    """Run the notifications of a worker, without a pause; the test itself runs what is due."""
    push = PushService(site.base.database, site.base.writer, VapidKey(folder), endpoint.url, endpoint.url)
    ours = Notifications(
        site.base.database,
        site.base.writer,
        site.matches.service,
        site.people.preferences,
        push,
        site.contests.tournaments.feed,
        pause=0,
    )
    site.matches.service.live_matches.observe(ours)
    async with ours.tasks:
        yield push, ours


async def reachable(push: PushService, player: Player, browser: PushBrowser) -> None:
    """Let a guest be called at a browser."""
    target = Target(id_of(browser.endpoint), browser.endpoint, browser.p256dh, browser.auth, "en", SITE)
    await push.subscribe(player, target)


async def calls_stored(site: Site, number: int) -> None:
    """Wait until this many notifications wait to be sent."""
    query = sa.select(sa.func.count()).select_from(notifications).where(notifications.c.due_at.is_not(None))
    give_up = time.monotonic() + 60
    while await site.base.database.read(lambda connection: connection.execute(query).scalar_one()) != number:
        assert time.monotonic() < give_up


async def test_a_friend_has_sat_down_and_then_it_is_ones_turn(
    postgresql: str, tmp_path: Path, endpoint: PushEndpoint
) -> None:
    async with worker(postgresql) as site, caller(site, tmp_path, endpoint) as (push, ours):
        ann, bob = await site.people.players.create("Ann"), await site.people.players.create("Bob")
        browser = PushBrowser(endpoint)
        await reachable(push, ann, browser)
        live = await site.matches.service.opening.create(ann, NewMatch(seat="A", first="B"))
        await site.matches.service.joining.join(live.id, bob)
        await calls_stored(site, 1)
        await ours.run_due()
        got = endpoint.next()
        message = browser.read(got)
        assert message["title"] == "Bob has sat down"
        assert (message["url"], message["tag"], message["waiting"]) == (f"/match/{live.id}", live.id, 0)
        assert (got.path, got.headers["ttl"], got.headers["content-encoding"]) == ("/one", "86400", "aes128gcm")
        _check_signature(tmp_path, endpoint, got.headers["authorization"])

        await site.matches.service.act(live.id, bob, 0, {"type": "end_summon"})
        await calls_stored(site, 1)
        await ours.run_due()
        message = browser.read(endpoint.next())
        assert (message["title"], message["waiting"]) == ("Your turn", 1)
        assert str(message["body"]).startswith("Bob is waiting for you.")
        await ours.run_due()
        assert endpoint.is_silent()


async def test_somebody_is_challenged(postgresql: str, tmp_path: Path, endpoint: PushEndpoint) -> None:
    async with worker(postgresql) as site, caller(site, tmp_path, endpoint) as (push, ours):
        ann, bob = await site.people.players.create("Ann"), await site.people.players.create("Bob")
        browser = PushBrowser(endpoint)
        met = await site.matches.service.opening.create(ann, NewMatch(seat="A", first="A"))
        await site.matches.service.joining.join(met.id, bob)
        await reachable(push, bob, browser)
        challenges = Challenges(
            site.matches.service,
            site.base.database,
            site.people.preferences,
            Blocks(site.base.database, site.base.writer),
        )
        challenges.on_made.subscribe(ours.challenged)
        live = await challenges.make(ann, met.id, NewMatch(format="draft"))
        await calls_stored(site, 1)
        await ours.run_due()
        message = browser.read(endpoint.next())
        assert (message["title"], message["url"], message["tag"]) == ("Ann challenges you", "/", live.id)
        assert message["body"] == "Draft duel. Accept or decline it on the home page."
        await challenges.decline(bob, live.id)
        for declined in (True, False):  # gone before it is said; not wanted
            await site.people.preferences.change(bob, {"notify_asked": "on" if declined else "off"})
            again = await challenges.make(ann, met.id, NewMatch())
            await calls_stored(site, 1)
            if declined:
                await challenges.decline(bob, again.id)
            await ours.run_due()
            await calls_stored(site, 0)
            assert endpoint.is_silent()


async def test_the_match_of_a_round_is_open(postgresql: str, tmp_path: Path, endpoint: PushEndpoint) -> None:
    async with worker(postgresql) as site, caller(site, tmp_path, endpoint) as (push, ours):
        ann, bob = await site.people.players.create("Ann"), await site.people.players.create("Bob")
        browser = PushBrowser(endpoint)
        await reachable(push, ann, browser)
        tournament = await site.contests.organizing.create(ann, NewKnockout(name="Club"))
        for player in (ann, bob):
            await site.contests.entering.enter(tournament.id, player, None, None, None)
        stored: list[int] = []
        count = sa.select(sa.func.count()).select_from(notifications)

        def counted(_: MatchRow) -> None:
            with site.base.database.engine.connect() as connection:
                stored.append(connection.execute(count).scalar_one())

        site.matches.service.opening.on_opened.subscribe(counted)
        await site.contests.organizing.direct(tournament.id, ann, "start", "")
        await let_due_happen(site)
        await calls_stored(site, 1)
        assert stored == [1]  # it came with the commit: a worker that is killed then loses nothing
        await ours.run_due()
        board = (await site.contests.tournaments.tournament(tournament.id)).board(1, 1)
        message = browser.read(endpoint.next())
        assert (message["title"], message["url"]) == (
            "Round 1: you play Bob at board 1",
            f"/match/{board.match_id}",
        )
        assert board.match_id is not None
        row = (await site.matches.service.live_match(board.match_id)).row
        stored_one = await site.matches.service.opening.create(bob, NewMatch())
        next_one = replace(row, id=stored_one.id, rematch_of=row.id)  # of a series, whose round everybody knows
        await site.base.writer.job(lambda connection: site.matches.service.opening.on_storing(connection, next_one))
        await calls_stored(site, 1)


def _check_signature(folder: Path, endpoint: PushEndpoint, header: str) -> None:
    """Check that the site's key has signed for this service, in the name of the site."""
    token, _, public = header.removeprefix("vapid t=").partition(",k=")
    assert public == VapidKey(folder).public
    point = base64.urlsafe_b64decode(public + "==")
    key = ECKey.import_key({"kty": "EC", "crv": "P-256", "x": _base64(point[1:33]), "y": _base64(point[33:])})
    claims = jwt.decode(token, key, algorithms=["ES256"]).claims
    assert (claims["aud"], claims["sub"]) == (endpoint.url, SITE)
    assert 0 < claims["exp"] - time.time() <= 24 * 3600


def _base64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


async def test_players_who_are_present_or_do_not_want_it_are_not_notified(
    postgresql: str, tmp_path: Path, endpoint: PushEndpoint
) -> None:
    async with worker(postgresql) as site, caller(site, tmp_path, endpoint) as (push, ours):
        ann, bob = await site.people.players.create("Ann"), await site.people.players.create("Bob")
        for player in (ann, bob):
            await reachable(push, player, PushBrowser(endpoint, player.name))
        await site.people.preferences.change(bob, {"notify_turn": "off"})
        live = await site.matches.service.opening.create(ann, NewMatch(seat="A", first="A"))
        watching = await site.matches.service.watch(live.id, ann)  # Ann has the table open
        await site.matches.service.joining.join(live.id, bob)
        await site.matches.service.act(live.id, ann, 0, {"type": "end_summon"})
        await calls_stored(site, 1)  # for Bob, who is not there
        await ours.run_due()
        await calls_stored(site, 0)
        assert endpoint.is_silent()
        site.matches.service.unwatch(watching)


async def test_who_comes_meanwhile_is_not_called(postgresql: str, tmp_path: Path, endpoint: PushEndpoint) -> None:
    async with worker(postgresql) as site, caller(site, tmp_path, endpoint) as (push, ours):
        ann, bob = await site.people.players.create("Ann"), await site.people.players.create("Bob")
        await reachable(push, ann, PushBrowser(endpoint))
        live = await site.matches.service.opening.create(ann, NewMatch(seat="A", first="A"))
        await site.matches.service.joining.join(live.id, bob)
        await calls_stored(site, 1)
        watching = await site.matches.service.watch(live.id, ann)
        await site.base.writer.job(lambda connection: None)  # Ann's presence is stored before this
        await ours.run_due()
        await calls_stored(site, 0)
        assert endpoint.is_silent()
        site.matches.service.unwatch(watching)


async def test_several_workers_say_it_once(postgresql: str, tmp_path: Path, endpoint: PushEndpoint) -> None:
    async with (
        worker(postgresql) as one, caller(one, tmp_path, endpoint) as (push, ours),
        worker(postgresql) as two, caller(two, tmp_path, endpoint) as (_, theirs),
    ):  # fmt: skip
        ann, bob = await one.people.players.create("Ann"), await one.people.players.create("Bob")
        await reachable(push, ann, PushBrowser(endpoint))
        live = await one.matches.service.opening.create(ann, NewMatch(seat="A", first="B"))
        await two.matches.service.joining.join(live.id, bob)
        await calls_stored(two, 1)
        await ours.run_due()  # the other one has seen it, and this one says it
        endpoint.next()
        await theirs.run_due()
        await ours.run_due()
        assert endpoint.is_silent()


async def test_quiet_hours_put_it_off(sqlite: str, tmp_path: Path, endpoint: PushEndpoint) -> None:
    async with worker(sqlite) as site, caller(site, tmp_path, endpoint) as (push, ours):
        ann, bob = await site.people.players.create("Ann"), await site.people.players.create("Bob")
        await reachable(push, ann, PushBrowser(endpoint))
        now = time.time()
        hours = [f"{datetime.fromtimestamp(now + more, UTC):%H:%M}" for more in (-3600, 3600)]
        await site.people.preferences.change(ann, {"quiet_from": hours[0], "quiet_to": hours[1], "zone": "UTC"})
        live = await site.matches.service.opening.create(ann, NewMatch(seat="A", first="B"))
        await site.matches.service.joining.join(live.id, bob)
        await calls_stored(site, 1)
        await ours.run_due()
        assert endpoint.is_silent()
        due = await site.base.database.read(
            lambda connection: connection.execute(sa.select(notifications.c.due_at)).scalar_one()
        )
        assert 3500 < due - now <= 3600
        await site.base.writer.job(lambda connection: connection.execute(sa.update(notifications).values(due_at=now)))
        await site.people.preferences.change(ann, {"quiet_from": ""})
        await ours.run_due()
        endpoint.next()


@pytest.mark.parametrize(("status", "left"), [(410, 0), (403, 0), (503, 1), (302, 1)])
async def test_a_browser_that_is_gone_is_forgotten_and_a_service_in_trouble_asked_again(
    sqlite: str, tmp_path: Path, endpoint: PushEndpoint, status: int, left: int
) -> None:
    async with worker(sqlite) as site, caller(site, tmp_path, endpoint) as (push, ours):
        ann, bob = await site.people.players.create("Ann"), await site.people.players.create("Bob")
        await reachable(push, ann, PushBrowser(endpoint))
        live = await site.matches.service.opening.create(ann, NewMatch(seat="A", first="B"))
        await site.matches.service.joining.join(live.id, bob)
        await calls_stored(site, 1)
        endpoint.status, endpoint.location = status, f"{endpoint.url}/elsewhere"
        await ours.run_due()
        assert endpoint.next().path == "/one"
        assert endpoint.is_silent()  # it is not followed anywhere else
        count = sa.select(sa.func.count()).select_from(subscriptions)
        assert await site.base.database.read(lambda connection: connection.execute(count).scalar_one()) == left
        waits = sa.select(notifications.c.due_at)
        due = await site.base.database.read(lambda connection: connection.execute(waits).scalar_one())
        assert (due is not None and due > time.time()) == bool(left)


@in_turn(
    ("at", "until"),
    [
        ("2026-07-01T21:59", None),
        ("2026-07-01T22:00", "2026-07-02T07:30"),
        ("2026-07-02T03:00", "2026-07-02T07:30"),
        ("2026-07-02T07:30", None),
        ("2026-10-24T23:00", "2026-10-25T07:30"),  # the clocks are set back in that night
    ],
)
def test_quiet_hours_are_those_of_the_guests_clock(at: str, until: str | None) -> None:
    zone = ZoneInfo("Europe/Berlin")
    chosen = Preferences(quiet_from="22:00", quiet_to="07:30", zone="Europe/Berlin")
    found = quiet_until(chosen, datetime.fromisoformat(at).replace(tzinfo=zone).timestamp())
    assert found == (datetime.fromisoformat(until).replace(tzinfo=zone).timestamp() if until else None)


@in_turn(
    ("hours", "at", "until"),
    [
        ("22:00-02:30", "2026-10-25T00:10+00:00", "2026-10-25T00:30+00:00"),  # 02:10, the first time
        ("22:00-02:30", "2026-10-25T00:40+00:00", None),  # 02:40, the first time
        ("22:00-02:30", "2026-10-25T01:10+00:00", "2026-10-25T01:30+00:00"),  # 02:10 once more
        ("22:00-02:30", "2026-10-25T01:40+00:00", None),
        ("22:00-03:30", "2026-10-25T01:40+00:00", "2026-10-25T02:30+00:00"),
        ("02:15-02:45", "2026-10-25T01:20+00:00", "2026-10-25T01:45+00:00"),
        ("22:00-02:30", "2026-03-29T00:50+00:00", "2026-03-29T01:30+00:00"),  # in spring that hour does not come
    ],
)
def test_quiet_hours_in_the_hour_that_comes_twice(hours: str, at: str, until: str | None) -> None:
    begin, end = hours.split("-")
    now = datetime.fromisoformat(at).timestamp()
    found = quiet_until(Preferences(quiet_from=begin, quiet_to=end, zone="Europe/Berlin"), now)
    assert found == (datetime.fromisoformat(until).timestamp() if until else None)
    assert found is None or found > now


def test_a_message_is_in_the_language_that_was_chosen_or_else_the_browsers() -> None:
    target = Target("id", "https://push.example/one", "", "", "fr", "https://clash.example")
    assert [language_of(target, chosen) for chosen in ("", "sv", "tlh")] == ["fr", "sv", "en"]


def test_quiet_hours_within_a_day_and_none() -> None:
    noon = datetime(2026, 7, 1, 12, tzinfo=UTC).timestamp()
    assert quiet_until(Preferences(quiet_from="09:00", quiet_to="17:00"), noon) == noon + 5 * 3600
    assert quiet_until(Preferences(quiet_from="13:00", quiet_to="17:00"), noon) is None
    assert quiet_until(Preferences(quiet_from="12:00", quiet_to="12:00"), noon) == noon + 24 * 3600, "always"
    assert quiet_until(Preferences(quiet_from="09:00"), noon) is None


def test_programs_and_pages_subscribe(settings: Settings, endpoint: PushEndpoint) -> None:
    open_to_tests = settings.model_copy(update={"push_services": endpoint.url})
    with TestClient(create_app(open_to_tests)) as client:
        ann = ApiPlayer(client, "Ann")

        def ask(method: str, path: str, body: object = None) -> tuple[int, str]:
            answer = client.request(method, f"/api/push{path}", json=body, headers=ann.headers)
            return answer.status_code, answer.json()["code"] if answer.status_code >= 400 else ""

        browser = PushBrowser(endpoint)
        one = {"endpoint": browser.endpoint}
        assert ask("POST", "/try", one) == (409, "no_push")
        for _ in range(2):
            assert ask("POST", "/subscribe", browser.subscription) == (204, "")
        known = client.get("/api/push", headers=ann.headers).json()
        assert known["browsers"] == 1 and len(base64.urlsafe_b64decode(known["key"] + "==")) == 65
        assert ask("POST", "/try", one) == (204, "")
        assert browser.read(endpoint.next())["title"] == "Notifications work"
        foreign = {**browser.subscription, "endpoint": "https://evil.example/x"}
        assert ask("POST", "/subscribe", foreign) == (422, "bad_push")
        for point, auth in (("AAAA", "AAAA"), (NO_POINT, browser.auth)):
            keys = {"p256dh": point, "auth": auth}
            assert ask("POST", "/subscribe", {"endpoint": browser.endpoint, "keys": keys}) == (422, "bad_push")
        endpoint.status = 503
        assert ask("POST", "/try", one) == (503, "push_silent")
        endpoint.next()
        for _ in range(2):  # another browser is neither tried nor forgotten
            other = PushBrowser(endpoint, "other")
            assert ask("POST", "/subscribe", other.subscription) == (204, "")
            endpoint.status = 410
            assert ask("POST", "/try", {"endpoint": other.endpoint}) == (409, "no_push")
            assert endpoint.next().path == "/other"
        assert client.get("/api/push", headers=ann.headers).json()["browsers"] == 1
        assert ask("POST", "/unsubscribe", {"endpoint": browser.endpoint}) == (204, "")
        assert ask("POST", "/try", one) == (409, "no_push")
        assert (settings.data_dir / FILE).stat().st_mode & 0o077 == 0


def test_a_host_may_call_nobody(settings: Settings) -> None:
    with TestClient(create_app(settings.model_copy(update={"push_services": "none"}))) as client:
        ann = ApiPlayer(client, "Ann")
        assert client.get("/api/push", headers=ann.headers).json() == {"key": None, "browsers": 0}
        assert not (settings.data_dir / FILE).exists()
