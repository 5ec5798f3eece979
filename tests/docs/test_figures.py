"""docs/figures.md: each row is one that its command prints, in the form in which it prints it."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from typing import Final

from tools.rig.figures import HEAD, KNOWN, CostFigure, row

PAGE: Final = Path(__file__).resolve().parents[2] / "docs" / "figures.md"
MEASURING: Final = (
    "tools.load.__main__", "tools.load.growth", "tools.bots.bench", "tools.feel.answers", "tools.feel.messages",
    "tools.feel.offline", "tools.feel.paint", "tools.feel.wire", "tests.support.work_figures",
)  # fmt: skip
DAY: Final = re.compile(r"\d{1,2} [A-Z][a-z]+, ([0-9a-f]{8}|no commit)")


def _complaint(line: str) -> str:
    """Return the fault of a row, or an empty text."""
    cells = [cell.strip() for cell in line.strip("|").split("|")]
    if len(cells) != HEAD.splitlines()[0].count("|") - 1:
        return "other columns"
    what, _cost, aim, day, command = cells
    if what not in KNOWN:
        return "no command prints it"
    if aim.removesuffix(", not reached") != (KNOWN[what].aim or "–"):
        return "another aim"
    if command.split()[:2] != f"`{KNOWN[what].command}`".split()[:2]:
        return "another command"
    return "" if DAY.fullmatch(day) else "no day and commit"


def test_each_row_is_one_that_its_command_prints() -> None:
    for name in MEASURING:
        import_module(name)
    lines = PAGE.read_text("utf-8").splitlines()
    head = HEAD.splitlines()
    start = lines.index(head[0])
    assert lines[start + 1] == head[1]
    rows = [line for line in lines[start + 2 :] if line.startswith("|")]
    assert len(rows) > len(MEASURING)
    assert {line: fault for line in rows if (fault := _complaint(line))} == {}


def test_a_row_that_no_command_prints_or_prints_otherwise_is_found() -> None:
    known = CostFigure("a thing", "2 ms", "make load ONLY=thing")
    KNOWN["a thing"] = known
    try:
        clean = row(known, "1 ms", reached=False).replace(" and changes", "").replace("no commit", "0" * 8)
        assert _complaint(clean) == ""
        assert _complaint(clean.replace("a thing", "another thing")) == "no command prints it"
        assert _complaint(clean.replace("2 ms", "3 ms")) == "another aim"
        assert _complaint(clean.replace("make load", "make feel")) == "another command"
        assert _complaint(f"{clean} more |") == "other columns"
    finally:
        del KNOWN["a thing"]
