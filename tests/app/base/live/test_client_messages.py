"""The messages of clients: each is exactly one of a closed set, and everything else is refused in a sentence."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Protocol

import orjson
import pytest
from pydantic import ValidationError

from app.base.complaints import complaint
from app.base.live.client_messages import HELLO, PRACTICE, STREAM, ActIn, SinceIn, Strict
from app.matches.core.features import PAGE
from app.matches.talk.socket import TALK
from tests.support.cases import case
from tools.fuzz import hostile
from tools.rig.json import Json


class Reader(Protocol):
    """A reader of the messages of one kind of socket."""

    def validate_python(self, content: object, /) -> Strict: ...


END = {"type": "end_summon"}
ACT = {"type": "act", "seq": 0, "action": END}
HELLO_3 = {"type": "hello", "hello": 3}
WHY = {"type": "why", "hand": 2}
SOCKETS: dict[str, Reader] = {"stream": STREAM, "page": PAGE, "practice": PRACTICE, "lobby": HELLO, "talk": TALK}
ANSWERS = ("offer", "withdraw", "accept", "decline")
WELL_FORMED: list[tuple[str, Json]] = [
    *((name, ACT) for name in SOCKETS if name != "lobby"), ("stream", {"type": "since", "since": 0}),
    ("page", HELLO_3), ("page", WHY), ("page", {"type": "front", "front": False}), ("page", {"type": "rematch"}),
    ("page", {"type": "lift", "seat": "B"}),
    *(("page", {"type": kind, "do": answer}) for kind in ("draw", "takeback") for answer in ANSWERS),
    *(("page", {"type": "claim", "take": take}) for take in ("win", "draw", "wait")),
    ("page", {"type": "vacation", "do": "end"}), ("practice", HELLO_3), ("practice", WHY),
    ("practice", {"type": "again"}), ("practice", {"type": "front", "front": False}), ("lobby", HELLO_3),
    ("talk", {"type": "say", "emote": "hello", "text": None, "marks": None, "seq": 0, "side": None}),
]  # fmt: skip
PROMISED: list[tuple[str, Json, str]] = [
    ("stream", {"seq": 0, "action": END}, "act"), ("stream", {"since": 0}, "since"), ("lobby", {"hello": 3}, "hello"),
    ("talk", {"emote": "hello"}, "say"), ("talk", {"text": "Well"}, "say"), ("talk", {"seq": 0, "action": END}, "act"),
]  # fmt: skip
WRONG: list[object] = [
    None, True, 7, 1.5, "hello", [], [[HELLO_3]], {}, {"": 0}, {"dance": True}, {"seq": 0}, {"action": END},
    {"type": "dance"}, {"type": None}, {"type": ["act"]}, {"type": {}}, {"type": 1}, {"type": "x" * 5000},
    {**ACT, "action": None}, {**ACT, "action": []}, {**ACT, "action": "end_summon"},
    *({**ACT, "seq": wrong} for wrong in ("0", True, 0.0, -1, 10_000_001)), {**ACT, "headers": {}},
    {**ACT, "since": 0}, {"type": "act", "since": 0}, {**HELLO_3, "hand": 1}, {**HELLO_3, "type": "since"},
    *({"type": "hello", "hello": wrong} for wrong in (None, -1, "0", {"hello": 0})), {"type": "why", "hand": 1001},
    {"type": "why", "hand": [1]}, {"type": "why"}, {"type": "draw", "do": "Offer"}, {"type": "draw", "do": None},
    {"type": "takeback"}, {"type": "claim", "take": "all"}, {"type": "claim", "take": ["win"]},
    {"type": "rematch", "do": "offer"}, {"rematch": True}, {"type": "again", "again": True}, {"again": True},
    {"type": "lift", "seat": "C"}, {"type": "lift", "seat": None}, {"type": "vacation", "do": "accept"},
    *({"type": "since", "since": wrong} for wrong in (-1, True, 10_000_001, [[0]])), {"since": -1},
    {"type": "say"}, {"type": "say", "emote": "hello", "text": "both"}, {"emote": "bow"}, {"token": "x"},
]  # fmt: skip


def test_each_message_is_read_as_what_it_says_and_programs_need_no_type() -> None:
    for socket, content in WELL_FORMED:
        with case(f"{socket} {content}"):
            assert SOCKETS[socket].validate_python(content).model_dump() == content
    for socket, content, kind in PROMISED:
        with case(f"{socket} {content}"):
            message = SOCKETS[socket].validate_python(content)
            assert message == SOCKETS[socket].validate_python({"type": kind, **content})
            assert message.model_dump()["type"] == kind


def test_whatever_else_is_refused_also_a_message_of_another_socket_and_deep_nesting() -> None:
    deep = nested(500)
    deeply = [deep, [deep], {"type": deep}, {"type": "hello", "hello": deep}, {"since": deep}, {**ACT, "seq": deep}]
    deeply.append({**ACT, "action": {"type": deep}})
    for socket in SOCKETS:
        own = {content["type"] for where, content in WELL_FORMED if where == socket}
        others = [content for _, content in WELL_FORMED if content["type"] not in own]
        for number, content in enumerate((*WRONG, *others, *deeply)):
            with case(f"{socket}, message {number}"):
                assert read_or_none(socket, content) is None
        shallow = read_or_none(socket, {**ACT, "action": {"type": nested(20)}})
        assert isinstance(shallow, ActIn) is (socket != "lobby")  # the engine's to refuse


def test_what_is_mutated_is_one_of_the_set_or_refused() -> None:
    dice, taken, refused = random.Random(0), 0, 0
    for _ in range(3_000):
        socket, content = dice.choice(WELL_FORMED)
        with suppress(TypeError, ValueError, RecursionError):  # what is no JSON does not come this far
            mutated = orjson.loads(orjson.dumps(hostile.mutated(dice, content)))
            message = read_or_none(socket, mutated)
            taken, refused = taken + (message is not None), refused + (message is None)
            if message is not None:
                assert message.model_dump(exclude_unset=True).items() <= mutated.items()
    assert taken > 100
    assert refused > 100


def test_an_error_names_the_place_and_never_repeats_the_value() -> None:
    for content, said in (
        ({"since": "secret" * 500}, '"since.since" must be a whole number'),
        ({"type": "secret" * 500}, "this message is not one of those known here"),
    ):
        with pytest.raises(ValidationError) as refused:
            STREAM.validate_python(content)
        assert sentence(refused.value) == said
    assert isinstance(STREAM.validate_python({"since": 4}), SinceIn)


def nested(depth: int) -> object:
    """Return a value so deep."""
    return {"seq": [nested(depth - 1)]} if depth else "x"


def read_or_none(socket: str, content: object) -> Strict | None:
    """Return the message, or None for one that is refused in a short sentence."""
    try:
        return SOCKETS[socket].validate_python(content)
    except ValidationError as error:
        said = sentence(error)
    assert 0 < len(said) < 600
    return None


def sentence(error: ValidationError) -> str:
    """Return the sentence about a malformed message."""
    return complaint(error.errors(include_url=False, include_input=False)).sentence
