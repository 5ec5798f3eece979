"""A visitor who requests pages that are not cached: each is drawn and compressed for them."""

from __future__ import annotations

import asyncio
import itertools
import time
from typing import Final

from tools.siege.wire import BROKEN, Enemy, Wire

SOURCE: Final = "127.0.0.21"
EVERY: Final = 0.5  # seconds
HEADERS: Final = "Accept: text/html\r\nAccept-Encoding: br\r\n"


class ColdPageReader:
    def __init__(self, port: int) -> None:
        self._enemy = Enemy(port, SOURCE)
        self._answers: list[tuple[float, float]] = []

    async def read(self) -> None:
        """Request pages until cancelled."""
        for number in itertools.count():
            asked = time.monotonic()
            try:
                async with Wire(self._enemy) as wire:
                    await wire.ask(wire.request(f"GET /cards?q=x{number}", HEADERS))
            except BROKEN:
                await asyncio.sleep(EVERY)
                continue
            self._answers.append((asked, time.monotonic()))
            await asyncio.sleep(EVERY)

    def seconds(self, since: float, until: float) -> list[float]:
        """The durations of the pages requested in this time."""
        return [answered - asked for asked, answered in self._answers if since <= asked < until]
