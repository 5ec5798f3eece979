"""Every language of the site is complete: nothing missing, nothing stale, placeholders and tags as in English."""

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from tools.i18n.catalogues import LOCALES, languages, path_of, read
from tools.i18n.extraction import extract
from tools.i18n.faults import faults


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    """Provide all texts of the site."""
    return read(extract(tmp_path_factory.mktemp("texts") / Path("messages.pot")))


@pytest.mark.parametrize("language", languages(LOCALES))
def test_a_catalogue_has_every_text_once_and_right(template: Catalog, language: str) -> None:
    assert faults(read(path_of(LOCALES, language)), template, language) == []
