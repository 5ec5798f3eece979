"""Chat at a match, over the API and the sockets: who may write what, and who reads it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from starlette.testclient import TestClient, WebSocketTestSession

from app.base.settings import Settings
from app.base.web.limits import TABLE
from app.base.web.templating import ROOT
from app.main import create_app
from app.matches.core.match_row import MatchRow
from app.matches.core.opening.seating import SecondPlayer
from app.matches.core.schemas import NewMatch
from app.matches.talk.emotes import EMOTES, emote_words
from app.matches.talk.models import TEXT_LENGTH
from app.matches.talk.rules import Allowed, voice_at
from tests.support.cases import in_turn
from tests.support.service import worker
from tools.rig.json import Json
from tools.rig.players import ApiPlayer, duel

HELLO = {"emote": "hello"}


def said(player: ApiPlayer, match_id: str) -> list[str]:
    """Return the lines a player may read, in order."""
    return [line["text"] or line["emote"] for line in player.ok("GET", f"/{match_id}/talk")["lines"]]


def say(player: ApiPlayer, match_id: str, **what: str) -> Json:
    """Say something that must be taken."""
    return player.ok("POST", f"/{match_id}/talk", what)


def done(player: ApiPlayer, path: str, json: object, method: str = "POST") -> None:
    """Send a request that must be answered with nothing."""
    answer = player.ask(method, path, json)
    assert answer.status_code == 204, answer.text


@contextmanager
def listening(player: ApiPlayer, match_id: str) -> Iterator[WebSocketTestSession]:
    """Follow what is said within the block."""
    assert isinstance(player.client, TestClient)
    path = f"/api/matches/{match_id}/talk/stream"
    with player.client.websocket_connect(path, headers=player.headers) as session:
        yield session


def test_there_is_a_drawing_for_each_emote_and_a_name() -> None:
    for emote in EMOTES:
        assert (ROOT / "static" / "img" / "emotes" / f"{emote}.svg").read_text().startswith("<svg")
        assert emote_words(emote)
    assert len({emote_words(emote) for emote in EMOTES}) == len(EMOTES)


def test_friends_by_link_write_and_both_read_it(visitor: TestClient) -> None:
    ann, bob, match_id = duel(visitor)
    line = say(ann, match_id, text="good luck!")
    assert (line["number"], line["room"], line["seat"], line["name"]) == (1, "table", "A", "Ann")
    say(bob, match_id, emote="thanks")
    assert said(ann, match_id) == said(bob, match_id) == ["good luck!", "thanks"]
    assert [line["number"] for line in bob.ok("GET", f"/{match_id}/talk?after=1")["lines"]] == [2]
    assert ann.id not in "".join(bob.received)


def test_strangers_have_emotes_alone(visitor: TestClient) -> None:
    ann, bob, match_id = duel(visitor, public=True)
    say(ann, match_id, emote="hello")
    ann.refused("POST", f"/{match_id}/talk", {"text": "hello"}, 403, "words_to_friends")
    assert said(bob, match_id) == ["hello"]


def test_spectators_talk_among_themselves_until_the_end(visitor: TestClient) -> None:
    ann, bob, match_id = duel(visitor)
    eve, tom = ApiPlayer(visitor, "Eve"), ApiPlayer(visitor, "Tom")
    say(ann, match_id, text="between us")
    say(ann, match_id, emote="wow")
    assert say(eve, match_id, text="what a mess")["room"] == "watchers"
    assert said(tom, match_id) == ["wow", "what a mess"] and said(bob, match_id) == ["between us", "wow"]
    with listening(bob, match_id) as session:
        assert [line["number"] for line in session.receive_json()["lines"]] == [1, 2]
        ann.act(match_id, 0, {"type": "resign", "player": "A"})
        assert [line["text"] for line in session.receive_json()["lines"]] == ["what a mess"]
    assert said(bob, match_id) == ["between us", "wow", "what a mess"]
    assert said(tom, match_id) == ["wow", "what a mess"]


@in_turn(
    ("sent", "status", "code"),
    [
        ({}, 400, "malformed"), ({"emote": "hello", "text": "both"}, 400, "malformed"),
        ({"emote": "insult"}, 400, "malformed"), ({"text": "x" * (TEXT_LENGTH + 1)}, 400, "malformed"),
        ({"text": " \u202e\u200b\n "}, 422, "nothing_said"),
    ],
)  # fmt: skip
def test_what_cannot_be_said(visitor: TestClient, sent: Json, status: int, code: str) -> None:
    ann, _, match_id = duel(visitor)
    ann.refused("POST", f"/{match_id}/talk", sent, status, code)
    assert said(ann, match_id) == []


def test_control_and_direction_characters_and_towers_of_marks_are_tamed(visitor: TestClient) -> None:
    ann, _, match_id = duel(visitor)
    line = say(ann, match_id, text="a\u202eb\u2066c\x07d\ne\ufeff" + "o" + "\u0301" * 9)
    assert line["text"] == "abcd eo" + "\u0301" * 2 or line["text"].count("\u0301") <= 3
    assert not set("\u202e\u2066\x07\n\ufeff") & set(line["text"]) and line["text"].startswith("abcd e")


def test_nobody_to_talk_to(visitor: TestClient) -> None:
    ann = ApiPlayer(visitor, "Ann")
    for match_id in (ann.open(), ann.open(mode="solo"), ann.open(opponent="bot:1")):
        ann.refused("POST", f"/{match_id}/talk", HELLO, 403, "no_talk_here")


async def test_two_at_one_device_have_no_panel(sqlite: str) -> None:
    async with worker(sqlite) as site:
        ann = await site.people.players.create("Ann")
        row: MatchRow = (await site.matches.service.opening.create(ann, NewMatch(), SecondPlayer("Bo"))).row
        assert not voice_at(row, ann.id, "words").emotes


@pytest.mark.parametrize(("allowed", "emotes", "words"), [("words", 201, 201), ("emotes", 201, 403), ("off", 403, 403)])
def test_the_host_chooses_what_may_be_said(settings: Settings, allowed: Allowed, emotes: int, words: int) -> None:
    with TestClient(create_app(settings.model_copy(update={"talk": allowed}))) as client:
        ann, _, match_id = duel(client)
        assert ann.ask("POST", f"/{match_id}/talk", HELLO).status_code == emotes
        assert ann.ask("POST", f"/{match_id}/talk", {"text": "hello"}).status_code == words


@pytest.mark.usefixtures("no_refill")
def test_how_often_one_may_speak_is_bounded(client: TestClient) -> None:
    ann, _, match_id = duel(client)
    most = TABLE["talk"].guest or 0
    for _ in range(most):
        say(ann, match_id, emote="wow")
    ann.refused("POST", f"/{match_id}/talk", HELLO, 429, "too_many")


def test_a_muted_player_is_silent_in_this_match_until_unmuted(visitor: TestClient) -> None:
    ann, bob, match_id = duel(visitor)
    say(bob, match_id, text="slow coach")
    done(ann, f"/{match_id}/talk/mute", {"person": "B"})
    say(bob, match_id, text="hurry up")
    assert said(ann, match_id) == [] and said(bob, match_id) == ["slow coach", "hurry up"]
    done(ann, f"/{match_id}/talk/mute", {"person": "B", "on": False}, "PUT")
    assert said(ann, match_id) == ["slow coach", "hurry up"]
    ann.refused("POST", f"/{match_id}/talk/mute", {"person": "A"}, 422, "not_yourself")
    ann.refused("POST", f"/{match_id}/talk/mute", {"person": 99}, 404, "nobody_there")


def test_a_spectator_is_muted_by_what_they_said_and_players_do_not_find_them_out(visitor: TestClient) -> None:
    ann, _, match_id = duel(visitor)
    eve, tom = ApiPlayer(visitor, "Eve"), ApiPlayer(visitor, "Tom")
    number = say(eve, match_id, text="noise")["number"]
    ann.refused("POST", f"/{match_id}/talk/mute", {"person": number}, 404, "nobody_there")
    done(tom, f"/{match_id}/talk/mute", {"whom": number})  # the key as it was called before
    assert said(tom, match_id) == []


def test_a_blocked_player_is_silent_everywhere_and_shares_no_table(visitor: TestClient) -> None:
    ann, bob, match_id = duel(visitor)
    done(ann, f"/{match_id}/talk/block", {"person": "B"})
    done(ann, f"/{match_id}/talk/block", {"person": "B"})
    say(bob, match_id, emote="laugh")
    assert said(ann, match_id) == []
    for host, guest in ((ann, bob), (bob, ann)):
        guest.refused("POST", f"/{host.open()}/join", {}, 403, "blocked")
    mine = visitor.get("/api/players/me/blocks", headers=ann.headers).json()
    assert [block["name"] for block in mine["blocks"]] == ["Bob"] and bob.id not in str(mine)
    path = f"/api/players/me/blocks/{mine['blocks'][0]['id']}"
    assert visitor.delete(path, headers=bob.headers).json()["code"] == "no_such_block"
    assert visitor.delete(path, headers=ann.headers).status_code == 204
    bob.ok("POST", f"/{ann.open()}/join", {})
    assert said(ann, match_id) == ["laugh"]


def choose(player: ApiPlayer, words: str, what: str = "words") -> None:
    """Switch words or emotes on or off, as the page of settings does."""
    assert isinstance(player.client, TestClient)
    assert player.client.post("/settings", data={what: words}, headers=player.headers).status_code == 204


def test_a_player_who_switches_words_off_neither_reads_nor_writes_them(visitor: TestClient) -> None:
    ann, bob, match_id = duel(visitor)
    say(bob, match_id, text="hello")
    choose(ann, "off")
    assert said(ann, match_id) == []
    bob.refused("POST", f"/{match_id}/talk", {"text": "hello?"}, 403, "words_unread")
    ann.refused("POST", f"/{match_id}/talk", {"text": "hello"}, 403, "words_off")
    say(bob, match_id, emote="hello")
    assert said(ann, match_id) == ["hello"]
    choose(ann, "on")
    assert said(ann, match_id) == ["hello", "hello"]


def test_a_player_who_switches_emotes_off_sees_none_but_reads_words(visitor: TestClient) -> None:
    ann, bob, match_id = duel(visitor)
    say(bob, match_id, emote="hello")
    choose(ann, "off", "emotes")
    say(bob, match_id, text="are you there?")
    assert said(ann, match_id) == ["are you there?"]
    choose(ann, "on", "emotes")
    assert said(ann, match_id) == ["hello", "are you there?"]


def test_a_program_reads_and_writes_chat_over_its_socket(visitor: TestClient) -> None:
    ann, bob, match_id = duel(visitor)
    with listening(ann, match_id) as hers, listening(bob, match_id) as his:
        assert hers.receive_json() == his.receive_json() == {"type": "talk", "lines": []}
        his.send_json({"text": "hello"})
        for session in (hers, his):
            (line,) = session.receive_json()["lines"]
            assert (line["text"], line["seat"], line["name"]) == ("hello", "B", "Bob")
        his.send_json({"seq": 0, "action": {"type": "end_summon"}})
        assert his.receive_json()["code"] == "malformed"
        his.send_json({"emote": "rude"})
        assert his.receive_json()["code"] == "malformed"
        his.send_json({"emote": "oops"})
        assert his.receive_json()["lines"][0]["emote"] == "oops"
