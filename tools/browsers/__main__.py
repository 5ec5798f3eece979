"""`python -m tools.browsers`: does the site use anything that a promised browser lacks and nothing stands in for?

The hosts' guide has the promise, its versions are `support.FLOOR`. features.csv names all that is used and newer: the
first versions that know it, as MDN's data say, what older ones get, and the text that sees to it, in which file. No
text stands there where the feature is left out and nothing depends on it. `update` writes the versions again.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from tools.browsers.support import FLOOR, WebFeature, data
from tools.browsers.used import ROOT, used

TABLE: Final = Path(__file__).parent / "features.csv"
FIELDS: Final = ("feature", *FLOOR, "without it", "file", "check")
GUIDE: Final = ROOT / "docs" / "hosting" / "operations.md"
PROMISE: Final = "Safari {safari}, Firefox {firefox} and Chrome {chrome}"

Row = dict[str, str]


def rows() -> list[Row]:
    """Return the table."""
    with TABLE.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def write(table: list[Row], known: Mapping[str, WebFeature]) -> None:
    """Write the table with the versions of the data."""
    with TABLE.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
        writer.writeheader()
        for row in sorted(table, key=lambda row: row["feature"]):
            writer.writerow(row | dict(zip(FLOOR, known[row["feature"]].versions, strict=True)))


def complaints(table: list[Row], found: Mapping[str, set[str]], known: Mapping[str, WebFeature]) -> Iterator[str]:
    """Yield what is wrong, one sentence each; `found` are the features in use, each with its files."""
    listed = {row["feature"]: row for row in table}
    for name in sorted(found.keys() - listed.keys()):
        lacking = ", ".join(
            f"{browser} {since or 'never'}" for browser, since in zip(FLOOR, known[name].versions, strict=True)
        )
        yield f"{min(found[name])} uses {name} (since {lacking}): name what older browsers get in features.csv"
    for name, row in listed.items():
        if name not in found:
            yield f"features.csv names {name}, which is not used, or which every promised browser knows by now"
        elif tuple(row[browser] for browser in FLOOR) != known[name].versions:
            yield f"features.csv has other versions for {name} than the data: run python -m tools.browsers update"
        elif not row["without it"]:
            yield f"features.csv does not say what browsers without {name} get"
        elif bool(row["file"]) != bool(row["check"]):
            yield f"features.csv: {name}: a file and what stands in it belong together"
        elif row["file"] and row["check"] not in (ROOT / row["file"]).read_text("utf-8"):
            yield f"features.csv: {row['check']} for {name} does not stand in {row['file']}"


def main(arguments: list[str]) -> int:
    """Print what is wrong; returns 1 if anything is."""
    known = data()
    table = rows()
    if arguments == ["update"]:
        write(table, known)
        return 0
    wrong = list(complaints(table, used(known), known))
    if PROMISE.format(**FLOOR) not in GUIDE.read_text("utf-8"):
        wrong.append(f"{GUIDE.name} does not promise {PROMISE.format(**FLOOR)}")
    for line in wrong:
        print(line, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
