"""The host's own pages: from files, in each language, linked where they are, and nothing in them runs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from app.base.settings import Settings
from app.main import create_app


@contextmanager
def written(settings: Settings, texts: dict[str, str]) -> Iterator[TestClient]:
    """Run a site with these texts within the block."""
    folder = settings.data_dir / "house"
    folder.mkdir()
    for name, text in texts.items():
        (folder / name).write_text(text, "utf-8")
    with TestClient(create_app(settings.model_copy(update={"house_texts": folder}))) as site:
        yield site


def page(client: TestClient, path: str, language: str = "en") -> str:
    """Return a page in a language."""
    answer = client.get(path, headers={"Accept": "text/html", "Accept-Language": language})
    assert answer.status_code == 200, answer.text
    return answer.text


def test_without_texts_there_is_no_link_and_no_page(visitor: TestClient) -> None:
    for path in ("/imprint", "/privacy", "/house-rules", "/contact"):
        assert f'href="{path}"' not in page(visitor, "/") and visitor.get(path).json()["code"] == "no_page"


def test_each_reader_gets_their_language_or_what_there_is_and_nothing_runs(settings: Settings) -> None:
    links = "[a](javascript:alert(1)) [b](/rules) ![c](https://x.example/c.png)"
    hostile = f"<script>alert(1)</script>\n\n{links} <b onclick=x>d</b>"
    texts = {"imprint.md": "# Anybody", "imprint.fr.md": "# Mentions", "contact.he.md": "# קשר", "other.md": "x"}
    with written(settings, texts | {"privacy.md": hostile}) as site:
        for path in ("/", "/rules", "/no-such-page", "/cards"):
            found = site.get(path, headers={"Accept": "text/html"}).text
            assert 'href="/imprint">Imprint</a>' in found and 'href="/contact"' in found, path
            assert 'href="/house-rules"' not in found, path
        for language, title in (("en", "Anybody"), ("fr", "Mentions"), ("sv", "Anybody")):
            assert f"<h1>{title}</h1>" in page(site, "/imprint", language)
        assert 'lang="he" dir="rtl">\n<h1>קשר</h1>' in page(site, "/contact", "es")
        assert site.get("/house-rules").status_code == site.get("/other").status_code == 404
        found = page(site, "/privacy").split("<article")[1].split("</article>")[0]
        assert not [bad for bad in ("<script", "<b ", "<img", 'href="javascript') if bad in found]
        assert '<a href="/rules">b</a>' in found


def test_the_folder_must_be_there(settings: Settings, tmp_path: Path) -> None:
    (settings.data_dir / "texts").mkdir()
    (settings.data_dir / "texts" / "contact.md").write_text("Write to us.", "utf-8")
    with TestClient(create_app(settings)) as site:
        assert "<p>Write to us.</p>" in page(site, "/contact")
    with pytest.raises(ValueError, match="must be a folder that there is"):
        Settings(data_dir=settings.data_dir, house_texts=tmp_path / "nowhere")
