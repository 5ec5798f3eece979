"""A best of three or five (H11): who starts, which decks, how it stands, and that both and the spectators go on."""

from __future__ import annotations

import random

import pytest
from starlette.testclient import TestClient

from engine.match import Match
from engine.record import MatchRecord
from engine.seat import Seat
from tools.rig.json import Json
from tools.rig.players import ApiPlayer, duel, play_on

HTML = {"Accept": "text/html"}


def lose(player: ApiPlayer, match_id: str) -> Json:
    """Resign a match; the state after it."""
    state = player.state(match_id)
    return player.act(match_id, state["seq"], {"type": "resign", "player": state["seat"]})


def standing(state: Json) -> tuple[int | None, int | None, int | None]:
    """Return of how many a series is the best, and how it stands."""
    return state["best_of"], state["won_a"], state["won_b"]


def next_of(match_id: str, *players: ApiPlayer) -> str:
    """Return the next match of a series, which these players request."""
    (found,) = {str(player.ok("POST", f"/{match_id}/rematch")["next"]) for player in players}
    return found


def settled(player: ApiPlayer, match_id: str) -> dict[Seat, list[str]]:
    """Return the decks of a finished match, out of its record."""
    record = MatchRecord.from_json(player.ok("GET", f"/{match_id}/record"))
    match = Match.new(record.options)
    for move in record.moves:
        match, _ = match.apply(move.by, move.action)
    return {seat: sorted(deck) for seat, deck in match.setup.decks.items()}


def test_H11_the_loser_starts_and_the_first_with_two_wins_has_won(client: TestClient) -> None:
    ann, bob, match_id = duel(client, best_of=3, opponent_deck=3, first="A")
    assert standing(ann.state(match_id)) == (3, 0, 0)
    assert standing(lose(bob, match_id)) == (3, 1, 0)
    second = next_of(match_id, bob, ann)
    assert ann.state(match_id)["next"] == second
    state = ann.state(second)
    assert (state["status"], state["seat"], state["to_act"]) == ("playing", "A", ["B"])
    assert state["decks"] == {"A": 1, "B": 3}
    assert standing(lose(ann, second)) == (3, 1, 1)
    third = next_of(second, ann, bob)
    assert ann.state(third)["to_act"] == ["A"]
    assert standing(lose(bob, third)) == (3, 2, 1)
    # It is decided: another series is agreed on by both, with seats changed.
    assert ann.ok("POST", f"/{third}/rematch")["next"] is None
    again = next_of(third, bob)
    assert ann.state(again)["seat"] == "B"
    assert standing(ann.state(again)) == (3, 0, 0)


def test_H11_a_draw_counts_for_nobody(client: TestClient) -> None:
    ann, bob, match_id = duel(client, best_of=5)
    ann.ok("POST", f"/{match_id}/draw", {"do": "offer"})
    bob.ok("POST", f"/{match_id}/draw", {"do": "accept"})
    assert standing(ann.state(match_id)) == (5, 0, 0)
    assert ann.state(next_of(match_id, ann, bob))["status"] == "playing"


@pytest.mark.parametrize("decks", ["kept", "anew"])
def test_H11_drafted_decks_are_kept_or_drafted_again(client: TestClient, decks: str) -> None:
    ann, bob, match_id = duel(client, best_of=3, series_decks=decks, format="draft")
    players, chance = {"A": ann, "B": bob}, random.Random(5)
    while ann.state(match_id)["status"] == "setup":
        play_on(players, match_id, chance, limit=1)
    lose(bob, match_id)
    state = ann.state(next_of(match_id, ann, bob))
    assert state["status"] == ("playing" if decks == "kept" else "setup")
    if decks == "kept":
        assert settled(ann, lose(ann, state["id"])["id"]) == settled(ann, match_id)


def test_H11_who_resigns_before_the_decks_are_there_drafts_again(client: TestClient) -> None:
    ann, bob, match_id = duel(client, best_of=3, format="draft")
    lose(ann, match_id)
    assert ann.state(next_of(match_id, ann, bob))["status"] == "setup"


def test_H11_a_match_by_itself_and_solo_have_no_series(client: TestClient) -> None:
    ann, _, match_id = duel(client)
    assert standing(ann.state(match_id)) == (None, None, None)
    ann.refused("POST", "", {"mode": "solo", "best_of": 3}, 422, "series_in_solo")
    ann.refused("POST", "", {"best_of": 7}, 400, "malformed")


def test_H11_the_page_shows_the_score_and_takes_spectators_along(client: TestClient) -> None:
    fields = {"mode": "duel", "format": "preconstructed", "deck": "1", "first": "me", "name": "Ann", "best_of": "3"}
    path = client.post("/new", data=fields, headers=HTML, follow_redirects=False).headers["location"]
    bob = ApiPlayer(client, "Bob")
    match_id = path.removeprefix("/match/")
    bob.ok("POST", f"/{match_id}/join", {})
    lose(bob, match_id)
    page = client.get(path, headers=HTML).text
    assert "<bdi>Ann</bdi> 1 : 0 <bdi>Bob</bdi>" in page
    assert "Next match" in page
    assert "●○" in page
    next_id = next_of(match_id, bob)
    client.cookies.clear()
    watching = client.get(path, headers=HTML).text
    assert f'href="/match/{next_id}" data-follow' in watching


def test_H11_who_is_blocked_takes_nobody_along(client: TestClient) -> None:
    ann, bob, match_id = duel(client, best_of=3)
    lose(bob, match_id)
    assert ann.ask("POST", f"/{match_id}/talk/block", {"whom": bob.state(match_id)["seat"]}).status_code == 204
    for player in (bob, ann):
        player.refused("POST", f"/{match_id}/rematch", None, 403, "blocked")
    assert ann.state(match_id)["next"] is None
