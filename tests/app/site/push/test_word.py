"""Players and organizers are sent word to an address outside: signed, each message once or more, nothing secret."""

from __future__ import annotations

import re
import secrets
import time
from datetime import UTC, datetime
from pathlib import Path

import feedparser
import icalendar
import orjson
import pytest
import sqlalchemy as sa
from standardwebhooks import Webhook, WebhookVerificationError
from starlette.testclient import TestClient

from app.base.seconds import DAY, MINUTE
from app.base.settings import Settings
from app.base.store.belongings import hand_over
from app.contests.tournaments.schemas import NewSwiss
from app.main import create_app
from app.matches.core.schemas import NewMatch
from app.people.players.player import Player
from app.site.push.models import OWN, notifications, subscriptions
from app.site.push.service import HOOK_PATIENCE, PushService
from app.site.push.target import Target
from app.site.push.webhook import MAX_CHARACTERS, body_of, new_secret
from app.site.push.words import PushMessage, trial
from app.site.site import Site
from tests.app.site.push.test_push import SITE, caller, calls_stored
from tests.support.push import PushEndpoint, push_endpoint
from tests.support.service import worker
from tests.support.site_time import let_due_happen
from tools.rig.json import Json
from tools.rig.players import ApiPlayer

SECRET = re.compile(r"whsec_[A-Za-z0-9+/]{43}=")


async def set_hook(
    push: PushService, player: Player, url: str, hook: str = OWN, tournament: str | None = None, address: str = ""
) -> Webhook:
    """Let a player give this address for messages; return what checks them."""
    secret = new_secret()
    target = Target(secrets.token_hex(16), url, "", secret, "en", SITE, hook, address=address or None)
    await push.set_hook(player, target, tournament)
    return Webhook(secret)


async def send_test(push: PushService, player: Player, hook: str = OWN) -> str:
    """Send a test message; what became of it."""
    target = await push.hook(player.id, hook)
    assert target is not None
    return await push.send(player.id, target, trial(0) | {"id": secrets.token_hex(16), "at": 0})


async def hooked(
    push: PushService, player: Player, endpoint: PushEndpoint, path: str, hook: str = OWN, tournament: str | None = None
) -> Webhook:
    """Let a player give an address that accepts its test message; return what checks the others."""
    judge = await set_hook(push, player, f"{endpoint.url}{path}", hook, tournament)
    assert await send_test(push, player, hook) == "sent"
    assert endpoint.next().path == path
    return judge


def read(endpoint: PushEndpoint, judge: Webhook) -> tuple[str, Json]:
    """Return the id and the body of the next message, which `judge` has found to be genuine."""
    got = endpoint.next()
    body = judge.verify(got.body, got.headers)
    assert body["text"] == body["content"] == f"{body['title']}\n{body['message']}"
    assert (got.headers["x-title"], got.headers["x-message"]) == ("{{.title}}", "{{.message}}")
    return got.headers["webhook-id"], body


async def soon(site: Site) -> None:
    """Let everything that waits be due now."""
    now = sa.update(notifications).where(notifications.c.due_at.is_not(None)).values(due_at=time.time())
    await site.base.writer.execute(now)


async def test_a_receiver_that_was_killed_gets_each_message_with_its_id(sqlite: str, tmp_path: Path, port: int) -> None:
    with push_endpoint(port) as endpoint:  # nobody else gets the port in between
        pass
    async with worker(sqlite) as site, caller(site, tmp_path, endpoint) as (push, ours):
        ann, bob = (
            await site.people.players.create("Ann"),
            await site.people.players.create("@all <b> [x](http://evil)"),
        )
        with push_endpoint(port) as endpoint:
            judge = await hooked(push, ann, endpoint, "/ann")
        live = await site.matches.service.opening.create(ann, NewMatch(seat="A", first="B"))
        await site.matches.service.joining.join(live.id, bob)
        await calls_stored(site, 1)
        await ours.run_due()  # nobody is there
        with push_endpoint(port) as endpoint:
            endpoint.status = 503
            await soon(site)
            await ours.run_due()
            first, _ = read(endpoint, judge)
        with push_endpoint(port) as endpoint:
            await soon(site)
            await ours.run_due()
            again, body = read(endpoint, judge)
            assert again == first and body["type"] == "match.joined"
            assert live.id not in orjson.dumps(body).decode() and body["data"]["url"] == f"{SITE}/"
            assert not re.search(r"[@<>\[\]]", body["text"]) and body["allowed_mentions"] == {"parse": []}
            await ours.run_due()
            assert endpoint.is_silent()
            await site.matches.service.act(live.id, bob, 0, {"type": "end_summon"})
            await calls_stored(site, 1)
            await ours.run_due()
            other, body = read(endpoint, judge)
            assert other != first and (body["type"], body["title"]) == ("match.turn", "Your turn")
            assert body["data"] == {"url": f"{SITE}/matches/next", "waiting": 1}
            with pytest.raises(WebhookVerificationError):
                Webhook(new_secret()).verify(b"{}", {"webhook-id": other})


