"""Malformed messages over the sockets of a match: each is refused, nothing changes or leaks. Very many: `make fuzz`."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import product

import httpx
import orjson
import pytest
from websockets.exceptions import ConnectionClosedError
from websockets.sync.client import ClientConnection, connect

from engine import cards
from tools.fuzz import hostile, samples
from tools.fuzz.sockets import MARKER, WAYS, Questions
from tools.rig.json import Json
from tools.rig.players import ApiPlayer, duel
from tools.rig.server import DEADLINE, ServerProcess

MESSAGES, BATCH = 150, 50
NOT_NOW = (-1, 1, 2, 400, 10_000_000, 2**31, 0.5, "0", None, True, [0], {"seq": 0})
"""What is no number of the next action, which is 0."""


def malformed(dice: random.Random, question: Questions) -> str:
    """Return an action with a wrong number, a question with a key too many, any JSON, or none."""
    action = dice.choice((samples.any_action(dice), hostile.value(dice)))
    made = dice.choice(({"type": "act", "seq": dice.choice(NOT_NOW), "action": action},
                        {**question(dice), "never": hostile.value(dice)}, [hostile.value(dice)]))  # fmt: skip
    content = hostile.encoded(dice, made)
    return (hostile.broken(dice, content) if dice.random() < 0.2 else content)[:10_000].decode("utf-8", "replace")


def attack(server: ServerProcess, way: str, match_id: str, player: ApiPlayer, seed: int) -> tuple[Counter[str], str]:
    """Send malformed messages over a socket; return how often each code came back, and all that was said."""
    path, _, question = WAYS[way]
    dice, codes, said = random.Random(seed), Counter[str](), ""
    with connected(server.ws_url + path.replace("{id}", match_id), player) as socket:
        for _ in range(MESSAGES // BATCH):
            for _ in range(BATCH):
                socket.send(malformed(dice, question))
            socket.send(MARKER)  # its refusal comes when everything before it has been answered
            answer: Json = {}
            while answer.get("code") != "too_large":
                answer = orjson.loads(socket.recv(DEADLINE))
                codes[answer.get("code", "")] += 1
                said += json.dumps(answer, ensure_ascii=False)
    return codes, said


def connected(url: str, player: ApiPlayer) -> ClientConnection:
    """Return a connection to a server that may be busy with others."""
    headers = player.headers
    return connect(url, additional_headers=headers, max_size=None, open_timeout=DEADLINE, ping_interval=None)


def test_malformed_messages_break_change_and_reveal_nothing(site: ServerProcess) -> None:
    with httpx.Client(base_url=site.url, timeout=DEADLINE) as client:
        ann, bob, match_id = duel(client, first="A")
        players = (ann, bob, ApiPlayer(client, "Eve"))

        def states() -> list[Json]:
            found = [player.state(match_id) for player in players]
            return [{key: state[key] for key in state if key != "present"} for state in found]

        before, all_codes = states(), set[str]()
        hands = [before[0]["view"]["A"]["hand"], before[1]["view"]["B"]["hand"]]
        for number, (way, place) in enumerate(product(("stream", "page socket"), range(3))):
            codes, said = attack(site, way, match_id, players[place], number)
            all_codes |= codes.keys()
            assert sum(codes.values()) - codes[""] >= MESSAGES * 0.9, codes
            assert not [secret for player in players for secret in (player.id, player.token) if secret in said]
            hidden = {*hands[0]} | {*hands[1]} if place == 2 else {*hands[1 - place]}
            for slug in hidden - {"*"}:
                assert f'"{slug}"' not in said and cards.ALL[slug].name not in said
        assert {"malformed", "stale_seq", "not_your_seat"} <= all_codes and "internal" not in all_codes
        assert states() == before
    assert "unexpected error" not in site.log and "Traceback" not in site.log


def test_a_frame_beyond_all_measure_ends_its_connection_alone(site: ServerProcess) -> None:
    with httpx.Client(base_url=site.url, timeout=DEADLINE) as client:
        ann, bob, match_id = duel(client)
        url = f"{site.ws_url}/api/matches/{match_id}/stream"
        with connected(url, bob) as other, connected(url, ann) as own:
            other.recv(DEADLINE)
            own.recv(DEADLINE)
            own.send("x" * 70_000)
            with pytest.raises(ConnectionClosedError) as closed:
                own.recv(DEADLINE)
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 1009
            other.send('{"since": 5}')
            assert orjson.loads(other.recv(DEADLINE))["code"] == "bad_since"
        assert ann.state(match_id)["seq"] == 0
