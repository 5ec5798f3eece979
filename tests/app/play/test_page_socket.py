"""The board's socket: fragments out, actions in."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import orjson
import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from tests.support.boards import BoardPage, board
from tests.support.visitors import another
from tools.rig.readers import PageReader

HTML = {"Accept": "text/html"}
ZONE = re.compile(r'<\w+ hx-swap-oob="outerMorph"[^>]*?id="([\w-]+)"')


@pytest.fixture
def duel(client: TestClient) -> tuple[TestClient, TestClient, str]:
    """Provide two browsers in a duel of starter decks that the first one begins, and its path."""
    guest = another(client)
    fields = {"mode": "duel", "format": "preconstructed", "deck": "1", "first": "me", "name": "Anna"}
    path = client.post("/new", data=fields, headers=HTML, follow_redirects=False).headers["location"]
    guest.post(f"{path}/join", data={"deck": "2", "name": "Bo"}, headers=HTML)
    return client, guest, path


@pytest.fixture
def sockets(duel: tuple[TestClient, TestClient, str]) -> Iterator[list[BoardPage]]:
    """Provide the two players' sockets and a spectator's, their first frames read."""
    host, guest, path = duel
    with ExitStack() as stack:
        opened = []
        for visitor in (host, guest, another(host)):
            opened.append(stack.enter_context(board(visitor, path)))
            assert opened[-1].receive_json()["type"] == "snapshot"
        yield opened


def payload(socket: BoardPage) -> dict[str, Any]:
    """Return the next frame that is about an action; presence comes in between as it pleases."""
    while True:
        frame: dict[str, Any] = socket.receive_json()
        if "events" in frame or frame["type"] in ("error", "beat", "snapshot"):
            return frame


def test_the_first_frame_is_the_whole_stage(duel: tuple[TestClient, TestClient, str]) -> None:
    host, _, path = duel
    with board(host, path) as socket:
        frame = socket.receive_json()
    assert (frame["type"], frame["seq"]) == ("snapshot", 0)
    assert "events" not in frame
    assert ZONE.findall(frame["content"])[0] == "stage"


def test_a_move_shows_to_everybody_as_the_zones_that_changed(sockets: list[BoardPage]) -> None:
    mine, theirs, watching = sockets
    mine.send_json({"type": "act", "seq": 0, "action": {"type": "end_summon"}})
    for socket in (mine, theirs, watching):
        frame = payload(socket)
        assert frame["seq"] == 1
        assert [event["type"] for event in frame["events"]][:2] == ["assault_began", "turn_ended"]
        assert all("say" in event for event in frame["events"] if event["type"] == "turn_began")
        zones = ZONE.findall(frame["content"])
        assert {"turn", "status"} <= set(zones)
        assert not [zone for zone in zones if zone.startswith("realm")]
        assert 'hx-swap-oob="beforeend:#log"' in frame["content"]


def test_each_face_is_sent_once(duel: tuple[TestClient, TestClient, str]) -> None:
    host, guest, path = duel
    perspective, sent, chance = (PageReader(), PageReader()), [set[str](), set[str]()], random.Random(4)
    with board(host, path) as mine, board(guest, path) as theirs:
        sockets = (mine, theirs)
        for eye, socket in zip(perspective, sockets, strict=True):
            eye.read(orjson.dumps(socket.receive_json()))
        for seq in range(40):
            mover = next(place for place, eye in enumerate(perspective) if eye.legal)
            sockets[mover].send_json({"type": "act", "seq": seq, "action": chance.choice(perspective[mover].legal)})
            for eye, socket, known in zip(perspective, sockets, sent, strict=True):
                frame = payload(socket)
                eye.read(orjson.dumps(frame))
                assert not known & frame["faces"].keys()
                known.update(frame["faces"])
            if perspective[0].over:
                break
    assert sent[0] == sent[1]
    assert "back" in sent[0]
    assert len(sent[0]) > 4


def test_names_are_filled_in_and_escaped(client: TestClient) -> None:
    guest = another(client)
    fields = {"mode": "duel", "format": "preconstructed", "deck": "1", "first": "me", "name": "A<b>&\x02B\x03"}
    path = client.post("/new", data=fields, headers=HTML, follow_redirects=False).headers["location"]
    guest.post(f"{path}/join", data={"deck": "2", "name": "B{0}%(player)s"}, headers=HTML)
    with board(client, path) as mine, board(guest, path) as theirs:
        first = theirs.receive_json()["content"]
        mine.receive_json()
        mine.send_json({"type": "act", "seq": 0, "action": {"type": "end_summon"}})
        frames = [first, payload(mine)["content"], payload(theirs)["content"]]
    for html in frames:
        assert "\x02" not in html
        assert "A&lt;b&gt;&amp;" in html
        assert "B{0}%(player)s" in html
        assert "<b>" not in html


def test_hx_ws_headers_are_no_part_of_a_message(sockets: list[BoardPage]) -> None:
    sockets[0].send_json({"type": "act", "seq": 0, "action": {"type": "end_summon"}, "headers": {"HX-Request": "true"}})
    assert payload(sockets[0])["code"] == "malformed"


def test_a_refused_move_is_answered_alone(sockets: list[BoardPage]) -> None:
    mine, theirs, _ = sockets
    theirs.send_json({"type": "act", "seq": 0, "action": {"type": "end_summon"}})
    frame = payload(theirs)
    assert frame["code"] == "not_your_turn"
    assert 'id="toast"' in frame["content"]
    mine.send_json({"type": "hello", "hello": 0})
    assert payload(mine) == {"type": "beat", "beat": 0}


def test_a_stale_move_changes_nothing_and_shows_the_truth(sockets: list[BoardPage]) -> None:
    mine = sockets[0]
    mine.send_json({"type": "act", "seq": 0, "action": {"type": "end_summon"}})
    assert payload(mine)["seq"] == 1
    mine.send_json({"type": "act", "seq": 0, "action": {"type": "end_summon"}})
    assert payload(mine)["code"] == "stale_seq"
    again = payload(mine)
    assert again["type"] == "snapshot"
    assert again["seq"] == 1


def test_a_greeting_with_an_old_number_brings_the_newest_state(sockets: list[BoardPage]) -> None:
    mine, theirs, _ = sockets
    mine.send_json({"type": "act", "seq": 0, "action": {"type": "end_summon"}})
    payload(theirs)
    theirs.send_json({"type": "hello", "hello": 0})
    assert payload(theirs)["seq"] == 1


def test_why_a_card_cannot_be_played(sockets: list[BoardPage]) -> None:
    mine, theirs, watching = sockets
    mine.send_json({"type": "why", "hand": 0})
    assert payload(mine)["code"] == "is_fortress"
    theirs.send_json({"type": "why", "hand": 1})
    assert payload(theirs)["code"] == "not_your_turn"
    mine.send_json({"type": "why", "hand": 8})
    assert payload(mine)["code"] == "not_leftmost"
    watching.send_json({"type": "why", "hand": 1})
    watching.send_json({"type": "hello", "hello": 0})
    assert payload(watching) == {"type": "beat", "beat": 0}


def test_a_spectator_cannot_act(sockets: list[BoardPage]) -> None:
    watching = sockets[2]
    watching.send_json({"type": "act", "seq": 0, "action": {"type": "end_summon"}})
    assert payload(watching)["code"] == "not_your_seat"
    watching.send_json({"type": "draw", "do": "offer"})
    assert payload(watching)["code"] == "not_your_seat"


@pytest.mark.parametrize(
    "message",
    [
        "no object", [], {}, {"type": "why", "hand": -1}, {"type": "why", "hand": "1"}, {"type": "hello", "hello": 1.5},
        {"type": "act", "action": {}}, {"type": "act", "seq": 0}, {"type": "dance"}, {"type": ["act"]}, {"dance": True},
        {"seq": 0, "action": {"type": "end_summon"}},
    ],
)  # fmt: skip
def test_malformed_messages_are_refused(sockets: list[BoardPage], message: object) -> None:
    sockets[0].send_json(message)
    frame = sockets[0].receive_json()
    while "code" not in frame:
        frame = sockets[0].receive_json()
    assert frame["code"] == "malformed"


def test_a_draw_is_offered_seen_and_agreed(sockets: list[BoardPage]) -> None:
    mine, theirs, _ = sockets
    mine.send_json({"type": "draw", "do": "offer"})
    frame = theirs.receive_json()
    while "offers a draw" not in frame["content"]:
        frame = theirs.receive_json()
    theirs.send_json({"type": "draw", "do": "accept"})
    over = payload(mine)
    assert 'id="result-title"' in over["content"]
    assert "A draw" in over["content"]


def test_resigning_and_a_rematch_by_both(sockets: list[BoardPage]) -> None:
    mine, theirs, watched = sockets
    mine.send_json({"type": "act", "seq": 0, "action": {"type": "resign", "player": "A"}})
    assert "Victory!" in payload(theirs)["content"]
    assert "Defeat" in payload(mine)["content"]
    theirs.send_json({"type": "rematch"})
    frame = mine.receive_json()
    while "wants a rematch" not in frame["content"]:
        frame = mine.receive_json()
    mine.send_json({"type": "rematch"})
    frame = theirs.receive_json()
    while "Go to the rematch" not in frame["content"]:
        frame = theirs.receive_json()
    frame = watched.receive_json()
    while "Watch the rematch" not in frame.get("content", ""):
        frame = watched.receive_json()
    assert "data-follow" in frame["content"], "spectators are taken along"


def test_another_sites_page_gets_no_socket(duel: tuple[TestClient, TestClient, str]) -> None:
    host, _, path = duel
    with (
        pytest.raises(WebSocketDisconnect),
        board(host, path, headers={"Origin": "https://elsewhere.example"}),
    ):
        pass
