"""Two who hold a side together (H12): by link and at one device, their turns, resigning, leaving, and what nobody else
learns."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from engine.record import MatchRecord
from tests.support.visitors import another
from tools.rig.json import Json
from tools.rig.players import ApiPlayer

END = {"type": "end_summon"}


def sit(player: ApiPlayer, host: ApiPlayer, match_id: str) -> Json:
    """Sit down at the host's side by its link."""
    key = host.ok("GET", f"/{match_id}/company")["beside"]
    return player.ok("POST", f"/{match_id}/company/{key}")


class Four:
    """Ann and Amy against Bob and Ben; Ann begins."""

    def __init__(self, client: TestClient) -> None:
        self.ann, self.amy, self.bob, self.ben = (ApiPlayer(client, name) for name in ("Ann", "Amy", "Bob", "Ben"))
        self.id = self.ann.open(pairs="both", first="A")
        sit(self.amy, self.ann, self.id)
        self.bob.ok("POST", f"/{self.id}/join", {})
        sit(self.ben, self.bob, self.id)

    def end_turn(self, player: ApiPlayer) -> None:
        player.act(self.id, player.state(self.id)["seq"], END)


@pytest.fixture
def four(client: TestClient) -> Four:
    return Four(client)


def test_H12_both_see_the_same_hand_and_take_turns_alternately(four: Four) -> None:
    for player in (four.ann, four.bob, four.amy, four.ben, four.ann):
        states = {name: getattr(four, name).state(four.id) for name in ("ann", "amy", "bob", "ben")}
        assert states["ann"]["view"] == states["amy"]["view"]
        assert states["bob"]["view"] == states["ben"]["view"]
        assert [name for name, state in states.items() if state["legal"]] == [player.name.lower()]
        partner = {"Ann": four.amy, "Amy": four.ann, "Bob": four.ben, "Ben": four.bob}[player.name]
        seq = states["ann"]["seq"]
        partner.refused("POST", f"/{four.id}/actions", {"seq": seq, "action": END}, 403, "partners_turn")
        four.end_turn(player)


def test_H12_undo_belongs_to_whose_turn_it_is(four: Four) -> None:
    play = next(action for action in four.ann.state(four.id)["legal"] if action["type"] == "play")
    four.ann.act(four.id, 0, play)
    undo = {"seq": 1, "action": {"type": "undo"}}
    four.amy.refused("POST", f"/{four.id}/actions", undo, 403, "partners_turn")
    assert four.ann.ok("POST", f"/{four.id}/actions", undo)["seq"] == 2


def test_they_are_named_in_the_state_the_record_and_the_log(four: Four) -> None:
    state = four.ann.state(four.id)
    assert state["names"] == {"A": "Ann & Amy", "B": "Bob & Ben"}
    members = [{"kind": "guest", "name": name} for name in ("Ann", "Amy")]
    assert state["players"]["A"] == {"kind": "pair", "name": "Ann & Amy", "level": None, "members": members}
    assert (state["pairs"], state["rated"]) == ("AB", False)
    for one, two in ((four.ann, four.amy), (four.bob, four.ben)):
        four.end_turn(one)
        four.ann.ok("GET", f"/{four.id}")
        del two
    four.amy.ok("POST", f"/{four.id}/team", {"do": "resign"})
    four.ann.ok("POST", f"/{four.id}/team", {"do": "resign"})
    record = four.bob.ok("GET", f"/{four.id}/record")
    assert record["names"] == {"A": "Ann & Amy", "B": "Bob & Ben"}
    assert MatchRecord.from_json(record).check().outcome is not None


