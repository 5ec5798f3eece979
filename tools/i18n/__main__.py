import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog

from tools.i18n import glue
from tools.i18n.carrying import carried, note_compared
from tools.i18n.catalogues import LOCALES, is_current, languages, missing, path_of, read, update
from tools.i18n.documents import document_faults, readme_faults
from tools.i18n.extraction import extract
from tools.i18n.faults import faults
from tools.i18n.glossary import card_faults, glossary_faults, term_faults
from tools.i18n.shared import shared
from tools.i18n.style import SOURCE, rules_of, source_faults, style_faults


def table(locales: Path) -> str:
    """Return one row for each language: its code and name, its texts, how many of them lack a translation, and how
    many have one that nobody has compared with the present English."""
    rows = ["language             texts  missing  carried over"]
    for language in languages(locales):
        catalogue = read(path_of(locales, language))
        lacks = len([*missing(catalogue)])
        name, uncompared = Locale.parse(language).english_name or "", len([*carried(catalogue)])
        rows.append(f"{language:4} {name:14} {len(catalogue):6} {lacks:8} {uncompared:13}")
    return "\n".join(rows)


def uncompared(locales: Path, only: str | None = None) -> Iterator[str]:
    """Yield each translation that was carried over to another English text, with both, for somebody to compare; of one
    language if it is named."""
    for language in languages(locales) if only is None else [only]:
        for each in carried(read(path_of(locales, language))):
            yield f"{language}: was: {each.before}\n    now: {each.now}\n         {each.translation}"


def language_faults(locales: Path, language: str, template: Catalog) -> Iterator[str]:
    """Yield what is wrong in a catalogue but for texts that it lacks, what no native would write, and what its glossary
    and its names of cards have otherwise, if there are any."""
    catalogue = read(path_of(locales, language))
    yield from (each for each in faults(catalogue, template, language) if not each.startswith("missing: "))
    yield from style_faults(rules_of(locales, language), catalogue)
    if (glossary := locales / language / "glossary.csv").exists():
        yield from glossary_faults(glossary, catalogue)
        yield from term_faults(glossary, catalogue)
    if (cards := locales / language / "cards.csv").exists():
        yield from card_faults(cards)


def all_faults(locales: Path, template: Catalog) -> Iterator[str]:
    """Yield the faults of every language, of the texts themselves, and of the documents."""
    yield from glue.other_styles(template)
    yield from glue.faults()
    english = rules_of(locales, SOURCE)
    yield from source_faults(english, template)
    yield from document_faults(english)
    yield from readme_faults(locales)
    yield from (f"{code}: {each}" for code in languages(locales) for each in language_faults(locales, code, template))


def main(arguments: list[str], locales: Path = LOCALES) -> int:
    """Run the command; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.i18n")
    parser.add_argument("command", choices=("update", "check", "shared", "compared"))
    parser.add_argument("texts", nargs="*", help="compared: the English texts, else all that were carried over")
    parser.add_argument("--new", type=Locale.parse, help="a language to begin, as it, pt_BR or zh_Hant")
    parser.add_argument("--complete", action="store_true", help="nothing may lack a translation, as in a release")
    parser.add_argument("--language", help="list what this one lacks; compared: this one alone")
    given = parser.parse_args(arguments)
    if given.command == "shared":
        print(*shared(), sep="\n")
        return 0
    if given.command == "compared":
        return note(given.texts, [given.language] if given.language else languages(locales), locales)
    if given.command == "check":
        template = extract()
        if not is_current(template, locales):
            print("The catalogues are not up to date: run make i18n.", file=sys.stderr)
            return 1
        if given.complete:
            print(table(locales))
            print(*(left := [*uncompared(locales)]), sep="\n")
            if left or any(True for each in languages(locales) for _ in missing(read(path_of(locales, each)))):
                return 1
        if found := list(all_faults(locales, read(template))):
            print(*found, sep="\n", file=sys.stderr)
        return int(bool(found))
    if given.new:
        (locales / str(given.new)).mkdir(exist_ok=True)
    update(extract(), locales)
    if given.language:
        print(*missing(read(path_of(locales, given.language))), sep="\n")
    if left := [*uncompared(locales, given.language)]:
        print(
            "Carried over to another English text (python -m tools.i18n compared takes them off this list):",
            *left,
            sep="\n",
        )
    print(table(locales))
    return 0


def note(texts: list[str], codes: list[str], locales: Path) -> int:
    """Take texts off the list of those to compare; returns the exit code, 1 if one of them was on no list."""
    found = {text for code in codes for text in note_compared(path_of(locales, code), texts)}
    if unknown := sorted({*texts} - found):
        print(*(f"Not carried over: {text}" for text in unknown), sep="\n", file=sys.stderr)
    return int(bool(unknown))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
