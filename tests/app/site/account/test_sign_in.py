"""Sign-in with an account of an OpenID Connect provider: whose guest it leads to, and what is refused."""

from __future__ import annotations

import re

import pytest
import sqlalchemy as sa
from pydantic import SecretStr
from starlette.testclient import TestClient

from app.base.settings import Settings
from app.main import create_app
from app.people.players.models import provider_accounts
from app.people.players.player import Player
from app.people.players.sign_in import provider_client
from app.people.players.sign_in.provider_accounts import SIGNED_IN_SECONDS
from tests.support.accounts import HTML, become, database_of, stored
from tests.support.provider import (
    SECRET,
    OwnProvider,
    began,
    mock_provider,
    settings_with,
    signed_in_at,
    visitor,
)
from tests.support.service import site_of


@pytest.fixture(scope="module")
def shared_settings(shared_settings: Settings, own: OwnProvider) -> Settings:
    """Provide settings of a site with that provider."""
    return settings_with(shared_settings, own.url)


@pytest.fixture
def browser(shared_client: TestClient) -> TestClient:
    """Provide a new browser of that site."""
    return visitor(shared_client)


def me(client: TestClient) -> dict[str, str] | None:
    """Return the browser's guest."""
    answer = client.get("/api/players/me")
    found: dict[str, str] = answer.json()
    return found if answer.status_code == 200 else None


def sign_in(client: TestClient, provider: OwnProvider, subject: str, **claims: object) -> None:
    """Sign in, where nothing has to be asked."""
    back = client.get(provider.sign_in(began(client), subject, **claims), headers=HTML)
    assert (back.status_code, back.headers["location"]) == (303, "/"), back.text


def with_deck(client: TestClient) -> None:
    """Store something that would be missed."""
    assert client.post("/api/decks", json={"name": "Big", "cards": ["ogre"]}).status_code == 201


def test_an_account_leads_to_its_guest_from_every_browser(settings: Settings) -> None:
    with (
        mock_provider() as url,
        TestClient(
            create_app(settings_with(settings, url, oidc_secret=SecretStr(SECRET))), follow_redirects=False
        ) as laptop,
    ):
        assert "Sign in with <bdi>Elm School</bdi>" in laptop.get("/", headers=HTML).text
        back = laptop.get(signed_in_at(began(laptop, next="/decks?page=2"), "ann"), headers=HTML)
        assert (back.status_code, back.headers["location"]) == (303, "/decks?page=2")
        ann = me(laptop)
        assert ann is not None
        assert "You sign in with your account at <bdi>Elm School</bdi>" in laptop.get("/account", headers=HTML).text
        assert "Sign in with" not in laptop.get("/", headers=HTML).text
        phone, other = visitor(laptop), visitor(laptop)
        phone.get(signed_in_at(began(phone), "ann"), headers=HTML)
        other.get(signed_in_at(began(other), "bob"), headers=HTML)
        assert me(phone) == ann and me(other) not in (None, ann)
        phone.post("/account/sign-out", headers=HTML)
        assert me(phone) is None and me(laptop) == ann


def test_a_new_guest_gets_the_name_but_never_an_address(browser: TestClient, provider: OwnProvider) -> None:
    sign_in(browser, provider, "1", preferred_username="ann@elm.example", name="Ann Lee", email="ann@elm.example")
    assert me(browser) is not None
    assert me(browser)["name"] == "Ann Lee"  # type: ignore[index]
    assert "elm.example" not in str(stored(browser))


