"""The site in another language at one press, on every page."""

from __future__ import annotations

import re

import pytest
from starlette.testclient import TestClient

from app.base.i18n import LANGUAGES, Language
from tests.support.cases import in_turn
from tests.support.visitors import kept

BUTTON = re.compile(
    r'<button type="submit" name="language" value="(\w+)" lang="\1(?:-[A-Z]{2})?" dir="(ltr|rtl)"'
    r'( aria-current="true")?>'
)
HERE = "http://testserver"


def press(client: TestClient, before: str) -> str:
    """Press "English" on the page `before`; returns where that leads."""
    answer = client.post(
        "/language", data={"language": "en"}, headers={"Referer": before} if before else {}, follow_redirects=False
    )
    assert (answer.status_code, kept(client.cookies)["language"]) == (303, "en")
    return answer.headers["location"]


@in_turn("page", ["/cards?ability=rage&q=x", "/", "/settings"])
def test_one_comes_back_to_the_page(visitor: TestClient, page: str) -> None:
    assert press(visitor, HERE + page) == page


@in_turn("elsewhere", ["", "https://evil.example/cards", f"{HERE}//evil.example/", "data:,x", "//[x"])
def test_and_never_to_another_site(visitor: TestClient, elsewhere: str) -> None:
    assert press(visitor, elsewhere) == "/"


def test_what_there_is_not_is_refused(visitor: TestClient) -> None:
    answer = visitor.post("/language", data={"language": "tlh"})
    assert answer.status_code == 422 and "language" not in kept(visitor.cookies)


def test_it_stands_on_every_page_but_not_where_it_would_lose_one(
    visitor: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LANGUAGES, "sv", Language("sv", "Svenska", "ltr", LANGUAGES["en"].texts))
    match = visitor.post("/new", data={"mode": "solo", "format": "preconstructed"}).url.path
    for page in ("/", "/cards", "/settings", "/learn/mana", "/no-such-page", match):
        assert BUTTON.findall(visitor.get(page, headers={"Accept": "text/html"}).text), page
    shown_once = visitor.post("/account/recovery-code")
    assert 'id="recovery-code"' in shown_once.text and BUTTON.findall(shown_once.text) == []
    assert visitor.post("/language", data={"language": "sv"}, headers={"Referer": HERE + match}).url.path == match
    assert '<html lang="sv" dir="ltr" data-language="sv"' in visitor.get(match).text
    visitor.post("/language", data={"language": "pt"})
    assert '<html lang="pt-PT" dir="ltr" data-language="pt"' in visitor.get("/").text
