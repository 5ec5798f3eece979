"""Inputs that once broke the site: each is refused in a sentence, and the next request gets its answer."""

from __future__ import annotations

import re
from typing import Any

from starlette.testclient import TestClient

from tools.rig import players

FORM = "application/x-www-form-urlencoded"


def test_a_body_that_is_no_text_is_refused_in_a_sentence(visitor: TestClient) -> None:
    for kind in ("text/plain", "application/octet-stream", "application/json"):
        answer = visitor.post("/api/players", content=b"w\\\x9b\x057\xd3", headers={"Content-Type": kind})
        assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


def test_no_sentence_of_a_library_reaches_readers_of_other_languages(visitor: TestClient) -> None:
    hebrew = {"Accept-Language": "he", "Content-Type": "application/json"}
    for body in (b"{", b"[]", b"", b'{"name": 5}', b"\xd3"):
        said = visitor.post("/api/players", content=body, headers=hebrew).json()["error"]
        assert re.search("[\u05d0-\u05ea]", said)
        assert re.findall("[A-Za-z ]{2,}", said.replace("name", "").replace("body", "").replace("JSON", "")) == [], said


def test_a_complaint_quotes_neither_long_nor_deep_nor_unprintable_input(visitor: TestClient) -> None:
    deep: Any = 1
    for _ in range(200):
        deep = {"a": deep}
    for body in ({"x" * 30_000: 1}, {"\u202e\x00": 1}, {"name": deep}, {"name": ["x" * 30_000]}):
        answer = visitor.post("/api/players", json=body)
        assert answer.status_code == 400 and len(answer.json()["error"]) < 400
        assert answer.json()["error"].isprintable()


def test_a_preset_that_begins_like_a_level_is_none(visitor: TestClient) -> None:
    for preset in ("solo-0019", "solo-001" + "9" * 4_500, "solo-٣", "solo-²", "solo--1"):
        assert visitor.get("/new", params={"preset": preset}).status_code == 200


def test_a_zero_character_goes_no_further_than_the_door(client: TestClient) -> None:
    ann = players.ApiPlayer(client, "Ann")
    text = {"Content-Type": "application/json", **ann.headers}
    refused = [
        client.delete("/api/players/me/tokens/%00", headers=ann.headers),
        client.get("/api/matches?limit=1%00", headers=ann.headers),
        client.post("/api/decks", content=b'{"name": "a\\u0000", "cards": []}', headers=text),
        client.post("/decks", content=b"name=a%00", headers={**ann.headers, "Content-Type": FORM}),
    ]
    assert {(answer.status_code, answer.json()["code"]) for answer in refused} == {(400, "malformed")}
    said = {answer.json()["error"] for answer in refused}
    assert len(said) == 1
    fine = client.post("/api/players", content=b'{"name": "a\\\\u0000"}', headers=text)
    assert fine.json()["name"] == "a\\u0000"
    with client.websocket_connect("/api/lobby/stream") as lobby:
        lobby.receive_json()
        lobby.send_text('{"type": "\\u0000"}')
        assert lobby.receive_json()["error"] in said
