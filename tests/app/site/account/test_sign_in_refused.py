"""Sign-ins that are not what they seem: forged tokens, replayed codes, mixed-up states, a provider that is away."""

from __future__ import annotations

import json
import socket
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest
import sqlalchemy as sa
from joserfc import jwt
from joserfc.jwk import ECKey, OctKey
from starlette.testclient import TestClient

from app.base.settings import Settings
from app.main import create_app
from app.people.players.models import started_sign_ins
from app.people.players.sign_in import provider_client
from tests.support.accounts import HTML, become, database_of, stored
from tests.support.cases import in_turn
from tests.support.provider import (
    CLIENT,
    SECRET,
    OwnProvider,
    Spoil,
    began,
    honest,
    own_provider,
    settings_with,
    visitor,
)
from tests.support.visitors import drop, kept
from tools.rig.json import Json

REFUSED = "was not accepted: please try again."
EXPIRED = "That took too long, or has already been used: please start again."
AWAY = "Elm School is not responding"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[TestClient, OwnProvider]]:
    """Provide a site, and its provider."""
    settings = Settings(data_dir=tmp_path_factory.mktemp("site"))
    with (
        own_provider() as provider,
        TestClient(create_app(settings_with(settings, provider.url)), follow_redirects=False) as started,
    ):
        yield started, provider


def changed(**claims: object) -> Spoil:
    """Return a maker of tokens that are signed well, with other claims."""

    def make(provider: OwnProvider, right: Json) -> str:
        return honest(provider, {key: value for key, value in {**right, **claims}.items() if value is not None})

    return make


def unsigned(provider: OwnProvider, claims: Json) -> str:
    """Return a token that nobody has signed."""
    parts = ({"alg": "none", "typ": "JWT"}, claims)
    return ".".join(urlsafe_b64encode(json.dumps(part).encode()).decode().rstrip("=") for part in parts) + "."


def by_secret(secret: Callable[[OwnProvider], str]) -> Spoil:
    """Return a maker of tokens that are signed by what is no secret of the provider."""
    return lambda provider, claims: jwt.encode({"alg": "HS256"}, claims, OctKey.import_key(secret(provider)))


def by_another(provider: OwnProvider, claims: Json) -> str:
    """Return a token by a key that claims to be the provider's."""
    return jwt.encode({"alg": "ES256", "kid": provider.key.kid}, claims, ECKey.generate_key("P-256"))


def with_its_key(provider: OwnProvider, claims: Json) -> str:
    """Return a token that brings its key along."""
    key = ECKey.generate_key("P-256")
    return jwt.encode({"alg": "ES256", "jwk": key.as_dict(private=False)}, claims, key)


HOUR = 3600
BAD: dict[str, Spoil] = {
    "unsigned": unsigned, "by the client's secret": by_secret(lambda provider: SECRET),
    "by the public key": by_secret(lambda provider: json.dumps(provider.key.as_dict(private=False))),
    "by another key": by_another, "with its own key": with_its_key, "for another site": changed(aud="another"),
    "for nobody": changed(aud=None), "for several without a party": changed(aud=[CLIENT, "another"]),
    "for another party": changed(aud=[CLIENT, "another"], azp="another"),
    "of another issuer": changed(iss="https://evil.example"), "of no issuer": changed(iss=None),
    "of another sign-in": changed(nonce="another"), "of no sign-in": changed(nonce=None),
    "expired": changed(iat=int(time.time()) - 2 * HOUR, exp=int(time.time()) - HOUR),
    "without an end": changed(exp=None), "of the future": changed(nbf=int(time.time()) + 2 * HOUR),
    "of another access token": changed(at_hash="another"), "of nobody": changed(sub=None),
    "of an empty subject": changed(sub=""), "of a number": changed(sub=7), "of a long subject": changed(sub="x" * 256),
    "no token": lambda provider, claims: "x.y.z", "an empty one": lambda provider, claims: "",
}  # fmt: skip


@in_turn("name", BAD)
def test_a_bad_token_signs_nobody_in(site: tuple[TestClient, OwnProvider], name: str) -> None:
    browser, provider = visitor(site[0]), site[1]
    before = stored(browser)["players"]
    provider.token = BAD[name]
    back = browser.get(provider.sign_in(began(browser), "1"), headers=HTML)
    provider.token = honest
    assert (back.status_code, REFUSED in back.text) == (422, True) and "guest" not in kept(browser.cookies)
    assert stored(browser)["players"] == before and stored(browser)["started_sign_ins"] == []


