"""The catalogues: where texts are found, and what bringing a catalogue up to date keeps."""

import os
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from app.base.i18n.catalogue import Texts, compile_catalogue
from app.cards.gallery.designed_icons import LABELS
from tools.i18n.__main__ import main
from tools.i18n.carrying import Carried, carried, note_compared
from tools.i18n.catalogues import is_current, update
from tools.i18n.extraction import extract


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


def test_the_texts_are_read_again_when_a_file_is_newer(tmp_path: Path) -> None:
    target = tmp_path / "messages.pot"
    target.write_text("as it was")
    os.utime(target, (2**32, 2**32))
    assert extract(target).read_text("utf-8") == "as it was"
    os.utime(target, (1, 1))
    assert "Back to the home page" in extract(target).read_text("utf-8")
    assert target.stat().st_mtime > 1


def test_update_keeps_translations_and_drops_what_is_gone(tmp_path: Path) -> None:
    locales = tmp_path / "locales"
    path = locales / "fr" / "LC_MESSAGES" / "messages.po"
    (locales / "fr").mkdir(parents=True)
    old = written(tmp_path / "old.pot", "Ogre", "Gnome")
    new = written(tmp_path / "new.pot", "Ogre", "Dragon of ice")
    update(old, locales)  # a language begins with its empty folder
    path.write_text(
        path.read_text("utf-8").replace('msgid "Ogre"\nmsgstr ""', 'msgid "Ogre"\nmsgstr "L’Ogre"'), "utf-8"
    )
    assert is_current(old, locales)
    assert not is_current(new, locales)
    update(new, locales)
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
    assert printed.splitlines()[-1].split() == ["it", "Italian", str(texts), str(texts), "0"]
    assert "There is no such page." in printed.splitlines()


LONG = "When you lose the match, your opponent of this evening is shown the cards that were left in your hand"
CHANGES = (  # what became of a text: the same text, or another one that is translated again
    (f"{LONG}.", f"{LONG.replace(',', '')}.", True),
    ("Open The Door", "Open the door", True),
    ("You are about to leave it.", "You will have to leave it.", False),
    ("The other enters by a link", "The others enter by a link", False),
    ("Only watch it", "Just watch it", True),
    ("Leave it now", "Leave it", True),
    ("%(name)s waits for you", "%(name)s is waiting for you", False),
    ("Gone", "Here", False),
    ("%(name)s has won", "%(player)s has won", False),
    ("<b>Play</b> it now", "<i>Play</i> it now", False),
)


def translated(path: Path, **texts: str) -> None:
    """Give these texts their translations in a catalogue whose other texts have none."""
    catalogue = read(path)
    for message in catalogue:
        if message.id in texts:
            message.string = texts[message.id]
    with path.open("wb") as file:
        write_po(file, catalogue, width=0)


@pytest.mark.parametrize(("before", "now", "same"), CHANGES)
def test_a_mended_text_keeps_its_translation_until_somebody_has_compared_it(
    before: str, now: str, same: bool, tmp_path: Path
) -> None:
    locales = tmp_path / "locales"
    path = locales / "fr" / "LC_MESSAGES" / "messages.po"
    (locales / "fr").mkdir(parents=True)
    update(written(tmp_path / "old.pot", before, "Ogre"), locales)
    translation = before.replace("now", "maintenant")
    translated(path, **{before: translation, "Ogre": "L’Ogre"})
    new = written(tmp_path / "new.pot", now, "Ogre", "Elf")
    update(new, locales)
    assert is_current(new, locales)
    assert "python-format" not in path.read_text("utf-8")
    assert Texts(compile_catalogue(path.read_bytes())).gettext(now) == (translation if same else now)
    assert [*carried(read(path))] == ([Carried(before, now, translation)] if same else [])
    update(written(tmp_path / "newer.pot", f"{now}…", "Ogre"), locales)  # changed once more before anybody looked
    assert [*carried(read(path))] == ([Carried(before, f"{now}…", translation)] if same else [])
    assert note_compared(path, ["Ogre"]) == set()
    assert note_compared(path, [f"{now}…"]) == ({f"{now}…"} if same else set())
    assert [*carried(read(path))] == []
    assert is_current(tmp_path / "newer.pot", locales)


def test_carried_texts_are_listed_and_a_release_waits_for_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["update", "--new", "it"], tmp_path) == 0
    path = tmp_path / "it" / "LC_MESSAGES" / "messages.po"
    catalogue = read(path)
    del catalogue["Back to the home page"]
    catalogue.add("Back to your home page", "Torna alla pagina iniziale")
    with path.open("wb") as file:
        write_po(file, catalogue, width=0)
    capsys.readouterr()
    assert main(["update"], tmp_path) == 0
    printed = capsys.readouterr().out
    assert "Back to your home page" in printed
    assert printed.splitlines()[-1].split()[-1] == "1"
    assert main(["check", "--complete"], tmp_path) == 1
    assert "Back to your home page" in capsys.readouterr().out
    assert main(["compared", "There is no such page."], tmp_path) == 1
    assert "There is no such page." in capsys.readouterr().err
    assert main(["compared", "--language", "it"], tmp_path) == 0
    assert main(["update"], tmp_path) == 0
    assert capsys.readouterr().out.splitlines()[-1].split()[-1] == "0"
