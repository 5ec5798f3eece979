"""A site for the provider's accounts only: what everybody else sees of it, which is next to nothing."""

from __future__ import annotations

import re
import time
from functools import partial

import pytest
import sqlalchemy as sa
from fastapi.routing import APIRoute
from pydantic import SecretStr
from starlette.routing import WebSocketRoute
from starlette.testclient import TestClient, WebSocketDenialResponse, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from app.base.settings import Settings
from app.base.web import seen
from app.main import ROUTERS, create_app
from app.people.players.bans import socket_guard
from app.people.players.models import provider_accounts
from app.people.players.player import Player
from app.people.players.sign_in.provider_accounts import SIGNED_IN_SECONDS
from app.people.players.sign_in.sign_in_gate import is_open
from tests.support.accounts import HTML, database_of
from tests.support.provider import OwnProvider, began, settings_with, visitor
from tests.support.routes import all_reads, filled
from tests.support.service import site_of
from tests.support.visitors import kept

NEEDED = (401, "sign_in_needed")


@pytest.fixture(scope="module")
def shared_settings(shared_settings: Settings, own: OwnProvider) -> Settings:
    """Provide settings of a site with that provider for its accounts only."""
    return settings_with(shared_settings, own.url, oidc_only=True)


@pytest.fixture
def ann(shared_client: TestClient, provider: OwnProvider) -> TestClient:
    """Provide a browser that has signed in at that site."""
    browser = visitor(shared_client)
    assert browser.get(provider.sign_in(began(browser), "1", nickname="Ann"), headers=HTML).status_code == 303
    return browser


def test_a_visitor_sees_nothing_and_is_led_back_after_the_sign_in(ann: TestClient, provider: OwnProvider) -> None:
    match_id = ann.post("/api/matches", json={}).json()["id"]
    bob = visitor(ann)
    led = bob.get(f"/match/{match_id}?x=1", headers=HTML)
    assert (led.status_code, led.headers["location"]) == (303, f"/account/sign-in?next=%2Fmatch%2F{match_id}%3Fx%3D1")
    page = bob.get(led.headers["location"], headers=HTML)
    assert (page.status_code, "you need an account at <bdi>Elm School</bdi>" in page.text) == (200, True)
    assert 'href="/decks"' not in page.text, "a link that would lead here again"
    back = bob.get(provider.sign_in(began(bob, next=f"/match/{match_id}"), "2"), headers=HTML)
    assert back.headers["location"] == f"/match/{match_id}"
    assert bob.get(f"/match/{match_id}", headers=HTML).status_code == 200
    assert bob.post(f"/api/matches/{match_id}/join").status_code == 200


def test_every_other_route_is_closed(ann: TestClient) -> None:
    eve = visitor(ann)
    routes = [route for router in ROUTERS for route in router.routes]
    for route in routes:
        path = getattr(route, "path", "").replace("{", "").replace("}", "")
        if is_open(path):
            continue
        if isinstance(route, WebSocketRoute) or not isinstance(route, APIRoute):
            with pytest.raises(WebSocketDenialResponse) as refused, eve.websocket_connect(path):
                pass
            assert (refused.value.status_code, refused.value.json()["code"]) == NEEDED, path
            continue
        for method in sorted((route.methods or set()) - {"HEAD"}):
            answer = eve.request(method, path)
            assert (answer.status_code, answer.json()["code"]) == NEEDED, f"{method} {path}"
    assert kept(eve.cookies).get("guest") is None
    assert eve.post("/settings/you", data={"name": "Eve"}, headers=HTML).status_code == 401


def test_what_is_open_is_answered(ann: TestClient) -> None:
    eve = visitor(ann)
    for path in ("/account/sign-in", "/healthz", "/readyz", "/manifest.webmanifest", "/worker.js", "/offline"):
        assert eve.get(path, headers=HTML).status_code == 200, path
    switched = eve.post("/language", data={"language": "fr"}, headers=HTML)
    assert switched.status_code == 303 and eve.get("/admin", headers=HTML).status_code != 401


