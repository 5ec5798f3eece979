"""Guests: names, tokens, cookies."""

from __future__ import annotations

import hashlib
import sqlite3
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.requests import Request
from starlette.responses import Response
from starlette.testclient import TestClient

from app.base.settings import Settings
from app.main import create_app
from app.people.players.identity import COOKIE, remember
from app.people.players.names import clean_name
from app.people.players.player import Player
from tests.support.cases import in_turn
from tests.support.service import site_of


@in_turn(
    ("given", "kept"),
    [
        ("Ann", "Ann"),
        ("  Ann \t of\n Green   Gables ", "Ann of Green Gables"),
        ("", "Guest"),
        (None, "Guest"),
        ("\u202e\u2066\u200f", "Guest"),
        ("a\u202eb\u0000c\u0007d", "abcd"),
        ("x" * 100, "x" * 24),
        ("Zoë Å", "Zoë Å"),
        ("e\u0301", "é"),
        ("שלום", "שלום"),
        ("a" + "\u0301" * 50, "á" + "\u0301" * 3),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("<b>'\"&", "<b>'\"&"),  # escaped where it is shown, not mangled where it is kept
        ("\ud800x", "x"),
        ("\u3164\uffa0\u2800 \u115f", "Guest"),
        ("\u0301\u20dd", "Guest"),
        (" \u0301.", "."),
        ("\ufffc\ufffd", "Guest"),
        ("An\ufffdn\ufffc", "Ann"),
        ("A\u200bn\u200d\ufe0fn\u034f\u3164", "Ann"),
        ("\u0646\u06cc\u200c\u0645", "\u0646\u06cc\u200c\u0645"),
    ],
)
def test_names_are_made_harmless(given: str | None, kept: str) -> None:
    assert clean_name(given) == kept


@given(st.text(max_size=60))
def test_a_clean_name_is_short_visible_and_stays_as_it_is(text: str) -> None:
    name = clean_name(text)
    assert 1 <= len(name) <= 24 and name == name.strip()
    assert name.isprintable() or "\u200d" in name or "\u200c" in name
    assert clean_name(name) == name
    name.encode()


def test_tokens_are_stored_hashed(visitor: TestClient, shared_settings: Settings) -> None:
    created = visitor.post("/api/players", json={"name": "Ann"}).json()
    with sqlite3.connect(shared_settings.data_dir / "clash.db") as connection:
        rows = connection.execute("SELECT id, name, token_hash FROM players").fetchall()
    connection.close()
    assert rows == [(created["id"], "Ann", hashlib.sha256(created["token"].encode()).digest())]


@in_turn("token", ["", "x", "\u00e9", "a" * 5000])
def test_an_unknown_token_is_refused(visitor: TestClient, token: str) -> None:
    answer = visitor.get("/api/players/me", headers={b"Authorization": f"Bearer {token}".encode()})
    assert (answer.status_code, answer.json()["code"]) == (401, "bad_token")


def _cookie(settings: Settings, scheme: str = "http", base_url: str = "") -> str:
    app = create_app(settings.model_copy(update={"base_url": base_url}))
    with TestClient(app, base_url=f"{scheme}://testserver") as client:
        scope = {"type": "http", "app": app, "scheme": scheme, "path": "/", "headers": [(b"host", b"testserver")]}
        response = Response()
        request = Request({**scope, "server": None, "query_string": b""})
        assert client.portal is not None
        client.portal.call(
            remember, request, response, client.portal.call(site_of(client).people.players.create, "Ann")
        )
    return response.headers["set-cookie"]


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(settings: Settings) -> None:
    plain = _cookie(settings)
    assert plain.startswith(f"{COOKIE}=") and "HttpOnly" in plain and "SameSite=lax" in plain
    assert "Path=/" in plain and "Secure" not in plain and "Secure" in _cookie(settings, scheme="https")
    assert "Secure" in _cookie(settings, base_url="https://clash.example")


def test_a_cookie_and_a_token_lead_to_the_same_kind_of_player(settings: Settings) -> None:
    with TestClient(create_app(settings)) as client:
        created = client.post("/api/players", json={"name": "Ann"}).json()
        assert client.portal is not None
        value = client.portal.call(site_of(client).people.players.begin_session, Player(created["id"], "Ann"))
        headers = {"Cookie": f"{COOKIE}={value}"}
        assert client.get("/api/players/me", headers=headers).json() == {
            "id": created["id"],
            "name": "Ann",
            "bot": False,
            "face": created["face"],
        }
    with TestClient(create_app(settings)) as restarted:
        assert restarted.get("/api/players/me", headers=headers).json()["id"] == created["id"]


@pytest.mark.parametrize("wrong", [3600.0, 500 * 86400.0, -3600.0, -500 * 86400.0])
def test_a_clock_that_was_set_costs_nobody_their_seat(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, wrong: float
) -> None:
    with TestClient(create_app(settings)) as client:
        created = client.post("/api/players", json={"name": "Ann"}).json()
        assert client.portal is not None
        value = client.portal.call(site_of(client).people.players.begin_session, Player(created["id"], "Ann"))
        real = time.time
        monkeypatch.setattr(time, "time", lambda: real() + wrong)
        answer = client.get("/api/players/me", headers={"Cookie": f"{COOKIE}={value}"})
        assert answer.json()["id"] == created["id"]