def test_an_answer_works_once(site: tuple[TestClient, OwnProvider]) -> None:
    browser, provider = visitor(site[0]), site[1]
    path = provider.sign_in(began(browser), "once")
    assert browser.get(path, headers=HTML).status_code == 303
    for again in (browser, visitor(browser)):
        refused = again.get(path, headers=HTML)
        assert (refused.status_code, EXPIRED in refused.text) == (422, True)
    other = visitor(browser)
    state = began(other).partition("&state=")[2].partition("&")[0]
    used = path.partition("code=")[2].partition("&")[0]
    replayed = other.get(f"/account/sign-in/back?code={used}&state={state}", headers=HTML)
    assert (replayed.status_code, REFUSED in replayed.text) == (422, True) and "guest" not in kept(other.cookies)


def test_an_answer_works_only_where_it_was_requested(site: tuple[TestClient, OwnProvider]) -> None:
    """Login CSRF: somebody sends their own answer to another, who would play on as them."""
    browser, provider = visitor(site[0]), site[1]
    eve, ann = visitor(browser), visitor(browser)
    path = provider.sign_in(began(eve), "eve")
    anna = become(ann, "Anna")
    began(ann)  # she has a sign-in of her own on the way
    refused = ann.get(path, headers=HTML)
    assert (refused.status_code, EXPIRED in refused.text) == (422, True)
    assert ann.get("/api/players/me").json() == anna
    assert eve.get(path, headers=HTML).status_code == 303  # still hers


def test_answers_that_are_mixed_up_sign_nobody_in(site: tuple[TestClient, OwnProvider]) -> None:
    browser, provider = visitor(site[0]), site[1]
    eve, ann = visitor(browser), visitor(browser)
    hers, stolen = began(ann), provider.sign_in(began(eve), "eve")
    code = stolen.partition("code=")[2].partition("&")[0]
    state = provider.sign_in(hers, "ann").partition("state=")[2]
    refused = ann.get(f"/account/sign-in/back?code={code}&state={state}", headers=HTML)
    assert (refused.status_code, REFUSED in refused.text) == (422, True) and "guest" not in kept(ann.cookies)


@in_turn("query", ["", "code=x", "state=x", "code=x&state=x", "code=x&state=%01%ff"])
def test_an_answer_to_nothing_is_refused(site: tuple[TestClient, OwnProvider], query: str) -> None:
    browser = visitor(site[0])
    began(browser)
    refused = browser.get(f"/account/sign-in/back?{query}", headers=HTML)
    assert (refused.status_code, EXPIRED in refused.text) == (422, True)


def test_the_providers_refusal_is_passed_on(site: tuple[TestClient, OwnProvider]) -> None:
    browser, provider = visitor(site[0]), site[1]
    path = provider.sign_in(began(browser), "1").replace("code=", "error=access_denied&unused=")
    for answer in (path, path.partition("&state=")[0]):  # some forget the state
        refused = browser.get(answer, headers=HTML)
        assert (refused.status_code, "did not sign you in" in refused.text) == (422, True)


def test_an_answer_in_the_name_of_another_provider_is_refused(site: tuple[TestClient, OwnProvider]) -> None:
    browser, provider = visitor(site[0]), site[1]
    path = provider.sign_in(began(browser), "1")
    refused = browser.get(f"{path}&iss=https://evil.example", headers=HTML)
    assert (refused.status_code, REFUSED in refused.text) == (422, True)
    right = provider.sign_in(began(browser), "1")
    assert browser.get(f"{right}&iss={provider.url}", headers=HTML).status_code == 303


def test_a_provider_that_always_names_itself_must_do_so(settings: Settings) -> None:
    with own_provider() as provider:
        provider.metadata = {"authorization_response_iss_parameter_supported": True}
        changed_settings = settings_with(settings, provider.url)
        with TestClient(create_app(changed_settings), follow_redirects=False) as browser:
            refused = browser.get(provider.sign_in(began(browser), "1"), headers=HTML)
            assert (refused.status_code, REFUSED in refused.text) == (422, True)


def test_a_sign_in_expires(site: tuple[TestClient, OwnProvider]) -> None:
    browser, provider = visitor(site[0]), site[1]
    path = provider.sign_in(began(browser), "1")
    with database_of(browser).engine.execution_options(writing=True).begin() as connection:
        connection.execute(sa.update(started_sign_ins).values(expires_at=time.time() - 1))
    assert EXPIRED in browser.get(path, headers=HTML).text


def test_an_account_is_added_to_the_guest_who_wanted_it(site: tuple[TestClient, OwnProvider]) -> None:
    browser, provider = visitor(site[0]), site[1]
    become(browser, "Ann")
    path = provider.sign_in(began(browser, do="add"), "added")
    drop(browser, "guest")
    become(browser, "Bob")
    assert EXPIRED in browser.get(path, headers=HTML).text


