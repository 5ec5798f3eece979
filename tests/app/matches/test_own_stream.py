"""`WS /api/stream`: a player's own matches, again after each change; at several workers, with Redis and without."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import orjson
import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from websockets.sync.client import connect

from tests.conftest import StartServer
from tools.rig.players import ApiPlayer, duel
from tools.rig.server import DEADLINE


def said(socket: WebSocketTestSession) -> list[dict[str, Any]]:
    """Return the matches of the next message."""
    matches: list[dict[str, Any]] = orjson.loads(socket.receive_text())["matches"]
    return matches


def test_the_stream_shows_tables_matches_and_turns(client: TestClient) -> None:
    ann, bob = ApiPlayer(client, "Ann"), ApiPlayer(client, "Bob")
    with (
        client.websocket_connect("/api/stream", headers=ann.headers) as hers,
        client.websocket_connect("/api/stream") as his,
    ):
        his.send_json({"token": bob.token})
        assert said(hers) == said(his) == []
        match_id = ann.open(first="A")
        (table,) = said(hers)
        assert (table["id"], table["status"], table["seat"]) == (match_id, "open", "A")
        bob.ok("POST", f"/{match_id}/join", {})
        (mine,), (theirs,) = said(hers), said(his)
        assert (mine["status"], mine["awaited"], theirs["awaited"]) == ("playing", True, False)
        assert [mine] == ann.ok("GET", "/mine")["matches"]
        seq = ann.state(match_id)["seq"]
        while "A" in ann.state(match_id)["to_act"]:
            seq = ann.act(match_id, seq, ann.state(match_id)["legal"][-1])["seq"]
        while not (now := said(his))[0]["awaited"]:
            pass
        assert now == bob.ok("GET", "/mine")["matches"]
        bob.act(match_id, seq, {"type": "resign", "player": "B"})
        while said(his):
            pass
        while said(hers):
            pass
    assert ann.id not in str(now)


def test_challenges_come_and_go(client: TestClient) -> None:
    ann, bob, met_in = duel(client)
    ann.act(met_in, 0, {"type": "resign", "player": "A"})
    with client.websocket_connect("/api/stream", headers=bob.headers) as his:
        assert orjson.loads(his.receive_text()) == {"type": "own_matches", "matches": [], "challenges": []}
        for answer in ("decline", "join", "cancel"):
            made = client.post("/api/challenges", json={"met_in": met_in}, headers=ann.headers)
            match_id = made.json()["id"]
            now = orjson.loads(his.receive_text())
            assert [(each["id"], each["by"], each["mine"]) for each in now["challenges"]] == [(match_id, "Ann", False)]
            if answer == "decline":
                assert client.post(f"/api/challenges/{match_id}/decline", headers=bob.headers).status_code == 204
            elif answer == "join":
                bob.ok("POST", f"/{match_id}/join", {})
            else:
                ann.ok("DELETE", f"/{match_id}")
            while (now := orjson.loads(his.receive_text()))["challenges"]:
                pass
            assert [match["id"] for match in now["matches"]] == ([match_id] if answer == "join" else [])
            if answer == "join":
                bob.act(match_id, 0, {"type": "resign", "player": bob.state(match_id)["seat"]})
                while orjson.loads(his.receive_text())["matches"]:
                    pass


def test_a_rematch_is_news_for_both(client: TestClient) -> None:
    ann, bob, match_id = duel(client)
    ann.act(match_id, 0, {"type": "resign", "player": "A"})
    with (
        client.websocket_connect("/api/stream", headers=ann.headers) as hers,
        client.websocket_connect("/api/stream", headers=bob.headers) as his,
    ):
        assert said(hers) == said(his) == []
        for player in (ann, bob):
            player.ok("POST", f"/{match_id}/rematch")
        new = bob.state(match_id)["next"]
        assert [match["id"] for match in said(hers)] == [match["id"] for match in said(his)] == [new]


def test_a_missing_token_and_nonsense_are_refused(client: TestClient) -> None:
    ann = ApiPlayer(client, "Ann")
    with client.websocket_connect("/api/stream") as socket:
        socket.send_json({"token": "guess"})
        assert orjson.loads(socket.receive_text())["code"] == "bad_token"
        socket.send_json({"hello": 1})
        assert orjson.loads(socket.receive_text())["code"] == "no_token"
        socket.send_json({"token": ann.token})
        assert said(socket) == []
        socket.send_json({"hello": 1})
        assert orjson.loads(socket.receive_text()) == {"type": "beat", "beat": 1}
        socket.send_json({"seq": 0, "action": {"type": "end_turn"}})
        assert orjson.loads(socket.receive_text())["code"] == "malformed"


@pytest.mark.parametrize("hinted", [True, False], ids=["redis", "polled"])
def test_news_come_from_another_worker(
    start_server: StartServer, tmp_path: Path, request: pytest.FixtureRequest, hinted: bool
) -> None:
    where = {"redis_url": request.getfixturevalue("own_redis").url} if hinted else {}
    one, other = start_server(tmp_path, **where), start_server(tmp_path, **where)
    with (
        httpx.Client(base_url=one.url, timeout=DEADLINE) as here,
        httpx.Client(base_url=other.url, timeout=DEADLINE) as there,
    ):
        ann, bob = ApiPlayer(here, "Ann"), ApiPlayer(there, "Bob")
        match_id = ann.open()
        address = f"{one.ws_url}/api/stream"
        with connect(address, additional_headers=ann.headers, open_timeout=DEADLINE) as stream:
            assert orjson.loads(stream.recv(DEADLINE))["matches"][0]["status"] == "open"
            bob.ok("POST", f"/{match_id}/join", {})
            assert orjson.loads(stream.recv(DEADLINE))["matches"][0]["status"] == "playing"
