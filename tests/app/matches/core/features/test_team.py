"""Two who hold a side together (H12): by link and at one device, their turns, resigning, leaving, and what nobody else
learns."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from engine.record import MatchRecord
from tests.support.boards import HTML, opened
from tests.support.duels import END
from tests.support.visitors import another
from tools.rig.json import Json
from tools.rig.players import ApiPlayer


def sit(player: ApiPlayer, host: ApiPlayer, match_id: str) -> Json:
    """Sit down at the host's side by its link."""
    key = host.ok("GET", f"/{match_id}/company")["beside"]
    return player.ok("POST", f"/{match_id}/company/{key}")


class Four:
    """Ann and Amy against Bob and Ben; Ann begins. `eve` is a stranger."""

    def __init__(self, client: TestClient) -> None:
        names = ("Ann", "Amy", "Bob", "Ben", "Eve")
        self.ann, self.amy, self.bob, self.ben, self.eve = (ApiPlayer(client, name) for name in names)
        self.id = self.ann.open(pairs="both", first="A")
        sit(self.amy, self.ann, self.id)
        self.bob.ok("POST", f"/{self.id}/join", {})
        sit(self.ben, self.bob, self.id)

    def do(self, player: ApiPlayer, feature: str, do: str) -> Json:
        """Let a player do something that must be accepted."""
        return player.ok("POST", f"/{self.id}/{feature}", {"do": do})

    def refused(self, player: ApiPlayer, feature: str, do: str, code: str) -> None:
        """Let a player do something that must be refused with 409."""
        player.refused("POST", f"/{self.id}/{feature}", {"do": do}, 409, code)

    def end_turn(self, player: ApiPlayer) -> None:
        """End the turn of a player's side."""
        player.act(self.id, player.state(self.id)["seq"], END)


@pytest.fixture
def four(visitor: TestClient) -> Four:
    return Four(visitor)


def test_H12_both_see_the_same_hand_and_take_turns_alternately(four: Four) -> None:
    path, undo = f"/{four.id}/actions", {"seq": 1, "action": {"type": "undo"}}
    four.ann.act(four.id, 0, next(each for each in four.ann.state(four.id)["legal"] if each["type"] == "play"))
    four.amy.refused("POST", path, undo, 403, "partners_turn")
    assert four.ann.ok("POST", path, undo)["seq"] == 2
    everybody = {"Ann": four.amy, "Amy": four.ann, "Bob": four.ben, "Ben": four.bob}
    for player in (four.ann, four.bob, four.amy, four.ben, four.ann):
        states = {each.name: each.state(four.id) for each in everybody.values()}
        assert states["Ann"]["view"] == states["Amy"]["view"]
        assert states["Bob"]["view"] == states["Ben"]["view"]
        assert [name for name, state in states.items() if state["legal"]] == [player.name]
        move = {"seq": states["Ann"]["seq"], "action": END}
        everybody[player.name].refused("POST", path, move, 403, "partners_turn")
        four.end_turn(player)


def test_H12_resigning_takes_both_and_the_four_are_named_everywhere_and_in_the_rematch(four: Four) -> None:
    names = {"A": "Ann & Amy", "B": "Bob & Ben"}
    state = four.ann.state(four.id)
    members = [{"kind": "guest", "name": name} for name in ("Ann", "Amy")]
    pair = {"kind": "pair", "name": "Ann & Amy", "level": None, "members": members}
    assert state["players"]["A"].items() >= pair.items()
    assert (state["names"], state["pairs"], state["rated"]) == (names, "AB", False)
    resign = {"seq": 0, "action": {"type": "resign", "player": "A"}}
    four.ann.refused("POST", f"/{four.id}/actions", resign, 403, "resign_together")
    four.do(four.ann, "team", "resign")
    assert four.do(four.ann, "team", "resign")["status"] == "playing", "twice the same one"
    four.do(four.amy, "team", "play_on")
    assert four.do(four.amy, "team", "resign")["status"] == "playing"
    over = four.do(four.ann, "team", "resign")
    assert (over["status"], over["result"]) == ("over", {"winner": "B", "reason": "resignation"})
    record = four.bob.ok("GET", f"/{four.id}/record")
    assert record["names"] == names
    assert MatchRecord.from_json(record).check().outcome is not None
    four.ann.ok("POST", f"/{four.id}/rematch")
    state = four.amy.state(four.ben.ok("POST", f"/{four.id}/rematch")["next"])
    assert (state["names"], state["seat"], state["pairs"]) == ({"A": "Bob & Ben", "B": "Ann & Amy"}, "B", "AB")


def test_H12_a_takeback_and_a_draw_need_one_of_each_side(four: Four) -> None:
    four.end_turn(four.ann)
    four.do(four.amy, "takeback", "offer")
    four.refused(four.ann, "takeback", "accept", "no_takeback_offer")
    assert four.do(four.ben, "takeback", "accept")["to_act"] == ["A"]
    assert four.ann.state(four.id)["legal"], "it is the same turn, and so hers"
    four.do(four.amy, "draw", "offer")
    four.refused(four.ann, "draw", "accept", "no_draw_offer")
    assert four.do(four.ben, "draw", "accept")["result"]["winner"] == "draw"


