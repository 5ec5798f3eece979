"""What a page has got is not sent to it again."""

from __future__ import annotations

import random
import re

import orjson
from starlette.testclient import TestClient

from app.table import client_cache
from app.table.client_cache import Piece, SentTexts
from tests.support import texts as page
from tests.support.boards import board
from tests.support.visitors import another
from tools.rig.readers import PageReader

HTML = {"Accept": "text/html"}
SWAP = ' hx-swap-oob="outerMorph"'
ZONE = re.compile(r'<(?=\w+ hx-swap-oob="outerMorph")')
ID = re.compile(r'\bid="([\w-]+)"')


def sent(told: SentTexts, *parts: str, name: str = "Ann") -> list[Piece]:
    """Return what goes out for these parts."""
    return told.pieces(parts, lambda part: part.replace("\x02A\x03", name), {"\x02A\x03": name})


def test_a_part_goes_out_once_and_then_as_its_number() -> None:
    told = SentTexts()
    assert sent(told, "<p>", "one", "</p>", "<p>", "two", "</p>") == ["<p>", "one", "</p>", 0, "two", 2]
    assert sent(told, "<p>", "two", "</p>") == [0, 3, 2]
    assert told.count == 4


def test_another_name_makes_another_text() -> None:
    told = SentTexts()
    assert sent(told, "\x02A\x03") == ["Ann"]
    assert sent(told, "\x02A\x03") == [0]
    assert sent(told, "\x02A\x03", name="Anna") == ["Anna"]
    assert sent(told, "\x02A\x03", name="Anna") == [1]


def test_a_long_match_forgets() -> None:
    told = SentTexts()
    sent(told, *map(str, range(client_cache.KEPT + 1)))
    assert sent(told, "0") == ["0"]
    assert sent(told, "0") == [client_cache.KEPT + 1]


def test_a_new_connection_counts_anew() -> None:
    got = page.ReceivedTexts()
    assert got.complete({"texts": 0, "content": ["-", "a", "b", 0]})["content"] == "-aba"
    assert got.complete({"texts": 2, "content": ["-", 1, "c", 2]})["content"] == "-bcc"
    assert got.complete({"texts": 0, "content": ["-", "d", 0]})["content"] == "-dd"
    assert got.complete({"content": "as it is"}) == {"content": "as it is"}


def zones(content: str) -> dict[str, str]:
    """Return the zones of a frame by id, as they would stand in the page."""
    found = {}
    for zone in ZONE.split(content)[1:]:
        html = "<" + zone.replace(SWAP, "", 1).split("<ol hx-swap-oob=")[0]
        name = ID.search(html)
        assert name is not None
        found[name[1]] = html.strip()
    return found


def different(visitor: TestClient, path: str, shown: dict[str, str]) -> list[str]:
    """Return the zones that a page which is opened now shows in another way."""
    with board(visitor, path) as afresh:
        stage = afresh.receive_json()["content"].replace(SWAP, "")
    return [name for name, html in shown.items() if html not in stage]


def test_the_page_shows_after_every_move_what_it_would_show_afresh(client: TestClient) -> None:
    guest, perspective, chance = another(client), (PageReader(), PageReader()), random.Random(3)
    client.post("/new", data={"mode": "solo", "format": "preconstructed"}, headers=HTML)  # now the visitor is a guest
    opened = client.post("/api/matches", json={"seat": "A", "deck": 1, "first": "A", "seed": 5}).json()
    path = f"/match/{opened['id']}"
    guest.post(f"{path}/join", data={"deck": "2", "name": "Bo"}, headers=HTML)
    shown, pieces = [dict[str, str](), dict[str, str]()], list[Piece]()
    with board(client, path) as mine, board(guest, path) as theirs:
        pages = (mine, theirs)
        for eye, socket in zip(perspective, pages, strict=True):
            eye.read(orjson.dumps(socket.receive_json()))
        for seq in range(90):
            if perspective[0].over:
                break
            mover = next(place for place, eye in enumerate(perspective) if eye.legal)
            pages[mover].send_json({"seq": seq, "action": chance.choice(perspective[mover].legal)})
            for eye, socket, zone in zip(perspective, pages, shown, strict=True):
                frame = socket.receive_json()
                while frame.get("seq") != seq + 1:
                    zone |= zones(frame["content"])
                    frame = socket.receive_json()
                zone |= zones(frame["content"])
                pieces += socket.raw["content"][1:]
                eye.read(orjson.dumps(frame))
            if seq % 8 == 7 or perspective[0].over:
                for visitor, zone in zip((client, guest), shown, strict=True):
                    assert different(visitor, path, zone) == []
    assert {"turn", "status", "hand-A", "hand-B", "bar-A", "bar-B"} <= shown[0].keys()
    assert sum(isinstance(piece, int) for piece in pieces) > len(pieces) / 2
