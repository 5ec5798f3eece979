"""Python's search for circular garbage: seldom while people play, and otherwise when the process has nothing to do.

Matches in play are many small objects without circles, which end when nothing refers to them: to search them finds
nothing, and costs the more the oftener new ones are searched (docs/decisions/hot-path.md). What is circular comes with
connections and errors, and is little.
"""

from __future__ import annotations

import asyncio
import gc
import time
from typing import Final

YOUNG: Final = 50_000  # new objects after which they are searched at once, some milliseconds: little, and never late
OLDER: Final = (20, 50)  # searches of the younger ones before each older generation is searched at once
CHECK_SECONDS: Final = 5.0
IDLE: Final = 0.25  # of a processor, over those seconds
ENOUGH: Final = 5_000  # new objects for which an idle process searches
SHARE: Final = 1000  # a search of everything is worth at most one part in so many of the time


class GarbageSearch:
    """Searches when there is time."""

    def __init__(self) -> None:
        self._whole_at = 0.0  # when everything may be searched again

    async def run(self) -> None:
        """Go on until cancelled; what exists by now stays, and is searched no more."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(YOUNG, *OLDER)
        used = time.process_time()
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            before, used = used, time.process_time()
            if used - before < IDLE * CHECK_SECONDS:
                self.search()

    def search(self) -> None:
        """Search what is new, if that is worth it; everything if that was not done for long."""
        if gc.get_count()[0] < ENOUGH and not any(gc.get_count()[1:]):
            return
        begun = time.monotonic()
        whole = begun >= self._whole_at
        gc.collect(2 if whole else 1)
        if whole:
            ended = time.monotonic()
            self._whole_at = ended + SHARE * (ended - begun)
