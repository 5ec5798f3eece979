"""Hostile messages for the sockets: the API's stream, a match's page, a lesson's and a puzzle's."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final

import orjson
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from app.base.live.connection import MAX_FRAME
from tools.fuzz import hostile, samples, site
from tools.fuzz.verdict import FuzzVerdict
from tools.rig.guests import LIVE
from tools.rig.json import Json
from tools.rig.site import RunningSite

TIMEOUT: Final = 120.0
BATCH: Final = 10
GUEST_LASTS: Final = 400  # messages
MARKER: Final = "x" * (MAX_FRAME + 1)
"""Refused as too large, which nothing else here is: its refusal means that everything before it has been answered."""
Questions = Callable[[random.Random], Json]


def _stream(dice: random.Random) -> Json:
    return dice.choice(({"type": "since", "since": dice.randrange(3)}, {"since": 0}, {"token": "x" * 43}))


def _page(dice: random.Random) -> Json:
    offers = dice.choice(("offer", "withdraw", "accept", "decline"))
    return dice.choice(
        (
            {"type": "hello", "hello": dice.randrange(3)}, {"type": "why", "hand": dice.randrange(9)},
            {"type": "draw", "do": offers}, {"type": "takeback", "do": offers}, {"type": "rematch"},
            {"type": "lift", "seat": "A"}, {"type": "claim", "take": "wait"},
        )
    )  # fmt: skip


def _exercise(dice: random.Random) -> Json:
    return dice.choice(
        ({"type": "hello", "hello": dice.randrange(3)}, {"type": "why", "hand": dice.randrange(9)}, {"type": "again"})
    )


WAYS: Final[dict[str, tuple[str, str, Questions]]] = {
    "stream": ("/api/matches/{id}/stream", "/api/matches", _stream),
    "page socket": (f"/match/{{id}}/{LIVE}", "/match", _page),
    "lesson socket": (f"/learn/{{id}}/{LIVE}", "/learn", _exercise),
    "puzzle socket": (f"/puzzles/{{id}}/{LIVE}", "/puzzles", _exercise),
}


def message(dice: random.Random, questions: Questions, seq: int) -> bytes:
    """Return a message that is hostile in one way or another, no larger than a message may be."""
    made: Any = (
        {"type": "act", "seq": seq, "action": samples.any_action(dice)} if dice.random() < 0.7 else questions(dice)
    )
    if dice.random() < 0.75:
        made = hostile.mutated(dice, made)
    content = hostile.encoded(dice, made)
    if dice.random() < 0.25:
        content = hostile.broken(dice, content)
    return content[:MAX_FRAME]


def run(kind: str, count: int, running: RunningSite, dice: random.Random, limit: float | None) -> FuzzVerdict:
    """Send so many messages over the sockets of a kind (a key of WAYS) to a site."""
    verdict = FuzzVerdict(kind, limit)
    while verdict.inputs < count and not verdict.is_broken:
        whose = site.guest(running.url(0), dice)
        try:
            _talk(kind, min(GUEST_LASTS, count - verdict.inputs), running, whose, dice, verdict)
        except (ConnectionClosed, TimeoutError, OSError) as error:
            verdict.broke(f"no answer ({type(error).__name__}: {error})", b"")
        finally:
            whose.client.close()
    return verdict


def _talk(
    kind: str, count: int, running: RunningSite, whose: site.FuzzGuest, dice: random.Random, verdict: FuzzVerdict
) -> None:
    path, start, questions = WAYS[kind]
    address = running.url(0).replace("http", "ws", 1) + path.replace("{id}", whose.ids[start])
    with connect(
        address, additional_headers=whose.headers, max_size=None, compression=None, open_timeout=TIMEOUT,
        ping_interval=None,
    ) as socket:  # fmt: skip
        seq = orjson.loads(socket.recv(TIMEOUT)).get("seq", 0)
        for _ in range(-(-count // BATCH)):
            batch = [message(dice, questions, seq) for _ in range(BATCH)]
            began = site.clock(running)
            seq = _batch(socket, batch, seq, verdict)
            seconds = site.clock(running) - began
            verdict.slowest = max(verdict.slowest, seconds)
            if verdict.is_slow(seconds):
                verdict.fault(f"{len(batch)} messages took {seconds:.1f} s of a processor", b" | ".join(batch))


def _batch(socket: ClientConnection, batch: list[bytes], seq: int, verdict: FuzzVerdict) -> int:
    """Send some messages and judge the answers; return the number of actions in them."""
    for content in batch:
        _send(socket, content)
    socket.send(MARKER)
    size, codes = 0, list[str]()
    while "too_large" not in codes:
        received = socket.recv(TIMEOUT)
        size = max(size, len(received))
        answer = orjson.loads(received)
        codes.append(str(answer.get("code", "fine")))
        seq = answer.get("seq", seq)
    messages = b" | ".join(batch)
    for code in codes[:-1]:
        verdict.answers[code] += 1
    verdict.inputs += len(batch)
    verdict.largest = max(verdict.largest, size)
    verdict.judge("internal", size, messages, internal="internal" in codes)
    return int(seq)


def _send(socket: ClientConnection, content: bytes) -> None:
    try:
        socket.send(content.decode())
    except UnicodeDecodeError:
        socket.send(content)
