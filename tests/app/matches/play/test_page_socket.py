"""The board's socket: fragments out, actions in."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from tests.support.boards import BoardPage, board, boards, frame_where, frame_with, moved, opened, seated
from tests.support.duels import END
from tests.support.visitors import another
from tools.rig.json import Json
from tools.rig.readers import READERS

ZONE = re.compile(r'<\w+ hx-swap-oob="outerMorph"[^>]*?id="([\w-]+)"')
END_TURN = {"type": "act", "seq": 0, "action": END}


@pytest.fixture
def pages(visitor: TestClient) -> Iterator[list[BoardPage]]:
    """Provide the pages of Anna, who is to begin, of Bo, and of a spectator; their first frames are read."""
    guest = another(visitor)
    path = seated(visitor, guest)
    with boards(path, visitor, guest, another(visitor)) as opened:
        yield opened


def test_the_first_frame_is_the_whole_stage_and_another_sites_page_gets_none(visitor: TestClient) -> None:
    path = seated(visitor, another(visitor))
    with board(visitor, path) as page:
        frame = page.receive_json()
    assert (frame["type"], frame["seq"], "events" in frame) == ("snapshot", 0, False)
    assert ZONE.findall(frame["content"])[0] == "stage"
    with pytest.raises(WebSocketDisconnect), board(visitor, path, headers={"Origin": "https://elsewhere.example"}):
        pass


def test_a_host_who_waits_sees_the_table_closed_by_the_api_at_once(visitor: TestClient) -> None:
    path = opened(visitor, mode="duel", format="draft")
    with board(visitor, path) as page:
        assert "The table is set" in frame_with(page, "waiting-title")
        assert visitor.delete(f"/api{path.replace('/match/', '/matches/')}").status_code == 200
        closed = frame_with(page, "Table closed")
    assert "waiting-title" not in closed and 'id="stage"' in closed


def test_a_move_shows_to_everybody_as_the_zones_that_changed_and_a_stale_one_changes_nothing(
    pages: list[BoardPage],
) -> None:
    mine, theirs, _ = pages
    mine.send_json(END_TURN)
    for page in pages:
        frame = moved(page)
        assert frame["seq"] == 1
        assert [event["type"] for event in frame["events"]][:2] == ["assault_began", "turn_ended"]
        assert all("say" in event for event in frame["events"] if event["type"] == "turn_began")
        zones = ZONE.findall(frame["content"])
        assert {"turn", "status"} <= set(zones) and not [zone for zone in zones if zone.startswith("realm")]
        assert 'hx-swap-oob="beforeend:#log"' in frame["content"]
    theirs.send_json({"type": "hello", "hello": 0})
    assert moved(theirs)["seq"] == 1, "a greeting with an old number brings the newest state"
    mine.send_json(END_TURN)
    assert moved(mine)["code"] == "stale_seq"
    again = moved(mine)
    assert (again["type"], again["seq"]) == ("snapshot", 1)


def answered(page: BoardPage, message: Json) -> Json:
    """Send a press; return what answers it."""
    page.send_json(message)
    return frame_where(page, lambda frame: frame.get("press") == message["press"])


def test_a_press_that_is_sent_again_is_acknowledged_over_any_line_and_done_once(visitor: TestClient) -> None:
    guest = another(visitor)
    path = seated(visitor, guest)
    first = {**END_TURN, "press": "a-1"}
    taken = {"type": "taken", "press": "a-1"}
    with boards(path, visitor) as [page]:
        assert answered(page, first) == taken == answered(page, first)
        late = answered(page, {**END_TURN, "action": {"type": "attack"}, "press": "a-2"})
        assert (late["code"], late["press"]) == ("stale_seq", "a-2"), "another action under that number"
        assert frame_where(page, lambda frame: frame["type"] == "snapshot")["seq"] == 1
    with boards(path, visitor, guest) as [page, other]:
        unknown = {**first, "press": "a-9"}  # as to a worker that was begun again
        assert answered(page, unknown)["type"] == "taken", "it is played already, as the database knows"
        assert answered(other, {**first, "press": "b-1"})["code"] == "stale_seq", "it was not this player's"
        draw = {"type": "draw", "do": "offer", "press": "a-3"}
        assert answered(page, draw)["type"] == "taken"
        accept = {"type": "draw", "do": "accept", "press": "b-2"}
        assert answered(other, accept) == {"type": "taken", "press": "b-2"} == answered(other, accept)
        assert answered(page, {**draw, "press": "a-4"})["code"] == "not_playing"
        page.send_json({"type": "hello", "hello": 9, "press": ""})
        assert moved(page)["code"] == "malformed"


def test_a_page_behind_another_tab_gets_only_what_calls_its_player_and_one_frame_when_it_is_back(
    pages: list[BoardPage],
) -> None:
    mine, theirs, watching = pages
    reader = READERS["page"]()
    mine.send_json({"type": "hello", "hello": 9})
    while not reader.legal:
        reader.read(mine.receive_text().encode())
    card = next(action for action in reader.legal if action["type"] == "play" and "lane" in action)
    for page in (theirs, watching):
        page.send_json({"type": "front", "front": False})
        page.send_json({"type": "hello", "hello": 0})
        assert moved(page) == {"type": "beat", "beat": 0}
    mine.send_json({"type": "act", "seq": 0, "action": card})
    assert moved(mine)["seq"] == 1
    for page in (theirs, watching):
        page.send_json({"type": "hello", "hello": 0})
        assert moved(page) == {"type": "beat", "beat": 0}, "nobody looks, and nothing calls"
    mine.send_json({"type": "draw", "do": "offer"})
    offer = moved(theirs)
    assert (offer["from"], offer["seq"]) == (0, 1) and "data-asks" in offer["content"]
    assert moved(watching)["seq"] == 1
    mine.send_json({"type": "act", "seq": 1, "action": {"type": "undo"}})
    assert moved(mine)["seq"] == 2
    watching.send_json({"type": "front", "front": True})
    back = moved(watching)
    assert (back["from"], back["seq"]) == (1, 2) and "hx-swap-oob" in back["content"]
    mine.send_json({"type": "act", "seq": 2, "action": END})
    assert moved(watching)["seq"] == 3
    turn = moved(theirs)
    assert (turn["from"], turn["seq"]) == (1, 3) and 'data-state="mine"' in turn["content"]
    assert turn["events"][0]["type"] == "undone"


def test_names_are_filled_in_and_escaped(visitor: TestClient) -> None:
    guest = another(visitor)
    path = seated(visitor, guest, name="A<b>&\x02B\x03", guest_name="B{0}%(player)s")
    with board(visitor, path) as mine, board(guest, path) as theirs:
        first = theirs.receive_json()["content"]
        mine.receive_json()
        mine.send_json(END_TURN)
        for html in (first, moved(mine)["content"], moved(theirs)["content"]):
            assert "\x02" not in html and "<b>" not in html
            assert "A&lt;b&gt;&amp;" in html and "B{0}%(player)s" in html


def test_refusals_are_answered_alone(pages: list[BoardPage]) -> None:
    mine, theirs, watching = pages
    theirs.send_json(END_TURN)
    frame = moved(theirs)
    assert frame["code"] == "not_your_turn" and 'id="toast"' in frame["content"]
    for page, hand, code in ((mine, 0, "is_fortress"), (theirs, 1, "not_your_turn"), (mine, 8, "not_leftmost")):
        page.send_json({"type": "why", "hand": hand})
        assert moved(page)["code"] == code
    watching.send_json({"type": "why", "hand": 1})
    for page in (mine, watching):
        page.send_json({"type": "hello", "hello": 0})
        assert moved(page) == {"type": "beat", "beat": 0}
    for sent in (END_TURN, {"type": "draw", "do": "offer"}):
        watching.send_json(sent)
        assert moved(watching)["code"] == "not_your_seat"
    malformed: tuple[object, ...] = (
        "no object", [], {}, {"type": "why", "hand": -1}, {"type": "why", "hand": "1"}, {"type": "hello", "hello": 1.5},
        {"type": "act", "action": {}}, {"type": "act", "seq": 0}, {"type": "dance"}, {"type": ["act"]}, {"dance": True},
        {"seq": 0, "action": END}, {**END_TURN, "headers": {"HX-Request": "true"}},
    )  # fmt: skip
    for message in malformed:
        mine.send_json(message)
        assert frame_where(mine, lambda frame: "code" in frame)["code"] == "malformed", message


def test_resigning_and_a_rematch_by_both(pages: list[BoardPage]) -> None:
    mine, theirs, watching = pages
    mine.send_json({"type": "act", "seq": 0, "action": {"type": "resign", "player": "A"}})
    assert "Victory!" in moved(theirs)["content"]
    assert "Defeat" in moved(mine)["content"]
    theirs.send_json({"type": "rematch"})
    frame_with(mine, "wants a rematch")
    mine.send_json({"type": "rematch"})
    frame_with(theirs, "Go to the rematch")
    assert "data-follow" in frame_with(watching, "Watch the rematch"), "spectators are taken along"
