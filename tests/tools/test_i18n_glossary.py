"""Faults in the lists beside a catalogue that are refused."""

import io
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from engine.abilities import TABLE
from tools.i18n.glossary import card_faults, glossary_faults

HEAD = "key,english,translation,note\n"
RIGHT = HEAD + "".join(f"{ability.slug},{ability.slug},Ö {ability.slug},\n" for ability in TABLE)


@pytest.fixture
def catalogue() -> Catalog:
    """Provide a catalogue that calls every ability as RIGHT does."""
    texts = "".join(f'msgid "{ability.slug}"\nmsgstr "ö {ability.slug}"\n\n' for ability in TABLE)
    return read_po(io.BytesIO(texts.encode()))


@pytest.mark.parametrize(
    ("was", "becomes", "faults"),
    [
        ("", "", []),
        ("rage,rage,Ö rage,\n", "", ["rage is missing"]),
        ("rage,rage,Ö rage,", "rage,rage,,", ["rage has no translation"]),
        ("rage,rage,Ö rage,", "rage,rage,Vrede,", ["rage is Vrede here and ö rage in the catalogue"]),
        ("rage,rage,Ö rage,", "rage,fury,Ö rage,", ["fury is Ö rage here and None in the catalogue"]),
        (HEAD, HEAD + "hand,hand,hand,\nhand,hand,hand,\n", ["hand is there twice"]),
    ],
)
def test_each_fault_of_a_glossary_is_named(
    tmp_path: Path, catalogue: Catalog, was: str, becomes: str, faults: list[str]
) -> None:
    path = tmp_path / "glossary.csv"
    path.write_text(RIGHT.replace(was, becomes, 1), "utf-8")
    assert list(glossary_faults(path, catalogue)) == faults


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
