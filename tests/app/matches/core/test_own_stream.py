"""`WS /api/stream`: a player's own matches, again after each change; at several workers, with Redis and without."""

from __future__ import annotations

from starlette.testclient import TestClient, WebSocketTestSession

from app.base.subscriber import Subscriber
from tests.support.duels import opened
from tests.support.service import connected, worker
from tools.rig.json import Json
from tools.rig.players import ApiPlayer, duel
from tools.rig.redis import RedisServer


def said(socket: WebSocketTestSession) -> list[Json]:
    """Return the matches of the next message."""
    matches: list[Json] = socket.receive_json()["matches"]
    return matches


def test_the_stream_shows_tables_matches_turns_and_a_rematch(visitor: TestClient) -> None:
    ann, bob = ApiPlayer(visitor, "Ann"), ApiPlayer(visitor, "Bob")
    with (
        visitor.websocket_connect("/api/stream", headers=ann.headers) as hers,
        visitor.websocket_connect("/api/stream") as his,
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
        for player in (ann, bob):
            player.ok("POST", f"/{match_id}/rematch")
        new = bob.state(match_id)["next"]
        assert [match["id"] for match in said(hers)] == [match["id"] for match in said(his)] == [new]
    assert ann.id not in str(now)


def test_challenges_come_and_go(visitor: TestClient) -> None:
    ann, bob, met_in = duel(visitor)
    ann.act(met_in, 0, {"type": "resign", "player": "A"})
    with visitor.websocket_connect("/api/stream", headers=bob.headers) as his:
        assert his.receive_json() == {"type": "own_matches", "matches": [], "challenges": []}
        for answer in ("decline", "join", "cancel"):
            made = visitor.post("/api/challenges", json={"met_in": met_in}, headers=ann.headers)
            match_id = made.json()["id"]
            now = his.receive_json()
            assert [(each["id"], each["by"], each["mine"]) for each in now["challenges"]] == [(match_id, "Ann", False)]
            if answer == "decline":
                assert visitor.post(f"/api/challenges/{match_id}/decline", headers=bob.headers).status_code == 204
            elif answer == "join":
                bob.ok("POST", f"/{match_id}/join", {})
            else:
                ann.ok("DELETE", f"/{match_id}")
            while (now := his.receive_json())["challenges"]:
                pass
            assert [match["id"] for match in now["matches"]] == ([match_id] if answer == "join" else [])
            if answer == "join":
                bob.act(match_id, 0, {"type": "resign", "player": bob.state(match_id)["seat"]})
                while his.receive_json()["matches"]:
                    pass


def test_a_missing_token_and_nonsense_are_refused(visitor: TestClient) -> None:
    ann = ApiPlayer(visitor, "Ann")
    with visitor.websocket_connect("/api/stream") as socket:
        socket.send_json({"token": "guess"})
        assert socket.receive_json()["code"] == "bad_token"
        socket.send_json({"hello": 1})
        assert socket.receive_json()["code"] == "no_token"
        socket.send_json({"token": ann.token})
        assert said(socket) == []
        socket.send_json({"hello": 1})
        assert socket.receive_json() == {"type": "beat", "beat": 1}
        socket.send_json({"seq": 0, "action": {"type": "end_turn"}})
        assert socket.receive_json()["code"] == "malformed"


async def test_news_come_from_another_worker(sqlite: str, own_redis: RedisServer) -> None:
    for redis_url in (own_redis.url, ""):
        async with worker(sqlite, redis_url) as one, worker(sqlite, redis_url) as two:
            await connected(*((one, two) if redis_url else ()))
            pair, live = await opened(one)
            reader, player_id = Subscriber(), pair["A"].id
            with one.matches.own_matches.followed(player_id, reader):
                await one.matches.own_matches.current(player_id)
                await two.matches.service.joining.join(live.id, pair["B"])
                while (await one.matches.own_matches.current(player_id)).ongoing[-1].row.status != "playing":
                    await reader.woken()
