"""A seat belongs to a player: no link, no guess and no other site takes it over."""

from __future__ import annotations

import concurrent.futures

import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse

from app.main import create_app
from app.players.identity import COOKIE
from app.players.service import PlayerService
from app.settings import Settings
from tests.support.service import site_of
from tools.rig.players import ApiPlayer, duel


def test_the_third_by_the_same_link_watches(client: TestClient) -> None:
    ann, bob, match_id = duel(client)
    eve = ApiPlayer(client, "Eve")
    eve.refused("POST", f"/{match_id}/join", {}, 409, "match_full")
    state = eve.state(match_id)
    assert (state["seat"], state["legal"]) == (None, [])
    for seat in "AB":
        assert set(state["view"][seat]["hand"]) == {"*", "?"}
    eve.refused("POST", f"/{match_id}/draw", {"do": "offer"}, 403, "not_your_seat")
    assert ann.state(match_id)["names"] == {"A": "Ann", "B": "Bob"}
    assert bob.state(match_id)["seat"] == "B"


def test_of_many_who_join_at_once_one_gets_the_seat(client: TestClient) -> None:
    match_id = ApiPlayer(client).open()
    rivals = [ApiPlayer(client, f"R{number}") for number in range(12)]
    with concurrent.futures.ThreadPoolExecutor(12) as pool:
        answers = list(pool.map(lambda rival: rival.ask("POST", f"/{match_id}/join", {}).status_code, rivals))
    assert sorted(answers) == [200] + [409] * 11
    winner = rivals[answers.index(200)]
    assert winner.state(match_id)["seat"] == "B"
    assert sum(rival.state(match_id)["seat"] is not None for rival in rivals) == 1


def test_ids_and_tokens_cannot_be_guessed(client: TestClient) -> None:
    ann = ApiPlayer(client)
    ids = {ann.open() for _ in range(20)}
    assert len(ids) == 20
    assert {len(match_id) for match_id in ids} == {16}  # 96 bits
    assert len(ann.token) == 43  # 256 bits
    assert len(ann.id) == 20


def test_nobody_learns_another_players_id(client: TestClient) -> None:
    ann, bob, match_id = duel(client)
    ann.state(match_id)
    bob.act(match_id, 0, {"type": "resign", "player": "B"})
    ann.ok("GET", f"/{match_id}/record")
    everything = "".join(ann.received)
    assert bob.id not in everything
    assert bob.token not in everything


def test_an_id_in_a_forged_cookie_opens_nothing(client: TestClient, settings: Settings) -> None:
    ann, _, match_id = duel(client)
    elsewhere = PlayerService(site_of(client).database, site_of(client).writer, "another secret" * 4)
    honest = site_of(client).players
    from app.players.player import Player

    assert client.portal is not None
    real: str = client.portal.call(honest.begin_session, Player(ann.id, ""))
    forged = elsewhere.cookie_of(str(honest.session_of(real)))
    signed, _, signature = real.rpartition(".")
    changed = f"{signed}.{'B' if signature[0] == 'A' else 'A'}{signature[1:]}"  # at its end not every bit counts
    for value, status in ((real, 200), (forged, 401), (ann.id, 401), (changed, 401), ("", 401)):
        answer = client.get(f"/api/matches/{match_id}", headers={"Cookie": f"{COOKIE}={value}"})
        assert answer.status_code == status, value
    assert client.get(f"/api/matches/{match_id}", headers={"Cookie": f"{COOKIE}={real}"}).json()["seat"] == "A"


EVIL = ["https://evil.example", "null", "http://testserver.evil.example", "http://testserver:81"]


@pytest.mark.parametrize("origin", EVIL)
def test_another_site_cannot_act_for_a_visitor(client: TestClient, origin: str) -> None:
    ann, _, match_id = duel(client)
    headers = {**ann.headers, "Origin": origin}
    body = {"seq": 0, "action": {"type": "resign", "player": "A"}}
    answer = client.post(f"/api/matches/{match_id}/actions", json=body, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (403, "wrong_origin")
    with (
        pytest.raises(WebSocketDenialResponse) as denied,
        client.websocket_connect(f"/api/matches/{match_id}/stream", headers=headers),
    ):
        pass
    assert denied.value.json()["code"] == "wrong_origin"
    assert ann.state(match_id)["status"] == "playing"


def test_a_form_of_another_site_is_refused_by_fetch_metadata(client: TestClient) -> None:
    headers = {"Sec-Fetch-Site": "cross-site"}
    assert client.post("/api/players", json={}, headers=headers).json()["code"] == "wrong_origin"
    assert client.get("/api/matches", headers=headers).status_code == 200


def test_this_sites_own_pages_may_act(client: TestClient) -> None:
    ann, _, match_id = duel(client)
    headers = {**ann.headers, "Origin": "http://testserver"}
    assert client.post(f"/api/matches/{match_id}/join", json={}, headers=headers).status_code == 200
    with client.websocket_connect(f"/api/matches/{match_id}/stream", headers=headers) as session:
        assert session.receive_json()["seat"] == "A"


def test_the_base_url_is_the_only_origin(settings: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    public = settings.model_copy(update={"base_url": "https://clash.example"})
    with TestClient(create_app(public)) as client:
        assert client.post("/api/players", json={}, headers={"Origin": "https://clash.example"}).status_code == 201
        assert client.post("/api/players", json={}, headers={"Origin": "http://testserver"}).status_code == 403
        assert client.post("/api/players", json={}, headers={"Origin": "http://clash.example"}).status_code == 403
        match_id = ApiPlayer(client).open()
        assert match_id
    logged = capsys.readouterr().err
    assert "expected=https://clash.example" in logged
    assert "received=http://testserver" in logged
