"""All ways in, one after the other, with their shares of the inputs."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

from tools.fuzz import command_line, site, sockets
from tools.fuzz.verdict import FuzzVerdict
from tools.rig import site as sites

SHARES: Final = {
    "command line": 0.40, "record files": 0.05,
    "API": 0.18, "pages": 0.10, "uploads": 0.04, "stream": 0.10, "page socket": 0.08, "lesson socket": 0.03,
    "puzzle socket": 0.02,
}  # fmt: skip
LOGGED: Final = ("Traceback", "unexpected error", "board_failed", "stream_failed", "lesson_failed", "puzzle_failed")


def offline(inputs: int, seed: int, limit: float | None) -> Iterator[FuzzVerdict]:
    """Yield the verdicts that need no site."""
    yield command_line.run(round(inputs * SHARES["command line"]), random.Random(f"{seed}/lines"), limit)
    yield command_line.files(round(inputs * SHARES["record files"]), random.Random(f"{seed}/files"), limit)


def online(database: str, inputs: int, seed: int, limit: float | None) -> Iterator[FuzzVerdict]:
    """Yield a site on "sqlite" or "postgresql", and in the end its log; NotInstalled where there is no PostgreSQL."""
    with sites.running(database, 1, redis=False) as running:
        for kind in (*site.MAKERS, *sockets.WAYS):
            dice = random.Random(f"{seed}/{database}/{kind}")
            ask = site.run if kind in site.MAKERS else sockets.run
            yield ask(kind, round(inputs * SHARES[kind]), running, dice, limit)
        yield read(running.workers[0].log)


def read(log: str) -> FuzzVerdict:
    verdict = FuzzVerdict("log")
    for word in LOGGED:
        if word in log:
            verdict.fault(f"{word!r}", log[max(0, log.index(word) - 80) :])
    return verdict
