"""Calls to guests: the subscriptions of their browsers, and messages to all of them."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import time
from typing import Final

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from starlette.requests import HTTPConnection

from app.errors import AppError
from app.i18n import LANGUAGES
from app.players.player import Player
from app.push.delivery import DeliveryOutcome, Services, Target, deliver
from app.push.models import ENDPOINT_LENGTH, subscriptions
from app.push.vapid import VapidKey
from app.push.words import PushMessage
from app.store.database import Database
from app.store.group_commit import Writer

MOST: Final = 10  # browsers of one guest; the one that asked longest ago goes
AT_ONCE: Final = 8  # messages under way
POINT: Final = 65  # bytes of a public key
AUTH: Final = 16


class PushService:
    """The only writer of subscriptions. `services` says which push services there may be; none: no notifications."""

    def __init__(self, database: Database, writer: Writer, key: VapidKey, services: str) -> None:
        self._database = database
        self._writer = writer
        self.key = key
        self._services = Services(services)
        self._slots = asyncio.Semaphore(AT_ONCE)

    @property
    def is_on(self) -> bool:
        """Return whether this site sends notifications at all."""
        return bool(self._services)

    async def subscribe(self, player: Player, asked: Target) -> None:
        """Call the player at this browser, too, which may have been another guest's before.

        AppError(no_push, 409) on a site without notifications, AppError(bad_push, 422) for an address that is none of a
        push service that the host allows, or keys that are none.
        """
        if not self.is_on:
            raise AppError("no_push", 409)
        whole = _size(asked.p256dh) == POINT and _size(asked.auth) == AUTH
        if not whole or len(asked.endpoint) > ENDPOINT_LENGTH or not self._services.allow(asked.endpoint):
            raise AppError("bad_push", 422)
        row = {
            "id": asked.id,
            "player_id": player.id,
            "endpoint": asked.endpoint,
            "p256dh": asked.p256dh,
            "auth": asked.auth,
            "language": asked.language,
            "site": asked.site,
            "created_at": time.time(),
        }
        mine = subscriptions.c.player_id == player.id
        kept = sa.select(subscriptions.c.id).where(mine).order_by(subscriptions.c.created_at.desc()).limit(MOST)

        def write(connection: sa.Connection) -> None:
            insert = (postgresql if connection.dialect.name == "postgresql" else sqlite).insert(subscriptions)
            new = {name: insert.excluded[name] for name in row if name != "id"}
            connection.execute(insert.on_conflict_do_update(index_elements=["id"], set_=new), row)
            found = list(connection.execute(kept).scalars())
            connection.execute(sa.delete(subscriptions).where(mine, subscriptions.c.id.not_in(found)))

        await self._writer.job(write)

    async def unsubscribe(self, player: Player, endpoint: str) -> None:
        """Call the player at this browser no more."""
        theirs = (subscriptions.c.player_id == player.id) & (subscriptions.c.id == id_of(endpoint))
        await self._writer.job(lambda connection: connection.execute(sa.delete(subscriptions).where(theirs)))

    async def targets(self, player_id: str) -> list[Target]:
        """Return the browsers at which a guest wants to be called."""
        columns = (subscriptions.c[name] for name in Target.__dataclass_fields__)
        query = sa.select(*columns).where(subscriptions.c.player_id == player_id)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return [Target(**row._asdict()) for row in rows]

    async def send(self, target: Target, message: PushMessage, *, urgency: str = "high") -> DeliveryOutcome:
        """Send a message to one browser; one that is there no more is forgotten."""
        topic = hashlib.sha256(str(message["tag"]).encode()).hexdigest()[:32]
        async with self._slots:
            outcome = await asyncio.to_thread(deliver, target, message, self.key, topic, urgency)
        if outcome == "gone":
            gone = sa.delete(subscriptions).where(subscriptions.c.id == target.id)
            await self._writer.job(lambda connection: connection.execute(gone))
        return outcome


def id_of(endpoint: str) -> str:
    """Return the id of the subscription with this address."""
    return hashlib.sha256(endpoint.encode("utf-8", "replace")).hexdigest()[:32]


def language_of(target: Target, chosen: str) -> str:
    """Return the language in which a guest is called: as chosen, else as the browser asked."""
    wanted = chosen or target.language
    return wanted if wanted in LANGUAGES else next(iter(LANGUAGES))


def _size(text: str) -> int:
    """Return how many bytes a key has that is written in base64url; 0 for what is none."""
    try:
        return len(base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True))
    except ValueError:
        return 0


def push_service(connection: HTTPConnection) -> PushService:
    """Return the application's notifications."""
    service: PushService = connection.app.state.push
    return service
