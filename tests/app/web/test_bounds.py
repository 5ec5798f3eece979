"""Inputs that once broke the site: each is refused in a sentence, and the next request gets its answer."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable
from typing import Any

from starlette.testclient import TestClient

from engine import cards
from engine.match import Options
from engine.record import MatchRecord
from tests.engine.language import design, duel, side
from tests.support.boards import board
from tests.support.cases import in_turn
from tests.support.visitors import another
from tools.rig import players
from tools.rig.json import Json

FORM = "application/x-www-form-urlencoded"
REX = design("Rexa", 3, 3, "rage", cost=4)
POSITION = duel(A=side("* zombie Rexa", top="ogre", champion="Rexa ready"), B=side("* grrr", top="gnome")).shown
OLD = duel(A=side("* boom brute", top="parasite"), B=side(top="zombie microctopus", bottom="zombie"), edition="2021")
ORDER = OLD.end_summon().attack().shown
INITIATION = cards.of_sets(("initiation",))

RECORDS: dict[str, tuple[Json, Callable[[Json], object]]] = {
    "three million mana": (POSITION, lambda p: p.update(mana=3_000_000)),
    "nine cards pending": (ORDER, lambda p: p["pending"].update(cards=INITIATION[:9])),
    "eleven cards pending": (ORDER, lambda p: p["pending"].update(cards=INITIATION[:11])),
    "4,000 creatures in a lane": (POSITION, lambda p: p["A"].update(bottom=[{"card": "zombie"}] * 4_000)),
    "20,000 cards in a hand": (POSITION, lambda p: p["A"].update(hand=["*", *["zombie"] * 20_000])),
    "a sprint of 64 bits": (POSITION, lambda p: p["A"]["top"][0].update(sprint=2**64 - 1)),
    "a Champion with a control character": (POSITION, lambda p: p["A"]["champion"]["card"].update(name="Re\x07x")),
    "a card with a control character": (POSITION, lambda p: p["A"]["hand"][2].update(name="Re\x1bx")),
    "a card that turns the line": (POSITION, lambda p: p["A"]["hand"][2].update(name="Re\u202ex")),
}


def record_of(position: Json) -> str:
    """Return the text of a record that begins with a position."""
    options = Options(seed=1, edition=position["edition"], mode="duel", format="position", position=position)
    return json.dumps(MatchRecord(options, {"A": "Ann", "B": "Bob"}, (), None).to_json())


@in_turn(("position", "change"), RECORDS.values(), ids=RECORDS)
def test_a_record_beyond_the_bounds_is_refused(
    visitor: TestClient, position: Json, change: Callable[[Json], object]
) -> None:
    visitor = another(visitor)  # an address may upload so much
    good = visitor.post("/replays", data={"text": record_of(position)}, follow_redirects=False)
    assert good.status_code == 303
    made = copy.deepcopy(position)
    change(made)
    answer = visitor.post("/replays", files={"file": ("match.json", record_of(made))}, follow_redirects=False)
    assert answer.status_code == 422 and "This position is impossible" in answer.text
    assert len(answer.content) < 100_000


ACTIONS: list[Any] = [
    {"type": {}}, {"type": []}, {"type": None}, {"type": 2**63}, {"type": {"type": {}}},
    {"type": "play", "hand": 2**63, "lane": "top"}, {"type": "play", "hand": 1, "lane": {}},
    {"type": "play", "hand": 1, "target": {"player": {}, "lane": [], "index": 2**63}},
    {"type": "order", "cards": [{}] * 9}, {"type": "resign", "player": {}},
    {"type": "champion_choice", "card": {"name": "a\x00"}}, {},
]  # fmt: skip


def test_no_action_breaks_the_api_the_stream_or_the_board(visitor: TestClient) -> None:
    ann, _bob, match_id = players.duel(visitor, first="A")
    path = f"/api/matches/{match_id}"
    with (
        visitor.websocket_connect(f"{path}/stream", headers=ann.headers) as stream,
        board(visitor, f"/match/{match_id}", headers=ann.headers) as page,
    ):
        stream.receive_json()
        assert "content" in page.receive_json() and page.receive_json()["type"] == "talk_panel"
        for action in ACTIONS:
            answer = visitor.post(f"{path}/actions", json={"seq": 0, "action": action}, headers=ann.headers)
            assert answer.status_code in (400, 403, 422)
            stream.send_json({"type": "act", "seq": 0, "action": action})
            page.send_json({"type": "act", "seq": 0, "action": action})
            refusals = (answer.json(), stream.receive_json(), page.receive_json())
            codes = {each["code"] for each in refusals}
            assert not codes & {"internal", "stale_seq"} and all(each["error"].endswith(".") for each in refusals)
    assert ann.state(match_id)["seq"] == 0


def test_a_champion_has_a_name_that_can_be_shown(visitor: TestClient) -> None:
    ann, bob, match_id = players.duel(visitor, first="A", format="constructed", champions=True)
    for player in (ann, bob):
        deck = {"type": "deck", "cards": INITIATION[:8]}
        player.act(match_id, player.state(match_id)["seq"], deck)
    for name in ("Re\x07x", "Re\u202ex", "\u200b", "x" * 25):
        rex = {"name": name, "type": "creature", "cost": 4, "attack": 3, "health": 3, "abilities": ["rage"]}
        chosen = {"seq": 2, "action": {"type": "champion_choice", "card": rex}}
        ann.refused("POST", f"/{match_id}/actions", chosen, 422, "design_name")


def test_a_number_that_is_too_long_for_the_designer_is_the_least(visitor: TestClient) -> None:
    form = {"name": "Rex", "attack": "9" * 5_000, "health": "9" * 5_000, "icon": "dragon-head"}
    answer = visitor.post("/designer", data=form, follow_redirects=True)
    assert answer.status_code == 200 and "Rex" in answer.text


def test_a_body_that_is_no_text_is_refused_in_a_sentence(visitor: TestClient) -> None:
    for kind in ("text/plain", "application/octet-stream", "application/json"):
        answer = visitor.post("/api/players", content=b"w\\\x9b\x057\xd3", headers={"Content-Type": kind})
        assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


def test_no_sentence_of_a_library_reaches_readers_of_other_languages(visitor: TestClient) -> None:
    hebrew = {"Accept-Language": "he", "Content-Type": "application/json"}
    for body in (b"{", b"[]", b"", b'{"name": 5}', b"\xd3"):
        said = visitor.post("/api/players", content=body, headers=hebrew).json()["error"]
        assert re.search("[\u05d0-\u05ea]", said)
        assert re.findall("[A-Za-z ]{2,}", said.replace("name", "").replace("body", "").replace("JSON", "")) == [], said


def test_a_complaint_quotes_neither_long_nor_deep_nor_unprintable_input(visitor: TestClient) -> None:
    deep: Any = 1
    for _ in range(200):
        deep = {"a": deep}
    for body in ({"x" * 30_000: 1}, {"\u202e\x00": 1}, {"name": deep}, {"name": ["x" * 30_000]}):
        answer = visitor.post("/api/players", json=body)
        assert answer.status_code == 400 and len(answer.json()["error"]) < 400
        assert answer.json()["error"].isprintable()


def test_a_preset_that_begins_like_a_level_is_none(visitor: TestClient) -> None:
    for preset in ("solo-0019", "solo-001" + "9" * 4_500, "solo-٣", "solo-²", "solo--1"):
        assert visitor.get("/new", params={"preset": preset}).status_code == 200


def test_a_zero_character_goes_no_further_than_the_door(client: TestClient) -> None:
    ann = players.ApiPlayer(client, "Ann")
    text = {"Content-Type": "application/json", **ann.headers}
    refused = [
        client.delete("/api/players/me/tokens/%00", headers=ann.headers),
        client.get("/api/matches?limit=1%00", headers=ann.headers),
        client.post("/api/decks", content=b'{"name": "a\\u0000", "cards": []}', headers=text),
        client.post("/decks", content=b"name=a%00", headers={**ann.headers, "Content-Type": FORM}),
    ]
    assert {(answer.status_code, answer.json()["code"]) for answer in refused} == {(400, "malformed")}
    said = {answer.json()["error"] for answer in refused}
    assert len(said) == 1
    fine = client.post("/api/players", content=b'{"name": "a\\\\u0000"}', headers=text)
    assert fine.json()["name"] == "a\\u0000"
    with client.websocket_connect("/api/lobby/stream") as lobby:
        lobby.receive_json()
        lobby.send_text('{"type": "\\u0000"}')
        assert lobby.receive_json()["error"] in said
