"""The subscriptions of guests' browsers, and messages to all of them."""

from __future__ import annotations

import asyncio
import hashlib
import time
from importlib import import_module
from typing import TYPE_CHECKING, Final
from weakref import WeakValueDictionary

import sqlalchemy as sa

from app.errors import AppError, Code
from app.i18n import LANGUAGES
from app.players.player import Player
from app.push.endpoints import PushAddress, PushServices, parse_endpoint
from app.push.models import ENDPOINT_LENGTH, SITE_LENGTH, subscriptions
from app.push.target import Target
from app.push.vapid import VapidKey
from app.push.words import PushMessage
from app.store.database import Database
from app.store.group_commit import Writer
from app.store.upsert import upsert

if TYPE_CHECKING:
    from app.push.delivery import DeliveryOutcome

MOST: Final = 10  # browsers of one guest; the oldest subscription goes
AT_ONCE: Final = 32  # messages under way
AT_ONCE_FOR_GUEST: Final = 2
PATIENCE: Final = 60.0  # seconds for one message, waiting for others included


class PushService:
    """The only writer of subscriptions. `services` are the allowed push services; none: no notifications."""

    def __init__(self, database: Database, writer: Writer, key: VapidKey, services: str) -> None:
        self._database = database
        self._writer = writer
        self.key = key
        self._services = PushServices(services)
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._guests: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        self._is_loaded = False

    @property
    def is_on(self) -> bool:
        """True if this site sends notifications at all."""
        return bool(self._services)

    async def subscribe(self, player: Player, asked: Target) -> None:
        """Subscribe the player's browser, which may have been another guest's before. AppError(no_push) on a site
        without notifications, AppError(bad_push) for an address outside the push services that the host allows, or for
        unusable keys."""
        if not self.is_on:
            raise AppError(Code.no_push)
        await self._load()
        from app.push import delivery

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
        mine = subscriptions.c.player_id == player.id
        kept = sa.select(subscriptions.c.id).where(mine).order_by(subscriptions.c.created_at.desc()).limit(MOST)

        def write(connection: sa.Connection) -> None:
            connection.execute(upsert(connection, subscriptions), row)
            found = list(connection.execute(kept).scalars())
            connection.execute(sa.delete(subscriptions).where(mine, subscriptions.c.id.not_in(found)))

        await self._writer.job(write)

    async def unsubscribe(self, player: Player, endpoint: str) -> None:
        """Delete the subscription of a browser."""
        parsed = parse_endpoint(endpoint)
        known = id_of(parsed.url if parsed else endpoint)
        blocking = (subscriptions.c.player_id == player.id) & (subscriptions.c.id == known)
        await self._writer.execute(sa.delete(subscriptions).where(blocking))

    async def targets(self, player_id: str) -> list[Target]:
        """Return the subscribed browsers of a guest."""
        columns = (subscriptions.c[name] for name in Target.__dataclass_fields__)
        query = sa.select(*columns).where(subscriptions.c.player_id == player_id)
        rows = await self._database.rows(query)
        return [Target(**row._asdict()) for row in rows]

    async def target(self, player_id: str, endpoint: str) -> Target | None:
        """Return one of these browsers, by its address."""
        parsed = parse_endpoint(endpoint)
        return next((one for one in await self.targets(player_id) if parsed and one.endpoint == parsed.url), None)

    async def send(
        self, player_id: str, target: Target, message: PushMessage, *, urgency: str = "high"
    ) -> DeliveryOutcome:
        """Send a message to one of a guest's browsers; one that cannot be reached any more is deleted. Few are under
        way for each guest, so that slow push services delay only their own guest."""
        endpoint = self._services.allowed(target.endpoint)
        outcome: DeliveryOutcome = "gone"
        if endpoint is not None:
            own_slots = self._guests.setdefault(player_id, asyncio.Semaphore(AT_ONCE_FOR_GUEST))
            try:
                async with asyncio.timeout(PATIENCE), own_slots, self._slots:
                    outcome = await self._deliver(target, endpoint, message, urgency)
            except TimeoutError:
                outcome = "later"
        if outcome == "gone":
            same = (subscriptions.c.id == target.id) & (subscriptions.c.p256dh == target.p256dh)
            gone = sa.delete(subscriptions).where(same)
            await self._writer.execute(gone)
        return outcome

    async def _deliver(
        self, target: Target, endpoint: PushAddress, message: PushMessage, urgency: str
    ) -> DeliveryOutcome:
        await self._load()
        from app.push.delivery import deliver

        topic = hashlib.sha256(str(message["tag"]).encode()).hexdigest()[:32]
        anywhere = self._services.is_origin(endpoint)
        return await deliver(target, endpoint, message, self.key, topic=topic, urgency=urgency, anywhere=anywhere)

    async def _load(self) -> None:
        """Load the libraries in a thread, the first time: it takes half a second."""
        if not self._is_loaded:
            await asyncio.to_thread(import_module, "app.push.delivery")
            self._is_loaded = True


def id_of(endpoint: str) -> str:
    """Return the id of the subscription with this address."""
    return hashlib.sha256(endpoint.encode("utf-8", "replace")).hexdigest()[:32]


def language_of(target: Target, chosen: str) -> str:
    """Return the language of a guest's notifications: as chosen, else as the browser requested."""
    wanted = chosen or target.language
    return wanted if wanted in LANGUAGES else next(iter(LANGUAGES))
