"""Bots at the table: over the API, in every format, and after the end of whatever thinks for them."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.bots import characters
from app.bots.queue import BotQueues
from app.bots.thinkers import LEAST, Thinkers
from app.bots.thinking import SECONDS
from app.errors import AppError
from app.matches.computers.bots import BotPlayers
from app.matches.opening import start
from app.players.player import Player
from engine.match import Options
from tests.support.service import site_of
from tests.support.waiting import others_go_on, wait_until
from tools.rig.json import Json
from tools.rig.players import ApiPlayer
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
    return site_of(client).bots


def rest_bots(client: TestClient) -> None:
    """Let the bots of this site do nothing from now on, however much time they have."""
    assert client.portal is not None
    client.portal.call(bots_of(client).stop)


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


def test_nobody_plays_for_a_bot(client: TestClient) -> None:
    rest_bots(client)  # or it may have ended its turn before Ann asks
    ann = ApiPlayer(client, "Ann")
    match_id = ann.open(opponent="bot:6", first="B", deck=2)
    action = {"seq": 0, "action": {"type": "end_summon"}}
    ann.refused("POST", f"/{match_id}/actions", action, 403, "not_your_turn")
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
        if killed == 2:
            break
        if state["status"] == "over":  # a master can win in two turns
            match_id = ann.open(opponent="bot:6", first="B")
            continue
        action = choose(state, rng)
        after = ann.act(match_id, state["seq"], action)
        if after["to_act"] == ["B"]:
            for pid in [helper.pid for helper in thinkers._helpers if helper.pid]:
                os.kill(pid, signal.SIGKILL)
                killed += 1
            assert when_due(ann, match_id)["seq"] > after["seq"]
    assert killed == 2


async def test_a_long_queue_delays_no_other() -> None:
    queues = BotQueues(2, 3)
    for number in range(3):
        queues.admit(f"match {number}", "eve")
    inside: list[str] = []
    over = asyncio.Event()

    async def ask(owner: str) -> None:
        async with queues.slot(owner):
            inside.append(owner)
            await over.wait()

    eves = [asyncio.create_task(ask("eve")) for _ in range(3)]
    ann = asyncio.create_task(ask("ann"))
    await others_go_on()
    assert sorted(inside) == ["ann", "eve", "eve"]
    with pytest.raises(AppError) as refused:
        queues.admit("one more", "eve")
    assert (refused.value.code, refused.value.status) == ("too_many_bot_matches", 429)
    queues.admit("one more", "ann")
    over.set()
    await asyncio.gather(*eves, ann)
    queues.admit("one more", "eve")
    assert [queues.owner_of("match 1", "?"), queues.owner_of("another", "?")] == ["eve", "?"]


def test_who_waits_for_too_many_thoughts_opens_no_more_matches(client: TestClient) -> None:
    bots_of(client)._pause = 0
    queues = bots_of(client)._thinkers.queues
    queues._most = 2
    ann = ApiPlayer(client, "Ann")
    codes: set[str] = set()
    for _ in range(30):
        answer = ann.ask("POST", "", {"opponent": "bot:6", "seat": "A", "first": "B"})
        codes.add("" if answer.status_code == 201 else answer.json()["code"])
    assert codes == {"", "too_many_bot_matches"}
    ann.open(mode="solo")  # everything else can be opened
    wait_until(lambda: not queues._queues, "the bots do not get on")
    ann.open(opponent="bot:6")


def test_the_longer_the_queue_the_shorter_the_thought() -> None:
    thinkers = Thinkers(2, "")
    times = []
    for asking in (1, 2, 6, 1000):
        thinkers._asking = asking
        times.append(thinkers._seconds(6))
    assert times == [SECONDS[5], SECONDS[5], SECONDS[5] / 3, LEAST]
    thinkers._asking = 1
    assert thinkers._seconds(6, queued=6) == SECONDS[5] / 3


def _ended(hand: list[str], other: list[str]) -> dict[str, Any]:
    """Return a position in which A is to play with these cards, and B holds the others."""
    start = {"edition": "2022", "mode": "duel", "turn": 5, "active": "A", "phase": "summon", "mana": 6, "winner": None}
    empty: Json = {"fortress": "fort", "top": [], "bottom": [], "champion": None}
    return {**start, "A": {"hand": ["*", *hand], **empty}, "B": {"hand": ["*", *other], **empty}}


FULL = ["ogre", "troll", "brute", "martyr", "zombie", "alpha", "mutant"]


@pytest.mark.parametrize(("hand", "other", "agrees"), [(FULL, ["boom"], True), (["boom"], FULL, False)])
def test_a_bot_agrees_to_a_draw_where_it_would_rather_not_play_on(
    client: TestClient, hand: list[str], other: list[str], agrees: bool
) -> None:
    ann = ApiPlayer(client, "Ann")
    service = site_of(client).matches
    options = Options(seed=1, format="position", position=_ended(hand, other))
    bot = start.bot_of(characters.of_level(2))
    live = client.portal.call(service.opening.play_from_position, Player(ann.id, "Ann"), options, "A", bot)  # type: ignore[union-attr]
    ann.ok("POST", f"/{live.id}/draw", {"do": "offer"})
    wait_until(lambda: ann.state(live.id)["draw_offer"] is None, "the bot does not answer")
    state = ann.state(live.id)
    assert state["result"] == ({"winner": "draw", "reason": "agreement"} if agrees else None)
    assert state["seq"] == (1 if agrees else 0)


def test_a_bot_gives_a_turn_back(client: TestClient) -> None:
    ann = ApiPlayer(client, "Ann")
    match_id = ann.open(opponent="bot:2", seat="A", first="A")
    play = next(action for action in ann.state(match_id)["legal"] if action.get("lane") == "top")
    ann.act(match_id, 0, play)
    ann.act(match_id, 1, {"type": "end_summon"})
    before = when_due(ann, match_id)
    after = ann.ok("POST", f"/{match_id}/takeback", {"do": "offer"})
    assert (after["seq"], after["to_act"], after["takeback_offer"]) == (before["seq"] + 1, ["A"], None)
    assert after["view"]["turn"] == 1
    assert after["view"]["A"]["top"] == []
    assert after["legal"]
    ann.act(match_id, after["seq"], {"type": "end_summon"})
    assert when_due(ann, match_id)["view"]["turn"] == 3
