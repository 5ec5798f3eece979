"""The input of strangers, players and organizers: a sentence refuses what does not fit, and nothing changes; handed-in
decks stay hidden from all who may not see them."""

from __future__ import annotations

from starlette.testclient import TestClient

from app.base.settings import Settings
from app.main import create_app
from app.people.players.player import Player
from tests.support.service import site_of
from tools.rig.json import Json
from tools.rig.tournaments import RunningTournament, TournamentPlayer

LONG = "x" * 10_000
OPENING: list[tuple[Json, str]] = [
    ({"name": ""}, "malformed"), ({"name": "x" * 61}, "malformed"), ({"name": 7}, "malformed"),
    ({"system": "chess"}, "malformed"), ({"rounds": 21}, "malformed"), ({"rounds": "3"}, "malformed"),
    ({"gap": -1}, "malformed"), ({"sets": []}, "malformed"), ({"sets": ["no such set"]}, "unknown_set"),
    ({"computers": 7}, "malformed"), ({"system": "arena", "seconds": 5}, "malformed"), ({"unknown": 1}, "malformed"),
    ({"system": "swiss", "best_of": 3}, "not_of_system"), ({"system": "league"}, "league_clock"),
    ({"decks": "own"}, "own_decks_format"),
]  # fmt: skip
ORGANIZING: list[tuple[str, Json, str]] = [
    ("start", {"reason": "x" * 201}, "malformed"), ("start", {"because": ""}, "malformed"),
    ("next", {}, "not_now_in_tournament"), ("pause", {}, "not_now_in_tournament"),
    ("resume", {}, "not_now_in_tournament"),
    ("pair", {}, "not_now_in_tournament"), ("rulings", {"round": 0, "board": 1, "outcome": "a"}, "malformed"),
    ("rulings", {"round": True, "board": 1, "outcome": "a"}, "malformed"),
    ("rulings", {"round": 1, "board": 1, "outcome": "c"}, "malformed"),
    ("rulings", {"round": 1, "board": 1}, "malformed"),
    ("rulings", {"round": 1, "board": 1, "outcome": "a"}, "no_such_board"),
    ("forfeits", {"round": 1, "board": 1, "number": 1}, "no_such_board"),
    ("extensions", {"round": 1, "board": 1, "number": 1, "seconds": 10**9}, "malformed"),
    ("extensions", {"round": 1, "board": 1, "number": 1, "seconds": 60}, "no_such_board"),
    ("byes", {"number": 1}, "not_now_in_tournament"), ("computers", {}, "no_computers_here"),
    ("computers", {"level": 9}, "malformed"), ("entries/1", {"do": "fly"}, "malformed"),
    ("entries/1", {"do": "resume"}, "not_now_in_tournament"), ("entries/99", {"do": "pause"}, "no_such_entry"),
]  # fmt: skip
ENTERING: list[tuple[Json, str]] = [
    ({"deck": LONG}, "malformed"), ({"deck": [LONG]}, "malformed"), ({"deck": 99}, "no_deck_needed"),
    ({"deck": ["goblin"]}, "no_deck_needed"), ({"invite": LONG}, "malformed"), ({"number": 1}, "malformed"),
]  # fmt: skip


def test_a_tournament_that_does_not_fit_is_not_opened(client: TestClient) -> None:
    olga = TournamentPlayer(client, "Olga")
    for options, code in OPENING:
        olga.tournament_refused("POST", "", {"name": "Club", **options}, code)
    assert olga.tournament("GET", "")["tournaments"] == []


def test_what_does_not_fit_changes_nothing(client: TestClient) -> None:
    tournament = RunningTournament(client, 2, system="swiss")
    before = tournament.state, tournament.organizer.tournament("GET", f"/{tournament.id}/acts")
    stranger = TournamentPlayer(client, "Stranger")
    for path, body, code in ORGANIZING:
        tournament.organizer.tournament_refused("POST", f"/{tournament.id}/{path}", body, code)
        stranger_code = code if code in ("malformed", "no_such_board") else "organizers_only"
        if path != "byes":  # which looks whether there is a bye first
            stranger.tournament_refused("POST", f"/{tournament.id}/{path}", body, stranger_code)
    for body, code in ENTERING:
        stranger.tournament_refused("POST", f"/{tournament.id}/entries", body, code)
    for what in ("pause", "resume", "wait"):
        stranger.tournament_refused("POST", f"/{tournament.id}/entries/me/{what}", None, "not_entered")
    stranger.tournament_refused("DELETE", f"/{tournament.id}/entries/me", None, "not_entered")
    for path in ("", "/acts", "/export.trf", "/export.csv", "/export.zip"):
        stranger.tournament_refused("GET", f"/none{path}", None, "no_such_tournament")
    assert (tournament.state, tournament.organizer.tournament("GET", f"/{tournament.id}/acts")) == before


def test_a_hosts_token_that_may_only_play_rules_no_tournaments_of_others(visitor: TestClient) -> None:
    tournament, host = RunningTournament(visitor, 2, system="swiss"), TournamentPlayer(visitor, "Host")
    site, player = site_of(visitor), Player(visitor.get("/api/players/me", headers=host.headers).json()["id"], "Host")
    assert visitor.portal is not None
    visitor.portal.call(site.people.staff.grant, player, "host")
    for scopes, code in ((["play"], "scope_needed"), (["play", "account"], None)):
        new = {"label": "Bot", "scopes": scopes}
        token = visitor.post("/api/players/me/tokens", json=new, headers=host.headers).json()["token"]
        headers = {"Authorization": f"Bearer {token}"}
        assert visitor.get(f"/api/tournaments/{tournament.id}", headers=headers).json()["organizer"] is (code is None)
        answer = visitor.post(f"/api/tournaments/{tournament.id}/start", json={}, headers=headers).json()
        assert answer.get("code") == (code or answer.get("code"))
        assert ("status" in answer) is (code is None)


def test_names_and_reasons_are_cleaned_as_those_of_players(visitor: TestClient) -> None:
    tournament = RunningTournament(visitor, 2, name="Club\u202e\u200b evening\n")
    assert tournament.state["name"] == "Club evening"
    tournament.organizer.tournament_refused("POST", "", {"name": "\u202e\u200b"}, "malformed")
    tournament.organize("start", reason="late\u202e bus\n")
    assert tournament.organizer.tournament("GET", f"/{tournament.id}/acts")["acts"][0]["why"] == "late bus"


def test_a_hundred_guests_of_one_address_do_not_fill_a_tournament(settings: Settings) -> None:
    wide = settings.model_copy(update={"rate_limit": 1000})
    with TestClient(create_app(wide), client=("203.0.113.7", 50_000)) as client:
        tournament = RunningTournament(client, 0, system="swiss")
        guests = [TournamentPlayer(client, f"G{number}") for number in range(100)]
        answers = [guest.ask_tournament("POST", f"/{tournament.id}/entries", {}) for guest in guests]
        assert [answer.status_code for answer in answers] == [201] * 64 + [409] * 36
        assert {answer.json()["code"] for answer in answers[64:]} == {"tournament_crowded"}
        assert len(tournament.state["entries"]) == 64
