"""Programs that some tests need and not every machine has.

On a machine without them those tests are skipped with a sentence; with CLASH_TEST_REQUIRE_ALL=1, as in CI, they fail.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

import pytest

from tools.rig.programs import NotAvailable, NotInstalled

REQUIRE_ALL = "CLASH_TEST_REQUIRE_ALL"


@contextmanager
def needed() -> Iterator[None]:
    """Within the block, what this machine cannot do, for want of a program for example, skips or fails the test."""
    try:
        yield
    except NotAvailable as error:
        _give_up(str(error))


def missing(program: str, package: str) -> NoReturn:
    """Skip the present test, or fail it where everything is required; never returns."""
    _give_up(str(NotInstalled(program, package)))


def _give_up(sentence: str) -> NoReturn:
    if os.environ.get(REQUIRE_ALL):
        pytest.fail(f"{sentence}, and {REQUIRE_ALL} asks for every test.", pytrace=False)
    pytest.skip(f"{sentence}: tests that need it are skipped.")