@pytest.mark.parametrize("box", [False, True])
async def test_a_round_and_the_end_go_to_players_and_to_the_channel(
    postgresql: str, tmp_path: Path, endpoint: PushEndpoint, box: bool
) -> None:
    async with worker(postgresql) as site, caller(site, tmp_path, endpoint) as (push, ours):
        host, ann, bob = [await site.people.players.create(name) for name in ("Host", "Ann", "Bob")]
        tournament = await site.contests.organizing.create(
            host, NewSwiss(name="Club", rounds=1, spectators=False, box=box)
        )
        for player in (ann, bob):
            await site.contests.entering.enter(tournament.id, player, None, None, None)
        own = await hooked(push, ann, endpoint, "/ann")
        channel = await hooked(push, host, endpoint, "/club", tournament.id, tournament.id)
        await hooked(push, bob, endpoint, "/nobody", tournament.id, tournament.id)  # who is no organizer
        await site.contests.organizing.direct(tournament.id, host, "start", "")
        await let_due_happen(site)
        board = (await site.contests.tournaments.tournament(tournament.id)).board(1, 1)
        heard: dict[str, Json] = {}

        async def hear() -> None:
            await calls_stored(site, 2)
            await ours.run_due()
            for _ in range(2):
                got = endpoint.next()
                heard[got.path] = (own if got.path == "/ann" else channel).verify(got.body, got.headers)
                assert not {board.match_id, tournament.invite, tournament.caster} & set(
                    re.findall(r"\w+", str(heard[got.path]))
                )
            assert endpoint.is_silent()

        await hear()
        assert heard["/ann"]["title"] == "Round 1: you play Bob at board 1"
        assert heard["/ann"]["data"]["url"] == f"{SITE}/tournaments"  # an unlisted one is not shown to others
        assert (heard["/club"]["title"], heard["/club"]["type"]) == ("Club: round 1", "tournament.round")
        assert re.match(r"1\. (Ann – Bob|Bob – Ann)\nhttps://clash\.example/tournament/", heard["/club"]["message"])
        await site.contests.organizing.direct(tournament.id, host, "end", "")
        await hear()
        assert {body["title"] for body in heard.values()} == {"Club is over"}


async def test_after_a_week_of_failures_it_is_off_until_a_test_message_gets_through(
    sqlite: str, tmp_path: Path, endpoint: PushEndpoint
) -> None:
    async with worker(sqlite) as site, caller(site, tmp_path, endpoint) as (push, ours):
        ann, bob = await site.people.players.create("Ann"), await site.people.players.create("Bob")
        await hooked(push, ann, endpoint, "/ann")
        endpoint.status = 500

        async def sat_down() -> Target:
            live = await site.matches.service.opening.create(ann, NewMatch(seat="A", first="B"))
            await site.matches.service.joining.join(live.id, bob)
            await calls_stored(site, 1)
            await ours.run_due()
            endpoint.next()
            await site.base.writer.execute(sa.delete(notifications))
            found = await push.hook(ann.id, OWN)
            assert found is not None
            return found

        failing = await sat_down()
        assert failing.failing_since is not None and not failing.is_off
        earlier = sa.update(subscriptions).values(failing_since=time.time() - HOOK_PATIENCE - 1)
        await site.base.writer.execute(earlier)
        assert (await sat_down()).is_off and await push.ways(ann.id) == set()
        off = await push.hook(ann.id, OWN)
        assert off is not None
        endpoint.status = 204
        words: PushMessage = {
            "title": "t",
            "body": "b",
            "url": "/",
            "kind": "trial",
            "waiting": 0,
            "id": "x",
            "at": 0,
            "tag": "x",
        }
        assert await push.send(ann.id, off, words) == "sent"
        endpoint.next()
        assert await push.ways(ann.id) == {OWN}
        await hooked(push, bob, endpoint, "/bob")  # two guests become one: they keep one address
        await site.base.writer.job(lambda connection: hand_over(connection, bob.id, ann.id))
        assert [one.endpoint for one in await push.targets(ann.id, OWN)] == [f"{endpoint.url}/ann"]
        assert await push.hook(bob.id, OWN) is None


