"""`make bots ARE=steps`: how often each level beats the one below it, with decks of each kind.

Each deal is played twice with seats swapped; the dear level 6 plays a third of the deals. Writes
`engine/data/steps.json`, which the site reads, and the table of `docs/opponents.md`, and prints it: shares with their
95 % intervals (Wilson's). Kinds are formats of the arena. Other counts stay.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from concurrent import futures
from pathlib import Path
from typing import Final

from engine import balance
from engine.bots.levels import LEVELS
from engine.bots.steps import StoredSteps
from tools.bots import arena, tables

PATH: Final = Path(__file__).resolve().parents[2] / "engine" / "data" / "steps.json"
KINDS: Final = ("draft", "preconstructed", "dealt")
DEAR: Final = 6
"""The level that takes forty times as long as level 4: a third of the deals are played by it."""


def counted(level: int, kind: str, seed: int, deals: int, pool: futures.Executor) -> list[float]:
    """Return the points of a level against the one below it, and the number of games."""
    seeds = range(seed, seed + (deals if level < DEAR else max(1, deals // 3)))
    many = len(seeds)
    results = pool.map(arena.deal, [kind] * many, seeds, [str(level)] * many, [str(level - 1)] * many)
    return [sum(sum(points) for points, _ in results), 2 * many]


def lines(stored: StoredSteps) -> Iterator[str]:
    """Yield the lines of the table."""
    rows = []
    for level in LEVELS[1:]:
        found = [stored[kind].get(str(level.number)) for kind in stored]
        rates = [None if each is None else balance.rate(each[0], int(each[1])) for each in found]
        rows.append([f"{level.number} beats {level.number - 1}", *map(tables.shown, rates)])
    yield from tables.table(["step", *stored], rows)


def write(stored: StoredSteps) -> None:
    """Store the counts, one step on a line."""
    kinds = []
    for kind, steps in stored.items():
        rows = ",\n".join(f'  "{level}": {json.dumps(count)}' for level, count in sorted(steps.items()))
        kinds.append(f' "{kind}": {{\n{rows}\n }}')
    PATH.write_text("{\n" + ",\n".join(kinds) + "\n}\n", "utf-8")


def main(given: list[str] | None = None) -> None:
    read = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    read.add_argument("--seed", type=int, default=1)
    read.add_argument("--deals", type=arena.at_least_one, default=100)
    read.add_argument("--format", nargs="+", type=arena.kind_in, default=list(KINDS), help=", ".join(arena.FORMATS))
    steps = [level.number for level in LEVELS[1:]]
    read.add_argument("--levels", nargs="+", type=int, choices=steps, default=steps, help="the higher one of each step")
    read.add_argument("--jobs", type=arena.at_least_one, default=1)
    asked = read.parse_args(given)
    stored: StoredSteps = json.loads(PATH.read_text("utf-8")) if PATH.exists() else {}
    with futures.ProcessPoolExecutor(asked.jobs) as pool:
        for kind in asked.format:
            for level in asked.levels:
                found = counted(level, kind, asked.seed, asked.deals, pool)
                print(f"{kind} {level}: {found}", flush=True)
                stored.setdefault(kind, {})[str(level)] = found
                write(stored)
    tables.write("steps", lines(stored))


if __name__ == "__main__":
    main()
