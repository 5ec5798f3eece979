"""`make fuzz N=… SEED=…`: hostile input for everything that strangers can reach, and its effects.

The site is a process of its own on 127.0.0.1, and everything ends on its own. Exit code 1 if there was a traceback, an
internal error, an answer of more than 1 MB, or one that took more than a second of a processor.
"""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterator
from typing import Final

from tools.fuzz import programme
from tools.fuzz.verdict import COLUMNS, FuzzVerdict
from tools.rig.arguments import chosen
from tools.rig.numbers import number
from tools.rig.programs import NotAvailable
from tools.rig.termination import end_in_order

TIMEOUT: Final = 1.0
INTERRUPTED: Final = 130
DATABASES: Final = ("sqlite", "postgresql")


def _verdicts(inputs: int, seed: int) -> Iterator[FuzzVerdict]:
    yield from programme.offline(inputs, seed, TIMEOUT)
    for database in DATABASES:
        print(f"-- a site on {database}")
        try:
            yield from programme.online(database, inputs // len(DATABASES), seed, TIMEOUT)
        except NotAvailable as missing:
            print(f"left out: {missing}")


def main() -> None:
    """Print the table and every fault, also those that were found until somebody stopped it."""
    chosen("tools.fuzz", __doc__)
    inputs, seed = number("N", 100_000), number("SEED", secrets.randbelow(10**6), 0)
    print(f"{inputs} hostile inputs: the same again with SEED={seed}")
    print(COLUMNS)
    end_in_order()
    faults: list[str] = []
    FuzzVerdict.found = faults.append
    try:
        for verdict in _verdicts(inputs, seed):
            print(verdict.line(), flush=True)
    except KeyboardInterrupt:
        print("stopped before its end", end=": ")
        sys.exit(INTERRUPTED)
    finally:
        print(f"{len(faults)} faults", *faults, sep="\n", flush=True)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