async def test_an_address_that_is_gone_gets_nothing_more_until_a_test_message_gets_through(
    sqlite: str, tmp_path: Path, endpoint: PushEndpoint
) -> None:
    async with worker(sqlite) as site, caller(site, tmp_path, endpoint) as (push, ours):
        ann, bob = await site.people.players.create("Ann"), await site.people.players.create("Bob")
        await hooked(push, ann, endpoint, "/ann")
        for status, is_off in ((404, False), (410, True)):
            endpoint.status = status
            live = await site.matches.service.opening.create(ann, NewMatch(seat="A", first="B"))
            await site.matches.service.joining.join(live.id, bob)
            await calls_stored(site, 1)
            await ours.run_due()
            assert endpoint.next().path == "/ann"
            found = await push.hook(ann.id, OWN)
            assert found is not None and (found.is_off, await push.ways(ann.id)) == (is_off, set() if is_off else {OWN})
            await site.base.writer.execute(sa.delete(notifications))
        words = trial(0) | {"kind": "turn", "id": "x", "at": 0}
        assert found is not None and await push.send(ann.id, found, words) == "later" and endpoint.is_silent()
        endpoint.status = 204
        assert await send_test(push, ann) == "sent" and await push.ways(ann.id) == {OWN}


def test_a_text_stays_within_what_chats_take() -> None:
    body = orjson.loads(
        body_of({"title": "é" * 100, "body": "x" * 5000, "url": "/", "kind": "turn", "waiting": 0, "at": 0}, SITE)
    )
    assert len(body["content"]) <= MAX_CHARACTERS + 2 and body["content"].endswith(f"\n{SITE}/")


def test_a_player_and_an_organizer_give_an_address(settings: Settings, endpoint: PushEndpoint) -> None:
    with TestClient(create_app(settings.model_copy(update={"webhooks": endpoint.url}))) as client:
        opened = client.post("/api/tournaments", json={"name": "Club"}, headers=ApiPlayer(client, "Cas").headers)
        client.post("/settings/you", data={"name": "Ann", "language": ""})

        def sent(path: str, do: str, address: str = "") -> str:
            return client.post(path, data={"do": do, "address": address}).text

        for bad in ("http://127.0.0.1:1/x", "https://localhost/x", "ftp://x", "", f"{endpoint.url}@evil.example/"):
            assert "begins with https://" in sent("/settings/word", "save", bad)
        first = SECRET.findall(sent("/settings/word", "save", f"{endpoint.url}/ann"))
        assert len(first) == 1 and not SECRET.search(client.get("/settings").text)
        second = SECRET.findall(sent("/settings/word", "renew"))
        assert second != first
        assert "The test message was accepted." in sent("/settings/word", "try")
        assert Webhook(second[0]).verify((got := endpoint.next()).body, got.headers)["type"] == "test"
        endpoint.status = 500
        assert (
            "did not accept the message: it answered 500." in (page := sent("/settings/word", "try"))
            and "accepted nothing since" in client.get("/settings").text
        )
        site: Site = client.app.state.site  # type: ignore[attr-defined]
        client.portal.call(site.base.writer.execute, sa.update(subscriptions).values(is_off=True))  # type: ignore[union-attr]
        assert "for a week" not in page and "has accepted no messages for a week" in client.get("/settings").text
        assert 'value="drop"' not in sent("/settings/word", "drop")
        word = f"/tournament/{opened.json()['id']}/word"
        assert client.get(word).status_code == client.post(word, data={"do": "save"}).status_code == 403
        own = client.post("/tournaments/new", data={"name": "Mine"}).url.path
        assert f'href="{own}/word"' in client.get(own).text
        assert (
            SECRET.search(sent(f"{own}/word", "save", f"{endpoint.url}/club"))
            and 'value="drop"' in client.get(f"{own}/word").text
        )


