"""Bots at the table: over the API, in every format, and after the end of whatever thinks for them."""

from __future__ import annotations

import os
import random
import signal
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.bots import characters
from app.bots.thinkers import LEAST, Thinkers
from app.bots.thinking import SECONDS
from app.matches.bots import BotPlayers
from tests.support.waiting import wait_until
from tools.rig.players import ApiPlayer, Json
from tools.rig.random_moves import choose

FORMATS: list[dict[str, Any]] = [
    {},
    {"edition": "2021"},
    {"format": "draft", "sets": ["treachery", "resistance"]},
    {"format": "draft", "edition": "2021"},
    {"format": "draft", "champions": True},
    {"format": "draft", "champions": "optional"},
    {"format": "constructed"},
    {"format": "constructed", "champions": True},
    {"format": "constructed", "edition": "2021"},
]


def when_due(player: ApiPlayer, match_id: str) -> Json:
    """Return the match when it is the player's to act, or over."""
    states: list[Json] = []

    def due() -> bool:
        states[:] = [player.state(match_id)]  # a program that asks again, as any does
        return states[0]["status"] == "over" or states[0]["seat"] in states[0]["to_act"]

    wait_until(due, "the bot does not act")
    return states[0]


def play_to_the_end(player: ApiPlayer, match_id: str, seed: int = 1, limit: int = 1000) -> Json:
    """Play by chance against whoever sits opposite; return the last state."""
    rng = random.Random(seed)
    for _ in range(limit):
        state = when_due(player, match_id)
        if state["status"] == "over":
            return state
        answer = player.ask("POST", f"/{match_id}/actions", {"seq": state["seq"], "action": choose(state, rng)})
        assert answer.status_code in (200, 409), answer.text  # 409: both choose in secret, and the bot was faster
    raise AssertionError("the match does not end")


def bots_of(client: TestClient) -> BotPlayers:
    found: BotPlayers = client.app.state.bots  # type: ignore[attr-defined]
    return found


@pytest.mark.parametrize("options", FORMATS, ids=str)
def test_a_bot_plays_every_format_to_its_end(client: TestClient, options: dict[str, Any]) -> None:
    ann = ApiPlayer(client, "Ann")
    match_id = ann.open(opponent="bot:3", **options)
    state = play_to_the_end(ann, match_id)
    assert state["result"]["winner"] in ("A", "B", "draw")
    record = ann.ok("GET", f"/{match_id}/record")
    assert {move["by"] for move in record["actions"]} == {"A", "B"}
    assert record["names"]["B"] == characters.of_level(3).name
    assert bots_of(client)._refused == {}
    rematch = ann.ok("POST", f"/{match_id}/rematch")["next"]
    assert ann.state(rematch)["players"]["A"]["kind"] == "bot"


@pytest.mark.parametrize("level", ["1", "2", "hard", "expert", "master"])
def test_every_level_sits_down_by_number_or_name(client: TestClient, level: str) -> None:
    ann = ApiPlayer(client, "Ann")
    match_id = ann.open(opponent=f"bot:{level}", first="B")
    state = when_due(ann, match_id)
    assert state["seq"] > 0
    number = {"hard": 4, "expert": 5, "master": 6}.get(level) or int(level)
    name = characters.of_level(number).name
    assert state["players"] == {
        "A": {"kind": "guest", "name": "Ann", "level": None},
        "B": {"kind": "bot", "name": name, "level": number},
    }
    assert state["names"] == {"A": "Ann", "B": name}
    assert state["decks"]["A"] == 1
    assert state["decks"]["B"] in (2, 3, 4)
    ann.refused("POST", f"/{match_id}/draw", {"do": "offer"}, 422, "not_playing")


def test_nobody_plays_for_a_bot(client: TestClient) -> None:
    ann = ApiPlayer(client, "Ann")
    match_id = ann.open(opponent="bot:6", first="B", deck=2)
    state = ann.state(match_id)
    answer = ann.ask("POST", f"/{match_id}/actions", {"seq": state["seq"], "action": {"type": "end_summon"}})
    assert answer.status_code in (403, 409)
    ApiPlayer(client, "Eve").refused("POST", f"/{match_id}/join", {}, 409, "match_full")


def test_the_end_of_the_process_that_thinks_costs_no_match(client: TestClient) -> None:
    ann = ApiPlayer(client, "Ann")
    match_id = ann.open(opponent="bot:6", first="B")
    when_due(ann, match_id)
    thinkers: Thinkers = bots_of(client)._thinkers
    rng = random.Random(2)
    killed = 0
    for _ in range(40):
        state = when_due(ann, match_id)
        if state["status"] == "over" or killed == 2:
            break
        action = choose(state, rng)
        after = ann.act(match_id, state["seq"], action)
        if after["to_act"] == ["B"]:
            for pid in thinkers.pids:
                os.kill(pid, signal.SIGKILL)
                killed += 1
            assert when_due(ann, match_id)["seq"] > after["seq"]
    assert killed == 2


def test_the_longer_the_line_the_shorter_the_thought() -> None:
    thinkers = Thinkers(2)
    times = []
    for asking in (1, 2, 6, 1000):
        thinkers._asking = asking
        times.append(thinkers._seconds(6))
    assert times == [SECONDS[5], SECONDS[5], SECONDS[5] / 3, LEAST]
