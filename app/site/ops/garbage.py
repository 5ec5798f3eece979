"""Python's search for circular garbage: seldom while people play, and otherwise when the process has nothing to do.

Matches in play are many small objects without cycles, freed as soon as nothing refers to them: searching them finds
nothing, and costs more the more often it happens (docs/decisions/hot-path.md). The few cycles come with connections and
errors.
"""

from __future__ import annotations

import asyncio
import gc
import time
from typing import Final

YOUNG: Final = 50_000  # new objects after which they are searched at once, which takes some milliseconds
OLDER: Final = (20, 50)  # searches of the younger generation before each older one is searched
CHECK_SECONDS: Final = 5.0
IDLE: Final = 0.25  # share of a processor over those seconds
SEARCH_FROM: Final = 5_000  # new objects for which an idle process searches
SHARE: Final = 1000  # a search of everything is worth at most one part in so many of the time


class GarbageSearch:
    """Searches when there is time."""

    def __init__(self) -> None:
        self._whole_at = 0.0  # when everything may be searched again

    async def run(self) -> None:
        """Run until cancelled; objects that exist now are searched no more. A start may have disabled searches."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(YOUNG, *OLDER)
        gc.enable()
        used = time.process_time()
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            before, used = used, time.process_time()
            if used - before < IDLE * CHECK_SECONDS:
                self.search()

    def search(self) -> None:
        """Search the new objects, if that is worth it; everything if the last full search was long ago."""
        if gc.get_count()[0] < SEARCH_FROM and not any(gc.get_count()[1:]):
            return
        begun = time.monotonic()
        whole = begun >= self._whole_at
        gc.collect(2 if whole else 1)
        if whole:
            ended = time.monotonic()
            self._whole_at = ended + SHARE * (ended - begun)
