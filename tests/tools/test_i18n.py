"""The catalogues' tool: what it finds, and that writing is repeatable."""

from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from tools.i18n import extract, render, stale, updated


def template(*texts: str) -> Catalog:
    """Return a template with these texts."""
    result = Catalog()
    for text in texts:
        result.add(text, None, [("app/x.py", 1)])
    return result


def test_texts_come_from_templates_python_and_tables() -> None:
    found = extract()
    assert "To the start page" in found  # a template
    assert "There is no such page." in found  # the site's table of errors
    assert "It is not your turn." in found  # the engine's


def test_update_keeps_translations_and_drops_what_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "fr" / "LC_MESSAGES" / "messages.po"
    path.parent.mkdir(parents=True)
    path.write_bytes(updated(path, template("Ogre", "Gnome")))
    path.write_text(
        path.read_text("utf-8").replace('msgid "Ogre"\nmsgstr ""', 'msgid "Ogre"\nmsgstr "L’Ogre"'), "utf-8"
    )
    assert stale([path], template("Ogre", "Gnome")) == []
    assert stale([path], template("Ogre", "Dragon of ice")) == [path]
    path.write_bytes(updated(path, template("Ogre", "Dragon of ice")))
    with path.open("rb") as file:
        catalogue = read_po(file)
    assert [(m.id, m.string) for m in catalogue if m.id] == [("Dragon of ice", ""), ("Ogre", "L’Ogre")]


def test_writing_twice_gives_the_same_bytes() -> None:
    assert render(extract()) == render(extract())
