"""Mutes and bans: made on the page /admin, felt over HTTP and sockets, by player and by network, until they end."""

from __future__ import annotations

import re
import sqlite3

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from app.base.settings import Settings
from app.people.players.bans.bans import LISTED
from tests.app.site.admin.conftest import HERE
from tests.support.cases import in_turn
from tools.rig.players import ApiPlayer, duel

PAGE = {"Accept": "text/html"}


def ban(site: TestClient, **form: str) -> None:
    """Mute or ban somebody."""
    answer = site.post("/admin/bans", data=form)
    assert answer.status_code == 303, answer.text


def lift(site: TestClient) -> None:
    """Take back the one that is listed."""
    (path,) = re.findall(r'action="(/admin/bans/[\w-]+/lift)"', site.get("/admin", headers=PAGE).text)
    assert site.post(path).status_code == 303


def test_a_banned_player_gets_in_nowhere_and_sees_why(site: TestClient) -> None:
    ann, bob, match_id = duel(site, first="A")
    site.post("/settings/calendar", data={"do": "new"}, headers={**PAGE, **ann.headers})
    settings = site.get("/settings", headers={**PAGE, **ann.headers}).text
    calendar = re.findall(r"/calendar\.ics\?key=[\w-]+", settings)[0]
    with site.websocket_connect(f"/api/matches/{match_id}/stream", headers=ann.headers) as stream:
        state = stream.receive_json()
        ban(site, kind="ban", match=f"http://testserver/match/{match_id}", seat="A", reason="<b>Rude</b>", days="7")
        stream.send_json({"seq": state["seq"], "action": state["legal"][0]})
        assert stream.receive_json()["code"] == "banned"
    refused = ann.ask("GET", f"/{match_id}")
    assert (refused.status_code, refused.json()["code"]) == (403, "banned")
    assert "<b>Rude</b>" in refused.json()["error"]
    assert "&lt;b&gt;Rude&lt;/b&gt;" in site.get("/", headers={**PAGE, **ann.headers}).text
    with pytest.raises(WebSocketDisconnect), site.websocket_connect("/api/stream", headers=ann.headers):
        pass
    assert site.get("/api/players/me/export", headers=ann.headers).status_code == 200, "what is stored is still theirs"
    assert site.get(calendar).json()["code"] == "banned", "nor does a program that has their calendar"
    assert bob.state(match_id)["seq"] == state["seq"], "what was sent after the ban was not played"
    lift(site)
    ann.state(match_id)


def test_a_ban_is_of_the_players_bots_and_new_ones_too(site: TestClient) -> None:
    ann, _bob, match_id = duel(site, first="A")
    made = {"label": "attic", "scopes": ["play"], "bot": "Bolt"}
    bolt = site.post("/api/players/me/tokens", json=made, headers=ann.headers).json()
    token = {"Authorization": f"Bearer {bolt['token']}"}
    with site.websocket_connect("/api/stream", headers=token) as stream:
        stream.receive_json()
        ban(site, kind="ban", match=match_id, seat="A", reason="", days="")
        assert stream.receive_json()["code"] == "banned"
    assert site.post("/api/matches", json={}, headers=token).json()["code"] == "banned"
    for path in ("tokens", "recovery"):
        refused = site.post(f"/api/players/me/{path}", json=made, headers=ann.headers)
        assert refused.json()["code"] == "banned", path
    assert site.delete("/api/players/me", headers=ann.headers).status_code == 204
    assert site.get("/api/players/me", headers=token).status_code == 401, "nobody could end a bot without an owner"


def test_a_muted_player_plays_on_in_silence(site: TestClient) -> None:
    ann, bob, match_id = duel(site, first="A")
    ban(site, kind="mute", match=match_id, seat="A", reason="Shouting", days="")
    said = ann.ask("POST", f"/{match_id}/talk", {"emote": "hello"})
    assert (said.status_code, said.json()["code"]) == (403, "muted") and "for good" in said.json()["error"]
    with site.websocket_connect(f"/api/matches/{match_id}/talk/stream", headers=ann.headers) as talk:
        talk.receive_json()
        talk.send_json({"emote": "hello"})
        assert talk.receive_json()["code"] == "muted"
    bob.ok("POST", f"/{match_id}/talk", {"emote": "hello"})
    ann.act(match_id, 0, ann.state(match_id)["legal"][0])
    lift(site)
    ann.ok("POST", f"/{match_id}/talk", {"emote": "hello"})