def test_a_guest_adds_an_account_and_takes_it_back(browser: TestClient, provider: OwnProvider) -> None:
    ann = become(browser, "Ann")
    added = browser.get(provider.sign_in(began(browser, do="add", next="/"), "1"), headers=HTML)
    assert (added.status_code, added.headers["location"]) == (303, "/account")
    phone = visitor(browser)
    sign_in(phone, provider, "1")
    assert me(phone) == ann
    second = browser.get(provider.sign_in(began(browser, do="add"), "2"), headers=HTML)
    assert (second.status_code, "You already sign in with an account" in second.text) == (409, True)
    accounts = browser.get("/account/export").json()["provider_accounts"]
    assert [(one["issuer"], one["subject"]) for one in accounts] == [(provider.url, f"{provider.people}1")]
    assert browser.post("/account/unlink", headers=HTML).status_code == 303
    assert browser.post("/account/unlink", headers=HTML).status_code == 404
    assert browser.post("/account/sign-out", headers=HTML).status_code == 404  # there would be no way back
    assert me(browser) == ann
    tablet = visitor(browser)
    sign_in(tablet, provider, "1")
    assert me(tablet) not in (None, ann)


def test_a_guest_with_nothing_becomes_that_of_a_new_account(browser: TestClient, provider: OwnProvider) -> None:
    guest = become(browser, "")
    sign_in(browser, provider, "1", nickname="Ann")
    assert me(browser) == {**guest, "name": "Ann"}


def test_a_copied_cookie_or_token_does_not_become_the_account(browser: TestClient, provider: OwnProvider) -> None:
    """A player who had the browser before, signs in at it again, or adds the account."""
    become(browser, "")
    token = browser.post("/api/players/me/tokens", json={"label": "x", "scopes": ["account"]}).json()["token"]
    copies = []
    for what in ("enter", "enter", "add"):
        copies.append(visitor(browser))
        copies[-1].cookies.update(browser.cookies)
        if what == "add":
            browser.post("/account/unlink", headers=HTML)
        assert browser.get(provider.sign_in(began(browser, do=what), "1"), headers=HTML).status_code == 303
        assert me(browser) is not None
        assert [me(copy) for copy in copies] == [None] * len(copies)
    assert browser.get("/api/players/me", headers={"Authorization": f"Bearer {token}"}).status_code == 401


@pytest.mark.parametrize("is_known", [False, True])
def test_a_guest_with_something_is_asked_and_both_become_one(
    browser: TestClient, provider: OwnProvider, *, is_known: bool
) -> None:
    if is_known:
        sign_in(visitor(browser), provider, "1", nickname="Ann")
    bea = become(browser, "Bea")
    with_deck(browser)
    asked = browser.get(provider.sign_in(began(browser), "1", nickname="Ann"), headers=HTML)
    assert "You have been playing on this device as <bdi>Bea</bdi>." in asked.text
    assert ("Welcome back, <bdi>Ann</bdi>" if is_known else "Welcome, <bdi>Ann</bdi>") in asked.text
    assert me(browser) == bea
    ticket = re.search(r'name="ticket" value="([^"]+)"', asked.text)
    assert ticket is not None
    browser.post("/account/enter", data={"ticket": ticket[1], "how": "merge"}, headers=HTML)
    ann = me(browser)
    assert ann is not None and ann["name"] == "Ann"
    assert [deck["name"] for deck in browser.get("/api/decks").json()["decks"]] == ["Big"]
    phone = visitor(browser)
    sign_in(phone, provider, "1")
    assert me(phone) == ann


def test_at_a_shared_computer_the_next_person_gets_nothing(browser: TestClient, provider: OwnProvider) -> None:
    sign_in(browser, provider, "1", nickname="Ann")
    ann = me(browser)
    with_deck(browser)
    sign_in(browser, provider, "2", nickname="Bob")
    assert me(browser) not in (None, ann) and browser.get("/api/decks").json()["decks"] == []
    sign_in(browser, provider, "1")
    assert me(browser) == ann


def test_two_guests_with_two_accounts_stay_two(browser: TestClient, provider: OwnProvider) -> None:
    sign_in(browser, provider, "1", nickname="Ann")
    code = browser.post("/api/players/me/recovery").json()["code"]
    phone = visitor(browser)
    sign_in(phone, provider, "2", nickname="Bob")
    bob = me(phone)
    ticket = phone.post("/api/proofs", json={"code": code}).json()["ticket"]
    refused = phone.post("/api/proofs/enter", json={"ticket": ticket, "how": "merge"})
    assert (refused.status_code, refused.json()["code"]) == (409, "both_linked") and me(phone) == bob


