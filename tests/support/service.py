"""The site without its pages, for tests of storage and of several workers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import orjson
from pydantic import SecretStr
from starlette.testclient import TestClient

from app.base.settings import Settings
from app.matches.core.history.match_history import MatchHistory
from app.matches.core.live.hub import Subscription
from app.matches.core.live.update import Update
from app.matches.core.service import GRACE
from app.matches.helpers import replayer
from app.matches.helpers.process import HelperProcess
from app.matches.play import match_log
from app.site.open_site import open_site
from app.site.site import Site
from tests.support.waiting import until
from tools.rig.json import Json

DEADLINE = 60.0  # seconds until a test gives up waiting
SECRET = "s" * 40


@asynccontextmanager
async def worker(
    database_url: str, redis_url: str = "", grace: float = GRACE, *, alone: bool = False, analysis: bool = False
) -> AsyncIterator[Site]:
    """Run a worker within the block; `grace` is that of absent players, in seconds, `alone` that of `Sync`."""
    with TemporaryDirectory() as folder:
        settings = Settings(
            data_dir=Path(folder),
            secret=SecretStr(SECRET),
            redis_url=redis_url,
            workers=1 if alone else 2,
            analysis=analysis,
            bot_processes=1,
            bot_pause_seconds=0,
            rate_limit=0,
            push_services="none",
            webhooks="none",
        )
        changed = {"database_url": database_url, "absence_grace_seconds": grace}
        async with open_site(settings.model_copy(update=changed)) as site:
            yield site


def site_of(client: TestClient) -> Site:
    """Return the site in this process that a client asks."""
    site: Site = client.app.state.site  # type: ignore[attr-defined]
    return site


async def connected(*sites: Site) -> None:
    """Wait until these workers hear each other through Redis."""
    await until(lambda: all(site.base.bus.connected for site in sites))


async def update_where(subscription: Subscription, wanted: Callable[[Update], bool]) -> Update:
    """Return the first update of which that is true."""
    async with asyncio.timeout(DEADLINE):
        async for update in subscription:
            if wanted(update):
                return update
    raise AssertionError("a subscription does not end")


async def received(subscription: Subscription, seq: int) -> Update:
    """Return the first update with the `seq`-th action or a later one."""
    return await update_where(subscription, lambda update: update.seq >= seq)


async def recorded(site: Site, match_id: str) -> Json:
    """Return the record of a finished match (docs/notation.md), as everybody gets it."""
    past = MatchHistory(site.base.database, HelperProcess("unused", replayer.prepare), match_log.lines)
    record: Json = orjson.loads(await past.record(await site.matches.service.live_match(match_id)))
    return record
