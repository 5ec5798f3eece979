"""Every language of the site is right, its lists agree with it, and no sentence is put together from parts."""

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from tests.support.cases import in_turn
from tools.i18n import glue
from tools.i18n.catalogues import LOCALES, languages, path_of, read
from tools.i18n.extraction import extract
from tools.i18n.faults import faults
from tools.i18n.glossary import card_faults, glossary_faults


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    """Provide all texts of the site."""
    return read(extract(tmp_path_factory.mktemp("texts") / Path("messages.pot")))


@in_turn("language", languages(LOCALES))
def test_a_catalogue_has_every_text_once_and_right(template: Catalog, language: str) -> None:
    catalogue = read(path_of(LOCALES, language))
    assert [each for each in faults(catalogue, template, language) if not each.startswith("missing: ")] == []
    assert list(glossary_faults(LOCALES / language / "glossary.csv", catalogue)) == []


@in_turn("path", sorted(LOCALES.glob("*/cards.csv")))
def test_the_printed_names_of_cards_are_whole(path: Path) -> None:
    assert list(card_faults(path)) == []


def test_there_is_one_style_of_placeholder(template: Catalog) -> None:
    assert glue.other_styles(template) == []


def test_no_sentence_is_put_together_from_parts() -> None:
    assert list(glue.faults()) == []
