"""The translation catalogues: `python -m tools.i18n update` takes in new texts, `check` says whether all are taken in.

Texts come from `_()` and `ngettext()` in app/ and templates/, and from the tables named below. English is the key, so
the English catalogue has empty translations and serves as the template for the others. No dates and no line numbers
are written: the same texts always give the same file.
"""

import importlib
import io
import sys
from collections.abc import Iterable
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
LOCALES = ROOT / "app" / "i18n" / "locales"
SOURCES = {"app": [("**.py", "python")], "templates": [("**.html", "jinja2"), ("**.txt", "jinja2")]}
OPTIONS = {"**.html": {"trimmed": "true", "silent": "false"}, "**.txt": {"trimmed": "true", "silent": "false"}}
KEYWORDS: dict[str, tuple[int, ...] | None] = {
    "_": None, "gettext": None, "translate": None, "ngettext": (1, 2), "ntranslate": (1, 2),
}  # fmt: skip
# Texts that are data: module:NAME of a mapping whose values are sentences.
TABLES = ("engine.errors:SENTENCES", "app.errors:SENTENCES", "app.designer.icons:LABELS")
PROJECT, VERSION = "Clash of Decks", "0"


def extract() -> Catalog:
    """Return all texts of the site with where they come from."""
    found = Catalog(project=PROJECT, version=VERSION)
    for folder, methods in SOURCES.items():
        for name, _line, message, comments, context in extract_from_dir(
            ROOT / folder, methods, OPTIONS, KEYWORDS, comment_tags=("Translators:",), strip_comment_tags=True
        ):
            place = (f"{folder}/{Path(name).as_posix()}", 1)
            found.add(message, None, [place], auto_comments=comments, context=context)
    for table in TABLES:
        module, _, attribute = table.partition(":")
        for message in getattr(importlib.import_module(module), attribute).values():
            found.add(message, None, [(module.replace(".", "/") + ".py", 1)])
    return found


def render(catalogue: Catalog) -> bytes:
    """Return the .po file of `catalogue`, the same bytes for the same texts."""
    buffer = io.BytesIO()
    write_po(
        buffer, catalogue, omit_header=True, include_lineno=False, sort_output=True, ignore_obsolete=True, width=120
    )
    header = (
        'msgid ""\nmsgstr ""\n'
        f'"Language: {catalogue.locale_identifier}\\n"\n'
        f'"Plural-Forms: {catalogue.plural_forms}\\n"\n'
        '"MIME-Version: 1.0\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n"Content-Transfer-Encoding: 8bit\\n"\n\n'
    )
    return header.encode() + buffer.getvalue()


def updated(path: Path, template: Catalog) -> bytes:
    """Return what `path` should hold: its translations, for exactly the texts of `template`."""
    language = path.parent.parent.name
    if path.exists():
        with path.open("rb") as file:
            catalogue = read_po(file, locale=language)
    else:
        catalogue = Catalog(locale=language)
    catalogue.update(template, no_fuzzy_matching=language == "en", update_header_comment=False)
    return render(catalogue)


def catalogues() -> list[Path]:
    """Return the .po file of each language."""
    return [folder / "LC_MESSAGES" / "messages.po" for folder in sorted(LOCALES.iterdir()) if folder.is_dir()]


def stale(paths: Iterable[Path], template: Catalog) -> list[Path]:
    """Return the catalogues that do not hold exactly the texts of `template`."""
    return [path for path in paths if not path.exists() or path.read_bytes() != updated(path, template)]


def main(command: str) -> int:
    """Run "update" or "check"; returns the exit code."""
    template = extract()
    old = stale(catalogues(), template)
    if command == "check":
        for path in old:
            print(f"{path.relative_to(ROOT)} is not up to date: run make i18n.", file=sys.stderr)
        return 1 if old else 0
    for path in old:
        path.write_bytes(updated(path, template))
        print(f"{path.relative_to(ROOT)} updated")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