def test_no_cache_between_may_hand_an_answer_to_a_stranger(ann: TestClient) -> None:
    """Whatever a member is shown depends on who asks, and says so."""
    match_id = ann.post("/api/matches", json={"mode": "solo"}).json()["id"]
    for path in all_reads():
        answer = ann.get(filled(path, match_id), headers=HTML)
        kept = set(answer.headers["cache-control"].split(", "))
        if is_open(path):
            continue
        assert "public" not in kept and kept & {"no-store", "private"}, (path, kept)
        varies = answer.headers.get("vary", "").lower()
        assert "no-store" in kept or ("cookie" in varies and "authorization" in varies), (path, varies)
    again = ann.get("/cards", headers={**HTML, "If-None-Match": ann.get("/cards", headers=HTML).headers["etag"]})
    assert again.status_code == 304 and "private" in again.headers["cache-control"]


def test_the_key_of_a_calendar_is_the_proof(ann: TestClient) -> None:
    known = _me(ann)
    ann.post("/settings/calendar", data={"do": "new"}, headers=HTML)
    key = re.search(r"/calendar\.ics\?key=[\w-]+", ann.get("/settings", headers=HTML).text)
    assert key is not None
    program = visitor(ann)
    for accepted in ("text/calendar", "*/*", "text/html,*/*"):
        got = program.get(key[0], headers={"Accept": accepted})
        assert (got.status_code, got.headers["content-type"]) == (200, "text/calendar; charset=utf-8"), accepted
    assert program.get("/calendar.ics?key=wrong").json()["code"] == "no_such_calendar"
    assert ann.portal is not None
    site = site_of(ann)
    ann.portal.call(partial(site.people.bans.add, "ban", known, "rude", 1))
    assert program.get(key[0]).json()["code"] == "banned"
    for one in ann.portal.call(site.people.bans.newest):
        ann.portal.call(partial(site.people.bans.lift, one.id))
    _age(ann)
    refused = program.get(key[0])
    assert (refused.status_code, refused.json()["code"]) == NEEDED


def test_tokens_of_a_guest_and_of_their_bot_are_let_in_and_others_are_not(ann: TestClient) -> None:
    site, known = site_of(ann), ann.get("/api/players/me").json()
    assert ann.portal is not None
    player = ann.portal.call(site.people.players.by_id, known["id"])
    assert player is not None
    bot = ann.portal.call(partial(site.people.players.create_bot, player, "Bot"))
    stranger, token = ann.portal.call(partial(site.people.players.create_with_token, "Old"))
    assert ann.portal.call(site.people.provider_accounts.lets_in, bot)
    assert not ann.portal.call(site.people.provider_accounts.lets_in, stranger)
    program = visitor(ann)
    refused = program.get("/api/players/me", headers={"Authorization": f"Bearer {token}"})
    assert (refused.status_code, refused.json()["code"]) == NEEDED
    unknown = program.get("/api/players/me", headers={"Authorization": "Bearer x"})
    assert (unknown.status_code, unknown.json()["code"]) == NEEDED


def test_a_sign_in_counts_for_a_month(ann: TestClient, provider: OwnProvider) -> None:
    known = ann.get("/api/players/me").json()
    with database_of(ann).engine.execution_options(writing=True).begin() as connection:
        old = provider_accounts.c.used_at - SIGNED_IN_SECONDS
        connection.execute(sa.update(provider_accounts).values(used_at=old))
    site_of(ann).people.players.drop_cached(known["id"])
    assert ann.get("/api/players/me").status_code == 401
    ann.get(provider.sign_in(began(ann), "1"), headers=HTML)
    assert ann.get("/api/players/me").json() == known


def test_the_account_stays_while_others_are_kept_out(ann: TestClient) -> None:
    refused = ann.post("/account/unlink", headers={"Accept": "application/json"})
    assert (refused.status_code, refused.json()["code"]) == (409, "account_stays")
    page = ann.get("/account", headers=HTML).text
    assert "/account/unlink" not in page and "Recovery code" not in page and "Sign out on this device" in page


def _age(browser: TestClient) -> None:
    """Let everybody's sign-in be too old."""
    with database_of(browser).engine.begin() as connection:
        aged = sa.update(provider_accounts).values(used_at=time.time() - SIGNED_IN_SECONDS - 1)
        players = connection.execute(aged.returning(provider_accounts.c.player_id)).scalars().all()
    for player_id in players:
        browser.portal.call(site_of(browser).people.players.drop_cached, player_id)  # type: ignore[union-attr]


def _read_to_the_end(stream: WebSocketTestSession) -> None:
    for _ in range(9):  # what may still be on its way
        stream.receive_json()


def _me(browser: TestClient) -> Player:
    known = browser.get("/api/players/me").json()
    return Player(known["id"], known["name"])


