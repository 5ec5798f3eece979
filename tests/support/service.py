"""The services of the site without its web part, for tests of storage and of several workers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import orjson

from app.bots.thinkers import Thinkers
from app.helpers import replayer
from app.helpers.process import HelperProcess
from app.live.bus import Bus
from app.matches.computers.bot_turns import BotTurns
from app.matches.computers.bots import BotPlayers
from app.matches.history.match_history import MatchHistory
from app.matches.live.hub import Subscription
from app.matches.live.update import Update
from app.matches.service import GRACE, MatchService
from app.matches.sync import Sync
from app.players.preference_service import PreferenceService
from app.players.service import PlayerService
from app.ratings.ending import note_end
from app.replay.analysis.service import Analyses
from app.replay.analysis.store import AnalysisStore
from app.store.database import Database
from app.store.group_commit import Writer
from app.store.migrate import migrate
from app.table import match_log
from app.web.metrics import Metrics

DEADLINE = 60.0  # seconds until a test gives up waiting
SECRET = "s" * 40


@dataclass
class Worker:
    """One worker's services on a database."""

    database: Database
    writer: Writer
    bus: Bus
    players: PlayerService
    preferences: PreferenceService
    matches: MatchService
    sync: Sync
    thinkers: Thinkers
    bots: BotPlayers
    analyses: Analyses


@asynccontextmanager
async def worker(
    database_url: str, redis_url: str = "", grace: float = GRACE, *, alone: bool = False
) -> AsyncIterator[Worker]:
    """Run a worker within the block; `grace` is that of absent players, in seconds, `alone` that of `Sync`."""
    database = Database(database_url)
    await asyncio.to_thread(migrate, database.engine)
    writer, bus = Writer(database), Bus(redis_url)
    matches = MatchService(database, writer, bus, Metrics(), grace=grace, note_end=note_end)
    thinkers = Thinkers(1, SECRET)
    bots = BotPlayers(matches, BotTurns(database, writer, bus.worker), thinkers, pause=0)
    past = MatchHistory(database, HelperProcess("matches", replayer.prepare), match_log.lines)
    analyses = Analyses(matches, past, AnalysisStore(database, writer, bus.worker), thinkers, on=True)
    sync = Sync(database, writer, bus, matches, alone=alone)
    writer.start()
    bus.start()
    await sync.start()
    bots.start()
    analyses.start()
    players = PlayerService(database, writer, SECRET)
    preferences = PreferenceService(database, writer)
    try:
        yield Worker(database, writer, bus, players, preferences, matches, sync, thinkers, bots, analyses)
    finally:
        await bots.stop()
        await analyses.stop()
        await thinkers.close()
        await sync.stop()
        await bus.stop()
        matches.close()
        await writer.stop()
        database.close()


async def heard(subscription: Subscription, seq: int) -> Update:
    """Return the first update that tells of the `seq`-th action or a later one."""
    async with asyncio.timeout(DEADLINE):
        async for update in subscription:
            if update.seq >= seq:
                return update
    raise AssertionError("a subscription does not end")


async def recorded(service: MatchService, match_id: str) -> Any:
    """Return the record of a finished match (docs/notation.md), as everybody gets it."""
    past = MatchHistory(service._database, HelperProcess("unused", replayer.prepare), match_log.lines)
    return orjson.loads(await past.record(await service.live_match(match_id)))
