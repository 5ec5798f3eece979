"""The subscriptions of guests' browsers and hooks, and messages to all of them."""

from __future__ import annotations

import asyncio
import hashlib
import math
import time
from dataclasses import asdict, replace
from importlib import import_module
from typing import TYPE_CHECKING, Final

import sqlalchemy as sa

from app.base.errors import AppError, Code
from app.base.i18n import LANGUAGES
from app.base.seconds import MINUTE, WEEK
from app.base.store.database import Database
from app.base.store.group_commit import Writer
from app.base.store.upsert import upsert
from app.base.web.limits.buckets import Buckets, RefillRate
from app.people.players.player import Player
from app.site.push.endpoints import NONE, PushServices, parse_endpoint
from app.site.push.models import CALENDAR, ENDPOINT_LENGTH, OWN, SITE_LENGTH, subscriptions
from app.site.push.slots import SilentReceivers, Slots
from app.site.push.target import Target
from app.site.push.vapid import VapidKey
from app.site.push.words import TEST, PushMessage

if TYPE_CHECKING:
    from app.site.push.delivery import DeliveryOutcome

MAX_BROWSERS: Final = 10  # browsers of one guest; the oldest subscription goes
BROWSER_SLOTS: Final = 32  # messages to browsers under way
AT_ONCE_FOR_GUEST: Final = 2
HOOK_SLOTS: Final = 16  # messages to hooks under way
HOOKS_AT_ONCE_FOR_HOST: Final = 8  # which may be a chat that many use
HOOKS_AT_ONCE_FOR_SETTER: Final = 2  # hooks that were set from one address
SILENT_SLOTS: Final = 4  # messages to hooks that timed out the last time; one for each setter
A_MINUTE_TO_HOST: Final = 120  # messages of all hooks of one host
TESTS_A_MINUTE_TO_HOST: Final = 10  # any address can be given, and so be made to get them
HOOK_PATIENCE: Final = WEEK  # seconds in which a hook accepts nothing, until it is off
WAY: Final = sa.func.coalesce(subscriptions.c.hook, "")
"""The name of the way by which a subscription is reached; empty for a browser."""
IS_REACHED: Final = (subscriptions.c.hook.is_(None) | (subscriptions.c.hook == OWN)) & ~subscriptions.c.is_off
"""The condition of what is notified of a player's own matches."""