def test_a_banned_guest_stays_banned(browser: TestClient, provider: OwnProvider) -> None:
    sign_in(browser, provider, "1")
    ann = me(browser)
    assert ann is not None
    bans = site_of(browser).people.bans
    assert browser.portal is not None
    browser.portal.call(bans.add, "ban", Player(ann["id"], "Ann"), "", None)
    assert browser.post("/account/unlink", headers=HTML).status_code == 403
    phone = visitor(browser)
    sign_in(phone, provider, "1")
    assert phone.get("/", headers=HTML).status_code == 403
    assert phone.post("/account/delete", headers=HTML).status_code == 200
    sign_in(phone, provider, "1")
    assert phone.get("/", headers=HTML).status_code == 403


def test_only_pages_of_this_site_follow(browser: TestClient, provider: OwnProvider) -> None:
    for path in ("https://evil.example/", "//evil.example", "/\\evil.example", "javascript:1", "/" + "x" * 300):
        back = visitor(browser).get("/account/sign-in", params={"next": path}, headers=HTML)
        assert 'name="next" value="/"' in back.text
        one = visitor(browser)
        assert one.get(provider.sign_in(began(one, next=path), "1"), headers=HTML).headers["location"] == "/"


def test_an_organizer_is_one_by_the_group(settings: Settings, provider: OwnProvider) -> None:
    changed = settings_with(settings, provider.url, oidc_organizers="staff", oidc_groups="roles")
    with TestClient(create_app(changed), follow_redirects=False) as ann:
        assert ann.get("/tournaments/new", headers=HTML).status_code == 403
        sign_in(ann, provider, "1", roles=["staff", "chess"])
        assert ann.get("/tournaments/new", headers=HTML).status_code == 200
        assert "/tournaments/new" in ann.get("/tournaments", headers=HTML).text
        bob = visitor(ann)
        sign_in(bob, provider, "2", roles=["chess"], groups=["staff"])
        refused = bob.post("/api/tournaments", json={"name": "Cup"})
        assert (refused.status_code, refused.json()["code"]) == (403, "organizer_needed")
        assert "/tournaments/new" not in bob.get("/tournaments", headers=HTML).text
        with database_of(ann).engine.execution_options(writing=True).begin() as connection:
            used_at = provider_accounts.c.used_at
            connection.execute(sa.update(provider_accounts).values(used_at=used_at - SIGNED_IN_SECONDS))
        again = ann.post("/api/tournaments", json={"name": "Cup"})
        assert (again.status_code, again.json()["code"]) == (403, "sign_in_again")
        assert "Sign in with <bdi>Elm School</bdi>" in ann.get("/account", headers=HTML).text
        guests = len(stored(ann)["players"])
        visitor(ann).post("/tournaments/new", data={"name": "Cup"}, headers=HTML)
        assert len(stored(ann)["players"]) == guests, "a refused visitor becomes nobody"
        sign_in(ann, provider, "1", roles=[])
        assert ann.get("/tournaments/new", headers=HTML).status_code == 403


def test_new_keys_of_the_provider_are_read_when_the_old_ones_do_not_fit(
    browser: TestClient, provider: OwnProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign_in(browser, provider, "1")
    ann, described = me(browser), provider.asked.count("/.well-known/openid-configuration")
    provider.key = type(provider.key).generate_key("P-256", auto_kid=True)
    phone = visitor(browser)
    assert phone.get(provider.sign_in(began(phone), "1"), headers=HTML).status_code == 422  # read a moment ago
    monkeypatch.setattr(provider_client, "OLD_KEYS", 0.0)
    sign_in(phone, provider, "1")
    assert me(phone) == ann and provider.asked.count("/.well-known/openid-configuration") == described
