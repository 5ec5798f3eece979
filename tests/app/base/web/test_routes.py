"""Demands on every route there is, also on those to come."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from typing import get_args

import pytest
from fastapi import APIRouter
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute, APIWebSocketRoute
from starlette.testclient import TestClient, WebSocketDenialResponse

import app
from app.base.settings import Settings
from app.base.web.headers import HEADERS
from app.base.web.limits import Price
from app.learning.lessons.course import BY_SLUG
from app.main import ROUTERS, create_app
from tests.support.cases import in_turn
from tests.support.routes import all_reads, filled, routes
from tests.support.visitors import another, kept
from tools.rig.players import ApiPlayer

FREE = {"/healthz", "/readyz"}  # asked by machines, every few seconds, and never to be refused
INLINE = re.compile(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|javascript:", re.IGNORECASE)
ELSEWHERE = re.compile(r"""(?:src|href|action|data-url)=["'](?:https?:)?//(?!testserver)""")
ALIKE = {"/robots.txt", "/worker.js"}  # for every visitor, in every language
HTML = {"Accept": "text/html"}
APP = Path(app.__file__).parent


def names_a_price(needs: Dependant) -> bool:
    asked: list[object] = [each.call for each in needs.dependencies]
    return any(isinstance(call, Price) for call in asked) or any(map(names_a_price, needs.dependencies))


@in_turn("route", list(routes()))
def test_every_route_names_its_price_at_the_door(route: APIRoute | APIWebSocketRoute) -> None:
    assert names_a_price(route.dependant) == (route.path not in FREE)


def test_every_socket_is_refused_to_an_address_that_asks_too_often(settings: Settings) -> None:
    with TestClient(create_app(settings.model_copy(update={"rate_limit": 1e-9}))) as client:
        client.get("/cards/ogre/face")  # the one call a minute
        for route in (route for route in routes() if isinstance(route, APIWebSocketRoute)):
            with pytest.raises(WebSocketDenialResponse) as refused, client.websocket_connect(filled(route.path, "x")):
                pass
            assert (refused.value.status_code, refused.value.json()["code"]) == (429, "too_many"), route.path


def test_every_router_is_in_the_list_of_its_district() -> None:
    for file in (file for file in APP.rglob("*.py") if "APIRouter(" in file.read_text("utf-8")):
        district, *rest = file.relative_to(APP).with_suffix("").parts
        lists = vars(import_module(f"app.{district}.routes"))
        listed = [*lists["ROUTERS"], *lists.get("FIRST", ())]
        found = vars(import_module(".".join(("app", district, *rest)))).values()
        assert all(any(router is each for each in listed) for router in found if isinstance(router, APIRouter)), file
        assert all(any(router is each for each in ROUTERS) for router in listed), district


def test_every_number_of_a_path_a_query_or_a_form_has_a_bound() -> None:
    """Beyond 64 bits databases, and what writes JSON, end with an error."""
    unbounded = []
    for route in routes():
        sent = route.dependant
        for field in (*sent.path_params, *sent.query_params, *sent.body_params):
            is_number = int in (field.field_info.annotation, *get_args(field.field_info.annotation))
            if is_number and not any(hasattr(each, "le") for each in field.field_info.metadata):
                unbounded.append(f"{route.path} {field.name}")
    assert unbounded == []


def pages() -> list[str]:
    """Return the path of every page, with {id} and the like in it."""
    return [path for path in all_reads() if not path.startswith("/api/")]


def test_every_page_carries_the_headers_and_holds_nothing_inline_or_from_elsewhere(visitor: TestClient) -> None:
    ann = ApiPlayer(visitor, "<script>alert(1)</script>")
    answered, waiting = 0, ann.open()
    for match_id in (waiting, ann.open(mode="solo"), ann.open(mode="solo", format="draft")):
        for path in (path for path in pages() if match_id == waiting or path.startswith("/match/")):
            answer = visitor.get(filled(path, match_id), headers={**ann.headers, **HTML})
            assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS, path
            if answer.headers["content-type"].startswith("text/html"):
                assert not INLINE.search(answer.text), (path, INLINE.search(answer.text))
                assert not ELSEWHERE.search(answer.text), (path, ELSEWHERE.search(answer.text))
                if answer.headers["cache-control"] != "no-store":  # then it is the same for everybody
                    assert answer.headers["etag"], path
                    assert answer.text == another(visitor).get(filled(path, match_id), headers=HTML).text, path
                    assert ann.id not in answer.text and "alert(1)" not in answer.text
            assert answer.status_code < 500, path
            answered += answer.status_code == 200
    assert answered > 40