def test_H12_resigning_takes_both(four: Four) -> None:
    resign = {"seq": 0, "action": {"type": "resign", "player": "A"}}
    four.ann.refused("POST", f"/{four.id}/actions", resign, 403, "resign_together")
    four.ann.ok("POST", f"/{four.id}/team", {"do": "resign"})
    assert four.ann.ok("POST", f"/{four.id}/team", {"do": "resign"})["status"] == "playing", "twice the same one"
    four.amy.ok("POST", f"/{four.id}/team", {"do": "play_on"})
    assert four.amy.ok("POST", f"/{four.id}/team", {"do": "resign"})["status"] == "playing"
    over = four.ann.ok("POST", f"/{four.id}/team", {"do": "resign"})
    assert (over["status"], over["result"]) == ("over", {"winner": "B", "reason": "resignation"})


def test_H12_a_draw_needs_one_of_each_side(four: Four) -> None:
    four.amy.ok("POST", f"/{four.id}/draw", {"do": "offer"})
    four.ann.refused("POST", f"/{four.id}/draw", {"do": "accept"}, 409, "no_draw_offer")
    assert four.ben.ok("POST", f"/{four.id}/draw", {"do": "accept"})["result"]["winner"] == "draw"


def test_H12_a_takeback_needs_one_of_each_side(four: Four) -> None:
    four.end_turn(four.ann)
    four.amy.ok("POST", f"/{four.id}/takeback", {"do": "offer"})
    four.ann.refused("POST", f"/{four.id}/takeback", {"do": "accept"}, 409, "no_takeback_offer")
    assert four.ben.ok("POST", f"/{four.id}/takeback", {"do": "accept"})["to_act"] == ["A"]
    assert four.ann.state(four.id)["legal"], "it is the same turn, and so hers"


def test_H12_one_leaves_and_somebody_else_sits_down(four: Four, client: TestClient) -> None:
    before = four.amy.ok("GET", f"/{four.id}/company")
    assert before == {"beside": None, "coach": None}, "there is no room"
    four.ann.ok("POST", f"/{four.id}/team", {"do": "leave"})
    state = four.ann.state(four.id)
    assert (state["seat"], state["names"]["A"]) == (None, "Amy")
    assert set(state["view"]["A"]["hand"]) == {"?", "*"}, "she is a spectator now"
    four.end_turn(four.amy)
    eve = ApiPlayer(client, "Eve")
    sit(eve, four.amy, four.id)
    assert eve.state(four.id)["names"]["A"] == "Amy & Eve"
    four.end_turn(four.bob)
    four.end_turn(eve)  # the side's second turn is that of the second one
    four.amy.ok("POST", f"/{four.id}/team", {"do": "go_on_alone"})
    assert eve.state(four.id)["seat"] is None
    four.amy.refused("POST", f"/{four.id}/team", {"do": "leave"}, 409, "no_partner")


def test_a_link_is_good_for_one_place_once(four: Four, client: TestClient) -> None:
    four.ann.ok("POST", f"/{four.id}/team", {"do": "go_on_alone"})
    key = four.ann.ok("GET", f"/{four.id}/company")["beside"]
    four.bob.refused("POST", f"/{four.id}/company/{key}", None, 409, "seated_already")
    four.amy.ok("POST", f"/{four.id}/company/{key}")
    four.ann.ok("POST", f"/{four.id}/team", {"do": "go_on_alone"})
    four.amy.refused("POST", f"/{four.id}/company/{key}", None, 409, "no_room_beside")
    eve = ApiPlayer(client, "Eve")
    eve.refused("GET", f"/{four.id}/company", None, 403, "not_your_seat")
    eve.refused("POST", f"/{four.id}/company/AAAAAAAAAAAAAAAA", None, 409, "no_room_beside")


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"pairs": "both", "public": True}, "pairs_by_link"),
        ({"pairs": "mine", "rated": True}, "pairs_unrated"),
        ({"pairs": "both", "mode": "solo"}, "pairs_of_people"),
        ({"pairs": "theirs", "opponent": "bot:1"}, "pairs_of_people"),
    ],
)
def test_what_does_not_go_together_is_refused(client: TestClient, options: Json, code: str) -> None:
    ApiPlayer(client).refused("POST", "", options, 422, code)


