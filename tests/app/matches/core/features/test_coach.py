"""A coach at a friendly match: what both agree on, what the coach sees and may do, and nothing beyond that."""

from __future__ import annotations

import random

from starlette.testclient import TestClient

from app.matches.core.live.update import NOBODY, Change, Update
from app.matches.core.match_state import state_json
from app.matches.core.reader_role import ReaderRole, Sides
from engine.match import Match, Options
from engine.seat import SEATS
from tests.support.cases import case
from tests.support.duels import END, begun
from tests.support.service import worker
from tests.support.states import permuted
from tools.rig.json import Json
from tools.rig.players import ApiPlayer, duel

KINDS: tuple[Sides, ...] = ("A", "B", "AB")


def coached(client: TestClient, sees: str = "AB") -> tuple[ApiPlayer, ApiPlayer, ApiPlayer, str]:
    """Return Ann, Bob, their coach Cleo, and the match."""
    ann, bob, match_id = duel(client, first="A")
    cleo = ApiPlayer(client, "Cleo")
    ann.ok("POST", f"/{match_id}/coach", {"do": "offer", "sees": sees})
    bob.ok("POST", f"/{match_id}/coach", {"do": "accept", "sees": sees})
    key = bob.ok("GET", f"/{match_id}/company")["coach"]
    cleo.ok("POST", f"/{match_id}/company/{key}")
    return ann, bob, cleo, match_id


def hands(state: Json) -> dict[str, list[str]]:
    """Return both hands as a state shows them."""
    return {seat: state["view"][seat]["hand"] for seat in SEATS}


def test_a_coach_sees_what_both_agreed_on_and_everybody_knows(visitor: TestClient) -> None:
    for sees in KINDS:
        with case(sees):
            ann, bob, cleo, match_id = coached(visitor, sees)
            own = {"A": hands(ann.state(match_id))["A"], "B": hands(bob.state(match_id))["B"]}
            state = cleo.state(match_id)
            assert {seat for seat, hand in hands(state).items() if hand == own[seat]} == set(sees)
            assert (state["seat"], state["legal"]) == (None, [])
            for player in (ann, bob, ApiPlayer(visitor, "Eve")):
                seen = player.state(match_id)
                assert (seen["coach"], seen["coach_sees"]) == ("Cleo", sees)
            cleo.refused("POST", f"/{match_id}/actions", {"seq": 0, "action": END}, 403, "not_your_seat")
    ann, _bob, cleo, match_id = coached(visitor, "B")
    html = {"Accept": "text/html"}
    pages = [visitor.get(f"/match/{match_id}", headers=html | one.headers).text for one in (ann, cleo)]
    assert "A coach is watching: <bdi>Cleo</bdi> sees the hand of <bdi>Bob</bdi>." in pages[0]
    assert "You are the coach and see the hand of <bdi>Bob</bdi>." in pages[1]
    assert "Back one turn" in pages[1]


async def test_what_a_coach_gets_depends_on_nothing_that_is_hidden_from_them(sqlite: str) -> None:
    """Hidden cards permuted, the same bytes: for every kind of coach, and for none of them the other way round."""
    async with worker(sqlite) as site:
        row = (await begun(site, first="A"))[1].row
    match, chance = Match.new(Options(seed=1, first="A", decks={"A": 1, "B": 2})), random.Random(1)
    states: dict[str, Match] = {"": match, **{seat: permuted(match, seat, chance) for seat in SEATS}}
    updates = {turned: Update(Change(0, "action", 1, now, row, NOBODY, []), []) for turned, now in states.items()}
    for sees in KINDS:
        texts = {turned: state_json(update, ReaderRole(hands=sees)) for turned, update in updates.items()}
        for turned in SEATS:
            same = texts[turned] == texts[""]
            assert same is (turned not in sees), f"a coach of {sees}, the hand of {turned} permuted"


def test_without_the_others_consent_there_is_no_coach(visitor: TestClient) -> None:
    ann, bob, match_id = duel(visitor, first="A")
    path = f"/{match_id}/coach"
    ann.ok("POST", path, {"do": "offer", "sees": "A"})
    for do in ("offer", "accept"):  # nothing stands for "both hands" but these words
        bob.refused("POST", path, {"do": do}, 400, "malformed")
    ann.refused("POST", path, {"do": "accept", "sees": "A"}, 409, "no_coach_offer")
    assert ann.ok("GET", f"/{match_id}/company")["coach"] is None
    ApiPlayer(visitor, "Cleo").refused("POST", f"/{match_id}/company/é", None, 400, "malformed")
    assert "coach_offer" not in bob.ok("POST", path, {"do": "decline"})
    bob.refused("POST", path, {"do": "accept", "sees": "A"}, 409, "no_coach_offer")
    ann.ok("POST", path, {"do": "offer", "sees": "A"})
    bob.refused("POST", path, {"do": "offer", "sees": "A"}, 409, "coach_settled")
    ann.ok("POST", path, {"do": "offer", "sees": "AB"})  # widened: an older acceptance is none of this
    bob.refused("POST", path, {"do": "accept"}, 400, "malformed")
    assert "coach_sees" not in ann.state(match_id)
    ann.ok("POST", path, {"do": "withdraw"})
    assert "coach_sees" not in ann.state(match_id)


def test_no_coach_where_it_counts_or_against_a_computer(visitor: TestClient) -> None:
    blitz = {"kind": "fischer", "base": 600, "increment": 5}
    for options, code in (({"public": True}, "no_coach_here"), ({"clock": blitz}, "no_coach_by_clock")):
        ann, _bob, match_id = duel(visitor, **options)
        ann.refused("POST", f"/{match_id}/coach", {"do": "offer", "sees": "A"}, 409, code)
    match_id = ann.open(opponent="bot:1", rated=False, first="A")
    ann.refused("POST", f"/{match_id}/coach", {"do": "offer", "sees": "A"}, 409, "no_coach_here")


def test_a_coach_draws_for_those_whose_hands_they_see(visitor: TestClient) -> None:
    ann, bob, cleo, match_id = coached(visitor, "A")
    cleo.ok("POST", f"/{match_id}/talk", {"marks": "Ah1>Bt", "seq": 0, "side": "A"})
    assert [line["marks"] for line in ann.ok("GET", f"/{match_id}/talk")["lines"]] == ["Ah1>Bt"]
    assert bob.ok("GET", f"/{match_id}/talk")["lines"] == []
    for side in ("B", "AB"):
        cleo.refused("POST", f"/{match_id}/talk", {"marks": "Bt", "side": side}, 403, "no_side_here")


def test_a_coach_takes_the_match_back_a_turn_until_a_player_ends_the_coaching(visitor: TestClient) -> None:
    ann, bob, cleo, match_id = coached(visitor)
    path, back = f"/{match_id}/coach", {"do": "take_back"}
    cleo.refused("POST", path, back, 422, "nothing_to_take_back")
    ann.act(match_id, 0, END)
    bob.refused("POST", path, back, 403, "not_the_coach")
    state = cleo.ok("POST", path, back)
    assert (state["to_act"], state["takeback_offer"], state["view"]["turn"]) == (["A"], None, 1)
    bob.ok("POST", path, {"do": "end"})
    state = cleo.state(match_id)
    assert all(set(hand) <= {"?", "*"} for hand in hands(state).values()) and "coach" not in state
    cleo.refused("POST", path, back, 403, "not_the_coach")
    assert ann.ok("GET", f"/{match_id}/company")["coach"] is None
