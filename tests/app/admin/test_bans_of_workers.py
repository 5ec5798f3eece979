"""A ban made at one worker holds at another as soon as its hint arrives."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from app.errors import AppError
from app.players.bans.bans import BanList, read_network
from tests.support.service import worker
from tests.support.waiting import until, until_found
from tools.rig.redis import RedisServer

HERE = HTTPConnection({"type": "http", "client": ("192.0.2.7", 1234), "headers": []})


async def is_kept_out(at: BanList) -> bool:
    """True if this network is refused."""
    try:
        await at.check("ban", None, HERE)
    except AppError as refusal:
        return refusal.code == "banned"
    return False


async def test_a_ban_holds_at_another_worker_by_a_hint(postgresql: str, own_redis: RedisServer) -> None:
    async with worker(postgresql, own_redis.url) as one, worker(postgresql, own_redis.url) as two:
        await until(lambda: one.bus.connected and two.bus.connected)
        here, there = one.bans, two.bans
        assert not await is_kept_out(there)
        await here.add("ban", read_network("192.0.2.0/24"), "", None)
        assert await is_kept_out(here)
        await until_found(lambda: is_kept_out(there))
        (made,) = await here.newest()
        await here.lift(made.id)

        async def is_let_in() -> bool:
            return not await is_kept_out(there)

        await until_found(is_let_in)
