"""A best of three or five (H11): who starts, which decks, how it stands, and that both and the spectators continue."""

from __future__ import annotations

import random

from starlette.testclient import TestClient

from engine.match import Match
from engine.record import MatchRecord
from engine.seat import Seat
from tests.support.boards import HTML, seated
from tests.support.visitors import another
from tools.rig.json import Json
from tools.rig.players import ApiPlayer, duel, play_on


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


def test_H11_the_loser_starts_and_the_first_with_two_wins_has_won(visitor: TestClient) -> None:
    ann, bob, match_id = duel(visitor, best_of=3, opponent_deck=3, first="A")
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
    state = ann.state(next_of(third, bob))
    assert (state["seat"], standing(state)) == ("B", (3, 0, 0))


def test_H11_a_draw_counts_for_nobody_and_a_match_by_itself_has_no_series(visitor: TestClient) -> None:
    ann, bob, match_id = duel(visitor, best_of=5)
    ann.ok("POST", f"/{match_id}/draw", {"do": "offer"})
    bob.ok("POST", f"/{match_id}/draw", {"do": "accept"})
    assert standing(ann.state(match_id)) == (5, 0, 0)
    assert ann.state(next_of(match_id, ann, bob))["status"] == "playing"
    assert standing(ann.state(ann.open())) == (None, None, None)
    ann.refused("POST", "", {"mode": "solo", "best_of": 3}, 422, "series_in_solo")
    ann.refused("POST", "", {"best_of": 7}, 400, "malformed")


def test_H11_drafted_decks_are_kept_or_drafted_again(visitor: TestClient) -> None:
    for decks, status in (("kept", "playing"), ("anew", "setup")):
        ann, bob, match_id = duel(visitor, best_of=3, series_decks=decks, format="draft")
        chance = random.Random(5)
        while ann.state(match_id)["status"] == "setup":
            play_on({"A": ann, "B": bob}, match_id, chance, limit=1)
        lose(bob, match_id)
        state = ann.state(next_of(match_id, ann, bob))
        assert state["status"] == status
        if decks == "kept":
            assert settled(ann, lose(ann, state["id"])["id"]) == settled(ann, match_id)
    ann, bob, match_id = duel(visitor, best_of=3, format="draft")
    lose(ann, match_id)  # before the decks are there
    assert ann.state(next_of(match_id, ann, bob))["status"] == "setup"


def test_H11_the_page_shows_the_score_and_takes_spectators_along(visitor: TestClient) -> None:
    guest = another(visitor)
    path = seated(visitor, guest, best_of="3", guest_name="Bob")
    match = f"/api/matches/{path.removeprefix('/match/')}"
    guest.post(f"{match}/actions", json={"seq": 0, "action": {"type": "resign", "player": "B"}})
    page = visitor.get(path, headers=HTML).text
    assert "<bdi>Anna</bdi> 1 : 0 <bdi>Bob</bdi>" in page and "Next match" in page and "●○" in page
    next_id = guest.post(f"{match}/rematch").json()["next"]
    assert f'href="/match/{next_id}" data-follow' in another(visitor).get(path, headers=HTML).text


def test_H11_who_is_blocked_takes_nobody_along(visitor: TestClient) -> None:
    ann, bob, match_id = duel(visitor, best_of=3)
    lose(bob, match_id)
    assert ann.ask("POST", f"/{match_id}/talk/block", {"person": bob.state(match_id)["seat"]}).status_code == 204
    for player in (bob, ann):
        player.refused("POST", f"/{match_id}/rematch", None, 403, "blocked")
    assert ann.state(match_id)["next"] is None
