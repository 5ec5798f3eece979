"""Previews of links in chats: the page of whatever can be shared names a picture, drawn once, a PNG file."""

from __future__ import annotations

import re
import struct

from fastapi.testclient import TestClient

from app.base.web.link_pictures import LinkPictures
from app.cards.decks.builder import text_of
from engine import cards
from tests.support.boards import HTML
from tests.support.cases import case

IMAGE = re.compile(r'property="og:image" content="http://testserver(/[^"]*)"')
TITLE = re.compile(r'property="og:title" content="([^"]*)"')


def _made(visitor: TestClient) -> dict[str, str]:
    """Return the addresses of one of everything that is shared, by the title of its preview."""
    deck = text_of(tuple(cards.preconstructed(1)))
    design = {"name": "Rex", "attack": "2", "health": "1", "icon": "wolf"}
    own = {
        "Foam": visitor.post("/decks", data={"name": "Foam", "deck": deck}, headers=HTML).url.path,
        "Rex": visitor.post("/designer", data=design, headers=HTML).url.path,
        "Cup": visitor.post("/tournaments/new", data={"name": "Cup"}, headers=HTML).url.path,
    }
    daily = visitor.get("/puzzles/daily", headers=HTML).url.path
    return {**own, "Puzzle": daily, "Deal of the day": visitor.get("/deals", headers=HTML).url.path}


def test_what_is_shared_has_a_picture_of_its_own_drawn_once(visitor: TestClient) -> None:
    kept: LinkPictures = visitor.app.state.services[LinkPictures]  # type: ignore[attr-defined]
    found: dict[str, bytes] = {}
    for title, address in _made(visitor).items():
        with case(address):
            html = visitor.get(address, headers=HTML).text
            (image,) = IMAGE.findall(html)
            assert title in TITLE.findall(html)[0] and image == f"{address}/picture.png"
            answer = visitor.get(image)
            assert answer.headers["content-type"] == "image/png" and answer.content.startswith(b"\x89PNG")
            assert struct.unpack(">II", answer.content[16:24]) == (1200, 630)
            drawn = kept.drawn
            assert visitor.get(image).content == answer.content and kept.drawn == drawn
            found[image] = answer.content
    assert len(set(found.values())) == 5 == kept.drawn


def test_a_picture_of_nothing_is_refused(visitor: TestClient) -> None:
    for address in ("/puzzles/none", "/decks/none", "/designer/none", "/deals/none", "/tournament/none"):
        with case(address):
            assert visitor.get(f"{address}/picture.png").status_code == 404
