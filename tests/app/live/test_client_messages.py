"""The messages of clients: each is exactly one of a closed set, and everything else is refused in a sentence."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any, get_args

import orjson
import pytest
from pydantic import TypeAdapter, ValidationError

from app.errors import complaint
from app.live.client_messages import HELLO, PRACTICE, STREAM, ActIn, PracticeMessage, SinceIn, StreamMessage, Strict
from app.matches.features import PAGE, PageMessage
from app.talk.socket import TALK
from tools.fuzz import hostile

END = {"type": "end_summon"}
ACT = {"type": "act", "seq": 0, "action": END}
HELLO_3 = {"type": "hello", "hello": 3}
WHY = {"type": "why", "hand": 2}
SOCKETS: dict[str, TypeAdapter[Any]] = {
    "stream": STREAM,
    "page": PAGE,
    "practice": PRACTICE,
    "lobby": HELLO,
    "talk": TALK,
}
ANSWERS = ("offer", "withdraw", "accept", "decline")
WELL_FORMED: list[tuple[str, dict[str, Any]]] = [
    *((name, ACT) for name in SOCKETS if name != "lobby"), ("stream", {"type": "since", "since": 0}),
    ("page", HELLO_3), ("page", WHY), ("page", {"type": "rematch"}), ("page", {"type": "lift", "seat": "B"}),
    *(("page", {"type": kind, "do": answer}) for kind in ("draw", "takeback") for answer in ANSWERS),
    *(("page", {"type": "claim", "take": take}) for take in ("win", "draw", "wait")),
    ("page", {"type": "vacation", "do": "end"}), ("practice", HELLO_3), ("practice", WHY),
    ("practice", {"type": "again"}), ("lobby", HELLO_3),
    ("talk", {"type": "say", "emote": "hello", "text": None, "marks": None, "seq": 0, "side": None}),
]  # fmt: skip
PROMISED: list[tuple[str, dict[str, Any], str]] = [
    ("stream", {"seq": 0, "action": END}, "act"), ("stream", {"since": 0}, "since"), ("lobby", {"hello": 3}, "hello"),
    ("talk", {"emote": "hello"}, "say"), ("talk", {"text": "Well"}, "say"), ("talk", {"seq": 0, "action": END}, "act"),
]  # fmt: skip


@pytest.mark.parametrize(("socket", "content"), WELL_FORMED)
def test_each_message_is_read_as_what_it_says(socket: str, content: dict[str, Any]) -> None:
    assert SOCKETS[socket].validate_python(content).model_dump() == content


@pytest.mark.parametrize(("socket", "content", "kind"), PROMISED)
def test_messages_of_programs_need_no_type(socket: str, content: dict[str, Any], kind: str) -> None:
    message = SOCKETS[socket].validate_python(content)
    assert message == SOCKETS[socket].validate_python({"type": kind, **content})
    assert message.type == kind


@pytest.mark.parametrize("messages", [StreamMessage, PageMessage, PracticeMessage])
def test_a_message_is_known_by_its_type(messages: Any) -> None:
    types = [get_args(kind.model_fields["type"].annotation) for kind in get_args(messages)]
    assert all(len(each) == 1 for each in types)
    assert len(set(types)) == len(types)
    assert all(kind.model_config["extra"] == "forbid" for kind in get_args(messages))


@pytest.mark.parametrize("socket", SOCKETS)
@pytest.mark.parametrize(
    "content",
    [
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
    ],
    ids=repr,
)  # fmt: skip
def test_whatever_else_is_refused(socket: str, content: Any) -> None:
    refuse(socket, content)


@pytest.mark.parametrize("socket", SOCKETS)
def test_a_message_of_another_socket_is_refused(socket: str) -> None:
    own = {content["type"] for where, content in WELL_FORMED if where == socket}
    for _, content in WELL_FORMED:
        if content["type"] not in own:
            refuse(socket, content)


@pytest.mark.parametrize("socket", SOCKETS)
def test_deep_nesting_is_refused_or_harmless(socket: str) -> None:
    deep = nested(500)
    for content in (
        deep,
        [deep],
        {"type": deep},
        {"type": "hello", "hello": deep},
        {"since": deep},
        {**ACT, "seq": deep},
    ):
        refuse(socket, content)
    refuse(socket, {**ACT, "action": {"type": deep}})
    shallow = read_or_none(socket, {**ACT, "action": {"type": nested(20)}})
    assert isinstance(shallow, ActIn) is (socket != "lobby")  # the engine's to refuse


@pytest.mark.parametrize("seed", range(4))
def test_what_is_mutated_is_one_of_the_set_or_refused(seed: int) -> None:
    dice = random.Random(seed)
    taken = refused = 0
    for _ in range(2_000):
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
    with pytest.raises(ValidationError) as refused:
        STREAM.validate_python({"since": "secret" * 500})
    assert sentence(refused.value) == "since.since: Input should be a valid integer"
    with pytest.raises(ValidationError) as unknown:
        STREAM.validate_python({"type": "secret" * 500})
    assert sentence(unknown.value) == "type: none of those that are known here"
    assert isinstance(STREAM.validate_python({"since": 4}), SinceIn)


def nested(depth: int) -> Any:
    """Return a value so deep."""
    return {"seq": [nested(depth - 1)]} if depth else "x"


def read_or_none(socket: str, content: Any) -> Strict | None:
    """Return the message, or None for one that is refused in a short sentence."""
    try:
        found: Strict = SOCKETS[socket].validate_python(content)
    except ValidationError as error:
        payload = sentence(error)
    else:
        return found
    assert 0 < len(payload) < 600
    return None


def refuse(socket: str, content: Any) -> None:
    """Fail unless this is refused with one short sentence."""
    assert read_or_none(socket, content) is None


def sentence(error: ValidationError) -> str:
    """Return the sentence about a malformed message."""
    return str(complaint(error.errors(include_url=False, include_context=False, include_input=False)))
