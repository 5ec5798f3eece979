import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog

from tools.i18n import glue
from tools.i18n.catalogues import LOCALES, is_current, languages, missing, path_of, read, update
from tools.i18n.extraction import extract
from tools.i18n.faults import faults
from tools.i18n.glossary import card_faults, glossary_faults, term_faults
from tools.i18n.shared import shared
from tools.i18n.style import rules_of, style_faults


def table(locales: Path) -> str:
    """Return one row for each language: its code and name, its texts, how many of them lack a translation."""
    rows = ["language             texts  missing"]
    for language in languages(locales):
        catalogue = read(path_of(locales, language))
        lacks = len([*missing(catalogue)])
        rows.append(f"{language:4} {Locale.parse(language).english_name or '':14} {len(catalogue):6} {lacks:8}")
    return "\n".join(rows)


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
    """Yield the faults of every language, and of the texts themselves."""
    yield from glue.other_styles(template)
    yield from glue.faults()
    yield from (f"{code}: {each}" for code in languages(locales) for each in language_faults(locales, code, template))


def main(arguments: list[str], locales: Path = LOCALES) -> int:
    """Run the command; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.i18n")
    parser.add_argument("command", choices=("update", "check", "shared"))
    parser.add_argument("--new", type=Locale.parse, help="a language to begin, as it, pt_BR or zh_Hant")
    parser.add_argument("--complete", action="store_true", help="nothing may lack a translation, as in a release")
    parser.add_argument("--language", help="list what this one lacks")
    given = parser.parse_args(arguments)
    if given.command == "shared":
        print(*shared(), sep="\n")
        return 0
    if given.command == "check":
        template = extract()
        if not is_current(template, locales):
            print("The catalogues are not up to date: run make i18n.", file=sys.stderr)
            return 1
        if found := list(all_faults(locales, read(template))):
            print(*found, sep="\n", file=sys.stderr)
            return 1
        if not given.complete:
            return 0
        print(table(locales))
        return int(any(True for each in languages(locales) for _ in missing(read(path_of(locales, each)))))
    if given.new:
        (locales / str(given.new)).mkdir(exist_ok=True)
    if not update(extract(), locales):
        print("The catalogues could not be brought up to date: pybabel says why.", file=sys.stderr)
        return 1
    if given.language:
        print(*missing(read(path_of(locales, given.language))), sep="\n")
    print(table(locales))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
