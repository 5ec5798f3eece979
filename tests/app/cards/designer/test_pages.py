"""The pages of the card designer."""

from __future__ import annotations

import re

from starlette.testclient import TestClient

from tests.support.visitors import another

HTML = {"Accept": "text/html"}
REX = {"name": "Rex", "attack": "3", "health": "3", "ability": ["rage", "aura:sprint"], "icon": "duck"}


def page(visitor: TestClient, path: str, status: int = 200) -> str:
    """Return the HTML of a page."""
    answer = visitor.get(path, headers=HTML)
    assert answer.status_code == status, answer.text
    return str(answer.text)


def keep(visitor: TestClient, **changes: object) -> str:
    """Return the path of a card that this visitor has just saved."""
    answer = visitor.post("/designer", data={**REX, **changes}, headers=HTML, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def test_the_table_reckons_what_the_address_says(visitor: TestClient) -> None:
    html = page(visitor, "/designer/new?name=Rex&attack=3&health=3&ability=rage&ability=aura:sprint&icon=duck")
    assert "half of attack 3" in html and ">+1½</span>" in html and "5 mana" in html
    assert "#i-duck" in html
    assert not visitor.cookies


def test_htmx_gets_the_card_and_its_sum_alone(visitor: TestClient) -> None:
    part = visitor.get("/designer/new?attack=9&health=9", headers={"HX-Request-Type": "partial"}).text
    assert part.lstrip().startswith('<div id="design-sheet"') and "8 mana" in part


def test_a_card_is_kept_listed_and_changed(visitor: TestClient) -> None:
    path = keep(visitor)
    html = page(visitor, path)
    assert "<h1><bdi>Rex</bdi></h1>" in html and "its neighbours have Sprint" in html
    assert path in page(visitor, "/designer")
    edit = page(visitor, f"{path}/edit")
    assert 'value="Rex"' in edit and 'name="icon" value="duck" aria-label="Duck" checked' in edit
    visitor.post(path, data={**REX, "name": "<i>Rex</i>", "health": "5"}, headers=HTML)
    html = page(visitor, path)
    assert "<h1><bdi>&lt;i&gt;Rex&lt;/i&gt;</bdi></h1>" in html and "6 mana" in html
    visitor.post(f"{path}/delete", headers=HTML)
    assert "There is no such card" in page(visitor, path, 404)


def test_mistakes_are_shown_next_to_the_form(visitor: TestClient) -> None:
    for changes, sentence in (
        ({"name": ""}, "A designed card needs a name of 1 to 24 printable characters."),
        ({"ability": ["mercenary"]}, "A Champion cannot be a Mercenary."),
    ):
        answer = visitor.post("/designer", data={**REX, **changes}, headers=HTML)
        assert answer.status_code == 422 and sentence in answer.text
        assert 'name="attack" value="3" checked' in answer.text
    path = keep(visitor)
    answer = visitor.post(path, data={**REX, "name": " "}, headers=HTML)
    assert (answer.status_code, "<h1><bdi>Rex</bdi></h1>" in page(visitor, path)) == (422, True)


def test_cards_are_shared_by_link_and_by_code(visitor: TestClient) -> None:
    path = keep(visitor)
    friend = another(visitor)
    html = page(friend, path)
    assert "Save to my cards" in html and "Delete" not in html
    for action in ("", "/delete"):
        assert friend.post(path + action, data=REX, headers=HTML).status_code == 401
    copied = friend.post(f"{path}/copy", headers=HTML, follow_redirects=False).headers["location"]
    assert "Delete this card" in page(friend, copied)
    for action in ("", "/delete"):
        assert friend.post(path + action, data=REX, headers=HTML).status_code == 403
    assert friend.get(f"{path}/edit", headers=HTML, follow_redirects=False).headers["location"] == path
    code = re.search(r'id="code" value="(CARD1-[\w-]+)"', html)
    assert code is not None
    imported = page(another(visitor), f"/designer/import?text=see {code[1]}")
    assert "<h1><bdi>Rex</bdi></h1>" in imported and 'name="icon" value="duck"' in imported
    link = visitor.get(f"/designer/import?text=http://x{path}", headers=HTML, follow_redirects=False)
    assert link.headers["location"] == path
    assert "it would begin with CARD1-" in page(visitor, "/designer/import?text=nothing", 422)
