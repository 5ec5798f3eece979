"""Many cases of one sentence in one test, which says in which case it failed; how many seeds are played by chance."""

from __future__ import annotations

import functools
import inspect
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

FULL = os.environ.get("CI") == "true"
"""True if there is time for many random matches: on the build server."""

Test = Callable[..., object]


def seeds(few: int, many: int) -> range:
    """Return the seeds of matches by chance: a few where somebody waits for the tests, many with `CI=true`."""
    return range(many if FULL else few)


@contextmanager
def case(name: str) -> Iterator[None]:
    """Run one case of a test; when it fails, its name stands below the failure."""
    try:
        yield
    except BaseException as error:
        error.add_note(f"in the case {name}")
        raise


def in_turn(names: str | tuple[str, ...], values: Iterable[Any], ids: Iterable[str] = ()) -> Callable[[Test], Test]:
    """Return a decorator that calls a test with each of these values, one after the other and with the same fixtures.

    It reads like `pytest.mark.parametrize`, for cases that cost less than a test of their own.
    """
    rows = [{names: value} if isinstance(names, str) else dict(zip(names, value, strict=True)) for value in values]
    named = list(zip(ids or (f"number {number}" for number in range(1, len(rows) + 1)), rows, strict=True))

    def decorate(test: Test) -> Test:
        def run(**fixtures: object) -> None:
            for name, row in named:
                with case(name):
                    test(**fixtures, **row)

        async def run_async(**fixtures: object) -> None:
            for name, row in named:
                with case(name):
                    await test(**fixtures, **row)  # type: ignore[misc] # it is a coroutine function

        made: Test = functools.wraps(test)(run_async if inspect.iscoroutinefunction(test) else run)
        signature = inspect.signature(test)
        rest = [each for each in signature.parameters.values() if each.name not in rows[0]]
        made.__signature__ = signature.replace(parameters=rest)  # type: ignore[attr-defined] # what pytest reads
        return made

    return decorate
