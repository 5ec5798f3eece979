"""The pages of decks: build, keep, rename, copy, delete, share, import."""

from __future__ import annotations

import re

from starlette.testclient import TestClient

from app.cards.decks.builder import text_of
from engine import cards
from tests.support.cases import in_turn
from tests.support.visitors import another

HTML = {"Accept": "text/html"}
DECK = tuple(cards.preconstructed(2))
PART = {"HX-Request": "true", "HX-Request-Type": "partial"}


def keep(visitor: TestClient, name: str = "Tides", deck: tuple[str, ...] = DECK) -> str:
    """Return the path of a deck that this visitor has just saved."""
    form = {"name": name, "deck": text_of(deck)}
    answer = visitor.post("/decks", data=form, headers=HTML, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def page(visitor: TestClient, path: str, status: int = 200) -> str:
    """Return the HTML of a page."""
    answer = visitor.get(path, headers=HTML)
    assert answer.status_code == status, answer.text
    return str(answer.text)


def test_the_builder_needs_no_player_and_makes_none(visitor: TestClient) -> None:
    html = page(visitor, "/decks/new?deck=ogre.boom&toggle=naga")
    assert 'value="boom.ogre.naga"' in html and html.count('aria-pressed="true"') == 3
    assert "For 2022: 5 cards are missing (3 of 8)." in html and not visitor.cookies


def test_htmx_gets_what_changed_and_the_address_to_show(visitor: TestClient) -> None:
    query = "/decks/new?deck=ogre&toggle=naga&q=na"
    answer = visitor.get(query, headers={**PART, "HX-Target": "section#deck-panel"})
    assert answer.headers["hx-replace-url"] == "/decks/new?deck=ogre.naga&q=na"
    assert answer.text.lstrip().startswith('<section id="deck-panel"')
    assert re.findall(r'id="pick-([\w-]+)"', answer.text) == ["naga"]
    listed = visitor.get("/decks/new?deck=ogre&q=naga", headers={**PART, "HX-Target": "section#found"})
    assert re.findall(r'id="pick-([\w-]+)"', listed.text) == ["naga"] and "deck-panel" not in listed.text
    filled = visitor.get("/decks/new?deck=ogre&fill=8", headers={**PART, "HX-Target": "section#deck-panel"})
    assert filled.text.count('id="pick-') == len(cards.ALL)


def test_a_deck_is_kept_shown_and_listed(visitor: TestClient) -> None:
    path = keep(visitor)
    html = page(visitor, path)
    assert "<h1><bdi>Tides</bdi></h1>" in html and "Ready for 2022: 8 different cards." in html
    assert f"http://testserver{path}" in html and "Rename" in html
    assert all(f'data-card="{slug}"' in html for slug in DECK) and path in page(visitor, "/decks")


def test_everybody_may_look_and_copy_but_not_change(visitor: TestClient) -> None:
    path = keep(visitor)
    friend = another(visitor)
    html = page(friend, path)
    assert "Save to my decks" in html and "Rename" not in html and not friend.cookies
    for action, form in (("", {"deck": "ogre"}), ("/rename", {"name": "Mine"}), ("/delete", {})):
        assert friend.post(path + action, data=form, headers=HTML).status_code == 401
    copied = friend.post(f"{path}/copy", headers=HTML, follow_redirects=False).headers["location"]
    assert copied != path and "Rename" in page(friend, copied)
    for action, form in (("", {"deck": "ogre"}), ("/rename", {"name": "Mine"}), ("/delete", {})):
        assert friend.post(path + action, data=form, headers=HTML).status_code == 403
    assert friend.get(f"{path}/edit", headers=HTML, follow_redirects=False).headers["location"] == path
    assert "<h1><bdi>Tides</bdi></h1>" in page(visitor, path)


def test_changing_renaming_deleting_ones_own(visitor: TestClient) -> None:
    path = keep(visitor)
    assert f'value="{text_of(DECK)}"' in page(visitor, f"{path}/edit")
    visitor.post(path, data={"name": "Waves", "deck": "ogre.boom"}, headers=HTML)
    html = page(visitor, path)
    assert "<h1><bdi>Waves</bdi></h1>" in html and "6 cards are missing (2 of 8)" in html
    visitor.post(f"{path}/rename", data={"name": "<b>Foam</b>"}, headers=HTML)
    assert "<h1><bdi>&lt;b&gt;Foam&lt;/b&gt;</bdi></h1>" in page(visitor, path)
    visitor.post(f"{path}/copy", headers=HTML)
    assert "&lt;b&gt;Foam&lt;/b&gt; (copy)" in page(visitor, "/decks")
    visitor.post(f"{path}/delete", headers=HTML)
    assert "There is no such deck" in page(visitor, path, 404)


def test_an_empty_deck_is_not_kept(visitor: TestClient) -> None:
    answer = visitor.post("/decks", data={"name": "Nothing", "deck": ""}, headers=HTML)
    assert answer.status_code == 422 and "Put a card into the deck first." in answer.text
    path = keep(visitor)
    answer = visitor.post(path, data={"deck": "", "name": "Nothing"}, headers=HTML)
    assert answer.status_code == 422 and "<h1><bdi>Tides</bdi></h1>" in page(visitor, path)


def test_a_code_and_a_link_from_a_chat(visitor: TestClient) -> None:
    path = keep(visitor)
    link = {"text": f"see http://testserver{path}"}
    led = visitor.get("/decks/import", params=link, headers=HTML, follow_redirects=False)
    assert led.headers["location"] == path
    code = re.search(r'id="code" value="(DECK1-[\w-]+)"', page(visitor, path))
    assert code is not None
    friend = another(visitor)
    html = page(friend, f"/decks/import?text=Try this: {code[1].lower()} :)")
    assert f'value="{text_of(DECK)}"' in html and "Save to my decks" in html and not friend.cookies
    assert "<h1><bdi>New deck</bdi></h1>" in page(friend, keep(friend, name=""))


@in_turn(
    ("text", "sentence"),
    [
        ("hello", "There is no code in this text: it would begin with DECK1-."),
        ("DECK1-0C2G-C209-30D1-T1ME", "This code has a mistake in it"),
        ("DECK7-0C2G-C209-30D1-T1MF", "This code was made by a newer version of the game."),
        ("CARD1-0C2G", "That is another kind of code: the one needed here begins with DECK1-."),
    ],
)
def test_a_code_with_a_mistake_is_reported_and_stays_in_the_field(
    visitor: TestClient, text: str, sentence: str
) -> None:
    html = page(visitor, f"/decks/import?text={text}", 422)
    assert sentence in html and f'value="{text}"' in html


def test_starter_decks_begin_a_deck(visitor: TestClient) -> None:
    html = page(visitor, "/decks")
    assert html.index("starters-title") < html.index("No decks yet")  # without decks their faces come first
    assert f"/decks/new?deck={text_of(tuple(cards.preconstructed(4)))}" in html
