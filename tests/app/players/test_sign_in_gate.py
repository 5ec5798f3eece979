"""A site for the provider's accounts only: what everybody else sees of it, which is next to nothing."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
import sqlalchemy as sa
from fastapi.routing import APIRoute
from starlette.routing import WebSocketRoute
from starlette.testclient import TestClient, WebSocketDenialResponse

from app.main import ROUTERS, create_app
from app.players.models import provider_accounts
from app.players.provider_accounts import SIGNED_IN_SECONDS
from app.players.sign_in_gate import OPEN, OPEN_BELOW
from app.settings import Settings
from tests.support.accounts import HTML, database_of
from tests.support.provider import OwnProvider, began, own_provider, settings_with, visitor
from tests.support.service import site_of

NEEDED = (401, "sign_in_needed")


@pytest.fixture
def provider() -> Iterator[OwnProvider]:
    """Provide a provider."""
    with own_provider() as started:
        yield started


@pytest.fixture
def ann(settings: Settings, provider: OwnProvider) -> Iterator[TestClient]:
    """Provide a browser that has signed in at a site for accounts only."""
    changed = settings_with(settings, provider.url, oidc_only=True)
    with TestClient(create_app(changed), follow_redirects=False) as browser:
        back = browser.get(provider.sign_in(began(browser), "1", nickname="Ann"), headers=HTML)
        assert back.status_code == 303
        yield browser


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
        if path in OPEN or path.startswith(OPEN_BELOW):
            continue
        if isinstance(route, WebSocketRoute) or not isinstance(route, APIRoute):
            with pytest.raises(WebSocketDenialResponse) as refused, eve.websocket_connect(path):
                pass
            assert (refused.value.status_code, refused.value.json()["code"]) == NEEDED, path
            continue
        for method in sorted((route.methods or set()) - {"HEAD"}):
            answer = eve.request(method, path)
            assert (answer.status_code, answer.json()["code"]) == NEEDED, f"{method} {path}"
    assert eve.cookies.get("guest") is None
    assert eve.post("/settings/you", data={"name": "Eve"}, headers=HTML).status_code == 401


def test_what_is_open_is_answered(ann: TestClient) -> None:
    eve = visitor(ann)
    for path in ("/account/sign-in", "/healthz", "/readyz", "/manifest.webmanifest", "/worker.js", "/offline"):
        assert eve.get(path, headers=HTML).status_code == 200, path
    switched = eve.post("/language", data={"language": "fr"}, headers=HTML)
    assert switched.status_code == 303
    assert eve.get("/admin", headers=HTML).status_code != 401


def test_tokens_of_a_guest_and_of_their_bot_are_let_in_and_others_are_not(ann: TestClient) -> None:
    site, known = site_of(ann), ann.get("/api/players/me").json()
    assert ann.portal is not None
    player = ann.portal.call(site.players.by_id, known["id"])
    assert player is not None
    bot = ann.portal.call(partial(site.players.create_bot, player, "Bot"))
    stranger, token = ann.portal.call(partial(site.players.create_with_token, "Old"))
    assert ann.portal.call(site.provider_accounts.is_signed_in, bot)
    assert not ann.portal.call(site.provider_accounts.is_signed_in, stranger)
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
    site_of(ann).players.drop_cached(known["id"])
    assert ann.get("/api/players/me").status_code == 401
    ann.get(provider.sign_in(began(ann), "1"), headers=HTML)
    assert ann.get("/api/players/me").json() == known


def test_the_account_stays_while_others_are_kept_out(ann: TestClient) -> None:
    refused = ann.post("/account/unlink", headers={"Accept": "application/json"})
    assert (refused.status_code, refused.json()["code"]) == (409, "account_stays")
    page = ann.get("/account", headers=HTML).text
    assert "/account/unlink" not in page
    assert "Recovery code" not in page
    assert "Sign out on this device" in page
