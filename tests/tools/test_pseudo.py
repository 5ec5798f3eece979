"""The language of tests: what it does to a text, and that a site offers it from a folder of its own."""

from pathlib import Path

from starlette.testclient import TestClient

from app.base.settings import Settings
from app.main import create_app
from tests.support.languages import no_further_languages_afterwards
from tools.i18n.catalogues import languages
from tools.i18n.pseudo import CODE, pseudo, write_locale


def test_a_site_offers_the_languages_of_a_further_folder(settings: Settings, tmp_path: Path) -> None:
    locales = write_locale(tmp_path / "locales")
    assert languages(locales) == [CODE]
    settings = settings.model_copy(update={"locales": locales})
    with no_further_languages_afterwards(), TestClient(create_app(settings)) as client:
        page = client.get("/cards", headers={"Accept": "text/html", "Accept-Language": "eo"})
    assert page.headers["content-language"] == CODE
    assert f"<title>{pseudo('Cards')}" in page.text
