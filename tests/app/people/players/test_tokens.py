"""Tokens for programs: made by the page or the API, shown once, kept hashed, limited in scope, and ended."""

from __future__ import annotations

import re
import sqlite3
from typing import Any

import pytest
from fastapi.routing import APIRoute
from starlette.requests import Request
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from app.base.settings import Settings
from app.main import ROUTERS, create_app
from app.people.players.scopes import EVERYTHING, needed_for
from engine import cards
from tools.rig.json import Json
from tools.rig.players import ApiPlayer

PAGE = {"Accept": "text/html"}
SECRET = re.compile(r'id="secret" value="([\w-]{43})"')


def bearer(token: str) -> dict[str, str]:
    """Return the header by which a program comes."""
    return {"Authorization": f"Bearer {token}"}


def made(client: TestClient, maker: ApiPlayer, **new: object) -> Json:
    """Return a token that a program has made."""
    answer = client.post("/api/players/me/tokens", json=new, headers=maker.headers)
    assert answer.status_code == 201, answer.text
    token: Json = answer.json()
    return token


def listed(client: TestClient, maker: ApiPlayer) -> list[Json]:
    """Return the tokens that somebody has made."""
    tokens: list[Json] = client.get("/api/players/me/tokens", headers=maker.headers).json()["tokens"]
    return tokens


def test_a_token_is_shown_once_kept_hashed_and_listed(visitor: TestClient, shared_settings: Settings) -> None:
    ann = ApiPlayer(visitor, "Ann")
    token = made(visitor, ann, label="laptop\u202e", scopes=["play"])
    secret = token.pop("token")
    assert listed(visitor, ann) == [token]
    assert {key: token[key] for key in ("name", "bot", "label", "scopes")} == {
        "name": "Ann", "bot": False, "label": "laptop", "scopes": ["play"],
    }  # fmt: skip
    assert visitor.get("/api/players/me", headers=bearer(secret)).json()["id"] == ann.id
    with sqlite3.connect(shared_settings.data_dir / "clash.db") as database:
        assert secret.encode() not in b"".join(
            str(value).encode() if isinstance(value, str) else value or b""
            for row in database.execute("SELECT id, hash, label, scopes FROM tokens")
            for value in row
        )
    database.close()


def test_an_ended_token_is_worth_nothing_at_once(visitor: TestClient) -> None:
    ann, eve = ApiPlayer(visitor, "Ann"), ApiPlayer(visitor, "Eve")
    token = made(visitor, ann)
    headers = bearer(token["token"])
    match_id = visitor.post("/api/matches", json={"mode": "solo"}, headers=headers).json()["id"]
    place = f"/api/players/me/tokens/{token['id']}"
    assert visitor.delete(place, headers=eve.headers).json()["code"] == "no_such_token"
    with visitor.websocket_connect(f"/api/matches/{match_id}/stream", headers=headers) as stream:
        assert stream.receive_json()["seat"] and visitor.delete(place, headers=ann.headers).status_code == 204
        with pytest.raises(WebSocketDisconnect):
            stream.receive_json()
    assert visitor.get("/api/players/me", headers=headers).status_code == 401
    assert visitor.delete(place, headers=ann.headers).status_code == 404 and listed(visitor, ann) == []


def test_a_token_allows_what_it_says_and_to_look(visitor: TestClient) -> None:
    ann = ApiPlayer(visitor, "Ann")
    looks, plays, builds = (bearer(made(visitor, ann, scopes=scopes)["token"]) for scopes in ([], ["play"], ["decks"]))
    deck = {"name": "Mine", "cards": [next(iter(cards.ALL))]}
    for headers in (looks, plays, builds):
        assert visitor.get("/api/matches/mine", headers=headers).status_code == 200
        assert visitor.get("/api/decks", headers=headers).status_code == 200
    refused = visitor.post("/api/matches", json={}, headers=looks)
    assert (refused.status_code, refused.json()["code"]) == (403, "scope_needed")
    assert "play" in refused.json()["error"]
    assert visitor.post("/api/matches", json={}, headers=builds).status_code == 403
    assert visitor.post("/api/matches", json={}, headers=plays).status_code == 201
    assert visitor.post("/api/decks", json=deck, headers=plays).status_code == 403
    assert visitor.post("/api/decks", json=deck, headers=builds).status_code == 201
    for headers in (looks, plays, builds):
        for method, path in (("POST", "/api/players/me/tokens"), ("GET", "/api/players/me/tokens")):
            assert visitor.request(method, path, json={}, headers=headers).status_code == 403
        assert visitor.put("/api/players/me/settings", json={"speed": "2"}, headers=headers).status_code == 403
        assert visitor.post("/settings/you", data={"name": "Eve"}, headers=headers).status_code == 403


def test_a_token_that_may_only_look_plays_over_no_stream(visitor: TestClient) -> None:
    ann = ApiPlayer(visitor, "Ann")
    token = made(visitor, ann, scopes=[])["token"]
    match_id = ann.open(mode="solo")
    with (
        visitor.websocket_connect(f"/api/matches/{match_id}/stream", headers=bearer(token)) as known,
        visitor.websocket_connect(f"/api/matches/{match_id}/stream") as asked,
    ):
        asked.send_json({"token": token})
        for stream in (known, asked):
            state = stream.receive_json()
            assert state["seat"] == "A"
            stream.send_json({"seq": state["seq"], "action": state["legal"][0]})
            assert stream.receive_json()["code"] == "scope_needed"