def test_what_a_cache_between_may_keep_is_the_same_for_all_or_says_on_what_it_depends(visitor: TestClient) -> None:
    ann = ApiPlayer(visitor, "Ann")
    match_id = ann.open(mode="solo")
    shared = set()
    for path in [*all_reads(), "/tournaments.atom"]:
        answer = visitor.get(filled(path, match_id), headers=ann.headers, follow_redirects=False)
        kept = answer.headers.get("cache-control", "")
        assert kept, path
        if not {"no-store", "private"} & set(re.split(r"[, =]+", kept)):
            shared.add(path)
            varies = set(re.split(r", *", answer.headers.get("vary", "").lower()))
            assert path in ALIKE or {"cookie", "accept-language"} <= varies, (path, kept, varies)
            assert answer.text == another(visitor).get(filled(path, match_id), follow_redirects=False).text, path
    assert {"/tournaments.atom", "/api/cards", *ALIKE} <= shared


def test_reading_makes_nobody_a_player_and_every_page_answers_head_and_options(visitor: TestClient) -> None:
    ann = ApiPlayer(visitor, "Ann")
    match_id = ann.open(mode="solo")
    for path in [*pages(), "/puzzles/daily", *(f"/learn/{slug}" for slug in BY_SLUG)]:
        answer = visitor.get(filled(path, match_id), headers=HTML, follow_redirects=True)
        head = visitor.head(filled(path, match_id), headers=HTML, follow_redirects=True)
        assert (head.status_code, head.content) == (answer.status_code, b""), path
        assert {"GET", "HEAD"} <= set(visitor.options(filled(path, match_id)).headers["Allow"].split(", ")), path
        assert "guest" not in kept(visitor.cookies), path
    assert "Disallow: /api/" in visitor.get("/robots.txt").text
    wrong = visitor.patch("/api/decks/x")
    assert (wrong.status_code, wrong.headers["Allow"]) == (405, "DELETE, GET, HEAD, OPTIONS, PUT")


def test_the_api_is_nobody_elses_to_keep_and_open_to_scripts_of_other_sites(client: TestClient) -> None:
    board = {"Origin": "https://board.example"}
    asked = client.options("/api/players", headers={**board, "Access-Control-Request-Method": "POST"})
    assert (asked.status_code, asked.headers["Access-Control-Allow-Methods"]) == (204, "OPTIONS, POST")
    made = client.post("/api/players", json={"name": "Ann"}, headers=board)
    assert (made.status_code, made.headers["Access-Control-Allow-Origin"]) == (201, "*")
    token = {"Authorization": f"Bearer {made.json()['token']}", **board}
    assert client.get("/api/players/me", headers=token).headers["Cache-Control"] == "no-store"
    with client.websocket_connect("/api/lobby/stream", headers=board) as lobby:
        assert lobby.receive_json()["type"] == "lobby"
    as_form = {"Content-Type": "text/plain"}
    refused = (
        client.post("/api/players", json={}, headers={**board, "Cookie": "guest=x"}),
        client.post("/api/players", content="{}", headers={**board, **as_form}),
        client.post("/language", data={"language": "fr"}, headers=board),
    )
    assert {answer.json()["code"] for answer in refused} == {"wrong_origin"}


def test_refusals_carry_the_headers_too(client: TestClient) -> None:
    for answer in (
        client.get("/no-such-page", headers=HTML),
        client.post("/api/matches", content=b"{"),
        client.post("/language", data={}, headers={"Origin": "https://evil.example"}),
        client.post("/api/players", content=b"x" * 100_000),
        client.get("/static/no-such-file"),
    ):
        assert answer.status_code >= 400 and {name: answer.headers.get(name) for name in HEADERS} == HEADERS
