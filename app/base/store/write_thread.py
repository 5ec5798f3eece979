"""A thread that does one kind of work for the event loop, piece by piece.

An executor makes two futures for each piece, with locks and callbacks for several who wait in several threads: that
costs as much as a small commit.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")
U = TypeVar("U")


class _Piece(NamedTuple, Generic[T, U]):
    given: T
    future: asyncio.Future[U]


class WriteThread(Generic[T, U]):
    """Calls `work` in a thread of its own, which runs from `start` to `stop`."""

    def __init__(self, work: Callable[[T], U], name: str) -> None:
        self._work = work
        self._pieces = SimpleQueue[_Piece[T, U] | None]()
        self._thread = Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Take work from now on."""
        self._thread.start()

    def stop(self) -> None:
        """End when everything is done, and wait for that."""
        self._pieces.put(None)
        self._thread.join()

    def do(self, given: T) -> asyncio.Future[U]:
        """Return the future result of `work(given)`, a future of the running loop."""
        future: asyncio.Future[U] = asyncio.get_running_loop().create_future()
        self._pieces.put(_Piece(given, future))
        return future

    def _run(self) -> None:
        while (piece := self._pieces.get()) is not None:
            found: U | BaseException
            try:
                found = self._work(piece.given)
            except BaseException as error:
                found = error
            with contextlib.suppress(RuntimeError):  # the loop was closed: nobody waits any more
                piece.future.get_loop().call_soon_threadsafe(_deliver, piece.future, found)


def _deliver(future: asyncio.Future[U], found: U | BaseException) -> None:
    if future.done():
        return
    if isinstance(found, BaseException):
        future.set_exception(found)
    else:
        future.set_result(found)