@pytest.mark.parametrize("how", ["merge", "switch"])
def test_a_player_from_before_the_site_was_closed_keeps_everything(
    settings: Settings, provider: OwnProvider, how: str
) -> None:
    with TestClient(create_app(settings), follow_redirects=False) as browser:
        browser.post("/settings/you", data={"name": "Bea"}, headers=HTML)
        browser.post("/api/decks", json={"name": "Big", "cards": ["ogre"]})
        cookies = browser.cookies
    closed = settings_with(settings, provider.url, oidc_only=True)
    with TestClient(create_app(closed), follow_redirects=False, cookies=cookies) as browser:
        asked = browser.get(provider.sign_in(began(browser, next="/decks"), "1", nickname="Ann"), headers=HTML)
        ticket = re.search(r'name="ticket" value="([^"]+)"', asked.text)
        assert ticket is not None, asked.text
        refused = browser.post("/account/enter", data={"ticket": "another", "how": how}, headers=HTML)
        assert (refused.status_code, "Bea" in refused.text) == (422, False)
        path = re.search(r'name="next" value="([^"]+)"', asked.text)
        assert path is not None
        entered = browser.post("/account/enter", data={"ticket": ticket[1], "how": how, "next": path[1]}, headers=HTML)
        assert (entered.status_code, entered.headers["location"]) == (303, "/decks")
        decks = browser.get("/api/decks").json()["decks"]
        assert [deck["name"] for deck in decks] == (["Big"] if how == "merge" else [])


def test_a_role_opens_the_hosts_page_only_to_who_has_signed_in(settings: Settings, provider: OwnProvider) -> None:
    changed = settings_with(settings, provider.url, oidc_only=True, admin_token=SecretStr("a long password"))
    with TestClient(create_app(changed), follow_redirects=False) as ann:
        ann.get(provider.sign_in(began(ann), "1", nickname="Ann"), headers=HTML)
        assert ann.portal is not None
        ann.portal.call(site_of(ann).people.staff.grant, _me(ann), "host")
        assert ann.get("/admin/players?q=Ann", headers=HTML).status_code == 200
        link = ann.post("/admin/staff/link", headers=HTML).text
        ticket = re.search(r"/admin/join#([\w-]+)", link)
        assert ticket is not None
        eve = visitor(ann)
        assert eve.post("/admin/join", data={"ticket": ticket[1]}).status_code == 401
        assert kept(eve.cookies).get("guest") is None
        _age(ann)
        assert not re.search(r"\bAnn\b", ann.get("/admin/players?q=Ann", headers=HTML).text)


def test_an_open_socket_ends_with_the_sign_in(ann: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_guard, "POLL", 0.01)
    match_id = ann.post("/api/matches", json={"mode": "solo"}).json()["id"]
    with ann.websocket_connect(f"/api/matches/{match_id}/stream") as stream:
        assert stream.receive_json()["type"] == "state"
        _age(ann)
        with pytest.raises(WebSocketDisconnect):
            _read_to_the_end(stream)


def test_two_tabs_come_back_in_any_order(ann: TestClient, provider: OwnProvider) -> None:
    bob = visitor(ann)
    first, second = (began(bob, next=path) for path in ("/decks", "/settings"))
    for url, path in ((second, "/settings"), (first, "/decks")):
        back = bob.get(provider.sign_in(url, "2"), headers=HTML)
        assert (back.status_code, back.headers["location"]) == (303, path)
    led = bob.get("/account/sign-in?next=/rules", headers=HTML)
    assert (led.status_code, led.headers["location"]) == (303, "/rules"), "there is nothing more to sign in"


def test_another_worker_knows_of_a_sign_in_at_once(
    shared_settings: Settings, provider: OwnProvider, ann: TestClient
) -> None:
    with TestClient(create_app(shared_settings), follow_redirects=False, cookies=ann.cookies) as other:
        _age(ann)
        assert [at.get("/settings", headers=HTML).status_code for at in (ann, other)] == [303, 303]
        ann.get(provider.sign_in(began(ann), "1"), headers=HTML)
        assert [at.get("/settings", headers=HTML).status_code for at in (ann, other)] == [200, 200]


def test_the_hosts_check_gets_in(ann: TestClient, shared_settings: Settings) -> None:
    signed = seen.signer(shared_settings.secret_key).sign(seen.QUESTION).decode()
    assert visitor(ann).get(seen.PATH, headers={seen.HEADER: signed}).status_code == 200
    assert visitor(ann).get(seen.PATH).status_code == 404
