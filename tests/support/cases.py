"""Many cases of one sentence in one test, which says in which case it failed; how many seeds are played by chance."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

MANY = os.environ.get("CI") == "true"
"""True if there is time for many random matches: on the build server."""


def seeds(few: int, many: int) -> range:
    """Return the seeds of matches by chance: a few where somebody waits for the tests, many with `CI=true`."""
    return range(many if MANY else few)


@contextmanager
def case(name: str) -> Iterator[None]:
    """Run one case of a test; when it fails, its name stands below the failure."""
    try:
        yield
    except BaseException as error:
        error.add_note(f"in the case {name}")
        raise