def test_calendars_and_the_feed_are_read_by_programs(settings: Settings) -> None:
    with TestClient(create_app(settings)) as client:
        name = "Club; evening, " + "é" * 40
        client.post("/settings/you", data={"name": "Ann", "language": ""})
        form = {"name": name, "begins": "2030-05-06T19:30", "zone": "Europe/Berlin"}
        own = client.post("/tournaments/new", data=form).url.path
        hidden = client.post("/tournaments/new", data={"name": "Hidden", "listed": "no"}).url.path
        page = client.get(own).text
        assert (
            f'<a href="{own}.ics">' in page
            and 'datetime="2030-05-06T17:30Z"' in page
            and '.ics"' in client.get(hidden).text
        )

        def tournaments(path: str) -> list[icalendar.Component]:
            got = client.get(path)
            assert got.headers["content-type"].startswith("text/calendar")
            assert all(len(line) <= 75 for line in got.content.split(b"\r\n"))
            return list(icalendar.Calendar.from_ical(got.content).walk("VEVENT"))

        (tournament,) = tournaments(f"{own}.ics")
        assert (tournament["SUMMARY"], tournament["STATUS"]) == (name, "CONFIRMED")
        assert tournament.decoded("DTSTART") == datetime(2030, 5, 6, 17, 30, tzinfo=UTC) < tournament.decoded("DTEND")
        assert tournaments(f"{hidden}.ics") == [] and client.get("/tournament/none.ics").status_code == 404
        keys = []
        for _ in range(2):
            settings_page = client.post("/settings/calendar", data={"do": "new"}).text
            keys += re.findall(r"/calendar\.ics\?key=[\w-]{32}", settings_page)
        assert len(set(keys)) == 2 and tournaments(keys[1]) == [] and client.get(keys[0]).status_code == 404
        client.post(f"{own}/enter")
        assert [one["SUMMARY"] for one in tournaments(keys[1])] == [name]
        client.post(f"{own}/withdraw")
        assert tournaments(keys[1]) == [], "a calendar has what its owner is still in"
        client.post("/settings/calendar", data={"do": "drop"})
        assert client.get(keys[1]).status_code == 404
        assert 'type="application/atom+xml" href="/tournaments.atom"' in client.get("/tournaments").text
        feed = feedparser.parse(client.get("/tournaments.atom").content)
        assert not feed.bozo and feed.version == "atom10" and [entry.title for entry in feed.entries] == [name]
        assert feed.entries[0].link.endswith(own) and feed.entries[0].updated_parsed is not None
        other = feedparser.parse(client.get("/tournaments.atom", headers={"host": "192.168.1.5:8000"}).content)
        assert (other.feed.id, other.entries[0].id) == (feed.feed.id, feed.entries[0].id), (
            "by whatever name it is asked"
        )
        assert feed.feed.id.startswith("urn:uuid:") and other.entries[0].link != feed.entries[0].link


def test_a_calendar_has_what_its_owner_must_do_and_nobody_elses(settings: Settings) -> None:
    with TestClient(create_app(settings)) as client:
        ann, bob = ApiPlayer(client, "Ann"), ApiPlayer(client, "Bob")
        keys = []
        for player in (ann, bob):
            page = client.post("/settings/calendar", data={"do": "new"}, headers=player.headers).text
            keys += re.findall(r"/calendar\.ics\?key=[\w-]{32}", page)

        def noted(key: str) -> list[icalendar.Component]:
            return list(icalendar.Calendar.from_ical(client.get(key).content).walk("VEVENT"))

        before = time.time()
        match_id = ann.open(first="A", clock={"kind": "correspondence", "hours": 24, "vacation": 0})
        assert noted(keys[0]) == [], "nobody has sat down yet"
        bob.ok("POST", f"/{match_id}/join")
        live = ann.open(first="A", clock={"kind": "turn", "seconds": 60})
        bob.ok("POST", f"/{live}/join")
        (due,) = noted(keys[0])
        assert due["SUMMARY"] == "Your move against Bob is due" and str(due["URL"]).endswith("/matches/next")
        assert (
            int(before) + DAY <= due.decoded("DTSTART").timestamp() <= time.time() + DAY + MINUTE and "DTEND" not in due
        )
        assert noted(keys[1]) == [], "Bob is not to move"
        ann.act(match_id, 0, {"type": "end_summon"})
        assert noted(keys[0]) == [] and [one["SUMMARY"] for one in noted(keys[1])] == ["Your move against Ann is due"]
        opened = client.post("/api/tournaments", json={"name": "Club"}, headers=ann.headers).json()["id"]
        client.post(f"/api/tournaments/{opened}/enter", json={}, headers=ann.headers)
        assert noted(keys[0]) == [], "an unannounced tournament has no time"
        assert all(live not in str(one) for key in keys for one in noted(key))
