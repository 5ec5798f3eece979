"""Publish and subscribe between the workers of one site: Redis when there is one, else nothing (everybody polls).

A message is a hint that something changed; what changed is read from the database. Losing messages, getting them twice
or late costs time, never correctness. See docs/decisions/live-updates.md.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Callable
from typing import Any, Final, TypeVar

import orjson
import structlog
from pydantic import ValidationError

from app.base.live.echo import Echo
from app.base.live.shards import ALONE, Shards
from app.base.live.worker_hints import HINT, SITE, MatchHint, MoveHint, WorkerHint
from app.base.signals import Signal
from app.base.tasks import TaskHealth, TaskSet

MAX_OUTBOX: Final = 10_000

Hint = TypeVar("Hint", bound=WorkerHint)

log = structlog.get_logger(__name__)


def channel_of(shard: int) -> str:
    """Return the channel of the matches of this shard."""
    return f"clash:matches:{shard}"


class Bus:
    """Sends this worker's hints to the others and theirs to its subscribers; `connected` says whether they arrive
    now."""

    def __init__(self, redis_url: str = "", shards: Shards = ALONE, health: TaskHealth | None = None) -> None:
        self._shards = shards
        self.channels = {SITE, channel_of(shards.own)}
        self.joining = asyncio.Event()
        self.worker = secrets.token_urlsafe(9)
        self.connected = False
        self.echo: Final = Echo()
        # Any: each handler takes the hints of its own kind.
        self._handlers: dict[type[object], Callable[[Any], None]] = {}
        self.on_reconnect = Signal[[]]()
        self._url = redis_url
        self._outbox: dict[str, list[WorkerHint]] = {}
        self._waiting = 0
        self.wake = asyncio.Event()
        self._tasks = TaskSet(health)

    @contextlib.asynccontextmanager
    async def run(self) -> AsyncIterator[None]:
        """Listen and send within the block, at the end of which waiting hints get a moment to be sent; never fails,
        keeps trying."""
        async with self._tasks:
            if self._url:
                from app.base.live.redis_connection import (
                    RedisConnection,  # here: a site without Redis need not have its package
                )

                connection = RedisConnection(self._url, self)
                self._tasks.forever("bus listen", connection.listen)
                self._tasks.forever("bus send", connection.send)
            yield
            if self.connected and self._waiting:
                await asyncio.sleep(0.1)

    @property
    def is_used(self) -> bool:
        """True if there is a Redis to talk to."""
        return bool(self._url)

    def subscribe(self, kind: type[Hint], handler: Callable[[Hint], None]) -> None:
        """Subscribe `handler` to the other workers' hints of this type; it replaces the handler before."""
        self._handlers[kind] = handler

    def publish(self, hint: WorkerHint) -> None:
        """Send a hint to the other workers; returns at once."""
        if self.connected and self._waiting < MAX_OUTBOX:
            channel = SITE
            if isinstance(hint, (MoveHint, MatchHint)):
                channel = channel_of(self._shards.of(hint.match))
            self._outbox.setdefault(channel, []).append(hint)
            self._waiting += 1
            self.wake.set()

    def follow(self, match_id: str) -> None:
        """Also receive the hints about this match, if it belongs to another worker; returns at once.

        `on_reconnect` is called when the channel is there: hints were missed until then.
        """
        channel = channel_of(self._shards.of(match_id))
        if channel not in self.channels:
            self.channels.add(channel)
            self.joining.set()

    def opened(self) -> None:
        """Note that hints arrive from now on; those before were missed."""
        self.connected = True
        self.wake.set()  # for the first echo
        log.info("redis_connected")
        self.on_reconnect()

    def closed(self, cause: BaseException | None) -> None:
        """Note that hints do not arrive any more; `cause` is what went wrong."""
        if self.connected and cause is not None:  # the tries that follow fail in silence
            log.warning("redis_lost", cause=type(cause).__name__)
        self.connected = False
        self.echo.forget()

    def waiting(self) -> tuple[str, list[WorkerHint]] | None:
        """Return a channel and the hints that wait to be sent there, which stay until `sent`; None: none wait."""
        channel = next(iter(self._outbox), None)
        return None if channel is None else (channel, list(self._outbox[channel]))

    def sent(self, channel: str, count: int) -> None:
        """Note that the first `count` hints of the channel have been sent."""
        self._waiting -= count
        rest = self._outbox.pop(channel)[count:]
        if rest:
            self._outbox[channel] = rest  # behind the others

    def receive(self, data: bytes) -> None:
        """Give the hints of a message to their handlers."""
        try:
            sent = orjson.loads(data)
            if sent["worker"] != self.worker:
                for content in sent["hints"]:
                    self._handle(content)
            elif "echo" in sent:
                self.echo.receive(sent["echo"])
        except (ValueError, KeyError, TypeError):
            log.warning("strange_message")  # somebody else uses the channel: not our business

    def _handle(self, content: object) -> None:
        """Give a hint to its handler; one of another version's kinds is ignored."""
        try:
            hint = HINT.validate_python(content)
        except ValidationError:
            log.info("unknown_hint")
            return
        handler = self._handlers.get(type(hint))
        if handler is not None:
            handler(hint)