def test_H12_one_leaves_and_somebody_else_sits_down(four: Four) -> None:
    assert four.amy.ok("GET", f"/{four.id}/company") == {"beside": None, "coach": None}, "there is no room"
    four.do(four.ann, "team", "leave")
    state = four.ann.state(four.id)
    assert (state["seat"], state["names"]["A"]) == (None, "Amy")
    assert set(state["view"]["A"]["hand"]) == {"?", "*"}, "she is a spectator now"
    four.end_turn(four.amy)
    sit(four.eve, four.amy, four.id)
    assert four.eve.state(four.id)["names"]["A"] == "Amy & Eve"
    four.end_turn(four.bob)
    four.end_turn(four.eve)  # the side's second turn is that of the second one
    four.do(four.amy, "team", "go_on_alone")
    assert four.eve.state(four.id)["seat"] is None
    four.refused(four.amy, "team", "leave", "no_partner")


def test_a_link_is_good_for_one_place_once(four: Four) -> None:
    four.do(four.ann, "team", "go_on_alone")
    key = four.ann.ok("GET", f"/{four.id}/company")["beside"]
    four.bob.refused("POST", f"/{four.id}/company/{key}", None, 409, "seated_already")
    four.amy.ok("POST", f"/{four.id}/company/{key}")
    four.do(four.ann, "team", "go_on_alone")
    four.amy.refused("POST", f"/{four.id}/company/{key}", None, 409, "no_room_beside")
    four.eve.refused("GET", f"/{four.id}/company", None, 403, "not_your_seat")
    four.eve.refused("POST", f"/{four.id}/company/AAAAAAAAAAAAAAAA", None, 409, "no_room_beside")


def test_two_play_together_against_a_computer_and_some_things_do_not_go_together(visitor: TestClient) -> None:
    ann, amy = ApiPlayer(visitor, "Ann"), ApiPlayer(visitor, "Amy")
    for options, code in (
        ({"pairs": "both", "public": True}, "pairs_by_link"),
        ({"pairs": "mine", "rated": True}, "pairs_unrated"),
        ({"pairs": "both", "mode": "solo"}, "pairs_of_people"),
        ({"pairs": "theirs", "opponent": "bot:1"}, "pairs_of_people"),
    ):
        ann.refused("POST", "", options, 422, code)
    for options in ({"mode": "solo"}, {"opponent": "bot:1", "first": "A"}):
        match_id = ann.open(pairs="mine", **options)
        sit(amy, ann, match_id)
        assert ann.state(match_id)["view"] == amy.state(match_id)["view"]
        assert bool(ann.state(match_id)["legal"]) is not bool(amy.state(match_id)["legal"])
        assert match_id in [one["id"] for one in amy.ok("GET", "/mine")["matches"]]


def test_what_a_side_says_and_draws_only_that_side_reads(four: Four) -> None:
    talk, others = f"/{four.id}/talk", (four.bob, four.ben, four.eve)
    for said in ({"text": "strike now"}, {"marks": "Ah1>Bt0 Bf", "seq": 0}, {"emote": "wow"}):
        four.ann.ok("POST", talk, {**said, "side": "A"})
    lines = four.amy.ok("GET", talk)["lines"]
    assert [(line["room"], line["seat"], line["text"], line["marks"], line["seq"]) for line in lines] == [
        ("side", "A", "strike now", None, None),
        ("side", "A", None, "Ah1>Bt0 Bf", 0),
        ("side", "A", None, None, None),
    ]
    for one in others:
        one.refused("POST", talk, {"text": "hey", "side": "A"}, 403, "no_side_here")
    four.ann.refused("POST", talk, {"marks": "Ah1"}, 403, "no_side_here")
    four.ann.refused("POST", talk, {"marks": "<b>", "side": "A"}, 422, "bad_marks")
    assert [one.ok("GET", talk)["lines"] for one in others] == [[], [], []]
    four.do(four.ann, "team", "resign")
    assert all("resign_wish" not in one.ok("GET", f"/{four.id}") for one in others)
    four.do(four.amy, "team", "resign")
    assert [one.ok("GET", talk)["lines"] for one in others] == [[], [], []], "nor after the end"


def test_pages_name_the_one_who_acts_and_two_at_one_device_are_one_guest(four: Four, visitor: TestClient) -> None:
    path = opened(visitor, mode="solo", pairs="mine", name="Ann", partner="Amy")
    page = visitor.get(path, headers=HTML).text
    assert 'aria-current="true">Ann</bdi> &amp; <bdi>Amy</bdi>' in page
    assert "Suggest resigning" not in page
    pages = [another(visitor).get(f"/match/{four.id}", headers=HTML | one.headers).text for one in (four.ann, four.amy)]
    assert (
        "<bdi>Ann</bdi></strong> · Your turn: summon" in " ".join(pages[0].split()) and "Suggest resigning" in pages[1]
    )
    for page in (pages[1], another(visitor).get(f"/match/{four.id}", headers=HTML | four.bob.headers).text):
        assert "Your turn: summon" not in page and "<bdi>Ann</bdi> is summoning." in page
