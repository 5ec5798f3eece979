"""Counts of work that stand in docs/figures.md; `pytest -s` prints the rows."""

from __future__ import annotations

from typing import Final

from tools.rig.figures import CostFigure, figure
from tools.rig.guests import ClientKind

COMMAND: Final = "pytest -s tests/app/matches/core/test_work_of_a_move.py"
AIM: Final = "the test's ceilings"
NAMES: Final[dict[ClientKind, str]] = {"api": "API", "page": "pages"}
MOVES_COUNTED: Final[dict[tuple[ClientKind, str], CostFigure]] = {
    (kind, clock): figure(f"a move, {name}{', with clocks' if clock else ''}, in counts", AIM, COMMAND)
    for kind, name in NAMES.items()
    for clock in ("", "clock")
}
OPENINGS_COUNTED: Final[dict[ClientKind, CostFigure]] = {
    kind: figure(f"a match opened, joined and connected to, {name}, in counts", AIM, COMMAND)
    for kind, name in NAMES.items()
}