def test_a_network_is_kept_out_but_not_its_host(site: TestClient) -> None:
    ann = ApiPlayer(site, "Ann")
    ban(site, kind="ban", network="192.0.2.9/24", reason="A flood", days="1", confirmed="true")
    for method, path in (("GET", "/"), ("GET", "/rules"), ("POST", "/api/players"), ("GET", "/api/matches")):
        assert site.request(method, path, headers=ann.headers).status_code == 403, path
    assert "A flood" in site.get("/", headers=PAGE).text
    with pytest.raises(WebSocketDisconnect), site.websocket_connect("/api/lobby/stream"):
        pass
    assert site.get("/healthz").status_code == 200 and "192.0.2.0/24" in site.get("/admin", headers=PAGE).text
    lift(site)
    assert site.get("/").status_code == 200


def test_another_network_is_not_meant(site: TestClient) -> None:
    ban(site, kind="ban", network="198.51.100.0/24", days="1")
    ban(site, kind="mute", network=HERE, days="1", confirmed="true")
    ann, _, match_id = duel(site)
    assert ann.ask("POST", f"/{match_id}/talk", {"emote": "hello"}).json()["code"] == "muted"


def test_the_stored_time_ends_it(site: TestClient, shared_settings: Settings) -> None:
    ann = ApiPlayer(site, "Ann")
    match_id = ann.open()
    ban(site, kind="ban", match=match_id, seat="A", days="1")
    assert ann.ask("GET", "/mine").status_code == 403
    with sqlite3.connect(shared_settings.data_dir / "clash.db") as database:
        database.execute("UPDATE bans SET ends_at = 1")
    database.close()
    assert "/lift" not in site.get("/admin", headers=PAGE).text and ann.ask("GET", "/mine").status_code == 200


def test_the_oldest_still_holds_beyond_what_the_page_lists(site: TestClient, shared_settings: Settings) -> None:
    ann = ApiPlayer(site, "Ann")
    ban(site, kind="ban", match=ann.open(), seat="A", days="")
    newer = [(f"later{number}", "203.0.113.9/32", 4e9) for number in range(LISTED)]
    columns = "id, network, created_at, kind, name, reason"
    with sqlite3.connect(shared_settings.data_dir / "clash.db") as database:
        database.executemany(f"INSERT INTO bans ({columns}) VALUES (?, ?, ?, 'ban', '', '')", newer)
    database.close()
    assert site.get("/admin", headers=PAGE).text.count("/lift") == LISTED
    assert ann.ask("GET", "/mine").status_code == 403


def test_who_is_reported_can_be_muted_at_once(site: TestClient) -> None:
    ann, bob, match_id = duel(site)
    bob.ok("POST", f"/{match_id}/talk", {"emote": "hello"})
    seat = bob.state(match_id)["seat"]
    answer = ann.ask("POST", f"/{match_id}/talk/report", {"person": seat, "why": "Rude"})
    assert answer.status_code == 204, answer.text
    page = site.get("/admin", headers=PAGE).text
    found = re.search(r'name="report" value="([\w-]+)"', page)
    assert found
    ban(site, kind="mute", report=found[1], reason="Rude", days="3")
    assert bob.ask("POST", f"/{match_id}/talk", {"emote": "hello"}).json()["code"] == "muted"


@in_turn(
    ("form", "status", "code"),
    [
        ({"kind": "ban", "network": "everybody"}, 422, "bad_network"),
        ({"kind": "ban", "network": "0.0.0.0/0"}, 422, "bad_network"),
        ({"kind": "ban", "network": ""}, 422, "bad_network"), ({"kind": "fly", "network": HERE}, 400, "malformed"),
        ({"kind": "ban", "network": HERE, "days": "0"}, 400, "malformed"),
        ({"kind": "ban", "report": "x"}, 404, "nobody_there"), ({"kind": "ban", "match": "x"}, 404, "no_such_match"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(site: TestClient, form: dict[str, str], status: int, code: str) -> None:
    answer = site.post("/admin/bans", data=form)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_only_the_host_bans(visitor: TestClient) -> None:
    for path in ("/admin/bans", "/admin/bans/x/lift"):
        assert visitor.post(path, data={"kind": "ban", "network": HERE}).json()["code"] == "wrong_password"
