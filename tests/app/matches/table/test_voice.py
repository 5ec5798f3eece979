"""The lines of computer opponents: each in a voice of their own, and where hosts allow it."""

from __future__ import annotations

from starlette.testclient import TestClient

from app.base.settings import Settings
from app.main import create_app
from app.matches.bots.characters import CHARACTERS
from app.matches.bots.sayings import SAYINGS
from tools.portraits import looks


def test_every_character_has_a_face_and_lines_that_nobody_else_says() -> None:
    slugs = {character.slug for character in CHARACTERS}
    assert looks().keys() == SAYINGS.keys() == slugs
    assert len({look["icon"] for look in looks().values()}) == len(slugs)
    said = [line for slug in slugs for line in SAYINGS[slug]()]
    assert all(said)
    assert len(set(said)) == len(said)


def test_the_page_holds_the_lines_of_a_bot(visitor: TestClient) -> None:
    page = visitor.post("/new", data={"mode": "bot", "opponent": "harrow", "deck": "1"}).text
    assert 'data-hurt="Objection!"' in page and " data-emotes" in page
    page = visitor.post("/new", data={"mode": "solo", "format": "preconstructed"}).text
    assert 'id="table"' in page and 'id="voice"' not in page, "nobody speaks for the automaton"


def test_a_host_may_silence_them(settings: Settings) -> None:
    with TestClient(create_app(settings.model_copy(update={"talk": "off"}))) as client:
        page = client.post("/new", data={"mode": "bot", "opponent": "harrow", "deck": "1"}).text
    assert 'data-hurt="Objection!"' in page and " data-emotes" not in page
