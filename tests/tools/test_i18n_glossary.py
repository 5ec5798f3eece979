"""Faults in the lists beside a catalogue that are refused."""

import io
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from engine.abilities import TABLE
from tools.i18n.catalogues import LOCALES, languages
from tools.i18n.glossary import card_faults, glossary_faults, term_faults
from tools.i18n.style import broken, rules_of

HEAD = "key,english,translation,note,always\n"
RIGHT = HEAD + "".join(f"{ability.slug},{ability.slug},Ö {ability.slug},,\n" for ability in TABLE)


@pytest.fixture
def catalogue() -> Catalog:
    """Provide a catalogue that calls every ability as RIGHT does."""
    texts = "".join(f'msgid "{ability.slug}"\nmsgstr "ö {ability.slug}"\n\n' for ability in TABLE)
    return read_po(io.BytesIO(texts.encode()))


@pytest.mark.parametrize(
    ("was", "becomes", "faults"),
    [
        ("", "", []),
        ("rage,rage,Ö rage,,\n", "", ["rage is missing"]),
        ("rage,rage,Ö rage,,", "rage,rage,,,", ["rage has no translation"]),
        ("rage,rage,Ö rage,,", "rage,rage,Vrede,,", ["rage is Vrede here and ö rage in the catalogue"]),
        ("rage,rage,Ö rage,,", "rage,fury,Ö rage,,", ["fury is Ö rage here and None in the catalogue"]),
        (HEAD, HEAD + "hand,hand,hand,,\nhand,hand,hand,,\n", ["hand is there twice"]),
    ],
)
def test_each_fault_of_a_glossary_is_named(
    tmp_path: Path, catalogue: Catalog, was: str, becomes: str, faults: list[str]
) -> None:
    path = tmp_path / "glossary.csv"
    path.write_text(RIGHT.replace(was, becomes, 1), "utf-8")
    assert list(glossary_faults(path, catalogue)) == faults


def test_a_second_word_for_a_term_is_named(tmp_path: Path) -> None:
    path = tmp_path / "glossary.csv"
    path.write_text(HEAD + "lane,lane (of two),línea,,linea\n", "utf-8")
    texts = "".join(
        f'msgid "{english}"\nmsgstr "{translation}"\n\n'
        for english, translation in (
            ("Both lanes", "Las dos Líneas"),
            ("This lane", "Este carril"),
            ("Planes", "Aviones"),
        )
    )
    assert list(term_faults(path, read_po(io.BytesIO(texts.encode())))) == ["'This lane' does not say 'línea' for lane"]


@pytest.mark.parametrize("language", languages(LOCALES))
def test_each_rule_of_a_language_finds_its_sample(language: str) -> None:
    rules = rules_of(LOCALES, language)
    assert [rule.sample for rule in rules if rule not in [found for _, found in broken(rules, rule.sample)]] == []
    assert list(broken(rules, "<code>1-2</code> %(a)s <a href='/x'>Ogre</a>")) == []


def test_each_fault_of_the_names_of_cards_is_named(tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    path.write_text("slug,name\nogre,Ogre\nogre,Ogro\ndragon,Ogre\ngnome,\n", "utf-8")
    assert set(card_faults(path)) == {
        "ogre is there twice", "Ogre is there twice", "there is no card dragon", "gnome has no name"
    }  # fmt: skip


def test_other_columns_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    path.write_text("card,name\n", "utf-8")
    with pytest.raises(ValueError, match="has the columns"):
        list(card_faults(path))
