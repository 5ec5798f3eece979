import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from babel import Locale

from tools.i18n.catalogues import LOCALES, is_current, languages, missing, path_of, read, update
from tools.i18n.extraction import extract
from tools.i18n.glossary import term_faults
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


def language_faults(locales: Path, language: str) -> Iterator[str]:
    """Yield what no native would write in a catalogue, and second words for terms of its glossary, if it has one."""
    catalogue = read(path_of(locales, language))
    yield from style_faults(rules_of(locales, language), catalogue)
    if (glossary := locales / language / "glossary.csv").exists():
        yield from term_faults(glossary, catalogue)


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
        if not is_current(extract(), locales):
            print("The catalogues are not up to date: run make i18n.", file=sys.stderr)
            return 1
        if found := [f"{each}: {fault}" for each in languages(locales) for fault in language_faults(locales, each)]:
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
