"""The catalogues: where texts are found, and what bringing a catalogue up to date keeps."""

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from app.cards.designed_icons import LABELS
from tools.i18n.__main__ import main
from tools.i18n.catalogues import is_current, update


def written(path: Path, *texts: str) -> Path:
    """Return the file of a template with these texts."""
    template = Catalog()
    for text in texts:
        template.add(text)
    with path.open("wb") as file:
        write_po(file, template)
    return path


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file)


def test_update_keeps_translations_and_drops_what_is_gone(tmp_path: Path) -> None:
    locales = tmp_path / "locales"
    path = locales / "fr" / "LC_MESSAGES" / "messages.po"
    (locales / "fr").mkdir(parents=True)
    old = written(tmp_path / "old.pot", "Ogre", "Gnome")
    new = written(tmp_path / "new.pot", "Ogre", "Dragon of ice")
    assert update(old, locales)  # a language begins with its empty folder
    path.write_text(
        path.read_text("utf-8").replace('msgid "Ogre"\nmsgstr ""', 'msgid "Ogre"\nmsgstr "L’Ogre"'), "utf-8"
    )
    assert is_current(old, locales)
    assert not is_current(new, locales)
    assert update(new, locales)
    assert {(m.id, m.string) for m in read(path) if m.id} == {("Dragon of ice", ""), ("Ogre", "L’Ogre")}
    assert is_current(new, locales)


def test_a_language_begins_with_one_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["update", "--new", "it", "--language", "it"], tmp_path) == 0
    printed = capsys.readouterr().out
    found = read(tmp_path / "it" / "LC_MESSAGES" / "messages.po")
    assert "Back to the home page" in found  # a template
    assert "Attack with all the rest." in found  # a module
    assert "There is no such page." in found  # the site's table of errors
    assert "It is not your turn." in found  # the engine's
    assert all(label in found for label in LABELS.values())  # the designer's icons
    assert not any(message.locations for message in found)
    texts = len([message for message in found if message.id])
    assert texts > 2000
    assert printed.splitlines()[-1].split() == ["it", "Italian", str(texts), str(texts)]
    assert "There is no such page." in printed.splitlines()
