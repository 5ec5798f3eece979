"""`python -m tools.faults MATCHES=…`: breaks parts of a site in play, and counts the cost.

Everything runs on 127.0.0.1, in processes of its own, and ends by itself.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Iterator

from tools.faults.drill import DrillStats
from tools.faults.events import EventDrill
from tools.faults.programme import DRILLS, Drill
from tools.faults.table import COLUMNS, line
from tools.python_build import described
from tools.rig.programs import NotAvailable
from tools.rig.termination import end_in_order


def _matches() -> int:
    value = os.environ.get("MATCHES") or "150"
    if not value.isdigit() or not int(value):
        sys.exit(f"MATCHES must be a whole number from 1, not {value!r}.")
    return int(value)


def _run(drill: Drill | EventDrill, matches: int) -> DrillStats | str:
    try:
        with drill.site() as site:
            return asyncio.run(drill.run(site, matches))
    except NotAvailable as missing:
        return f"{drill.name:30}left out: {missing}"


def _lines(matches: int, wanted: list[str], failures: list[str]) -> Iterator[str]:
    for drill in DRILLS:
        if wanted and not any(word in drill.name for word in wanted):
            continue
        found = _run(drill, matches)
        if isinstance(found, str):
            yield found
            continue
        yield line(found)
        failures += [f"{found.name} ({found.where}): {sentence}" for sentence in found.sentences()]


def main() -> None:
    """Print the table; exit code 1, with sentences, if anything was lost, got stuck, or proved nothing."""
    end_in_order()
    matches, failures = _matches(), list[str]()
    print(f"{matches} tables at once for each fault, {described()}, 127.0.0.1")
    print(COLUMNS)
    try:
        for row in _lines(matches, sys.argv[1:], failures):
            print(row, flush=True)
    except KeyboardInterrupt:
        sys.exit("Stopped; everything that was started has ended.")
    if failures:
        sys.exit("\n".join(["", *failures]))
    print("Nothing acknowledged was lost, and every match went on to its end.")


if __name__ == "__main__":
    main()
