"""The names of cards in the languages that have printed ones: data, drawn, found, sorted and said in refusals."""

import csv
import pickle
from collections.abc import Iterator
from gettext import NullTranslations
from pathlib import Path

import pytest

from app.base.errors import AppError
from app.base.i18n import LANGUAGES, offer_further, use_language
from app.base.i18n.catalogue import LOCALES, Language, read_cards
from app.base.i18n.comparing import plain
from app.cards.gallery import catalogue, faces, wording
from app.cards.gallery.catalogue import CardFilter
from engine import cards
from engine.errors import BadPosition, IllegalAction
from tests.support.cases import in_turn
from tests.support.languages import no_further_languages_afterwards
from tools.i18n.pseudo import CODE, write_locale

PRINTED = {"fr": 224, "es": 32}


@pytest.fixture
def french(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """French names of cards under English words, whatever the catalogue says."""
    language = Language("fr", "Français", "ltr", NullTranslations(), read_cards(LOCALES / "fr"))
    monkeypatch.setitem(LANGUAGES, "fr", language)
    with use_language("fr"):
        yield


@in_turn("code", PRINTED)
def test_the_data_names_cards_that_there_are_each_once(code: str) -> None:
    with (LOCALES / code / "cards.csv").open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert len(rows) == len({row["slug"] for row in rows}) == len({row["name"] for row in rows}) == PRINTED[code]
    assert {row["slug"] for row in rows} <= cards.ALL.keys()
    assert all(row["name"] == row["name"].strip() != "" for row in rows)


def test_the_spanish_names_are_those_of_the_first_set() -> None:
    assert read_cards(LOCALES / "es").keys() == set(cards.of_sets(("initiation",)))


def test_names_of_a_further_folder_find_cards_in_every_language(tmp_path: Path) -> None:
    locales = write_locale(tmp_path / "locales")
    (locales / CODE / "cards.csv").write_text("slug,name\ngiant,Grandegulo\n", "utf-8")
    with no_further_languages_afterwards():
        offer_further([locales])
        assert wording.card_names(cards.ALL["giant"])[CODE] == "Grandegulo"
        with use_language(CODE):
            assert cards.ALL["giant"] in catalogue.find(CardFilter(text="grandegulo"))
    assert CODE not in wording.card_names(cards.ALL["giant"])


def test_a_face_bears_the_printed_name(french: None) -> None:
    name = read_cards(LOCALES / "fr")["giant"]
    assert name != cards.ALL["giant"].name
    assert faces.face(cards.ALL["giant"]).name == wording.card_name(cards.ALL["giant"]) == name


def test_both_names_find_a_card_with_or_without_accents(french: None) -> None:
    giant = cards.ALL["giant"]
    for text in (wording.card_name(giant), plain(wording.card_name(giant)), giant.name):
        assert giant in catalogue.find(CardFilter(text=text)), text


def test_cards_are_sorted_by_the_name_that_is_read(french: None) -> None:
    names = [wording.card_name(card) for card in catalogue.find(CardFilter(sort="name"))]
    assert names == sorted(names, key=plain)
    assert names != sorted(names)  # "Émissaire" does not stand behind "Zombie"


def test_a_refusal_names_a_card_as_the_reader_knows_it(french: None) -> None:
    refusal = IllegalAction("champion_in_deck", card=cards.ALL["giant"].term)
    assert str(refusal).startswith("Giant is in your deck")
    assert AppError.of(refusal).sentence.startswith(read_cards(LOCALES / "fr")["giant"])
    whole = pickle.loads(pickle.dumps(BadPosition("record_move", number=3, reason=refusal)))
    assert "Giant" in str(whole) and "Giant" not in AppError.of(whole).sentence
