"""Frames: a page gets the zones that changed, and then shows the same as a new page."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import orjson
import pytest
from starlette.testclient import TestClient

from app.matches.schemas import NewMatch
from app.settings import Settings
from app.site import make_templates
from app.table.drawing import swapped, table_drawing
from app.table.viewpoint import Viewpoint
from app.web.templating import Templates
from tests.support.boards import BoardPage, board
from tests.support.frames import SWAP, Zones, elements
from tests.support.service import worker
from tests.support.visitors import another
from tools.rig.readers import PageReader

HTML = {"Accept": "text/html"}
MOST_ACTIONS = 400


def different(visitor: TestClient, path: str, shown: dict[str, str]) -> list[str]:
    """Return the zones that a page which is opened now shows in another way."""
    with board(visitor, path) as afresh:
        stage = afresh.receive_json()["content"].replace(SWAP, "")
    return [name for name, html in shown.items() if html not in stage]


def opened(client: TestClient, **options: str) -> tuple[str, TestClient]:
    """Return the path of a match that the visitor begins, and who sits opposite or, of a solo game, looks on."""
    guest = another(client)
    client.post("/new", data={"mode": "solo", "format": "preconstructed"}, headers=HTML)  # now the visitor is a guest
    duel = {} if "mode" in options else {"seat": "A", "first": "A"}
    answer = client.post("/api/matches", json={"deck": 1, "seed": 5, **duel, **options})
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


def test_the_page_shows_after_every_move_what_it_would_show_afresh(client: TestClient) -> None:
    readers, chance = (PageReader(), PageReader()), random.Random(3)
    path, guest = opened(client)
    shown: list[Zones] = []
    with board(client, path) as mine, board(guest, path) as theirs:
        pages = (mine, theirs)
        for reader, page in zip(readers, pages, strict=True):
            first = page.receive_json()
            reader.read(orjson.dumps(first))
            shown.append(Zones.of(first["content"]))
        for seq in range(90):
            if readers[0].over:
                break
            mover = next(place for place, reader in enumerate(readers) if reader.legal)
            pages[mover].send_json({"type": "act", "seq": seq, "action": chance.choice(readers[mover].legal)})
            for reader, page, zone in zip(readers, pages, shown, strict=True):
                reader.read(until(page, seq + 1, zone))
            if seq % 8 == 7 or readers[0].over:
                for visitor, zone in zip((client, guest), shown, strict=True):
                    assert different(visitor, path, zone) == []
    assert {"turn", "status", "hand-A", "hand-B", "bar-A", "bar-B"} <= shown[0].keys()


@pytest.mark.parametrize(
    "options",
    [{"edition": "2021"}, {"mode": "solo"}, {"mode": "solo", "edition": "2021"}],
    ids=["duel of 2021", "solo of 2022", "solo of 2021"],
)
def test_whole_matches_of_each_kind_show_what_they_would_show_afresh(
    client: TestClient, options: dict[str, str]
) -> None:
    path, guest = opened(client, **options)
    api = f"/api/matches/{path.removeprefix('/match/')}"
    visitors, chance = (client, guest), random.Random(3)
    with board(client, path) as mine, board(guest, path) as theirs:
        pages = (mine, theirs)
        shown = [Zones.of(page.receive_json()["content"]) for page in pages]  # what is never sent again must stay right
        for seq in range(MOST_ACTIONS):
            states = [visitor.get(api).json() for visitor in visitors]
            if states[0]["status"] == "over":
                break
            mover, state = next((who, state) for who, state in zip(visitors, states, strict=True) if state["legal"])
            if seq % 8 == 7 or state["view"]["phase"] == "order":
                for visitor, zone in zip(visitors, shown, strict=True):
                    assert different(visitor, path, zone) == []
            sent = {"seq": seq, "action": chance.choice(state["legal"])}
            assert mover.post(f"{api}/actions", json=sent).status_code == 200
            for page, zone in zip(pages, shown, strict=True):
                until(page, seq + 1, zone)
        assert states[0]["status"] == "over"
        for visitor, zone in zip(visitors, shown, strict=True):
            assert different(visitor, path, zone) == []


def test_what_has_not_changed_is_not_sent(client: TestClient) -> None:
    path, guest = opened(client)
    with board(client, path) as mine, board(guest, path):
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


@pytest.mark.parametrize("element", ['<div id="a">b c</div>', ' <p class="x y" id="a"></p>'])
def test_an_element_is_marked_to_be_swapped(element: str) -> None:
    assert swapped(element) == re.sub(r"^ *<(\w+) ", rf"<\1{SWAP} ", element)


async def test_those_who_look_alike_share_a_frame_and_a_face_goes_out_once(tmp_path: Path) -> None:
    templates: Templates = make_templates(Settings(data_dir=tmp_path / "data"))
    async with worker(f"sqlite:///{tmp_path / 'test.db'}") as one:
        ann, bob = await one.players.create("Ann"), await one.players.create("Bob")
        live = await one.matches.opening.create(ann, NewMatch(seat="A", first="A", seed=5))
        await one.matches.opening.join(live.id, bob)
        before = table_drawing(templates, live.now(), Viewpoint()).state
        number = live.last.number
        assert live.match is not None
        action: Any = next(each for each in live.match.legal_actions("A") if each.get("lane") == "top")
        await one.matches.act(live.id, ann, 0, action)
        update = live.after(number, 8)
        first, second = set[str](), set[str]()
        drawing = table_drawing(templates, update, Viewpoint())
        payload = [orjson.loads(drawing.change(before, faces, "http://site") or "") for faces in (first, second)]
        assert payload[0] == payload[1]
        assert payload[0]["faces"].keys() == first == second
        again = orjson.loads(drawing.change(before, first, "http://site") or "")
        assert again == {**payload[0], "faces": {}}
        assert table_drawing(templates, update, Viewpoint()) is drawing
