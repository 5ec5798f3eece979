"""The tables of `docs/opponents.md`, each written by the command that plays its games."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from engine.balance import Rate

PATH: Final = Path(__file__).resolve().parents[2] / "docs" / "opponents.md"


def shown(found: Rate | None) -> str:
    """Return a rate with its 95 % interval as words; a dash for none."""
    if found is None:
        return "–"
    return f"{found.share:.0%} ({max(0.0, found.low):.0%} to {found.high:.0%}) of {found.games}"


def row(cells: Iterable[object]) -> str:
    """Return a row of a table."""
    return "| " + " | ".join(map(str, cells)) + " |"


def table(head: Iterable[object], rows: Iterable[Iterable[object]]) -> list[str]:
    """Return the lines of a table."""
    first = list(head)
    return [row(first), "|---" * len(first) + "|", *(row(cells) for cells in rows)]


def replaced(text: str, command: str, lines: Iterable[str]) -> str:
    """Return a page with these lines as the table of a command: what follows its name in a comment, up to a blank
    line. Raises ValueError where there is no such comment."""
    mark = f"<!-- make bots ARE={command} -->\n"
    made, count = re.subn(
        rf"({re.escape(mark)})(?:.+\n)*", lambda found: found[1] + "".join(f"{line}\n" for line in lines), text
    )
    if count != 1:
        raise ValueError(f"no place for the table of {command}")
    return made


def write(command: str, lines: Iterable[str]) -> None:
    """Write the table of a command into the page, and print it."""
    written = list(lines)
    PATH.write_text(replaced(PATH.read_text("utf-8"), command, written), "utf-8")
    print("\n".join(written))
