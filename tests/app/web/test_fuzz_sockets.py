"""A hundred thousand malformed messages over every socket: each is refused, nothing breaks, changes or leaks."""

from __future__ import annotations

import json
import random
import string
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import httpx
import orjson
import pytest
from websockets.exceptions import ConnectionClosedError
from websockets.sync.client import ClientConnection, connect

from engine import cards
from tools.rig.guests import LIVE
from tools.rig.json import Json
from tools.rig.players import ApiPlayer, duel
from tools.rig.server import ServerProcess

MESSAGES = 100_000
BATCH = 500
SEED = 2026
TIMEOUT = 60.0

Message = str | bytes


# --- malformed messages


def _text(rng: random.Random, length: int = 12) -> str:
    alphabet = string.printable + "äß漢🂡\u202e\u0000\u2028" + '"{}[]\\'
    return "".join(rng.choice(alphabet) for _ in range(rng.randrange(length)))


def _value(rng: random.Random, depth: int = 0) -> Any:
    """Return any JSON value, odd ones preferred."""
    kind = rng.randrange(9 if depth < 3 else 7)
    if kind == 7:
        return [_value(rng, depth + 1) for _ in range(rng.randrange(4))]
    if kind == 8:
        return {_text(rng): _value(rng, depth + 1) for _ in range(rng.randrange(4))}
    numbers = (0, -1, 1, 2**31, 2**53, -(2**63), 2**63 - 1, 1.5, -0.0, 1e308, rng.randrange(100))
    return rng.choice((None, True, False, rng.choice(numbers), rng.choice(numbers), _text(rng), _text(rng, 60)))


def _garbage(rng: random.Random) -> Message:
    """Return no JSON at all, or nearly."""
    return rng.choice(
        (
            lambda: _text(rng, 80), lambda: rng.randbytes(rng.randrange(60)), lambda: "[" * rng.randrange(1, 2000),
            lambda: '{"seq": NaN, "action": {}}', lambda: '{"seq": 1e999, "action": {"type": "end_summon"}}',
            lambda: '{"seq": 0, "seq": 0, "action": {"type": "\\ud800"}}',
            lambda: json.dumps(_value(rng))[: -rng.randrange(1, 5)] + rng.choice(("", "}", "\x00", "]")),
        )
    )()  # fmt: skip


def _action(rng: random.Random) -> Json:
    """Return something like an action that nobody may take here: not theirs to act, or with a wrong number."""
    kinds = (
        "play", "champion", "end_summon", "attack", "order", "pick", "deck", "ban", "undo", "takeback", "claim", "draw",
    )  # fmt: skip
    keys = ("hand", "lane", "onto", "target", "cards", "card", "player", "take", _text(rng) or "x")
    chosen = rng.sample(keys, rng.randrange(4))
    return {"type": rng.choice((*kinds, _text(rng), _value(rng))), **{key: _value(rng) for key in chosen}}


def _wrong_seq(rng: random.Random) -> Any:
    return rng.choice((-1, 1, 2, 400, 10_000_000, 2**31, 0.5, "0", None, True, [0], {"seq": 0}))


def act(rng: random.Random) -> Message:
    """Return an action that comes with a wrong number, or with a key too many or too few."""
    message: Json = {"type": "act", "seq": _wrong_seq(rng), "action": rng.choice((_action(rng), _value(rng)))}
    change = rng.randrange(4)
    if change == 0:
        del message[rng.choice(("seq", "action"))]
    elif change == 1:
        message[_text(rng) or "more"] = _value(rng)
    return orjson.dumps(message).decode()


def stream_question(rng: random.Random) -> Message:
    """Return a malformed question for a stream."""
    wrong = {"type": "since", "since": rng.choice((-1, 1.5, "1", None, True, 10_000_001, [1]))}
    more = {"since": 0, _text(rng) or "more": _value(rng)}
    return orjson.dumps(rng.choice((wrong, more, {"token": _value(rng), "seq": 0}, {"action": _action(rng)}))).decode()


def page_question(rng: random.Random) -> Message:
    """Return a malformed question for a page's socket."""
    known = ("act", "hello", "why", "draw", "rematch", "lift", "claim", "takeback", "again", "more")
    key = rng.choice(("hello", "hand", "do", "seat", "take"))
    wrong = rng.choice((-1, 5000.5, "maybe", [True], {"x": 1}, 10**9))
    return orjson.dumps({"type": rng.choice((*known, _value(rng))), key: wrong, "never": _value(rng)}).decode()


def large(rng: random.Random) -> Message:
    """Return a message that is too large."""
    return orjson.dumps({"seq": 0, "action": {"type": "x" * rng.randrange(17_000, 40_000)}}).decode()


def malformed(rng: random.Random, question: Callable[[random.Random], Message]) -> Iterator[Message]:
    """Yield malformed messages without end; one in a thousand is too large."""
    kinds = (act, act, question, _garbage, lambda rng: json.dumps(_value(rng)))
    while True:
        yield large(rng) if rng.randrange(1000) == 0 else rng.choice(kinds)(rng)


# --- sending them


def connected(url: str, headers: dict[str, str]) -> ClientConnection:
    """Return a connection to a server that may be busy with others: it has TIMEOUT for all that it says, pongs too."""
    return connect(
        url, additional_headers=headers, max_size=None, compression=None, open_timeout=TIMEOUT, ping_interval=None
    )


