"""`WS /api/matches/{id}/stream` (docs/api.md)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from tools.rig.json import Json
from tools.rig.players import ApiPlayer, duel, play_on
from tools.rig.random_moves import choose

MESSAGE_KEYS = {"seq", "view", "events", "legal", "to_act", "result"}


class Stream:
    """A socket of one player."""

    def __init__(self, session: WebSocketTestSession) -> None:
        self.session = session

    def receive(self) -> Json:
        """Return the next message."""
        message: Json = self.session.receive_json()
        return message

    def receive_seq(self, seq: int) -> Json:
        """Return the next message, which must be about the `seq`-th action."""
        message = self.receive()
        assert message.keys() >= MESSAGE_KEYS
        assert message["seq"] == seq
        return message

    def say(self, message: Any) -> None:
        """Send a message."""
        self.session.send_json(message)

    def refused(self, message: Any, code: str) -> None:
        """Send a message that must be answered with an error."""
        self.say(message)
        answer = self.receive()
        assert set(answer) == {"type", "error", "code"}, answer
        assert answer["code"] == code


@contextmanager
def stream(player: ApiPlayer, match_id: str, headers: dict[str, str] | None = None) -> Iterator[Stream]:
    """Provide the player's stream, which has sent nothing yet."""
    client = player.client
    assert isinstance(client, TestClient)
    sent = player.headers if headers is None else headers
    with client.websocket_connect(f"/api/matches/{match_id}/stream", headers=sent) as session:
        yield Stream(session)


def mover_of(ann: ApiPlayer, bob: ApiPlayer, match_id: str) -> tuple[ApiPlayer, ApiPlayer]:
    """Return the player to act, and the one who waits."""
    return (ann, bob) if ann.state(match_id)["to_act"] == ["A"] else (bob, ann)


def test_it_begins_with_the_state_and_goes_on_with_each_action(client: TestClient) -> None:
    ann, bob, match_id = duel(client)
    mover, waiting = mover_of(ann, bob, match_id)
    with stream(waiting, match_id) as received, stream(mover, match_id) as own:
        first = received.receive()
        same = waiting.state(match_id)
        assert {**first, "present": None} == {**same, "present": None}
        state = own.receive()
        action = choose(state, random.Random(1))
        own.say({"seq": 0, "action": action})
        answer, news = own.receive_seq(1), received.receive_seq(1)
        assert answer["events"][0]["type"] in ("played", "cast", "assault_began")
        assert answer["view"] == mover.state(match_id)["view"]
        assert news["view"] == waiting.state(match_id)["view"]
        # A move by the API shows in the stream of everybody.
        state = mover.state(match_id) if mover.state(match_id)["legal"] else waiting.state(match_id)
        actor = mover if mover.state(match_id)["legal"] else waiting
        actor.act(match_id, 1, choose(state, random.Random(2)))
        assert own.receive_seq(2)["seq"] == received.receive_seq(2)["seq"]


def test_the_host_is_notified_when_somebody_joins(client: TestClient) -> None:
    ann = ApiPlayer(client, "Ann")
    match_id = ann.open()
    with stream(ann, match_id) as received:
        assert received.receive()["status"] == "open"
        ApiPlayer(client, "Bob").ok("POST", f"/{match_id}/join", {})
        news = received.receive_seq(0)
        assert news["status"] == "playing"
        assert [event["type"] for event in news["events"]][:2] == ["coin", "dealt"]


def test_a_token_may_come_as_the_first_message(client: TestClient) -> None:
    ann, _, match_id = duel(client)
    with stream(ann, match_id, headers={}) as received:
        received.refused({"seq": 0, "action": {"type": "end_summon"}}, "no_token")
        received.refused({"token": "wrong"}, "bad_token")
        received.refused({"token": 7}, "no_token")
        received.say({"token": ann.token})
        assert received.receive()["seat"] == "A"


@pytest.mark.parametrize(
    ("headers", "path", "status", "code"),
    [({"Authorization": "Bearer wrong"}, "", 401, "bad_token"), (None, "nosuchmatch", 404, "no_such_match")],
)
def test_a_handshake_is_refused_with_a_reason(
    client: TestClient, headers: dict[str, str] | None, path: str, status: int, code: str
) -> None:
    ann, _, match_id = duel(client)
    with pytest.raises(WebSocketDenialResponse) as denied, stream(ann, path or match_id, headers):
        pass
    assert (denied.value.status_code, denied.value.json()["code"]) == (status, code)


