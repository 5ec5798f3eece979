"""The site brought up, and run for as long as a block lasts."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Final

import structlog
from sqlalchemy.exc import OperationalError

from app.base.errors import AppError
from app.base.settings import Settings
from app.base.store.database import Database
from app.base.store.migrate import migrate
from app.site.site import Site

START_SECONDS: Final = 30.0
"""Seconds for which the start waits for a database that was there a moment ago."""
AGAIN_SECONDS: Final = 1.0

log = structlog.get_logger(__name__)


@asynccontextmanager
async def open_site_patiently(settings: Settings) -> AsyncIterator[Site]:
    """Open the site, again where the database goes away in this moment: a primary that fails over, for example."""
    give_up = time.monotonic() + START_SECONDS
    async with AsyncExitStack() as stack:
        while True:
            try:
                site = await stack.enter_async_context(open_site(settings))
                break
            except (OperationalError, AppError) as error:
                if time.monotonic() > give_up:
                    raise
                log.warning("start_waits", cause=type(error).__name__)
            await asyncio.sleep(AGAIN_SECONDS)
        yield site


@asynccontextmanager
async def open_site(settings: Settings) -> AsyncIterator[Site]:
    """Bring the database up and run the site within the block. Background services end in the reverse order: last the
    writer, so that waiting writes are still made."""
    async with AsyncExitStack() as stack:
        database = Database(settings.database)
        stack.callback(database.close)
        await asyncio.to_thread(migrate, database.engine)
        site = Site(settings, database)
        enter = stack.enter_async_context
        stack.enter_context(site.base.metrics.counting_errors())
        await enter(database.watch.run(site.base.health))
        await enter(site.base.writer.run())
        stack.callback(site.matches.service.close)
        stack.callback(site.matches.talk.rooms.close)
        await enter(site.base.bus.run())
        await enter(site.matches.sync.run())
        await enter(site.matches.guard.run())
        await enter(site.front.lobby.run())
        await enter(site.front.showcase.run())
        await enter(site.matches.own_matches.run())
        await enter(site.matches.friends_here.run())
        await enter(site.people.notices.run())
        await enter(site.base.watch.run())
        await enter(site.front.maintenance.run())
        for close in (site.matches.thinkers.close, *(process.close for process in site.processes)):
            stack.push_async_callback(close)
        await enter(site.learning.analyses.run())
        await enter(site.contests.rehearsals.run())
        await enter(site.learning.mistakes.run())
        await enter(site.matches.bot_answers.run())
        await enter(site.matches.bots.run())
        await enter(site.front.notifications.run())
        await enter(site.contests.tournaments.feed.run())
        await enter(site.contests.tournament_driver.run())
        await enter(site.contests.tournament_states.run())
        yield site
