"""Frames: a page gets the zones that changed, and then shows the same as a new page."""

from __future__ import annotations

import random
import re

import orjson
from starlette.testclient import TestClient

from app.matches.table.drawing import swapped, table_drawing
from app.matches.table.viewpoint import Viewpoint
from tests.support.boards import HTML, BoardPage, board
from tests.support.cases import in_turn
from tests.support.duels import begun
from tests.support.frames import SWAP, Zones, elements
from tests.support.service import worker
from tests.support.visitors import another
from tools.rig.readers import PageReader

MAX_ACTIONS = 400


def different(visitor: TestClient, path: str, shown: dict[str, str]) -> list[str]:
    """Return the zones that a page which is opened now shows in another way."""
    with board(visitor, path) as afresh:
        stage = afresh.receive_json()["content"].replace(SWAP, "")
    return [name for name, html in shown.items() if html not in stage]


def opened(visitor: TestClient, **options: str) -> tuple[str, TestClient]:
    """Return the path of a match that the visitor begins, and who sits opposite or, of a solo game, looks on."""
    guest = another(visitor)
    visitor.post("/new", data={"mode": "solo", "format": "preconstructed"}, headers=HTML)  # now the visitor is a guest
    duel = {} if "mode" in options else {"seat": "A", "first": "A"}
    answer = visitor.post("/api/matches", json={"deck": 1, "seed": 5, **duel, **options})
    assert answer.status_code == 201, answer.text
    match_id = answer.json()["id"]
    if "mode" not in options:
        guest.post(f"/match/{match_id}/join", data={"deck": "2", "name": "Bo"}, headers=HTML)
    return f"/match/{match_id}", guest


def until(socket: BoardPage, seq: int, shown: Zones) -> bytes:
    """Return the frame of an action; what comes until then is `shown`, too."""
    while True:
        frame = socket.receive_json()
        shown.show(frame["content"])
        if frame.get("seq") == seq:
            return orjson.dumps(frame)


@in_turn("options", [{}, {"edition": "2021"}, {"mode": "solo"}])
def test_whole_matches_of_each_kind_show_what_they_would_show_afresh(
    visitor: TestClient, options: dict[str, str]
) -> None:
    path, guest = opened(visitor, **options)
    api = f"/api/matches/{path.removeprefix('/match/')}"
    visitors, chance = (visitor, guest), random.Random(3)
    with board(visitor, path) as mine, board(guest, path) as theirs:
        pages = (mine, theirs)
        shown = [
            Zones.of(page.receive_json()["content"]) for page in pages
        ]  # zones that are never sent again must stay right
        for seq in range(MAX_ACTIONS):
            states = [who.get(api).json() for who in visitors]
            if states[0]["status"] == "over":
                break
            mover, state = next((who, state) for who, state in zip(visitors, states, strict=True) if state["legal"])
            if seq % 8 == 7 or state["view"]["phase"] == "order":
                for who, zone in zip(visitors, shown, strict=True):
                    assert different(who, path, zone) == []
            sent = {"seq": seq, "action": chance.choice(state["legal"])}
            assert mover.post(f"{api}/actions", json=sent).status_code == 200
            for page, zone in zip(pages, shown, strict=True):
                until(page, seq + 1, zone)
        assert states[0]["status"] == "over"
        for who, zone in zip(visitors, shown, strict=True):
            assert different(who, path, zone) == []
    assert {"turn", "status", "hand-A"} <= shown[0].keys()


def test_what_has_not_changed_is_not_sent(visitor: TestClient) -> None:
    path, guest = opened(visitor)
    with board(visitor, path) as mine, board(guest, path):
        reader = PageReader()
        first = mine.receive_json()
        reader.read(orjson.dumps(first))
        play = next(action for action in reader.legal if action.get("lane") == "top")
        mine.send_json({"type": "act", "seq": 0, "action": play})
        frame = orjson.loads(until(mine, 1, Zones.of(first["content"])))
    sent = elements(frame["content"])
    assert {"turn", "hand-A", "realm-A-top"} <= sent.keys()
    assert sent.keys().isdisjoint({"hand-B", "realm-B-top", "realm-A-bottom", "order"})
    assert "card-cost" not in sent["hand-A"], "the page has these faces"


@in_turn("element", ['<div id="a">b c</div>', ' <p class="x y" id="a"></p>'])
def test_an_element_is_marked_to_be_swapped(element: str) -> None:
    assert swapped(element) == re.sub(r"^ *<(\w+) ", rf"<\1{SWAP} ", element)


async def test_those_who_look_alike_share_a_frame_and_a_face_goes_out_once(sqlite: str) -> None:
    async with worker(sqlite) as one:
        templates = one.base.templates
        pair, live = await begun(one, first="A", seed=5)
        before = table_drawing(templates, live.now(), Viewpoint()).state
        number = live.last.number
        assert live.match is not None
        action = next(each for each in live.match.legal_actions("A") if each.get("lane") == "top")
        await one.matches.service.act(live.id, pair["A"], 0, dict(action))
        update = live.after(number, 8)
        first, second = set[str](), set[str]()
        drawing = table_drawing(templates, update, Viewpoint())
        frames = [orjson.loads(drawing.change(before, faces, "http://site") or "") for faces in (first, second)]
        assert frames[0] == frames[1]
        assert frames[0]["faces"].keys() == first == second
        again = orjson.loads(drawing.change(before, first, "http://site") or "")
        assert again == {**frames[0], "faces": {}}
        assert table_drawing(templates, update, Viewpoint()) is drawing
