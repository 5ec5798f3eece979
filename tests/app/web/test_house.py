"""The host's own pages: from files, in each language, linked where they are, and nothing in them runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from app.main import create_app
from app.settings import Settings

Write = Callable[[dict[str, str]], TestClient]


@pytest.fixture
def written(settings: Settings, tmp_path: Path) -> Iterator[Write]:
    """Provide a function that starts a site with these texts."""
    started: list[TestClient] = []

    def write(texts: dict[str, str]) -> TestClient:
        folder = tmp_path / "house"
        folder.mkdir()
        for name, text in texts.items():
            (folder / name).write_text(text, "utf-8")
        client = TestClient(create_app(settings.model_copy(update={"house_texts": folder})))
        started.append(client.__enter__())
        return client

    yield write
    for client in started:
        client.__exit__(None, None, None)


def page(client: TestClient, path: str, language: str = "en") -> str:
    """Return a page in a language."""
    answer = client.get(path, headers={"Accept": "text/html", "Accept-Language": language})
    assert answer.status_code == 200, answer.text
    return answer.text


def test_without_texts_there_is_no_link_and_no_page(client: TestClient) -> None:
    for path in ("/imprint", "/privacy", "/house-rules", "/contact"):
        assert f'href="{path}"' not in page(client, "/")
        assert client.get(path).json()["code"] == "no_page"


def test_each_reader_gets_their_language_or_what_there_is(written: Write) -> None:
    site = written(
        {"imprint.md": "# Anybody", "imprint.fr.md": "# Mentions", "contact.he.md": "# קשר", "other.md": "x"}
    )
    for path in ("/", "/rules", "/no-such-page", "/cards"):
        found = site.get(path, headers={"Accept": "text/html"}).text
        assert 'href="/imprint">Imprint</a>' in found, path
        assert 'href="/contact"' in found
        assert 'href="/privacy"' not in found
    assert "<h1>Anybody</h1>" in page(site, "/imprint")
    assert "<h1>Mentions</h1>" in page(site, "/imprint", "fr")
    assert "<h1>Anybody</h1>" in page(site, "/imprint", "sv")
    assert 'lang="he" dir="rtl">\n<h1>קשר</h1>' in page(site, "/contact", "es")
    assert site.get("/privacy").status_code == site.get("/other").status_code == 404


def test_nothing_in_a_text_runs(written: Write) -> None:
    links = "[a](javascript:alert(1)) [b](/rules) ![c](https://x.example/c.png)"
    hostile = f"<script>alert(1)</script>\n\n{links} <b onclick=x>d</b>"
    found = page(written({"privacy.md": hostile}), "/privacy").split("<article")[1].split("</article>")[0]
    assert "<script" not in found
    assert "<b " not in found
    assert "<img" not in found
    assert 'href="javascript' not in found
    assert '<a href="/rules">b</a>' in found


def test_the_folder_must_be_there(settings: Settings, tmp_path: Path) -> None:
    (settings.data_dir / "texts").mkdir()
    (settings.data_dir / "texts" / "contact.md").write_text("Write to us.", "utf-8")
    with TestClient(create_app(settings)) as site:
        assert "<p>Write to us.</p>" in page(site, "/contact")
    with pytest.raises(ValueError, match="must be a folder that there is"):
        Settings(data_dir=settings.data_dir, house_texts=tmp_path / "nowhere")
