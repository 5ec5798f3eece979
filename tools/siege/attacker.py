"""The attacker's process, controlled by lines of JSON, in and out.

A process of its own, so that the attacker's own work does not delay the players' clocks.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict, replace
from typing import Final

import orjson
import uvloop

from tools.rig.server import ROOT
from tools.siege.attacks import SENT_HEADERS, SENT_MESSAGES, Camp, attack_named
from tools.siege.wire import Enemy

LINE: Final = 16 * 1024 * 1024
NICE: Final = 5
PATIENCE: Final = 60.0  # seconds for the first answer
OWN: Final = {SENT_HEADERS, SENT_MESSAGES}  # counts of statuses


class Attacker:
    """The process, seen from the siege."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def begin(self, name: str, source: str) -> None:
        """Attack in this way, from this address, until the end."""
        await self._say({"begin": name, "source": source})

    async def end(self, wanted: str = "") -> Counter[str]:
        """Stop once the attacker has got this status (or any); return the counts of its statuses."""
        await self._say({"end": wanted})
        assert self._process.stdout is not None
        return Counter(orjson.loads(await self._process.stdout.readline()))

    async def _say(self, what: dict[str, str]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(orjson.dumps(what) + b"\n")
        await self._process.stdin.drain()


@asynccontextmanager
async def attacker(camp: Camp) -> AsyncIterator[Attacker]:
    """Run an attacker for as long as the block lasts."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tools.siege.attacker", cwd=ROOT, limit=LINE,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        assert process.stdin is not None
        process.stdin.write(orjson.dumps(asdict(camp)) + b"\n")
        yield Attacker(process)
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def _obey() -> None:
    """Read orders until there are no more."""
    orders = asyncio.StreamReader(limit=LINE)
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(orders), sys.stdin)
    given = orjson.loads(await orders.readline())
    camp = Camp(**{**given, "enemy": Enemy(**given["enemy"]), "answers": Counter()})
    attack: asyncio.Future[object] | None = None
    while line := await orders.readline():
        order = orjson.loads(line)
        if "begin" in order:
            camp.answers.clear()
            camp.enemy = replace(camp.enemy, source=order["source"])
            attack = asyncio.ensure_future(attack_named(order["begin"])(camp))
        elif attack is not None:
            await _finished(camp, order["end"])
            attack.cancel()
            await asyncio.wait([attack])
            if not attack.cancelled():
                attack.result()
            print(orjson.dumps(camp.answers).decode(), flush=True)


async def _finished(camp: Camp, wanted: str) -> None:
    """Wait until the attacker has got this status, or any if none is given."""
    give_up = time.monotonic() + PATIENCE
    while time.monotonic() < give_up:
        if camp.answers[wanted] if wanted else camp.answers.keys() - OWN:
            return
        await asyncio.sleep(0.02)


if __name__ == "__main__":
    os.nice(NICE)
    uvloop.run(_obey())
