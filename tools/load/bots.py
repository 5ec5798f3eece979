"""Matches against bots in addition to the others: each person waits for a while and plays a turn."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Final

import httpx

from app.base.web.running import running
from tools.rig.guests import ApiClient, Guest
from tools.rig.json import Json
from tools.rig.random_moves import choose
from tools.rig.site import RunningSite

LEVEL: Final = 6
TURN_SECONDS: Final = 5.0
"""Seconds between two turns of a person, who then plays what they can and ends the turn."""
OPENING: Final = {"opponent": f"bot:{LEVEL}", "deck": 1}


@asynccontextmanager
async def bot_matches(site: RunningSite, count: int) -> AsyncIterator[None]:
    """Let so many people play against bots until the block ends; a finished match is replaced."""
    async with httpx.AsyncClient(base_url=site.url(0), timeout=60) as http, AsyncExitStack() as stack:
        for number in range(count):
            guest = await ApiClient().guest(http, "Ann")
            opened = await _ask(http, guest, "", OPENING)
            await stack.enter_async_context(running(_play(http, guest, opened["id"], random.Random(number))))
        yield


async def _play(http: httpx.AsyncClient, guest: Guest, match_id: str, rng: random.Random) -> None:
    while True:
        await asyncio.sleep(TURN_SECONDS * rng.uniform(0.5, 1.5))
        state = await _ask(http, guest, f"/{match_id}")
        while state["status"] != "over" and state["seat"] in state["to_act"]:
            action = {"seq": state["seq"], "action": choose(state, rng)}
            state |= await _ask(http, guest, f"/{match_id}/actions", action)
        if state["status"] == "over":
            match_id = (await _ask(http, guest, "", OPENING))["id"]


async def _ask(http: httpx.AsyncClient, guest: Guest, path: str, body: Json | None = None) -> Json:
    method = "GET" if body is None else "POST"
    answer = await http.request(method, f"/api/matches{path}", json=body, headers=guest.headers)
    answer.raise_for_status()
    found: Json = answer.json()
    return found
