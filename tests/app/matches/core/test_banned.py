"""The effect of a ban on matches: nobody waits for a banned player, whose tables and challenges are gone from the
lists."""

from __future__ import annotations

import pytest
from pydantic import SecretStr
from starlette.testclient import TestClient, WebSocketTestSession

from app.base.settings import Settings
from app.matches.core.memory import presence
from tests.support.waiting import wait_until
from tools.rig.players import ApiPlayer, duel

PASSWORD = "correct horse battery"


@pytest.fixture(scope="module")
def shared_settings(shared_settings: Settings) -> Settings:
    """Provide settings of a site on which a player may be away for an hour."""
    changed = {"admin_token": SecretStr(PASSWORD), "absence_grace_seconds": 3600}
    return shared_settings.model_copy(update=changed)


@pytest.fixture
def site(visitor: TestClient, monkeypatch: pytest.MonkeyPatch) -> TestClient:
    """Provide the host's browser."""
    monkeypatch.setattr(presence, "GRACE", 0.05)
    visitor.follow_redirects = False
    assert visitor.post("/admin/login", data={"password": PASSWORD}).status_code == 303
    return visitor


def ban(site: TestClient, match_id: str, seat: str = "A") -> None:
    """Keep out who sits there."""
    form = {"kind": "ban", "match": match_id, "seat": seat, "reason": "Rude"}
    assert site.post("/admin/bans", data=form).status_code == 303


def offered(stream: WebSocketTestSession, absent: str | None) -> None:
    """Read until a message names this absent seat."""
    while stream.receive_json().get("absent", "") != absent:
        pass


def test_who_plays_a_banned_player_may_claim_at_once_and_again_after_waiting(site: TestClient) -> None:
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
    _, bob, match_id = duel(site, first="A")
    with site.websocket_connect(f"/api/matches/{match_id}/stream", headers=bob.headers) as his:
        offered(his, None)
        ban(site, match_id)  # while she is away
        offered(his, "A")
        assert bob.ok("POST", f"/{match_id}/claim", {"take": "win"})["status"] == "over"
    _, bob, match_id = duel(site, first="A")
    ban(site, match_id)
    wait_until(lambda: bob.state(match_id)["absent"] == "A")
    bob.ok("POST", f"/{match_id}/claim", {"take": "draw"})


def test_after_ones_own_turn_a_banned_player_is_not_waited_for(site: TestClient) -> None:
    _, bob, match_id = duel(site, first="B")
    ban(site, match_id)
    with site.websocket_connect(f"/api/matches/{match_id}/stream", headers=bob.headers) as his:
        his.receive_json()
        bob.act(match_id, 0, {"type": "end_summon"})
        offered(his, "A")


def test_the_tables_and_challenges_of_and_to_a_banned_player_are_closed(site: TestClient) -> None:
    ann, bob, met_in = duel(site)
    eve = ApiPlayer(site, "Eve")
    ann.act(met_in, 0, {"type": "resign", "player": "A"})
    table, kept = ann.open(public=True), eve.open(public=True)

    def challenge(who: ApiPlayer) -> str:
        return str(site.post("/api/challenges", headers=who.headers, json={"met_in": met_in}).json()["id"])

    to_bob = challenge(ann)
    with site.websocket_connect("/api/lobby/stream", headers=bob.headers) as lobby:
        now = lobby.receive_json()
        assert {one["id"] for one in now["tables"]} == {table, kept}
        assert [one["id"] for one in now["challenges"]] == [to_bob]
        ban(site, met_in)
        while len(now["tables"]) + len(now["challenges"]) > 1:
            now = lobby.receive_json()
        assert ([one["id"] for one in now["tables"]], now["challenges"]) == ([kept], [])
    eve.refused("POST", f"/{table}/join", {}, 409, "table_closed")
    assert (bob.state(table)["status"], bob.state(to_bob)["status"]) == ("over", "over")
    ann, bob, met_in = duel(site)
    ann.act(met_in, 0, {"type": "resign", "player": "A"})
    to_ann = challenge(bob)
    ban(site, met_in)
    wait_until(lambda: bob.state(to_ann)["status"] == "over")
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
