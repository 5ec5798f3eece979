"""`WS /api/matches/{id}/stream` (docs/api.md)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from tests.support.duels import END
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

    def say(self, message: object) -> None:
        """Send a message."""
        self.session.send_json(message)

    def refused(self, message: object, code: str) -> None:
        """Send a message that must be refused with this code."""
        self.say(message)
        answer = self.receive()
        assert (set(answer), answer["code"]) == ({"type", "error", "code"}, code)


@contextmanager
def stream(player: ApiPlayer, match_id: str, headers: dict[str, str] | None = None) -> Iterator[Stream]:
    """Provide the player's stream, which has sent nothing yet."""
    assert isinstance(player.client, TestClient)
    sent = player.headers if headers is None else headers
    with player.client.websocket_connect(f"/api/matches/{match_id}/stream", headers=sent) as session:
        yield Stream(session)


def test_it_begins_with_the_state_and_goes_on_with_each_action(visitor: TestClient) -> None:
    ann, bob, match_id = duel(visitor, first="A")
    with stream(bob, match_id) as listening, stream(ann, match_id) as own:
        assert {**listening.receive(), "present": None} == {**bob.state(match_id), "present": None}
        own.say({"seq": 0, "action": choose(own.receive(), random.Random(1))})
        answer, news = own.receive_seq(1), listening.receive_seq(1)
        assert answer["events"][0]["type"] in ("played", "cast", "assault_began")
        assert (answer["view"], news["view"]) == (ann.state(match_id)["view"], bob.state(match_id)["view"])
        actor = ann if ann.state(match_id)["legal"] else bob
        actor.act(match_id, 1, choose(actor.state(match_id), random.Random(2)))
        assert own.receive_seq(2)["seq"] == listening.receive_seq(2)["seq"], "a move by the API shows everywhere"


def test_the_host_is_notified_when_somebody_joins_and_each_sees_who_is_there(visitor: TestClient) -> None:
    ann, eve = ApiPlayer(visitor, "Ann"), ApiPlayer(visitor, "Eve")
    match_id = ann.open()
    with stream(ann, match_id) as hers:
        assert hers.receive()["status"] == "open"
        bob = ApiPlayer(visitor, "Bob")
        bob.ok("POST", f"/{match_id}/join", {})
        news = hers.receive_seq(0)
        assert news["status"] == "playing"
        assert [event["type"] for event in news["events"]][:2] == ["coin", "dealt"]
    _, bob, match_id = duel(visitor)
    assert bob.state(match_id)["present"] == {"A": False, "B": False, "watchers": 0}
    with stream(bob, match_id) as his, stream(eve, match_id) as spectator:
        his.receive()
        assert spectator.receive()["seat"] is None
        assert bob.state(match_id)["present"] == {"A": False, "B": True, "watchers": 1}


def test_a_token_may_come_as_the_first_message_and_handshakes_are_refused_with_a_reason(visitor: TestClient) -> None:
    ann, _, match_id = duel(visitor)
    with stream(ann, match_id, headers={}) as late:
        late.refused({"seq": 0, "action": END}, "no_token")
        late.refused({"token": "wrong"}, "bad_token")
        late.refused({"token": 7}, "no_token")
        late.say({"token": ann.token})
        assert late.receive()["seat"] == "A"
    wrong = {"Authorization": "Bearer wrong"}
    for headers, where, status, code in (
        (wrong, match_id, 401, "bad_token"),
        (ann.headers, "nosuchmatch", 404, "no_such_match"),
    ):
        with pytest.raises(WebSocketDenialResponse) as denied, stream(ann, where, headers):
            pass
        assert (denied.value.status_code, denied.value.json()["code"]) == (status, code)


def test_errors_keep_the_stream_open_and_change_nothing(visitor: TestClient) -> None:
    ann, bob, match_id = duel(visitor, first="A")
    with stream(bob, match_id) as own:
        own.receive()
        own.refused({"seq": 0, "action": END}, "not_your_turn")
        own.refused({"seq": 3, "action": END}, "stale_seq")
        wrong: list[object] = [[], None, 7, {}, {"seq": 0}, {"seq": True, "action": END}, {"since": -1}, {"since": "x"}]
        for malformed in wrong:
            own.refused(malformed, "malformed")
        own.refused({"seq": 0, "action": {"type": "x" * 20_000}}, "too_large")
        for raw in ("", "{", "NaN", '{"seq": 0, "action": {"type": "\\ud800"}}', "[" * 10_000):
            own.session.send_text(raw)
            assert own.receive()["code"] == "malformed"
        own.session.send_bytes(b"\xff\x00")
        assert own.receive()["code"] == "malformed"
        own.refused({"since": 1}, "bad_since")
        assert ann.state(match_id)["seq"] == 0
        ann.act(match_id, 0, END)
        assert own.receive_seq(1)["to_act"]


def test_since_sends_again_what_a_reader_missed_each_state_as_it_was(visitor: TestClient) -> None:
    ann, bob, match_id = duel(visitor, format="draft", seed=11)
    rng, players = random.Random(3), {"A": ann, "B": bob}
    known: dict[str, list[Json]] = {"A": [], "B": []}
    with stream(ann, match_id) as a, stream(bob, match_id) as b:
        readers = {"A": a, "B": b}
        for reader in readers.values():
            reader.receive()
        for seq in range(1, 26):
            assert play_on(players, match_id, rng, limit=1)["seq"] == seq
            for seat, reader in readers.items():
                known[seat].append(reader.receive_seq(seq))
        a.say({"since": 25})
        for since in (24, 15, 0):  # the first two from memory, the last one from the log
            for seat, reader in readers.items():
                reader.say({"since": since})
                assert [reader.receive_seq(seq) for seq in range(since + 1, 26)] == known[seat][since:]
        end = play_on(players, match_id, rng)
        known["A"] += [a.receive_seq(seq) for seq in range(26, end["seq"] + 1)]
        a.say({"since": 0})
        assert [a.receive_seq(seq) for seq in range(1, end["seq"] + 1)] == known["A"]
        assert known["A"][-1]["result"] == end["result"]
        assert all(message["result"] is None for message in known["A"][:-1])


def test_draw_offers_and_rematches_are_published(visitor: TestClient) -> None:
    ann, bob, match_id = duel(visitor)
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


def test_a_flood_is_answered_then_ended(visitor: TestClient) -> None:
    ann, _, match_id = duel(visitor)
    codes: set[str] = set()

    def listen(flooded: Stream) -> None:
        while True:
            codes.add(flooded.receive()["code"])

    with stream(ann, match_id) as flooded:
        flooded.receive()
        for _ in range(2000):  # without waiting for an answer: how fast that comes depends on the machine
            flooded.session.send_text("{}")
        with pytest.raises(WebSocketDisconnect) as ended:
            listen(flooded)
    assert (codes, ended.value.code) == ({"malformed", "too_many"}, 1008)
    assert ann.state(match_id)["seq"] == 0
