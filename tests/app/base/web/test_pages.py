"""The common part of every answer of the site: errors, languages, static files."""

from pathlib import Path

import brotli
from starlette.testclient import TestClient

from app.base.errors import SENTENCES, AppError
from app.base.web.assets import ALWAYS_ASK, FOREVER, Assets, version_of
from engine.errors import IllegalAction
from tests.support.cases import in_turn


def test_what_there_is_not_is_a_page_for_a_browser_and_json_for_a_program(visitor: TestClient) -> None:
    answer = visitor.get("/no-such-page", headers={"accept": "text/html"})
    assert answer.status_code == 404 and "<h1>There is no such page.</h1>" in answer.text
    assert answer.headers["content-language"] == "en"
    for accept in ("*/*", "application/json"):
        program = visitor.get("/no-such-page", headers={"accept": accept})
        assert (program.status_code, program.json()) == (404, {"error": "There is no such page.", "code": "no_page"})
    assert visitor.get("/api/no-such-call", headers={"accept": "text/html"}).json()["code"] == "no_page"
    wrong = visitor.post("/docs")
    assert (wrong.status_code, wrong.json()["code"]) == (405, "no_method")


def test_a_refusal_of_the_engine_has_its_sentence_and_an_unexpected_error_reveals_nothing() -> None:
    refusal = AppError.of(IllegalAction("not_enough_mana", card="Ogre", cost=5, mana=3))
    assert (refusal.status, refusal.code) == (422, "not_enough_mana")
    assert refusal.sentence == "Ogre costs 5 mana and you have only 3."
    refusal = AppError.of(RuntimeError("the seed is 7"))
    assert (refusal.status, refusal.sentence) == (500, SENTENCES["internal"])


def test_static_files_may_be_kept_for_ever_under_their_version(visitor: TestClient) -> None:
    version = version_of(Path("static"))
    kept = visitor.get(f"/static/{version}/vendor/htmx.js")
    assert (kept.status_code, kept.headers["cache-control"]) == (200, FOREVER)
    for path in ("/static/vendor/htmx.js", f"/static/{'0' * 12}/vendor/htmx.js"):
        answer = visitor.get(path)
        assert (answer.status_code, answer.headers["cache-control"]) == (200, ALWAYS_ASK)
        assert answer.content == kept.content
    answer = visitor.get(f"/static/{version}/vendor/htmx.js", headers={"accept-encoding": "br"})
    assert answer.headers["content-encoding"] == "br"
    assert answer.content == Path("static/vendor/htmx.js").read_bytes()  # the client has undone it
    assert int(answer.headers["content-length"]) == len(brotli.compress(answer.content, quality=11))


@in_turn("path", ["../pyproject.toml", "..%2fpyproject.toml", "%2e%2e/pyproject.toml", "vendor/../../Makefile"])
def test_static_files_end_at_their_folder(visitor: TestClient, path: str) -> None:
    for prefix in ("/static/", f"/static/{version_of(Path('static'))}/"):
        assert visitor.get(prefix + path, headers={"accept-encoding": "br"}).status_code == 404


def test_version_changes_with_content_and_name(tmp_path: Path) -> None:
    (tmp_path / "a.css").write_text("x")
    first = version_of(tmp_path)
    (tmp_path / "a.css").write_text("y")
    second = version_of(tmp_path)
    (tmp_path / "a.css").rename(tmp_path / "b.css")
    assert len({first, second, version_of(tmp_path)}) == 3
    assert Assets(tmp_path, dev=True).url("css/site.css") == "/static/css/site.css"


def test_api_description_is_complete(visitor: TestClient) -> None:
    described = visitor.get("/openapi.json").json()
    assert described["info"]["title"] == "Clash of Decks"
    assert described["components"]["securitySchemes"] == {"token": {"type": "http", "scheme": "bearer"}}
    calls = {(method, path): call for path, methods in described["paths"].items() for method, call in methods.items()}
    assert all("413" in call["responses"] for call in calls.values() if "requestBody" in call)
    for ending, kind in (("trf", "text/plain"), ("csv", "text/csv"), ("zip", "application/zip")):
        assert [*calls["get", f"/api/tournaments/{{id}}/export.{ending}"]["responses"]["200"]["content"]] == [kind]
    shown = visitor.get("/docs", headers={"Accept-Language": "he"}).text
    assert '<html lang="he" dir="rtl">' in shown
    assert 'value="sv"' in shown  # the page has the switch of languages
    assert '<main id="api-docs" lang="en" dir="ltr" data-url="/openapi.json">' in shown
