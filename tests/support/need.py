"""Programs that some tests need and not every machine has.

On a machine without them those tests are skipped with a sentence; with CLASH_TEST_REQUIRE_ALL=1, as in CI, they fail.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import NoReturn

import pytest

from tools.rig.browser import firefox, headless_shell
from tools.rig.nginx import PLACES
from tools.rig.programs import NotAvailable, NotInstalled, postgres_bin, program

REQUIRE_ALL = "CLASH_TEST_REQUIRE_ALL"
PROGRAMS = (
    ("redis-server", "redis-server"),
    ("nginx", "nginx-light"), ("caddy", "caddy"), ("openssl", "openssl"), ("promtool", "prometheus"),
    ("patroni", "patroni"), ("etcd", "etcd-server"), ("pgbouncer", "pgbouncer"),
    ("WebKitWebDriver", "webkit2gtk-driver"), ("Xvfb", "xvfb"), ("pdftoppm", "poppler-utils"),
)  # fmt: skip
"""Further programs, found by name, and their packages in Debian."""


@contextmanager
def needed() -> Iterator[None]:
    """Within the block, what this machine cannot do, for want of a program for example, skips or fails the test."""
    try:
        yield
    except NotAvailable as error:
        _give_up(str(error))


def missing(name: str, package: str) -> NoReturn:
    """Skip the present test, or fail it where everything is required; never returns."""
    _give_up(str(NotInstalled(name, package)))


def _give_up(sentence: str) -> NoReturn:
    if os.environ.get(REQUIRE_ALL):
        pytest.fail(f"{sentence}, and {REQUIRE_ALL} asks for every test.", pytrace=False)
    pytest.skip(f"{sentence}: tests that need it are skipped.")


def say_what_is_left_out() -> None:
    """Print what is missing here, and the command that installs it."""
    packages = []
    ways: list[Callable[[], object]] = [postgres_bin, headless_shell, firefox]
    ways += [partial(program, *each, PLACES) for each in PROGRAMS]
    for find in ways:
        try:
            find()
        except NotInstalled as error:
            sys.stdout.write(f"Left out: {error}.\n")
            packages.append(error.package)
    if packages:
        sys.stdout.write(f"To run those tests, too: sudo apt-get install {' '.join(packages)}\n")
