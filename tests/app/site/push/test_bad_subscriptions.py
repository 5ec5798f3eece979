"""One guest's subscriptions, however bad or slow, stop nothing and hold up nobody else."""

from __future__ import annotations

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import sqlalchemy as sa

from app.base.tasks import TaskHealth
from app.matches.core.schemas import NewMatch
from app.people.players.models import preferences
from app.people.players.player import Player
from app.site.push.models import notifications, subscriptions
from app.site.push.notifications import Notifications
from app.site.push.service import AT_ONCE_FOR_GUEST, id_of
from app.site.site import Site
from tests.app.site.push.test_push import SITE, caller, calls_stored, reachable
from tests.support.cases import in_turn
from tests.support.push import NO_POINT, PushBrowser, PushEndpoint
from tests.support.service import worker
from tests.support.waiting import until, until_found


async def stored(site: Site, player: Player, **values: str) -> None:
    """Store a subscription past all checks, as an older version may have."""
    row = {"player_id": player.id, "auth": "A" * 22, "language": "en", "site": SITE, "created_at": time.time()}
    row |= {"id": id_of(values["endpoint"]), **values}
    await site.base.writer.job(lambda connection: connection.execute(sa.insert(subscriptions), row))


async def awaited(site: Site, host: Player) -> None:
    """Let somebody sit down at a table of this guest's, who is called then."""
    live = await site.matches.service.opening.create(host, NewMatch(seat="A", first="B"))
    await site.matches.service.joining.join(live.id, await site.people.players.create("Bob"))


@in_turn(
    ("address", "key"),
    [
        ("{url}/no-point", NO_POINT), ("{url}/no-key", "?"), ("https://a..notify.windows.com/", ""),
        (f"https://{'a' * 64}.push.apple.com/", ""), (r"{url}\.push.apple.com/", ""),
        ("https://not-listed.example/", ""),
    ],
)  # fmt: skip
async def test_a_stored_subscription_that_leads_nowhere_is_forgotten(
    sqlite: str, tmp_path: Path, endpoint: PushEndpoint, address: str, key: str
) -> None:
    async with worker(sqlite) as site, caller(site, tmp_path, endpoint) as (push, ours):
        ann = await site.people.players.create("Ann")
        good = PushBrowser(endpoint, "good")
        await reachable(push, ann, good)
        await stored(site, ann, endpoint=address.format(url=endpoint.url), p256dh=key or good.p256dh)
        await awaited(site, ann)
        await calls_stored(site, 1)
        await ours.run_due()
        assert endpoint.next().path == "/good" and endpoint.is_silent()
        assert [target.endpoint for target in await push.targets(ann.id)] == [good.endpoint]
        await calls_stored(site, 0)


async def test_a_call_that_fails_is_settled_and_the_task_goes_on(
    sqlite: str, tmp_path: Path, endpoint: PushEndpoint
) -> None:
    health = TaskHealth()
    async with worker(sqlite) as site, caller(site, tmp_path, endpoint) as (push, _):
        ours = Notifications(
            site.base.database,
            site.base.writer,
            site.matches.service,
            site.people.preferences,
            push,
            site.contests.tournaments.feed,
            pause=0,
            health=health,
        )
        site.matches.service.live_matches.observe(ours)
        ann, cas = await site.people.players.create("Ann"), await site.people.players.create("Cas")
        for player in (ann, cas):
            await reachable(push, player, PushBrowser(endpoint, player.name))
        broken = {"player_id": ann.id, "chosen": "{", "at": 0.0}
        await site.base.writer.job(lambda connection: connection.execute(sa.insert(preferences), broken))
        async with ours.run():
            await awaited(site, ann)
            await stored_and_sent(site, ann)
            await awaited(site, cas)
            assert (await asyncio.to_thread(endpoint.next)).path == "/Cas" and health.failing == []


async def stored_and_sent(site: Site, player: Player) -> None:
    """Wait until a guest's call was stored and settled."""
    said = (
        sa.select(sa.func.count())
        .select_from(notifications)
        .where(notifications.c.player_id == player.id, notifications.c.due_at.is_(None))
    )

    async def found() -> bool:
        return await site.base.database.read(lambda connection: connection.execute(said).scalar_one()) == 1

    await until_found(found)


async def test_a_slow_service_holds_up_neither_other_guests_nor_threads(
    sqlite: str, tmp_path: Path, endpoint: PushEndpoint
) -> None:
    async with worker(sqlite) as site, caller(site, tmp_path, endpoint) as (push, ours):
        ann, cas = await site.people.players.create("Ann"), await site.people.players.create("Cas")
        for number in range(10):
            await reachable(push, ann, PushBrowser(endpoint, f"slow-{number}"))
        browser = PushBrowser(endpoint, "quick")
        await reachable(push, cas, browser)
        endpoint.held.add("/slow-")
        free = threading.Event()
        with ThreadPoolExecutor(1) as threads:
            asyncio.get_running_loop().set_default_executor(threads)
            threads.submit(free.wait)  # there is no other thread for the pages of the site
            await awaited(site, ann)
            await calls_stored(site, 1)
            slow = asyncio.create_task(ours.run_due())
            await until(lambda: len(endpoint.waiting) == AT_ONCE_FOR_GUEST)
            await awaited(site, cas)
            await calls_stored(site, 2)
            await ours.run_due()
            assert browser.read(endpoint.next())["title"] == "Bob has sat down"
            assert len(endpoint.waiting) == AT_ONCE_FOR_GUEST and not slow.done()
            endpoint.release()
            await slow
            free.set()
        assert len([endpoint.next() for _ in range(10)]) == 10
        await calls_stored(site, 0)
