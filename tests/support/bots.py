"""Opponents that are bots: waiting for them, playing on against them, and keeping them still."""

from __future__ import annotations

import contextlib
import random

from starlette.testclient import TestClient

from app.base.errors import AppError
from app.matches.core.computers.bots import BotPlayers
from tests.support.service import site_of
from tests.support.waiting import wait_until
from tools.rig.json import Json
from tools.rig.players import ApiPlayer
from tools.rig.random_moves import choose


def when_due(player: ApiPlayer, match_id: str) -> Json:
    """Return the match when it is the player's to act, or over."""
    states: list[Json] = []

    def due() -> bool:
        states[:] = [player.state(match_id)]  # a program that asks again, as any does
        return states[0]["status"] == "over" or states[0]["seat"] in states[0]["to_act"]

    wait_until(due, "the bot does not act")
    return states[0]


def play_to_the_end(player: ApiPlayer, match_id: str, seed: int = 1, limit: int = 1000) -> Json:
    """Play at random against the opponent; return the last state."""
    rng = random.Random(seed)
    for _ in range(limit):
        state = when_due(player, match_id)
        if state["status"] == "over":
            return state
        answer = player.ask("POST", f"/{match_id}/actions", {"seq": state["seq"], "action": choose(state, rng)})
        assert answer.status_code in (200, 409), answer.text  # 409: both choose in secret, and the bot was faster
    raise AssertionError("the match does not end")


def bots_of(client: TestClient) -> BotPlayers:
    """Return the bots of this worker's matches."""
    return site_of(client).matches.bots


def rest_bots(client: TestClient) -> None:
    """Let the bots of this site do nothing from now on, however much time they have."""
    assert client.portal is not None
    client.portal.call(bots_of(client).stop)


def let_bot_resign(client: TestClient, match_id: str) -> None:
    """Let the computer at B resign; it may play meanwhile."""
    site = site_of(client)
    assert client.portal is not None

    async def resign() -> None:
        while (live := await site.matches.service.live_match(match_id)).row.status != "over":
            with contextlib.suppress(AppError):  # something was played in between
                await site.matches.service.act_for_bot(match_id, "B", live.seq, {"type": "resign", "player": "B"})

    client.portal.call(resign)


def resign_to_bot(player: ApiPlayer, match_id: str) -> None:
    """Let the player at A resign; the computer may play meanwhile."""
    while (state := player.state(match_id))["status"] != "over":
        resignation = {"seq": state["seq"], "action": {"type": "resign", "player": "A"}}
        player.ask("POST", f"/{match_id}/actions", resignation)
