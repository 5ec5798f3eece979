"""The bus's connection to Redis: other workers' hints come in, this worker's go out; a broken one is opened again."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Final, Protocol

import orjson
import redis.asyncio as redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from app.base.live.echo import ECHO_EVERY, Echo
from app.base.live.worker_hints import SITE, WorkerHint

TIMEOUT: Final = 3.0  # seconds after which a silent Redis counts as gone
RETRY_DELAY: Final = 0.5


class HintExchange(Protocol):
    """The part of the worker's bus that the connection to Redis uses."""

    worker: str
    connected: bool
    channels: set[str]
    joining: asyncio.Event
    wake: asyncio.Event

    @property
    def echo(self) -> Echo: ...
    def opened(self) -> None: ...
    def closed(self, cause: BaseException | None) -> None: ...
    def waiting(self) -> tuple[str, list[WorkerHint]] | None: ...
    def sent(self, channel: str, count: int) -> None: ...
    def receive(self, data: bytes) -> None: ...


class RedisConnection:
    """Two connections, one that listens and one that sends, for the worker's bus."""

    def __init__(self, url: str, bus: HintExchange) -> None:
        self._url = url
        self._bus = bus

    async def listen(self) -> None:
        """Hand what is published to the bus; never returns."""
        await self._forever(self._listen)

    async def send(self) -> None:
        """Publish what waits in the bus; never returns."""
        await self._forever(self._send)

    async def _forever(self, work: Callable[[redis.Redis], Awaitable[None]]) -> None:
        while True:
            client = redis.Redis.from_url(
                self._url,
                socket_connect_timeout=TIMEOUT,
                socket_timeout=TIMEOUT,
                health_check_interval=0,
                retry=Retry(NoBackoff(), 0),
            )
            try:
                await work(client)
            except* (RedisError, OSError, TimeoutError):
                await asyncio.sleep(RETRY_DELAY)
            finally:
                with contextlib.suppress(RedisError, OSError):
                    await client.aclose()

    async def _listen(self, client: redis.Redis) -> None:
        cause: BaseException | None = None
        try:
            async with client.pubsub() as pubsub:
                await pubsub.subscribe(*self._bus.channels)
                async with asyncio.TaskGroup() as group:
                    group.create_task(self._join(pubsub))
                    await self._read(pubsub)
        except* (RedisError, OSError, TimeoutError) as errors:
            cause = errors.exceptions[0]
            raise
        finally:
            self._bus.closed(cause)

    async def _join(self, pubsub: PubSub) -> None:
        """Subscribe to further channels as they are needed."""
        joined = set(self._bus.channels)
        while True:
            await self._bus.joining.wait()
            self._bus.joining.clear()
            new, joined = self._bus.channels - joined, set(self._bus.channels)
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
                self._bus.opened()
            elif message["type"] == "message":
                self._bus.receive(message["data"])
        raise RedisError("no answer")

    async def _send(self, client: redis.Redis) -> None:
        bus = self._bus
        while True:
            bus.wake.clear()
            if bus.connected and bus.echo.is_due:
                content = {"worker": bus.worker, "hints": [], "echo": bus.echo.send()}
                await client.publish(SITE, orjson.dumps(content))
            waiting = bus.waiting()
            if waiting is not None:
                channel, hints = waiting
                await client.publish(channel, orjson.dumps({"worker": bus.worker, "hints": hints}))
                bus.sent(channel, len(hints))  # not before: a broken connection repeats them
            else:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(ECHO_EVERY):
                        await bus.wake.wait()
