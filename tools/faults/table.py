"""The table that `python -m tools.faults` prints."""

from __future__ import annotations

from typing import Final

from tools.faults.drill import DrillStats

_NAME: Final = 30
_WHERE: Final = 31
COLUMNS: Final = (
    f"{'fault':{_NAME}}{'site':{_WHERE}}{'matches':>8}{'moves':>7}{'lost':>5}{'stuck':>6}{'unsure':>7}"
    f"{'fault s':>8}{'median s':>9}{'slowest s':>10}{'p50 ms':>7}{'in fault':>9}  remark\n"
    "moves: acknowledged; median s, slowest s: the longest that the median and the slowest table went without an\n"
    "acknowledged move, from the fault's beginning on, thinking included; p50 ms: from a move to its opponent"
)


def line(found: DrillStats) -> str:
    """Return one row."""
    errors = ", ".join(f"{code} {count}" for code, count in sorted(found.errors.items()))
    remark = "; ".join(filter(None, (found.note, errors or "no error")))
    return (
        f"{found.name:{_NAME}}{found.where:{_WHERE}}{found.matches:8}{found.acknowledged:7}{found.lost:5}"
        f"{found.stuck:6}{found.unsure:7}{found.lasted:8.1f}{found.resumed:9.1f}{found.longest:10.1f}"
        f"{_median_ms(found.before):>7}{_median_ms(found.during):>9}  {remark}"
    )


def _median_ms(seconds: list[float]) -> str:
    return f"{1000 * sorted(seconds)[len(seconds) // 2]:.0f}" if seconds else "-"
