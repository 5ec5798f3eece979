"""Bots at the table: over the API, in every format, and after the end of whatever thinks for them."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import ExitStack

import pytest
from starlette.testclient import TestClient

from app.base.errors import AppError
from app.base.settings import Settings
from app.matches.bots import characters
from app.matches.bots.queue import BotQueues
from app.matches.bots.thinkers import MIN_SECONDS, Thinkers
from app.matches.bots.thinking import LEVEL_SECONDS
from app.matches.core.opening import start
from app.people.players.player import Player
from engine.match import Options
from tests.support.bots import play_to_the_end, rest_bots, when_due
from tests.support.cases import case
from tests.support.duels import END
from tests.support.service import site_of
from tests.support.waiting import others_go_on, wait_until
from tools.rig.json import Json
from tools.rig.players import ApiPlayer

FORMATS: list[Json] = [
    {"edition": "2021"}, {"format": "draft", "champions": "optional"}, {"format": "constructed", "edition": "2021"},
]  # fmt: skip


@pytest.fixture(scope="module")
def shared_settings(shared_settings: Settings) -> Settings:
    """Provide settings of a site without limits."""
    return shared_settings.model_copy(update={"bot_pause_seconds": 0})


def test_a_bot_plays_every_format_to_its_end(visitor: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    ann = ApiPlayer(visitor, "Ann")
    for options in FORMATS:
        with case(str(options)):
            match_id = ann.open(opponent="bot:2", **options)
            state = play_to_the_end(ann, match_id)
            assert state["result"]["winner"] in ("A", "B", "draw")
            record = ann.ok("GET", f"/{match_id}/record")
            assert {move["by"] for move in record["actions"]} == {"A", "B"}
            assert record["names"]["B"] == characters.of_level(2).name
    assert not [record for record in caplog.records if record.levelname == "ERROR"], "a play was refused"
    rematch = ann.ok("POST", f"/{match_id}/rematch")["next"]
    assert ann.state(rematch)["players"]["A"]["kind"] == "bot"


def test_every_level_sits_down_by_number_or_name(visitor: TestClient) -> None:
    ann = ApiPlayer(visitor, "Ann")
    for level, number in {"1": 1, "2": 2, "hard": 4, "expert": 5, "master": 6}.items():
        with case(level):
            state = when_due(ann, ann.open(opponent=f"bot:{level}", first="B"))
            assert state["seq"] > 0
            name = characters.of_level(number).name
            assert state["players"] == {
                "A": {**state["players"]["A"], "kind": "guest", "name": "Ann", "level": None},
                "B": {"kind": "bot", "name": name, "level": number, "face": None},
            }
            assert state["names"] == {"A": "Ann", "B": name}
            assert (state["decks"]["A"], state["decks"]["B"] in (2, 3, 4)) == (1, True)


def test_the_end_of_the_process_that_thinks_costs_no_match(visitor: TestClient) -> None:
    ann = ApiPlayer(visitor, "Ann")
    for _ in range(2):
        match_id = ann.open(opponent="bot:6", first="A")
        when_due(ann, ann.open(opponent="bot:2", first="B"))  # a process is there
        assert ann.act(match_id, 0, END)["to_act"] == ["B"]
        killed = [helper.pid for helper in site_of(visitor).matches.thinkers.helpers if helper.pid]
        for pid in killed:
            os.kill(pid, signal.SIGKILL)
        assert killed and when_due(ann, match_id)["seq"] > 1


async def test_a_long_queue_delays_no_other_and_shortens_the_thought() -> None:
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
    with pytest.raises(AppError, match="too_many_bot_matches"):
        queues.admit("one more", "eve")
    queues.admit("one more", "ann")
    over.set()
    await asyncio.gather(*eves, ann)
    queues.admit("one more", "eve")
    assert [queues.owner_of("match 1", "?"), queues.owner_of("another", "?")] == ["eve", "?"]
    thinkers, times = Thinkers(2, ""), []
    with ExitStack() as questions:
        for asking in (1, 2, 6, 1000):
            while thinkers.asking < asking:
                questions.enter_context(thinkers.urgent())
            times.append(thinkers.seconds_for(6))
    assert times == [LEVEL_SECONDS[6], LEVEL_SECONDS[6], LEVEL_SECONDS[6] / 3, MIN_SECONDS]
    assert thinkers.seconds_for(6, queued=6) == LEVEL_SECONDS[6] / 3


def test_who_waits_for_too_many_thoughts_opens_no_more_matches(
    visitor: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    queues = site_of(visitor).matches.thinkers.queues
    monkeypatch.setattr(queues, "most", 2)
    ann = ApiPlayer(visitor, "Ann")
    codes: set[str] = set()
    for _ in range(10):
        answer = ann.ask("POST", "", {"opponent": "bot:6", "seat": "A", "first": "B"})
        codes.add("" if answer.status_code == 201 else answer.json()["code"])
    assert codes == {"", "too_many_bot_matches"}
    ann.open(mode="solo")  # everything else can be opened
    wait_until(lambda: not queues.questions, "the bots do not get on")
    ann.open(opponent="bot:2")


FULL = ["ogre", "troll", "brute", "martyr", "zombie", "alpha", "mutant"]


def _ended(hand: list[str], other: list[str]) -> Json:
    """Return a position in which A is to play with these cards, and B holds the others."""
    start = {"edition": "2022", "mode": "duel", "turn": 5, "active": "A", "phase": "summon", "mana": 6, "winner": None}
    empty: Json = {"fortress": "fort", "top": [], "bottom": [], "champion": None}
    return {**start, "A": {"hand": ["*", *hand], **empty}, "B": {"hand": ["*", *other], **empty}}


def test_a_bot_agrees_to_a_draw_where_it_would_rather_not_play_on(visitor: TestClient) -> None:
    ann, bot = ApiPlayer(visitor, "Ann"), start.bot_of(characters.of_level(2))
    begin = site_of(visitor).matches.service.opening.play_from_position
    for hand, other, agrees in ((FULL, ["boom"], True), (["boom"], FULL, False)):
        options = Options(seed=1, format="position", position=_ended(hand, other))
        live = visitor.portal.call(begin, Player(ann.id, "Ann"), options, "A", bot)  # type: ignore[union-attr]
        ann.ok("POST", f"/{live.id}/draw", {"do": "offer"})
        wait_until(lambda live=live: ann.state(live.id)["draw_offer"] is None, "no answer")  # type: ignore[misc]
        state = ann.state(live.id)
        assert state["result"] == ({"winner": "draw", "reason": "agreement"} if agrees else None)
        assert state["seq"] == (1 if agrees else 0)


def test_a_bot_gives_a_turn_back_and_nobody_plays_for_it(visitor: TestClient) -> None:
    ann = ApiPlayer(visitor, "Ann")
    match_id = ann.open(opponent="bot:2", first="A")
    begun = ann.state(match_id)
    play = next(action for action in begun["legal"] if action.get("lane") == "top")
    assert ann.act(match_id, 0, play)["view"] != begun["view"]
    assert ann.act(match_id, 1, {"type": "undo"})["view"] == begun["view"], "the bot waits for the end of the turn"
    ann.act(match_id, 2, play)
    ann.act(match_id, 3, END)
    before = when_due(ann, match_id)
    after = ann.ok("POST", f"/{match_id}/takeback", {"do": "offer"})
    assert (after["seq"], after["to_act"], after["takeback_offer"]) == (before["seq"] + 1, ["A"], None)
    assert (after["view"]["turn"], after["view"]["A"]["top"]) == (1, [])
    assert after["legal"]
    ann.act(match_id, after["seq"], END)
    assert when_due(ann, match_id)["view"]["turn"] == 3
    rest_bots(visitor)  # or it may have ended its turn before Ann asks; the site's last test
    match_id = ann.open(opponent="bot:6", first="B", deck=2)
    ann.refused("POST", f"/{match_id}/actions", {"seq": 0, "action": END}, 403, "not_your_turn")
    ApiPlayer(visitor, "Eve").refused("POST", f"/{match_id}/join", {}, 409, "match_full")