class PushService:
    """The only writer of subscriptions. `services` are the allowed push services, `hooks` the allowed hosts of hooks;
    none: no notifications."""

    def __init__(self, database: Database, writer: Writer, key: VapidKey, services: str, hooks: str = NONE) -> None:
        self._database = database
        self._writer = writer
        self.key = key
        self._services = PushServices(services)
        self._hooks = PushServices(hooks)
        self._to_browsers = Slots(BROWSER_SLOTS)
        self._to_hooks = Slots(HOOK_SLOTS)
        self._to_silent = Slots(SILENT_SLOTS)
        self._silent = SilentReceivers()
        self._by_host = Buckets()
        self._is_loaded = False

    @property
    def is_on(self) -> bool:
        """True if this site notifies browsers."""
        return bool(self._services)

    @property
    def has_hooks(self) -> bool:
        """True if this site sends messages to addresses outside."""
        return bool(self._hooks)

    async def subscribe(self, player: Player, asked: Target) -> None:
        """Subscribe the player's browser, which may have been another guest's before. AppError(no_push) on a site
        without notifications, AppError(bad_push) for an address outside the push services that the host allows, or for
        unusable keys."""
        if not self.is_on:
            raise AppError(Code.no_push)
        await self._load()
        from app.site.push import delivery

        endpoint = self._services.allowed(asked.endpoint)
        keys = delivery.usable_keys(asked.p256dh, asked.auth)
        too_long = endpoint and (len(endpoint.url) > ENDPOINT_LENGTH or len(asked.site) > SITE_LENGTH)
        if endpoint is None or keys is None or too_long:
            raise AppError(Code.bad_push)
        row = {
            "id": id_of(endpoint.url),
            "player_id": player.id,
            "endpoint": endpoint.url,
            "p256dh": keys[0],
            "auth": keys[1],
            "language": asked.language,
            "site": asked.site,
            "created_at": time.time(),
        }
        mine = subscriptions.c.player_id == player.id, subscriptions.c.hook.is_(None)
        kept = (
            sa.select(subscriptions.c.id).where(*mine).order_by(subscriptions.c.created_at.desc()).limit(MAX_BROWSERS)
        )

        def write(connection: sa.Connection) -> None:
            connection.execute(upsert(connection, subscriptions), row)
            found = list(connection.execute(kept).scalars())
            connection.execute(sa.delete(subscriptions).where(*mine, subscriptions.c.id.not_in(found)))

        await self._writer.job(write)

    async def unsubscribe(self, player: Player, endpoint: str) -> None:
        """Delete the subscription of a browser."""
        parsed = parse_endpoint(endpoint)
        known = id_of(parsed.url if parsed else endpoint)
        blocking = (subscriptions.c.player_id == player.id) & (subscriptions.c.id == known)
        await self._writer.execute(sa.delete(subscriptions).where(blocking))

    async def set_hook(self, player: Player, wanted: Target, tournament_id: str | None = None) -> None:
        """Keep a player's one hook of this name, instead of an earlier one. At another address it is off until a test
        message was accepted there: it may be somebody else's.

        AppError(bad_hook) for an address to which this site sends nothing.
        """
        if wanted.hook != CALENDAR:
            found = self._hooks.allowed(wanted.endpoint)
            if found is None or len(found.url) > ENDPOINT_LENGTH or len(wanted.site) > SITE_LENGTH:
                raise AppError(Code.bad_hook)
            wanted = replace(wanted, endpoint=found.url)
        row = {**asdict(wanted), "player_id": player.id, "tournament_id": tournament_id, "created_at": time.time()}

        here = sa.select(subscriptions).where(*_hook(player.id, wanted.hook))

        def write(connection: sa.Connection) -> None:
            known = connection.execute(here).one_or_none()
            since, is_off = None, wanted.hook != CALENDAR
            if known is not None and known.endpoint == wanted.endpoint:
                since, is_off = known.failing_since, known.is_off
            connection.execute(sa.delete(subscriptions).where(*_hook(player.id, wanted.hook)))
            connection.execute(sa.insert(subscriptions), {**row, "failing_since": since, "is_off": is_off})

        await self._writer.job(write)

    async def drop_hook(self, player: Player, hook: str) -> None:
        """Delete a player's hook."""
        await self._writer.execute(sa.delete(subscriptions).where(*_hook(player.id, hook)))

    async def hook(self, player_id: str, hook: str) -> Target | None:
        """Return a player's hook of this name."""
        return next(iter(await self.targets(player_id, hook)), None)

    async def ways(self, player_id: str) -> set[str]:
        """Return how a guest can be notified of a match: by browsers (the empty name), by their own hook."""
        query = sa.select(WAY).where(subscriptions.c.player_id == player_id, IS_REACHED)
        return set(await self._database.values(query))

    async def targets(self, player_id: str, hook: str = "") -> list[Target]:
        """Return the subscribed browsers of a guest; or, with its name, a hook."""
        columns = (subscriptions.c[name] for name in Target.__dataclass_fields__)
        query = sa.select(*columns).where(*_hook(player_id, hook or None))
        return await self._database.all(query, lambda row: Target(**row._asdict()))

    async def calendar(self, key: str) -> tuple[str, Target] | None:
        """Return whose calendar has this key, with the language and the site of their choice."""
        columns = (subscriptions.c[name] for name in Target.__dataclass_fields__)
        query = sa.select(subscriptions.c.player_id, *columns)
        query = query.where(subscriptions.c.id == id_of(key), subscriptions.c.hook == CALENDAR)
        row = await self._database.row(query)
        if row is None:
            return None
        values = row._asdict()
        return values.pop("player_id"), Target(**values)

    async def target(self, player_id: str, endpoint: str) -> Target | None:
        """Return one of these browsers, by its address."""
        parsed = parse_endpoint(endpoint)
        return next((one for one in await self.targets(player_id) if parsed and one.endpoint == parsed.url), None)

    async def send(
        self, player_id: str, target: Target, message: PushMessage, *, urgency: str = "high"
    ) -> DeliveryOutcome:
        """Send a message to one of a guest's browsers, or to a hook; a browser that cannot be reached any more is
        deleted.

        AppError(too_many) for a test message of a hook whose host gets enough of them.
        """
        if target.hook is not None:
            return await self._send_to_hook(player_id, target, message)
        endpoint = self._services.allowed(target.endpoint)
        outcome: DeliveryOutcome = "gone"
        if endpoint is not None:
            await self._load()
            from app.site.push.delivery import deliver

            topic = hashlib.sha256(str(message["tag"]).encode()).hexdigest()[:32]
            anywhere = self._services.is_origin(endpoint)
            try:
                async with self._to_browsers.one(guest=(player_id, AT_ONCE_FOR_GUEST)):
                    outcome = await deliver(
                        target, endpoint, message, self.key, topic=topic, urgency=urgency, anywhere=anywhere
                    )
            except TimeoutError:
                return "later"
        if outcome == "gone":
            same = (subscriptions.c.id == target.id) & (subscriptions.c.p256dh == target.p256dh)
            gone = sa.delete(subscriptions).where(same)
            await self._writer.execute(gone)
        return outcome

    async def _send_to_hook(self, player_id: str, target: Target, message: PushMessage) -> DeliveryOutcome:
        """Send a message to a hook. What was not tried says nothing about it: not enough slots, or the host got enough
        messages in this minute, or it has just let one time out."""
        is_test = message["kind"] == TEST
        endpoint = self._hooks.allowed(target.endpoint)
        if endpoint is None:
            await self._record(target, "gone")
            return "gone"
        if target.is_off and not is_test:
            return "later"
        setter = target.address or player_id
        receiver = f"{setter} {endpoint.host}"
        if self._silent.is_left_alone(receiver) or not self._may_send(endpoint.host, is_test=is_test):
            return "later"
        was_silent = self._silent.is_known(receiver)
        slot = (
            self._to_silent.one(setter=(setter, 1))
            if was_silent
            else self._to_hooks.one(
                setter=(setter, HOOKS_AT_ONCE_FOR_SETTER), host=(endpoint.host, HOOKS_AT_ONCE_FOR_HOST)
            )
        )
        await self._load()
        from app.site.push.delivery import deliver_signed

        try:
            async with slot:
                if self._silent.is_left_alone(receiver):  # it has timed out while this one waited
                    return "later"
                outcome = await deliver_signed(target, endpoint, message, anywhere=self._hooks.is_origin(endpoint))
        except TimeoutError:
            return "later"
        if outcome == "silent":
            self._silent.timed_out(receiver)
            outcome = "later"
        else:
            self._silent.answered(receiver)
        await self._record(target, outcome)
        return outcome

    def _may_send(self, host: str, *, is_test: bool) -> bool:
        """Count a message to a host: True if it may get one more in this minute. AppError(too_many) for a test."""
        now = time.monotonic()
        for what, most in (("test", TESTS_A_MINUTE_TO_HOST), ("any", A_MINUTE_TO_HOST)):
            if what == "test" and not is_test:
                continue
            bucket = self._by_host.of((what, host), (RefillRate(most / MINUTE, most),), now)
            wait = bucket.wait(1, now)
            if wait > 0:
                if is_test:
                    raise AppError(Code.too_many, seconds=math.ceil(wait))
                return False
            bucket.take(1, now)
        return True

    async def _record(self, target: Target, outcome: DeliveryOutcome) -> None:
        """Record whether a hook has accepted a message: after a week of none, or when it is gone, it is off. One that
        has never accepted any stays off, without a date."""
        now = time.time()
        is_new = target.is_off and target.failing_since is None
        since = None if outcome == "sent" or is_new else target.failing_since or now
        is_late = since is not None and now - since > HOOK_PATIENCE
        is_off = outcome != "sent" and (target.is_off or outcome == "gone" or is_late)
        if (since, is_off) != (target.failing_since, target.is_off):
            same = (subscriptions.c.id == target.id, subscriptions.c.auth == target.auth)
            change = sa.update(subscriptions).where(*same).values(failing_since=since, is_off=is_off)
            await self._writer.execute(change)

    async def _load(self) -> None:
        """Load the libraries in a thread, the first time: it takes half a second."""
        if not self._is_loaded:
            await asyncio.to_thread(import_module, "app.site.push.delivery")
            self._is_loaded = True


def _hook(player_id: str, hook: str | None) -> tuple[sa.ColumnElement[bool], ...]:
    return subscriptions.c.player_id == player_id, subscriptions.c.hook.is_not_distinct_from(hook)


def id_of(endpoint: str) -> str:
    """Return the id of the subscription with this address."""
    return hashlib.sha256(endpoint.encode("utf-8", "replace")).hexdigest()[:32]


def language_of(target: Target, chosen: str) -> str:
    """Return the language of a guest's notifications: as chosen, else as the browser requested."""
    wanted = chosen or target.language
    return wanted if wanted in LANGUAGES else next(iter(LANGUAGES))
