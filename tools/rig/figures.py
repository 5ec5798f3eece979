"""Rows of docs/figures.md, as the commands that measure them print them."""

from __future__ import annotations

import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

from tools.rig.server import ROOT

HEAD: Final = "| what | cost | aim | day, commit | command |\n|---|---|---|---|---|"


class CostFigure(NamedTuple):
    """A thing that a command measures. The aim may be one for pairs of trees: `ratio` is the most times what another
    commit's is."""

    what: str
    aim: str
    command: str
    ratio: float | None = None


KNOWN: Final[dict[str, CostFigure]] = {}
"""The figures of all modules that were imported, by what they measure."""


def figure(what: str, aim: str, command: str, ratio: float | None = None) -> CostFigure:
    """Return a new figure of the module that calls this, which may have a row in docs/figures.md."""
    assert what not in KNOWN, f"two figures are called {what!r}"
    KNOWN[what] = CostFigure(what, aim, command, ratio)
    return KNOWN[what]


def row(measured: CostFigure, cost: str, *, reached: bool = True, command: str = "", tree: Path = ROOT) -> str:
    """Return the row as it stands in docs/figures.md, of what `tree` has committed.

    `command` replaces the figure's own."""
    aim = measured.aim if reached else f"{measured.aim}, not reached"
    day = datetime.now(UTC)
    cells = (measured.what, cost, aim or "–", f"{day.day} {day:%B}, {commit(tree)}", f"`{command or measured.command}`")
    return f"| {' | '.join(cells)} |"


def commit(tree: Path) -> str:
    """Return the short name of the commit that a folder has, and whether its files differ from it."""
    changed = ["git", "-C", str(tree), "describe", "--always", "--abbrev=8", "--exclude=*", "--dirty= and changes"]
    try:
        return subprocess.run(changed, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "no commit"
