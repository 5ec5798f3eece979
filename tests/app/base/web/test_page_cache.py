"""Answers that depend on address and language alone: drawn once, kept, right for everybody, cheap to ask for."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
from fastapi.openapi.utils import get_openapi
from starlette.testclient import TestClient

from app.base.i18n import LANGUAGES
from app.base.i18n.catalogue import Language, read
from app.base.web.page_cache import PageCache
from app.people.notices.notices import Notices
from tests.support.cases import in_turn
from tests.support.service import site_of
from tests.support.visitors import another
from tests.support.waiting import others_go_on, until
from tests.support.work import counted

HTML = {"accept": "text/html"}
PART = {**HTML, "HX-Request": "true", "HX-Request-Type": "partial", "HX-Target": "section#found"}
ADDRESSES = (
    "/cards", "/cards?set=elusive&q=a", "/cards/ogre", "/abilities/rage", "/rules", "/rules?edition=2021", "/decks/new",
    "/decks/new?deck=ogre", "/designer/new", "/designer/new?name=x&attack=2", "/docs", "/openapi.json", "/api/cards",
)  # fmt: skip
HEBREW = 'msgid ""\nmsgstr ""\n"Language: he\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n'


def kept(client: TestClient) -> PageCache:
    """The cache of this client's site."""
    return site_of(client).base.page_cache


def notices(client: TestClient) -> Notices:
    """Return the notices of the site of this client."""
    return site_of(client).people.notices


@in_turn("address", ADDRESSES)
def test_a_page_is_drawn_once_for_every_tag_and_compression(visitor: TestClient, address: str) -> None:
    first = visitor.get(address, headers=HTML)
    drawn = kept(visitor).drawn
    again = another(visitor).get(address, headers=HTML)
    assert (first.status_code, again.status_code, again.text) == (200, 200, first.text)
    unchanged = visitor.get(address, headers={**HTML, "If-None-Match": f'"other", {first.headers["etag"]}'})
    assert (unchanged.status_code, unchanged.content) == (304, b"")
    for name in ("etag", "cache-control", "vary", "content-security-policy"):
        assert unchanged.headers.get(name) == first.headers[name]
    assert visitor.get(address, headers={**HTML, "If-None-Match": '"other"'}).text == first.text
    assert kept(visitor).drawn == drawn
    answers = {name: visitor.get(address, headers={"accept-encoding": name}) for name in ("br", "gzip", "identity")}
    assert {name: answer.headers.get("content-encoding", "identity") for name, answer in answers.items()} == {
        name: name for name in answers
    }
    assert len({answer.content for answer in answers.values()}) == 1  # the client has undone it
    assert "Accept-Encoding" in answers["identity"].headers["vary"]
    refused = visitor.get(address, headers={"accept-encoding": "br;q=0, gzip;q=0.5"})
    assert refused.headers["content-encoding"] == "gzip"


def test_each_language_has_its_own(visitor: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "messages.po"
    path.write_text(HEBREW + '\nmsgid "Cards"\nmsgstr "קלפים"\n', "utf-8")
    english = visitor.get("/cards", headers=HTML)
    monkeypatch.setitem(LANGUAGES, "he", Language("he", "עברית", "rtl", read(path)))
    hebrew = visitor.get("/cards", headers={**HTML, "accept-language": "he"})
    assert ('lang="he" dir="rtl"' in hebrew.text, "<h1>קלפים</h1>" in hebrew.text) == (True, True)
    assert hebrew.headers["etag"] != english.headers["etag"] and hebrew.headers["content-language"] == "he"
    assert visitor.get("/cards", headers={**HTML, "accept-language": "en"}).text == english.text


def test_a_notice_shows_at_once_without_drawing_the_page_again(visitor: TestClient) -> None:
    assert visitor.portal is not None
    before = visitor.get("/cards", headers=HTML)
    drawn = kept(visitor).drawn
    visitor.portal.call(notices(visitor).announce, "Cup on <Sunday>", None)
    during = visitor.get("/cards", headers={**HTML, "If-None-Match": before.headers["etag"]})
    assert during.status_code == 200 and '<p class="banner">Cup on &lt;Sunday&gt;</p>' in during.text
    visitor.portal.call(notices(visitor).announce, "", None)
    after = visitor.get("/cards", headers=HTML)
    assert (after.text, after.headers["etag"]) == (before.text, before.headers["etag"])
    assert kept(visitor).drawn == drawn


def test_a_part_of_a_page_is_never_taken_for_the_page(visitor: TestClient) -> None:
    for address in ("/cards?set=elusive", "/decks/new?deck=ogre"):
        part, whole = visitor.get(address, headers=PART), visitor.get(address, headers=HTML)
        assert ("<html" in part.text, "<html" in whole.text) == (False, True)
        assert part.headers["cache-control"] == "no-store" and "etag" not in part.headers
        assert "HX-Request-Type" in whole.headers["vary"]
        tagged = visitor.get(address, headers={**PART, "If-None-Match": whole.headers["etag"]})
        assert (tagged.status_code, tagged.text) == (200, part.text)


def test_what_strangers_search_for_does_not_pile_up(visitor: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    store = PageCache(most=400_000)
    monkeypatch.setitem(site_of(visitor).services, PageCache, store)
    for number in range(60):
        assert visitor.get(f"/cards?q=o&sort={number}&set={'elusive' if number % 2 else ''}&cost={number}").is_success
        assert visitor.get(f"/cards?q=a{number}", headers={"accept-encoding": "gzip"}).is_success
        assert 0 < store.size <= 400_000
    assert store.size > 200_000


async def test_a_page_that_waits_for_a_thread_holds_up_no_other_and_is_compressed_once() -> None:
    free, store = threading.Event(), PageCache()
    with ThreadPoolExecutor(1) as threads:
        asyncio.get_running_loop().set_default_executor(threads)
        threads.submit(free.wait)
        waiting = await store.get("one", lambda: "one" * 1000)
        waiting.etag("")
        bodies = [asyncio.create_task(store.body(waiting, "", "gzip")) for _ in range(3)]
        await others_go_on()
        bodies[0].cancel()
        assert (await store.get("two", lambda: "two")).size == 3
        free.set()
        first, second = await asyncio.gather(*bodies[1:])
    assert first is second


async def test_a_page_is_handed_out_before_the_rest_and_the_next_is_drawn_after_it() -> None:
    rested, begun = asyncio.Event(), list[float]()

    async def rest(seconds: float) -> None:
        begun.append(seconds)
        if len(begun) > 1:
            await rested.wait()

    store = PageCache(rest=rest)
    drawn: list[str] = []

    def draw(name: str) -> str:
        drawn.append(name)
        return name

    assert (await store.get("one", partial(draw, "one"))).size == 3
    second = [asyncio.create_task(store.get("second", partial(draw, "second"))) for _ in range(3)]
    await until(lambda: len(begun) > 1)
    assert (await store.get("one", partial(draw, "one"))).size == 3
    assert drawn == ["one"]
    rested.set()
    assert len(set(await asyncio.gather(*second))) == 1
    assert (drawn, store.drawn) == (["one", "second"], 2)


def test_the_description_of_the_api_is_made_outside_the_loop(client: TestClient) -> None:
    with counted(client) as work:
        assert client.get("/openapi.json").status_code == 200
    assert work.calls_of(get_openapi.__code__) == work.entries["app/base/web/api_docs.py"] == 0
