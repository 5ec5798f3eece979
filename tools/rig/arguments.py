"""The command line of a drill: names of its parts choose some of them, and sizes come from environment variables."""

from __future__ import annotations

import argparse
from collections.abc import Sequence


def chosen(program: str, about: str | None, names: Sequence[str] = ()) -> list[str]:
    """Return those of `names` that have one of the words of the command line in them, all if there are none. `--help`
    prints `about`; an unknown option, or a word that is in no name, ends the program with exit code 2 and a sentence.
    """
    raw = argparse.RawDescriptionHelpFormatter
    read = argparse.ArgumentParser(prog=f"python -m {program}", description=about, formatter_class=raw)
    if not names:
        read.parse_args()
        return []
    unique = list(dict.fromkeys(names))
    read.add_argument("words", nargs="*", metavar="WORD", help=f"a part of a name: {', '.join(unique)}")
    words = read.parse_args().words
    for word in words:
        if not any(word in name for name in unique):
            read.error(f"nothing has {word!r} in its name; there are {', '.join(unique)}")
    return [name for name in unique if not words or any(word in name for word in words)]
