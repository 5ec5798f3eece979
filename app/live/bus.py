"""Publish and subscribe between the workers of one site: Redis when there is one, else nothing (everybody polls).

A message is a hint that something changed; what changed is read from the database. Losing messages, getting them twice
or late costs time, never correctness. See docs/decisions/live-updates.md.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Final, TypeVar

import orjson
import redis.asyncio as redis
import structlog
from pydantic import ValidationError
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from app.live.echo import ECHO_EVERY, Echo
from app.live.shards import ALONE, Shards
from app.live.worker_hints import HINT, MatchHint, MoveHint, WorkerHint
from app.signals import Signal
from app.tasks import TaskHealth, TaskSet

SITE: Final = "clash:site"
"""The channel of what concerns every worker; hints about matches go to the channel of their shard."""
TIMEOUT: Final = 3.0  # seconds after which a silent Redis counts as gone
RETRY: Final = 0.5
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
        self._channels = {SITE, channel_of(shards.own)}
        self._joining = asyncio.Event()
        self.worker = secrets.token_urlsafe(9)
        self.connected = False
        self.echo: Final = Echo()
        # Any: each handler takes the hints of its own kind.
        self._handlers: dict[type[object], Callable[[Any], None]] = {}
        self.on_reconnect = Signal[[]]()
        self._url = redis_url
        self._outbox: dict[str, list[WorkerHint]] = {}
        self._waiting = 0
        self._wake = asyncio.Event()
        self._tasks = TaskSet(health)

    @contextlib.asynccontextmanager
    async def run(self) -> AsyncIterator[None]:
        """Listen and send within the block, at the end of which waiting hints get a moment to be sent; never fails,
        keeps trying."""
        async with self._tasks:
            if self._url:
                self._tasks.forever("bus listen", lambda: self._forever(self._listen))
                self._tasks.forever("bus send", lambda: self._forever(self._send))
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
            self._wake.set()

    def follow(self, match_id: str) -> None:
        """Also receive the hints about this match, if it belongs to another worker; returns at once.

        `on_reconnect` is called when the channel is there: hints were missed until then.
        """
        channel = channel_of(self._shards.of(match_id))
        if channel not in self._channels:
            self._channels.add(channel)
            self._joining.set()

    def _client(self) -> redis.Redis:
        return redis.Redis.from_url(
            self._url,
            socket_connect_timeout=TIMEOUT,
            socket_timeout=TIMEOUT,
            health_check_interval=0,
            retry=Retry(NoBackoff(), 0),
        )

    async def _forever(self, work: Callable[[redis.Redis], Awaitable[None]]) -> None:
        while True:
            client = self._client()
            try:
                await work(client)
            except* (RedisError, OSError, TimeoutError):
                await asyncio.sleep(RETRY)
            finally:
                with contextlib.suppress(RedisError, OSError):
                    await client.aclose()

    async def _listen(self, client: redis.Redis) -> None:
        try:
            async with client.pubsub() as pubsub:
                await pubsub.subscribe(*self._channels)
                async with asyncio.TaskGroup() as group:
                    group.create_task(self._join(pubsub))
                    await self._read(pubsub)
        except* (RedisError, OSError, TimeoutError) as errors:
            if self.connected:  # the tries that follow fail in silence
                log.warning("redis_lost", cause=type(errors.exceptions[0]).__name__)
            raise
        finally:
            self.connected = False
            self.echo.forget()

    async def _join(self, pubsub: PubSub) -> None:
        """Subscribe to further channels as they are needed."""
        joined = set(self._channels)
        while True:
            await self._joining.wait()
            self._joining.clear()
            new, joined = self._channels - joined, set(self._channels)
            if new:
                await pubsub.subscribe(*new)

    async def _read(self, channel: PubSub) -> None:
        silent = 0
        while silent < 2:
            async with asyncio.timeout(TIMEOUT * 2):
                message = await channel.get_message(timeout=TIMEOUT)
            if message is None:
                silent += 1
                await channel.ping()  # answered by a message: two silences in a row are a lost connection
                continue
            silent = 0
            if message["type"] == "subscribe":
                self._reconnected()
            elif message["type"] == "message":
                self._receive(message["data"])
        raise RedisError("no answer")

    def _reconnected(self) -> None:
        self.connected = True
        self._wake.set()  # for the first echo
        log.info("redis_connected")
        self.on_reconnect()

    def _receive(self, data: bytes) -> None:
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

    def _sent(self, channel: str, count: int) -> None:
        self._waiting -= count
        rest = self._outbox.pop(channel)[count:]
        if rest:
            self._outbox[channel] = rest  # behind the others

    async def _send(self, client: redis.Redis) -> None:
        while True:
            self._wake.clear()
            if self.connected and self.echo.is_due:
                content = {"worker": self.worker, "hints": [], "echo": self.echo.send()}
                await client.publish(SITE, orjson.dumps(content))
            if self._outbox:
                channel = next(iter(self._outbox))
                hints = list(self._outbox[channel])
                await client.publish(channel, orjson.dumps({"worker": self.worker, "hints": hints}))
                self._sent(channel, len(hints))  # not before: a broken connection repeats them
            else:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(ECHO_EVERY):
                        await self._wake.wait()
