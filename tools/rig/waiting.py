"""Waiting for a program that was just started."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from subprocess import Popen
from typing import Any, Final

START_SECONDS: Final = 120.0


def wait_for(
    process: Popen[Any], answers: Callable[[], object], error: type[Exception], log: Callable[[], str] = str
) -> None:
    """Return once `answers` is true and raises no `error`; AssertionError with the end of the log if the program ends,
    or does not answer within START_SECONDS."""
    give_up = time.monotonic() + START_SECONDS
    while True:
        assert process.poll() is None, f"{process.args!r} has ended with code {process.returncode}:\n{log()[-4000:]}"
        with suppress(error):
            if answers():
                return
        assert time.monotonic() < give_up, f"{process.args!r} does not answer:\n{log()[-4000:]}"
        time.sleep(0.02)
