"""Names are those of now: a row keeps the one of when it was made for players who have been deleted alone."""

from __future__ import annotations

import re

from starlette.testclient import TestClient

from tests.support.visitors import another, kept
from tests.support.waiting import wait_until
from tools.rig.players import ApiPlayer
from tools.rig.tournaments import RunningTournament

PAGE = {"accept": "text/html"}
ORGANIZED_BY_GUEST = r"organized by \W*Guest\b"


def renamed(client: TestClient, player: ApiPlayer, name: str) -> None:
    """Give a program's guest a name, as the page of settings does."""
    client.cookies.clear()
    answer = client.post("/settings/you", data={"name": name}, headers={**PAGE, **player.headers})
    assert answer.status_code == 200
    assert client.get("/api/players/me", headers=player.headers).json()["name"] == name


def test_a_tournament_shows_the_names_of_now(visitor: TestClient) -> None:
    nobody = another(visitor)
    made = nobody.post("/tournaments/new", data={"name": "Club"})
    path = made.url.path
    assert re.search(ORGANIZED_BY_GUEST, made.text)
    nobody.post(f"{path}/enter", data={})
    nobody.post("/settings/you", data={"name": "Olga"}, headers=PAGE)
    page = visitor.get(path, headers=PAGE).text
    assert "Olga" in page and not re.search(ORGANIZED_BY_GUEST, page)
    state = visitor.get(path.replace("/tournament/", "/api/tournaments/")).json()
    assert state["organizers"] == ["Olga"] and [one["name"] for one in state["entries"]] == ["Olga"]
    assert kept(nobody.cookies)["guest"]


def test_entries_boards_and_the_log_are_renamed_on_open_pages_too(visitor: TestClient) -> None:
    tournament = RunningTournament(visitor, 2, system="round_robin")
    tournament.organize("start", reason="all are here")
    wait_until(lambda: bool(tournament.state["boards"]))
    with visitor.websocket_connect(f"/api/tournaments/{tournament.id}/stream") as stream:
        said = stream.receive_json()
        renamed(visitor, tournament.players[1], "Petra")
        renamed(visitor, tournament.organizer, "Olive")
        while [one["name"] for one in said["tournament"]["entries"]] != ["Petra", "P2"]:
            said = stream.receive_json()
    page = visitor.get(f"/tournament/{tournament.id}", headers=PAGE).text
    assert re.search(r"\b(P1|Olga)\b", page) is None  # a word: an id may hold the letters
    log = visitor.get(f"/api/tournaments/{tournament.id}/acts").json()["acts"]
    assert {act["by"] for act in log} == {"Olive"}
    visitor.delete("/api/players/me", headers=tournament.organizer.headers)
    assert "Olive" not in visitor.get(f"/tournament/{tournament.id}", headers=PAGE).text


def test_a_challenge_shows_the_names_of_now(visitor: TestClient) -> None:
    ann, bob = ApiPlayer(visitor, "Ann"), ApiPlayer(visitor, "Bob")
    match_id = ann.open(public=True)
    bob.ok("POST", f"/{match_id}/join", {})
    bob.act(match_id, bob.state(match_id)["seq"], {"type": "resign", "player": "B"})
    sent = {"met_in": match_id, "game": "2022 draft"}
    assert visitor.post("/challenge", data=sent, headers=ann.headers, follow_redirects=False).status_code == 303
    renamed(visitor, ann, "Anita")
    assert "Anita challenges you" in visitor.get("/", headers={**PAGE, **bob.headers}).text
    made = visitor.get("/api/challenges", headers=bob.headers).json()["challenges"]
    assert [(one["by"], one["to"]) for one in made] == [("Anita", "Bob")]