def test_the_cookie_and_the_page_say_what_they_must(site: tuple[TestClient, OwnProvider]) -> None:
    page = visitor(site[0]).post("/account/sign-in", headers=HTML)
    cookie = page.headers["set-cookie"]
    assert all(part in cookie for part in ("HttpOnly", "SameSite=lax", "Path=/account/sign-in", "Max-Age=600"))
    assert page.headers["cache-control"] == "no-store"
    assert "form-action 'self'" in page.headers["content-security-policy"]


def spoiled(path: str, status: int, body: bytes) -> Callable[[str], tuple[int, bytes] | None]:
    """Return the answer to one path in place of the right one."""
    return lambda asked: (status, body) if asked == path else None


DISCOVERY = "/.well-known/openid-configuration"
AWAY_ANSWERS = {
    "an error": (DISCOVERY, 500, b"{}"), "no JSON": (DISCOVERY, 200, b"<html>"), "a list": (DISCOVERY, 200, b"[]"),
    "nothing of a provider": (DISCOVERY, 200, b"{}"),
    "too much": (DISCOVERY, 200, b" " * (provider_client.MAX_BYTES + 1)),
    "somewhere else": (DISCOVERY, 302, b"http://127.0.0.1:9/"),
}  # fmt: skip


@in_turn("name", AWAY_ANSWERS)
def test_a_provider_that_answers_otherwise_is_away(
    site: tuple[TestClient, OwnProvider], settings: Settings, name: str
) -> None:
    with own_provider() as provider:
        provider.answer = spoiled(*AWAY_ANSWERS[name])
        with TestClient(create_app(settings_with(settings, provider.url))) as browser:
            away = browser.post("/account/sign-in", headers=HTML)
            assert (away.status_code, AWAY in away.text) == (503, True)
            assert browser.get("/", headers=HTML).status_code == 200
            asked = len(provider.asked)
            assert browser.post("/account/sign-in", headers=HTML).status_code == 503
            assert len(provider.asked) == asked  # not again at once


def test_a_provider_by_another_name_or_without_https_is_away(settings: Settings) -> None:
    for metadata in (
        {"issuer": "https://evil.example"},
        {"token_endpoint": "http://evil.example/token"},
        {"id_token_signing_alg_values_supported": ["HS256"]},  # by a secret that both would know
    ):
        with own_provider() as provider:
            provider.metadata = metadata
            with TestClient(create_app(settings_with(settings, provider.url))) as browser:
                assert browser.post("/account/sign-in", headers=HTML).status_code == 503


def test_a_provider_that_is_silent_is_away(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(provider_client, "TIMEOUT", 0.3)
    with closing(socket.create_server(("127.0.0.1", 0))) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        with TestClient(create_app(settings_with(settings, url))) as browser:
            assert browser.post("/account/sign-in", headers=HTML).status_code == 503


def test_a_provider_that_goes_away_in_between(site: tuple[TestClient, OwnProvider]) -> None:
    browser, provider = visitor(site[0]), site[1]
    path = provider.sign_in(began(browser), "1")
    provider.answer = spoiled("/token", 502, b"")
    away = browser.get(path, headers=HTML)
    provider.answer = lambda asked: None
    assert (away.status_code, AWAY in away.text) == (503, True)
    assert browser.get(provider.sign_in(began(browser), "1"), headers=HTML).status_code == 303


@in_turn("body", [b'{"expires_in": [1]}', b'{"expires_in": 1e999}', b"[" * 100_000])
def test_an_exchange_that_is_none_is_no_mistake_of_the_site(site: tuple[TestClient, OwnProvider], body: bytes) -> None:
    browser, provider = visitor(site[0]), site[1]
    path = provider.sign_in(began(browser), "1")
    provider.answer = spoiled("/token", 200, body)
    answered = browser.get(path, headers=HTML)
    provider.answer = lambda asked: None
    assert answered.status_code in (422, 503)


def test_keys_that_are_none_spoil_no_others(settings: Settings) -> None:
    with own_provider() as provider:
        shared = OctKey.generate_key(256, auto_kid=True).as_dict(private=True)
        odd: list[object] = [{"kty": "EC", "crv": "P-1", "kid": "x"}, {"kty": "RSA"}, {}, "key", shared]
        keys = {"keys": [*odd, provider.key.as_dict(private=False)]}
        provider.answer = lambda asked: (200, json.dumps(keys).encode()) if "key" in asked or "jwks" in asked else None
        with TestClient(create_app(settings_with(settings, provider.url)), follow_redirects=False) as browser:
            back = browser.get(provider.sign_in(began(browser), "1"), headers=HTML)
            assert back.status_code == 303, back.text