def test_every_call_that_changes_something_needs_a_scope() -> None:
    routes = [route for router in ROUTERS for route in router.routes if isinstance(route, APIRoute)]
    unsafe = [(route, method) for route in routes for method in (route.methods or set()) - {"GET", "HEAD"}]
    assert len(unsafe) > 50
    for route, method in unsafe:
        request = Request({"type": "http", "method": method, "path": route.path})
        assert needed_for(request) in EVERYTHING, route.path


def test_there_are_bounds(visitor: TestClient) -> None:
    ann = ApiPlayer(visitor, "Ann")
    for _ in range(10):
        made(visitor, ann, bot="Bolt")
    place = "/api/players/me/tokens"
    assert visitor.post(place, json={"bot": "Bolt"}, headers=ann.headers).json()["code"] == "too_many_bots"
    for _ in range(10):
        made(visitor, ann)
    assert visitor.post(place, json={}, headers=ann.headers).json()["code"] == "too_many_tokens"
    for body in ({"scopes": ["fly"]}, {"scope": "play"}, {"label": 1}):
        assert visitor.post(place, json=body, headers=ann.headers).json()["code"] == "malformed"


def test_the_page_makes_a_bot_shows_its_token_once_and_ends_it(visitor: TestClient) -> None:
    assert "Make a token" in visitor.get("/build-a-bot", headers=PAGE).text
    form = {"acts_as": "new", "bot_name": "Bolt <b>", "label": "attic", "scope": ["play", "decks"]}
    shown = visitor.post("/build-a-bot/tokens", data=form, headers=PAGE)
    assert shown.headers["cache-control"] == "no-store"
    found = SECRET.search(shown.text)
    assert found
    me = visitor.get("/api/players/me", headers=bearer(found[1])).json()
    assert (me["name"], me["bot"]) == ("Bolt <b>", True)
    page = visitor.get("/build-a-bot", headers=PAGE).text
    assert found[1] not in page and "<bdi>Bolt &lt;b&gt;</bdi> (bot)" in page and "attic" in page
    again = visitor.post("/build-a-bot/tokens", data={"acts_as": me["id"], "scope": ["play"]}, headers=PAGE)
    second = SECRET.search(again.text)
    assert second and visitor.get("/api/players/me", headers=bearer(second[1])).json() == me
    end = re.search(r'action="(/build-a-bot/tokens/[\w-]+/end)"', page)
    assert end and visitor.post(end[1], follow_redirects=False).status_code == 303
    assert visitor.get("/api/players/me", headers=bearer(found[1])).status_code == 401
    stranger = visitor.post("/build-a-bot/tokens", data={"acts_as": "somebody"}, headers=PAGE)
    assert stranger.status_code == 404 and "no such bot" in stranger.text


def test_a_bot_account_is_marked_wherever_its_name_stands(settings: Settings) -> None:
    with TestClient(create_app(Settings(data_dir=settings.data_dir, admin_token="p" * 20))) as client:
        ann = ApiPlayer(client, "Ann")
        program = ApiPlayer(client, "Bolt", bot=True)
        table = program.open(public=True)
        ann.ok("POST", f"/{table}/join", {})
        client.post("/admin/login", data={"password": "p" * 20})
        assert "Bolt (bot)" in client.get("/admin", headers=PAGE).text
        for seq in range(3):
            mover = {"A": program, "B": ann}[ann.state(table)["to_act"][0]]
            mover.act(table, seq, {"type": "end_summon"})
        program.act(table, 3, {"type": "resign", "player": "A"})

        def asked(path: str) -> Any:
            return client.get(f"/api{path}", headers=ann.headers).json()

        assert asked("/challenges/opponents")["opponents"][0]["program"] is True
        assert "Bolt (bot)" in client.get("/", headers={**PAGE, **ann.headers}).text
        for player, is_program in ((program, True), (ann, False)):
            me = client.get("/api/players/me/profile", headers=player.headers).json()
            assert me["program"] is is_program and asked(f"/profiles/{me['handle']}")["program"] is is_program
            (played,) = asked(f"/profiles/{me['handle']}/matches")["matches"]
            assert played["players"]["A"] == {**played["players"]["A"], "kind": "program", "name": "Bolt"}
            page = client.get(f"/profile/{me['handle']}", headers=PAGE).text
            assert f"<bdi>{'Bolt (bot)' if is_program else 'Ann'}</bdi></h1>" in page
        with sqlite3.connect(settings.data_dir / "clash.db") as database:
            database.execute("UPDATE ratings SET deviation = 80")
        database.close()
        ranked = asked("/leaderboard?against=bots")["players"]
        assert {one["name"]: one["program"] for one in ranked} == {"Bolt": True, "Ann": False}
        assert "Bolt (bot)" in client.get("/leaderboard?kind=bots.preconstructed.none", headers=PAGE).text
        offer = {"met_in": table, "edition": "2022", "format": "draft"}
        assert client.post("/api/challenges", json=offer, headers=program.headers).status_code == 201
        assert asked("/challenges")["challenges"][0]["program"] is True
        assert "Bolt (bot)" in client.get("/", headers={**PAGE, **ann.headers}).text
