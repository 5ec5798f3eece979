"""The lag between workers, measured by a message that comes back: small with Redis, growing when it keeps silent."""

from __future__ import annotations

import math
import os
import signal

import pytest

from app.base.live import echo as module
from app.base.live.bus import Bus
from tests.support.waiting import until
from tools.rig.redis import RedisServer


async def test_it_is_small_grows_while_redis_stands_still_and_is_unknown_without(
    own_redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "ECHO_EVERY", 0.5)
    bus = Bus(own_redis.url)
    async with bus.run():
        await until(lambda: bus.echo.seconds > 0)
        first = bus.echo.seconds
        assert first < 60
        await until(lambda: bus.echo.seconds > 0 and bus.echo.seconds != first)  # another one follows
        os.kill(own_redis.pid, signal.SIGSTOP)
        try:
            await until(lambda: bus.echo.seconds > 0.5 or not bus.connected)
        finally:
            os.kill(own_redis.pid, signal.SIGCONT)
        await until(lambda: bus.connected and bus.echo.seconds < 0.5)
        own_redis.stop()
        await until(lambda: not bus.connected)
        assert math.isnan(bus.echo.seconds)
    assert math.isnan(Bus("").echo.seconds)