@pytest.mark.parametrize("options", [{"mode": "solo"}, {"opponent": "bot:1", "first": "A"}])
def test_two_play_together_against_a_computer(client: TestClient, options: Json) -> None:
    ann, amy = ApiPlayer(client, "Ann"), ApiPlayer(client, "Amy")
    match_id = ann.open(pairs="mine", **options)
    sit(amy, ann, match_id)
    assert ann.state(match_id)["view"] == amy.state(match_id)["view"]
    assert bool(ann.state(match_id)["legal"]) is not bool(amy.state(match_id)["legal"])
    assert amy.ok("GET", "/mine")["matches"][0]["id"] == match_id


def test_two_at_one_device_are_one_guest(client: TestClient) -> None:
    form = {"mode": "solo", "pairs": "mine", "name": "Ann", "partner": "Amy"}
    opened = client.post("/new", data=form, headers={"Accept": "text/html"}, follow_redirects=False)
    page = client.get(opened.headers["location"], headers={"Accept": "text/html"}).text
    assert 'aria-current="true">Ann</bdi> &amp; <bdi>Amy</bdi>' in page
    assert "Suggest resigning" not in page


def test_what_a_side_says_and_draws_only_that_side_reads(four: Four, client: TestClient) -> None:
    eve = ApiPlayer(client, "Eve")
    for said in ({"text": "strike now"}, {"marks": "Ah1>Bt0 Bf", "seq": 0}, {"emote": "wow"}):
        four.ann.ok("POST", f"/{four.id}/talk", {**said, "side": "A"})
    lines = four.amy.ok("GET", f"/{four.id}/talk")["lines"]
    assert [(line["room"], line["seat"], line["text"], line["marks"], line["seq"]) for line in lines] == [
        ("side", "A", "strike now", None, None),
        ("side", "A", None, "Ah1>Bt0 Bf", 0),
        ("side", "A", None, None, None),
    ]
    others = (four.bob, four.ben, eve)
    assert [one.ok("GET", f"/{four.id}/talk")["lines"] for one in others] == [[], [], []]
    for one in others:
        one.refused("POST", f"/{four.id}/talk", {"text": "hey", "side": "A"}, 403, "no_side_here")
    four.ann.refused("POST", f"/{four.id}/talk", {"marks": "Ah1"}, 403, "no_side_here")
    four.ann.refused("POST", f"/{four.id}/talk", {"marks": "<b>", "side": "A"}, 422, "bad_marks")
    four.ann.ok("POST", f"/{four.id}/team", {"do": "resign"})
    assert all("resign_wish" not in one.ok("GET", f"/{four.id}") for one in others)
    four.amy.ok("POST", f"/{four.id}/team", {"do": "resign"})
    assert [one.ok("GET", f"/{four.id}/talk")["lines"] for one in others] == [[], [], []], "nor after the end"


def test_the_rematch_is_theirs_too(four: Four) -> None:
    for player in (four.ann, four.amy):
        player.ok("POST", f"/{four.id}/team", {"do": "resign"})
    four.ann.ok("POST", f"/{four.id}/rematch")
    following = four.ben.ok("POST", f"/{four.id}/rematch")["next"]
    state = four.amy.state(following)
    assert (state["names"], state["seat"], state["pairs"]) == ({"A": "Bob & Ben", "B": "Ann & Amy"}, "B", "AB")


def test_pages_name_the_one_who_acts(four: Four, client: TestClient) -> None:
    visitor = another(client)
    pages: dict[str, Any] = {}
    for player in (four.ann, four.amy, four.bob):
        visitor.cookies.clear()
        pages[player.name] = visitor.get(f"/match/{four.id}", headers={"Accept": "text/html", **player.headers}).text
    assert "Your turn: summon" in pages["Ann"]
    for name in ("Amy", "Bob"):
        assert "Your turn: summon" not in pages[name]
        assert "<bdi>Ann</bdi> is summoning." in pages[name]
    assert "Suggest resigning" in pages["Amy"]
