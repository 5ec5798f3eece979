"""The services of the site without its web part, for tests of storage and of several workers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import orjson

from app.commit import Writer
from app.db import Database
from app.helper import Helper
from app.live.bus import Bus
from app.matches import booth
from app.matches.hub import Subscription
from app.matches.past import Past
from app.matches.room import Update
from app.matches.service import GRACE, MatchService
from app.matches.sync import Sync
from app.migrate import migrate
from app.ops.metrics import Metrics
from app.players.service import PlayerService

PATIENCE = 60.0  # seconds until a test gives up waiting


@dataclass
class Worker:
    """One worker's services on a database."""

    database: Database
    writer: Writer
    bus: Bus
    players: PlayerService
    matches: MatchService
    sync: Sync


@asynccontextmanager
async def worker(database_url: str, redis_url: str = "", grace: float = GRACE) -> AsyncIterator[Worker]:
    """A worker that runs within the block; `grace` is that of absent players, in seconds."""
    database = Database(database_url)
    await asyncio.to_thread(migrate, database.engine)
    writer, bus = Writer(database), Bus(redis_url)
    matches = MatchService(database, writer, bus, Metrics(), grace=grace)
    sync = Sync(database, writer, bus, matches)
    writer.start()
    bus.start()
    await sync.start()
    try:
        yield Worker(database, writer, bus, PlayerService(database, writer, "s" * 40), matches, sync)
    finally:
        await sync.stop()
        await bus.stop()
        matches.close()
        await writer.stop()
        database.close()


async def heard(subscription: Subscription, seq: int) -> Update:
    """The first update that tells of the `seq`-th action or a later one."""
    async with asyncio.timeout(PATIENCE):
        async for update in subscription:
            if update.seq >= seq:
                return update
    raise AssertionError("a subscription does not end")


async def recorded(service: MatchService, match_id: str) -> Any:
    """The record of a finished match (notation.md), as everybody gets it."""
    past = Past(service._database, Helper("unused", booth.prepare))
    return orjson.loads(await past.record(await service.room(match_id)))