@dataclass
class Attack(threading.Thread):
    """One connection that sends `count` malformed messages; whether all were answered is known by a `marker`."""

    url: str
    headers: dict[str, str]
    question: Callable[[random.Random], Message]
    marker: Json
    marked: Callable[[Json], bool]
    count: int
    seed: int
    codes: Counter[str] = field(default_factory=Counter)
    texts: set[str] = field(default_factory=set)
    failure: BaseException | None = None

    def __post_init__(self) -> None:
        super().__init__(daemon=True)

    __hash__ = threading.Thread.__hash__

    def run(self) -> None:
        """Attack; what goes wrong is kept in `failure`."""
        try:
            with connected(self.url, self.headers) as socket:
                self._attack(socket)
        except BaseException as error:
            self.failure = error

    def _attack(self, socket: ClientConnection) -> None:
        messages = malformed(random.Random(self.seed), self.question)
        for _ in range(self.count // BATCH):
            for _ in range(BATCH):
                socket.send(next(messages))
            socket.send(orjson.dumps(self.marker).decode())
            answered = 0
            while not self.marked(answer := orjson.loads(socket.recv(TIMEOUT))):
                answered += self._take(answer)
            assert answered == BATCH, f"{answered} of {BATCH} malformed messages were refused"

    def _take(self, answer: Json) -> bool:
        """Note an answer; whether it is a refusal."""
        self.texts.add(json.dumps(answer, ensure_ascii=False) if len(self.texts) < 3000 else "")
        if "code" not in answer:
            return False  # the state on connection, a banner, a board drawn afresh after a stale number
        assert set(answer) <= {"type", "error", "code", "content"}
        self.codes[answer["code"]] += 1
        return True


def is_beat(answer: Json) -> bool:
    """True if this answers a page's question whether the line is alive."""
    return "beat" in answer


def is_bad_since(answer: Json) -> bool:
    """True if this answers a question for actions that have not been played."""
    return answer.get("code") == "bad_since"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Provide a server that bears a thousand times as many messages as usual."""
    started = ServerProcess(tmp_path_factory.mktemp("server"), {"rate_limit": "1000"})
    yield started.start()
    started.close()


def test_malformed_messages_break_change_and_reveal_nothing(server: ServerProcess) -> None:
    with httpx.Client(base_url=server.url, timeout=TIMEOUT) as client:
        ann, bob, match_id = duel(client, first="A")
        eve = ApiPlayer(client, "Eve")
        before = [player.state(match_id) for player in (ann, bob, eve)]
        hello: tuple[Json, Callable[[Json], bool]] = ({"type": "hello", "hello": 0}, is_beat)
        since = ({"since": 5}, is_bad_since)
        stream, board = f"/api/matches/{match_id}/stream", f"/match/{match_id}/{LIVE}"
        share = MESSAGES // 20
        plan = [
            (stream, ann, stream_question, since, 6), (stream, bob, stream_question, since, 6),
            (stream, eve, stream_question, since, 2), (board, ann, page_question, hello, 3),
            (board, bob, page_question, hello, 2), (board, eve, page_question, hello, 1),
        ]  # fmt: skip
        attacks = [
            Attack(server.ws_url + path, player.headers, question, *marks, shares * share, SEED + number)
            for number, (path, player, question, marks, shares) in enumerate(plan)
        ]
        for attack in attacks:
            attack.start()
        for attack in attacks:
            attack.join(600)
        assert [attack.failure for attack in attacks if attack.failure] == []
        codes = sum((attack.codes for attack in attacks), Counter[str]())
        assert sum(codes.values()) >= MESSAGES, codes
        assert "internal" not in codes
        assert {"malformed", "stale_seq", "too_large"} <= codes.keys()
        assert [without_presence(player.state(match_id)) for player in (ann, bob, eve)] == [
            without_presence(state) for state in before
        ]
    hand_of_a, hand_of_b = before[0]["view"]["A"]["hand"], before[1]["view"]["B"]["hand"]
    hidden = (hand_of_b, hand_of_a, hand_of_a + hand_of_b)  # from Ann, from Bob, from Eve
    for number, attack in enumerate(attacks):
        payload = "".join(attack.texts)
        assert not [secret for player in (ann, bob, eve) for secret in (player.id, player.token) if secret in payload]
        for slug in set(hidden[number % 3]) - {"*"}:
            assert f'"{slug}"' not in payload
            assert cards.ALL[slug].name not in payload
    assert "unexpected error" not in server.log
    assert "Traceback" not in server.log


def test_a_frame_beyond_all_measure_ends_its_connection_alone(server: ServerProcess) -> None:
    with httpx.Client(base_url=server.url, timeout=TIMEOUT) as client:
        ann, bob, match_id = duel(client)
        url = f"{server.ws_url}/api/matches/{match_id}/stream"
        with connected(url, bob.headers) as other, connected(url, ann.headers) as own:
            other.recv(TIMEOUT)
            own.recv(TIMEOUT)
            own.send("x" * 70_000)
            with pytest.raises(ConnectionClosedError) as closed:
                own.recv(TIMEOUT)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1009
            other.send('{"since": 5}')
            assert is_bad_since(orjson.loads(other.recv(TIMEOUT)))
        assert ann.state(match_id)["seq"] == 0


def without_presence(state: Json) -> Json:
    """Return the state apart from who is connected."""
    return {key: value for key, value in state.items() if key != "present"}
