"""The effect of a ban on matches: nobody waits for a banned player, whose tables and challenges are gone from the
lists."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession

from app.main import create_app
from app.matches.memory import presence
from app.settings import Settings
from tests.support.waiting import wait_until
from tools.rig.players import ApiPlayer, duel

PASSWORD = "correct horse battery"


@pytest.fixture
def site(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """Provide a site on which a player may be away for an hour; its client is the host's."""
    monkeypatch.setattr(presence, "GRACE", 0.05)
    patient = Settings(data_dir=settings.data_dir, admin_token=PASSWORD, absence_grace_seconds=3600)
    with TestClient(create_app(patient), follow_redirects=False) as started:
        assert started.post("/admin/login", data={"password": PASSWORD}).status_code == 303
        yield started


def ban(site: TestClient, match_id: str, seat: str = "A") -> None:
    """Keep out who sits there."""
    form = {"kind": "ban", "match": match_id, "seat": seat, "reason": "Rude"}
    assert site.post("/admin/bans", data=form).status_code == 303


def offered(stream: WebSocketTestSession, absent: str | None) -> dict[str, Any]:
    """Return the next message that names this absent seat."""
    while True:
        message: dict[str, Any] = stream.receive_json()
        if message.get("absent", "") == absent:
            return message


def test_who_plays_a_banned_player_may_claim_at_once(site: TestClient) -> None:
    ann, bob, match_id = duel(site, first="A")
    path = f"/api/matches/{match_id}/stream"
    with site.websocket_connect(path, headers=bob.headers) as his:
        with site.websocket_connect(path, headers=ann.headers) as hers:
            hers.receive_json()
            bob.refused("POST", f"/{match_id}/claim", {"take": "win"}, 409, "no_absence")
            ban(site, match_id)  # with her board open
            offered(his, "A")
        bob.ok("POST", f"/{match_id}/claim", {"take": "wait"})
        offered(his, None)
        bob.refused("POST", f"/{match_id}/claim", {"take": "win"}, 409, "no_absence")


def test_who_is_banned_while_away_is_waited_for_no_longer(site: TestClient) -> None:
    _, bob, match_id = duel(site, first="A")
    with site.websocket_connect(f"/api/matches/{match_id}/stream", headers=bob.headers) as his:
        offered(his, None)
        ban(site, match_id)
        offered(his, "A")
        assert bob.ok("POST", f"/{match_id}/claim", {"take": "win"})["status"] == "over"


def test_after_ones_own_turn_a_banned_player_is_not_waited_for(site: TestClient) -> None:
    _, bob, match_id = duel(site, first="B")
    ban(site, match_id)
    with site.websocket_connect(f"/api/matches/{match_id}/stream", headers=bob.headers) as his:
        state = his.receive_json()
        while "B" in state["to_act"]:
            bob.act(match_id, state["seq"], next(a for a in state["legal"] if a["type"] == "end_summon"))
            state = bob.state(match_id)
        offered(his, "A")


def test_who_asks_by_http_may_claim_at_once(site: TestClient) -> None:
    _, bob, match_id = duel(site, first="A")
    ban(site, match_id)
    wait_until(lambda: bob.state(match_id)["absent"] == "A")
    bob.ok("POST", f"/{match_id}/claim", {"take": "draw"})


def test_the_tables_and_challenges_of_a_banned_player_are_closed(site: TestClient) -> None:
    ann, bob, met_in = duel(site)
    eve = ApiPlayer(site, "Eve")
    ann.act(met_in, 0, {"type": "resign", "player": "A"})
    table, kept = ann.open(public=True), eve.open(public=True)
    to_bob = site.post("/api/challenges", headers=ann.headers, json={"met_in": met_in}).json()["id"]
    with site.websocket_connect("/api/lobby/stream", headers=bob.headers) as lobby:
        now = lobby.receive_json()
        assert {one["id"] for one in now["tables"]} == {table, kept}
        assert [one["id"] for one in now["challenges"]] == [to_bob]
        ban(site, met_in)
        while len(now["tables"]) + len(now["challenges"]) > 1:
            now = lobby.receive_json()
        assert ([one["id"] for one in now["tables"]], now["challenges"]) == ([kept], [])
    eve.refused("POST", f"/{table}/join", {}, 409, "match_full")
    assert (bob.state(table)["status"], bob.state(to_bob)["status"]) == ("over", "over")


def test_a_challenge_to_a_banned_player_is_declined(site: TestClient) -> None:
    ann, bob, met_in = duel(site)
    ann.act(met_in, 0, {"type": "resign", "player": "A"})
    made = site.post("/api/challenges", headers=bob.headers, json={"met_in": met_in}).json()["id"]
    ban(site, met_in)
    wait_until(lambda: bob.state(made)["status"] == "over")
    again = site.post("/api/challenges", headers=bob.headers, json={"met_in": met_in})
    assert (again.status_code, again.json()["code"]) == (403, "no_challenges")


def test_a_banned_friend_is_neither_here_nor_challenged(site: TestClient) -> None:
    ann, bob, met_in = duel(site)
    ann.act(met_in, 0, {"type": "resign", "player": "A"})
    for player in (ann, bob):
        kept = site.post("/api/friends", json={"met_in": met_in}, headers=player.headers)
        assert kept.status_code == 200, kept.text
    with site.websocket_connect(f"/api/matches/{met_in}/stream", headers=ann.headers) as hers:
        hers.receive_json()
        friend = site.get("/api/friends", headers=bob.headers).json()["friends"][0]
        assert friend["here"] is True
        ban(site, met_in)
        wait_until(lambda: site.get("/api/friends", headers=bob.headers).json()["friends"][0]["here"] is False)
    asked = site.post(f"/api/friends/{friend['id']}/challenge", headers=bob.headers)
    assert asked.json()["code"] == "no_challenges"