def test_errors_keep_the_stream_open_and_change_nothing(client: TestClient) -> None:
    ann, bob, match_id = duel(client)
    mover, waiting = mover_of(ann, bob, match_id)
    end = {"type": "end_summon"}
    with stream(waiting, match_id) as received:
        received.receive()
        received.refused({"seq": 0, "action": end}, "not_your_turn")
        received.refused({"seq": 3, "action": end}, "stale_seq")
        wrong: list[Any] = [[], None, 7, {}, {"seq": 0}, {"seq": True, "action": end}, {"since": -1}, {"since": "x"}]
        for malformed in wrong:
            received.refused(malformed, "malformed")
        received.refused({"seq": 0, "action": {"type": "x" * 20_000}}, "too_large")
        for raw in ("", "{", "NaN", '{"seq": 0, "action": {"type": "\\ud800"}}', "[" * 10_000):
            received.session.send_text(raw)
            assert received.receive()["code"] == "malformed"
        received.session.send_bytes(b"\xff\x00")
        assert received.receive()["code"] == "malformed"
        received.refused({"since": 1}, "bad_since")
        assert mover.state(match_id)["seq"] == 0
        mover.act(match_id, 0, end)
        assert received.receive_seq(1)["to_act"]


def test_since_sends_again_what_a_reader_missed(client: TestClient) -> None:
    ann, bob, match_id = duel(client, format="draft", seed=11)
    rng = random.Random(3)
    received: dict[str, list[Json]] = {"A": [], "B": []}
    with stream(ann, match_id) as a, stream(bob, match_id) as b:
        a.receive()
        b.receive()
        for seq in range(1, 26):
            assert play_on({"A": ann, "B": bob}, match_id, rng, limit=1)["seq"] == seq
            received["A"].append(a.receive_seq(seq))
            received["B"].append(b.receive_seq(seq))
        a.say({"since": 25})
        for since in (24, 15, 0):  # the first two from memory, the last one from the log
            for seat, player in (("A", a), ("B", b)):
                player.say({"since": since})
                assert [player.receive_seq(seq) for seq in range(since + 1, 26)] == received[seat][since:]


def test_since_after_the_end_shows_each_state_as_it_was(client: TestClient) -> None:
    ann, bob, match_id = duel(client)
    rng = random.Random(4)
    with stream(ann, match_id) as a:
        a.receive()
        end = play_on({"A": ann, "B": bob}, match_id, rng)
        received = [a.receive_seq(seq) for seq in range(1, end["seq"] + 1)]
        a.say({"since": 0})
        assert [a.receive_seq(seq) for seq in range(1, end["seq"] + 1)] == received
        assert received[-1]["result"] == end["result"]
        assert all(message["result"] is None for message in received[:-1])


def test_draw_offers_and_rematches_are_published(client: TestClient) -> None:
    ann, bob, match_id = duel(client)
    with stream(ann, match_id) as a:
        a.receive()
        bob.ok("POST", f"/{match_id}/draw", {"do": "offer"})
        assert a.receive_seq(0)["draw_offer"] == "B"
        ann.ok("POST", f"/{match_id}/draw", {"do": "accept"})
        assert a.receive_seq(1)["result"] == {"winner": "draw", "reason": "agreement"}
        bob.ok("POST", f"/{match_id}/rematch")
        assert a.receive()["rematch_offer"] == "B"
        next_id = ann.ok("POST", f"/{match_id}/rematch")["next"]
        assert a.receive()["next"] == next_id


def test_presence_is_shown_by_seat(client: TestClient) -> None:
    ann, bob, match_id = duel(client)
    eve = ApiPlayer(client, "Eve")
    assert ann.state(match_id)["present"] == {"A": False, "B": False, "watchers": 0}
    with stream(bob, match_id) as b, stream(eve, match_id) as e:
        b.receive()
        assert e.receive()["seat"] is None
        assert ann.state(match_id)["present"] == {"A": False, "B": True, "watchers": 1}


def test_a_flood_is_answered_then_ended(client: TestClient) -> None:
    ann, _, match_id = duel(client)
    with stream(ann, match_id) as received:
        received.receive()
        for _ in range(2000):  # without waiting for an answer: how fast that comes depends on the machine
            received.session.send_text("{}")
        codes = set()

        def listen() -> None:
            for _ in range(2000):
                codes.add(received.receive()["code"])

        with pytest.raises(WebSocketDisconnect) as ended:
            listen()
        assert codes == {"malformed", "too_many"}
        assert ended.value.code == 1008
    assert ann.state(match_id)["seq"] == 0
