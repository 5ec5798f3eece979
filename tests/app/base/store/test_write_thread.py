"""A thread that works for the event loop."""

from __future__ import annotations

import threading

import pytest

from app.base.store.write_thread import WriteThread


def _divided(number: int) -> tuple[float, str]:
    return 6 / number, threading.current_thread().name


async def test_each_piece_is_done_in_that_thread_in_turn_and_an_error_is_its_own() -> None:
    thread = WriteThread(_divided, "divides")
    thread.start()
    first, wrong, last = (thread.do(number) for number in (2, 0, 3))
    assert await last == (2.0, "divides")
    assert first.result() == (3.0, "divides")
    with pytest.raises(ZeroDivisionError):
        await wrong
    unfinished = thread.do(1)
    thread.stop()
    assert await unfinished == (6.0, "divides")
