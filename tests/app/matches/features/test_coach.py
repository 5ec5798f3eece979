"""A coach at a friendly match: what both agree on, what the coach sees and may do, and nothing beyond that."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson
import pytest
from starlette.testclient import TestClient

from app.matches.live.update import NOBODY, Change, Update
from app.matches.match_state import state_json
from app.matches.reader_role import ReaderRole, Sides
from app.matches.schemas import NewMatch
from engine.match import Match
from tests.support.service import worker
from tools.rig.json import Json
from tools.rig.players import ApiPlayer, duel

END = {"type": "end_summon"}


def coached(client: TestClient, sees: str = "AB") -> tuple[ApiPlayer, ApiPlayer, ApiPlayer, str]:
    """Ann, Bob, their coach Cleo, and the match."""
    ann, bob, match_id = duel(client, first="A")
    cleo = ApiPlayer(client, "Cleo")
    ann.ok("POST", f"/{match_id}/coach", {"do": "offer", "sees": sees})
    bob.ok("POST", f"/{match_id}/coach", {"do": "accept"})
    key = bob.ok("GET", f"/{match_id}/company")["coach"]
    cleo.ok("POST", f"/{match_id}/company/{key}")
    return ann, bob, cleo, match_id


def hands(state: Json) -> dict[str, Any]:
    return {seat: state["view"][seat]["hand"] for seat in ("A", "B")}


@pytest.mark.parametrize("sees", ["A", "B", "AB"])
def test_a_coach_sees_what_both_agreed_on(client: TestClient, sees: str) -> None:
    ann, bob, cleo, match_id = coached(client, sees)
    own = {"A": hands(ann.state(match_id))["A"], "B": hands(bob.state(match_id))["B"]}
    state = cleo.state(match_id)
    for seat, hand in hands(state).items():
        assert (hand == own[seat]) is (seat in sees)
    assert (state["seat"], state["legal"]) == (None, [])
    for player in (ann, bob, ApiPlayer(client, "Eve")):
        told = player.state(match_id)
        assert (told["coach"], told["coach_sees"]) == ("Cleo", sees), "everybody knows"
    cleo.refused("POST", f"/{match_id}/actions", {"seq": 0, "action": END}, 403, "not_your_seat")


async def test_what_a_coach_gets_depends_on_nothing_that_is_hidden_from_them(tmp_path: Path) -> None:
    """Hidden cards permuted, the same bytes: for every kind of coach, and for none of them the other way round."""
    async with worker(f"sqlite:///{tmp_path}/game.db") as site:
        ann, bob = await site.players.create("Ann"), await site.players.create("Bob")
        live = await site.matches.opening.create(ann, NewMatch(seat="A", first="A"))
        await site.matches.opening.join(live.id, bob)
        assert live.match is not None
        told: dict[tuple[Sides, str], list[bytes]] = {}
        kinds: tuple[Sides, ...] = ("A", "B", "AB")
        for turned in ("", "A", "B"):
            match = permuted(live.match, turned)
            update = Update(Change(0, "action", 1, match, live.row, NOBODY, []), [])
            for sees in kinds:
                told.setdefault((sees, turned), []).append(state_json(update, ReaderRole(hands=sees)).encode())
        for sees in kinds:
            for turned in ("A", "B"):
                same = told[sees, turned] == told[sees, ""]
                assert same is (turned not in sees), f"a coach of {sees}, the hand of {turned} permuted"


def permuted(match: Match, seat: str) -> Match:
    """Return the match with the cards of one hand in another order."""
    if not seat:
        return match
    stored = orjson.loads(orjson.dumps(match.to_json()))
    side = stored["position"]["position"][seat]
    cards = [card for card in side["hand"] if card != "*"]
    order = iter(reversed(cards))
    side["hand"] = [card if card == "*" else next(order) for card in side["hand"]]
    return replace(match, position=Match.from_json(stored).position)


def test_without_the_others_consent_there_is_no_coach(client: TestClient) -> None:
    ann, bob, match_id = duel(client, first="A")
    path = f"/{match_id}/coach"
    ann.ok("POST", path, {"do": "offer", "sees": "A"})
    ann.refused("POST", path, {"do": "accept"}, 409, "no_coach_offer")
    assert ann.ok("GET", f"/{match_id}/company")["coach"] is None
    assert "coach_offer" not in bob.ok("POST", path, {"do": "decline"})
    bob.refused("POST", path, {"do": "accept"}, 409, "no_coach_offer")
    ann.ok("POST", path, {"do": "offer", "sees": "A"})
    bob.refused("POST", path, {"do": "offer"}, 409, "coach_settled")
    ann.ok("POST", path, {"do": "withdraw"})
    assert "coach_sees" not in ann.state(match_id)


def test_a_coach_takes_the_match_back_a_turn(client: TestClient) -> None:
    ann, bob, cleo, match_id = coached(client)
    cleo.refused("POST", f"/{match_id}/coach", {"do": "take_back"}, 422, "nothing_to_take_back")
    ann.act(match_id, 0, END)
    bob.refused("POST", f"/{match_id}/coach", {"do": "take_back"}, 403, "not_the_coach")
    state = cleo.ok("POST", f"/{match_id}/coach", {"do": "take_back"})
    assert (state["to_act"], state["takeback_offer"], state["view"]["turn"]) == (["A"], None, 1)


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"public": True}, "no_coach_here"),
        ({"clock": {"kind": "fischer", "base": 600, "increment": 5}}, "no_coach_by_clock"),
    ],
)
def test_no_coach_where_it_counts(client: TestClient, options: Json, code: str) -> None:
    ann, _bob, match_id = duel(client, **options)
    ann.refused("POST", f"/{match_id}/coach", {"do": "offer"}, 409, code)


def test_no_coach_against_a_computer(client: TestClient) -> None:
    ann = ApiPlayer(client, "Ann")
    match_id = ann.open(opponent="bot:1", rated=False)
    ann.refused("POST", f"/{match_id}/coach", {"do": "offer"}, 409, "no_coach_here")


def test_a_coach_draws_for_those_whose_hands_they_see(client: TestClient) -> None:
    ann, bob, cleo, match_id = coached(client, "A")
    cleo.ok("POST", f"/{match_id}/talk", {"marks": "Ah1>Bt", "seq": 0, "side": "A"})
    assert [line["marks"] for line in ann.ok("GET", f"/{match_id}/talk")["lines"]] == ["Ah1>Bt"]
    assert bob.ok("GET", f"/{match_id}/talk")["lines"] == []
    for side in ("B", "AB"):
        cleo.refused("POST", f"/{match_id}/talk", {"marks": "Bt", "side": side}, 403, "no_side_here")


def test_coaching_ends_when_a_player_says_so(client: TestClient) -> None:
    ann, bob, cleo, match_id = coached(client)
    bob.ok("POST", f"/{match_id}/coach", {"do": "end"})
    state = cleo.state(match_id)
    assert all(set(hand) <= {"?", "*"} for hand in hands(state).values())
    assert "coach" not in state
    cleo.refused("POST", f"/{match_id}/coach", {"do": "take_back"}, 403, "not_the_coach")
    assert ann.ok("GET", f"/{match_id}/company")["coach"] is None


def test_the_page_says_that_a_coach_looks_on(client: TestClient) -> None:
    ann, _bob, cleo, match_id = coached(client, "B")
    html = {"Accept": "text/html"}
    pages = [client.get(f"/match/{match_id}", headers=html | one.headers).text for one in (ann, cleo)]
    assert "A coach is watching: <bdi>Cleo</bdi> sees the hand of <bdi>Bob</bdi>." in pages[0]
    assert "You are the coach and see the hand of <bdi>Bob</bdi>." in pages[1]
    assert "Back one turn" in pages[1]
