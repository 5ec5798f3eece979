"""A seat belongs to a player: no link, no guess and no other site takes it over."""

from __future__ import annotations

import concurrent.futures

import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse

from app.base.settings import Settings
from app.main import create_app
from app.people.players.identity import COOKIE
from app.people.players.player import Player
from app.people.players.service import PlayerService
from tests.support.service import site_of
from tools.rig.players import ApiPlayer, duel


def test_of_many_who_join_at_once_one_gets_the_seat(visitor: TestClient) -> None:
    match_id = ApiPlayer(visitor).open()
    rivals = [ApiPlayer(visitor, f"R{number}") for number in range(12)]
    with concurrent.futures.ThreadPoolExecutor(12) as pool:
        answers = list(pool.map(lambda rival: rival.ask("POST", f"/{match_id}/join", {}).status_code, rivals))
    assert sorted(answers) == [200] + [409] * 11
    assert rivals[answers.index(200)].state(match_id)["seat"] == "B"
    assert sum(rival.state(match_id)["seat"] is not None for rival in rivals) == 1


def test_ids_and_tokens_cannot_be_guessed_and_nobody_learns_anothers(visitor: TestClient) -> None:
    ann, bob, match_id = duel(visitor)
    ids = {ann.open() for _ in range(20)}
    assert len(ids) == 20
    assert {len(each) for each in ids} == {16}  # 96 bits
    assert (len(ann.token), len(ann.id)) == (43, 20)  # a token has 256 bits
    bob.act(match_id, 0, {"type": "resign", "player": "B"})
    ann.ok("GET", f"/{match_id}/record")
    assert not [secret for secret in (bob.id, bob.token) if secret in "".join(ann.received)]


def test_an_id_in_a_forged_cookie_opens_nothing(visitor: TestClient) -> None:
    ann, _, match_id = duel(visitor)
    site = site_of(visitor)
    elsewhere = PlayerService(site.base.database, site.base.writer, "another secret" * 4)
    assert visitor.portal is not None
    real: str = visitor.portal.call(site.people.players.begin_session, Player(ann.id, ""))
    forged = elsewhere.cookie_of(str(site.people.players.session_of(real)))
    signed, _, signature = real.rpartition(".")
    changed = f"{signed}.{'B' if signature[0] == 'A' else 'A'}{signature[1:]}"  # at its end not every bit counts
    for value, status in ((real, 200), (forged, 401), (ann.id, 401), (changed, 401), ("", 401), (real, 200)):
        answer = visitor.get(f"/api/matches/{match_id}", headers={"Cookie": f"{COOKIE}={value}"})
        assert answer.status_code == status, value
    assert answer.json()["seat"] == "A"


def test_another_site_cannot_act_for_a_visitor_and_this_one_can(visitor: TestClient) -> None:
    ann, _, match_id = duel(visitor)
    assert visitor.portal is not None
    cookie: str = visitor.portal.call(site_of(visitor).people.players.begin_session, Player(ann.id, ""))
    body, stream = {"seq": 0, "action": {"type": "resign", "player": "A"}}, f"/api/matches/{match_id}/stream"
    for origin in ("https://evil.example", "null", "http://testserver.evil.example", "http://testserver:81"):
        headers = {"Cookie": f"{COOKIE}={cookie}", "Origin": origin}
        answer = visitor.post(f"/api/matches/{match_id}/actions", json=body, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "wrong_origin")
        with pytest.raises(WebSocketDenialResponse) as denied, visitor.websocket_connect(stream, headers=headers):
            pass
        assert denied.value.json()["code"] == "wrong_origin"
    assert ann.state(match_id)["status"] == "playing"
    foreign = {"Cookie": f"{COOKIE}={cookie}", "Sec-Fetch-Site": "cross-site"}
    assert visitor.post("/api/players", json={}, headers=foreign).json()["code"] == "wrong_origin"
    assert visitor.get("/api/matches", headers=foreign).status_code == 200
    own = {"Cookie": f"{COOKIE}={cookie}", "Origin": "http://testserver"}
    assert visitor.post(f"/api/matches/{match_id}/join", json={}, headers=own).status_code == 200
    with visitor.websocket_connect(stream, headers=own) as session:
        assert session.receive_json()["seat"] == "A"


def test_the_base_url_is_the_only_origin(settings: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    public = settings.model_copy(update={"base_url": "https://clash.example"})
    with TestClient(create_app(public)) as client:
        origins = ("https://clash.example", "http://testserver", "http://clash.example")
        sent = [{"Origin": origin, "Cookie": f"{COOKIE}=x"} for origin in origins]
        asked = [client.post("/api/players", json={}, headers=headers).status_code for headers in sent]
        assert asked == [201, 403, 403]
        assert ApiPlayer(client).open()
    logged = capsys.readouterr().err
    assert "expected=https://clash.example" in logged
    assert "received=http://testserver" in logged
