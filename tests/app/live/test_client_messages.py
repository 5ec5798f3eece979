"""The messages of clients: each is exactly one of a closed set, and everything else is refused in a sentence."""

from __future__ import annotations

import random
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, get_args

import orjson
import pytest
from pydantic import BaseModel, ValidationError

from app.errors import complaint
from app.live import client_messages
from app.live.client_messages import LOBBY, PRACTICE, STREAM, ActIn, ClientMessage, SinceIn, Strict, read
from app.matches.features import PAGE_MESSAGES
from tools.fuzz import hostile

END = {"type": "end_summon"}
SOCKETS: dict[str, Mapping[str, type[Strict]]] = {
    "stream": STREAM,
    "page": PAGE_MESSAGES,
    "practice": PRACTICE,
    "lobby": LOBBY,
}
WELL_FORMED: list[tuple[str, dict[str, Any]]] = [
    *((name, {"seq": 0, "action": END}) for name in SOCKETS),
    ("stream", {"since": 0}),
    ("page", {"hello": 3}), ("page", {"why": 2}), ("page", {"rematch": True}), ("page", {"lift": "B"}),
    *(("page", {key: answer}) for key in ("draw", "takeback") for answer in ("offer", "withdraw", "accept", "decline")),
    *(("page", {"claim": take}) for take in ("win", "draw", "wait")),
    ("practice", {"hello": 3}), ("practice", {"why": 2}), ("practice", {"again": True}),
]  # fmt: skip


@pytest.mark.parametrize(("socket", "content"), WELL_FORMED)
def test_each_message_is_read_as_what_it_says(socket: str, content: dict[str, Any]) -> None:
    message = read(content, SOCKETS[socket])
    assert message.model_dump() == content
    assert type(message) is (ActIn if "action" in content else SOCKETS[socket][next(iter(content))])


def test_a_message_is_known_by_its_only_key() -> None:
    for known in SOCKETS.values():
        for key, kind in known.items():
            assert [*kind.model_fields] == [key]


def test_the_set_is_closed() -> None:
    classes = {kind for kind in vars(client_messages).values() if isinstance(kind, type) and issubclass(kind, Strict)}
    assert set(get_args(ClientMessage)) == classes - {Strict}


@pytest.mark.parametrize("socket", SOCKETS)
@pytest.mark.parametrize(
    "content",
    [
        None, True, 7, 1.5, "hello", [], [[{"hello": 0}]], {}, {"": 0}, {"dance": True}, {"seq": 0}, {"action": END},
        {"seq": 0, "action": None}, {"seq": 0, "action": []}, {"seq": 0, "action": "end_summon"},
        {"seq": "0", "action": END}, {"seq": True, "action": END}, {"seq": 0.0, "action": END},
        {"seq": -1, "action": END}, {"seq": 10_000_001, "action": END}, {"seq": 0, "action": END, "headers": {}},
        {"seq": 0, "action": END, "since": 0}, {"hello": 0, "why": 1}, {"hello": None}, {"hello": -1}, {"hello": "0"},
        {"hello": {"hello": 0}},
        {"why": 1001}, {"why": [1]}, {"draw": "Offer"}, {"draw": None}, {"takeback": True}, {"claim": "all"},
        {"claim": ["win"]}, {"rematch": False}, {"rematch": 1}, {"rematch": "true"}, {"again": False}, {"again": 1},
        {"lift": "C"}, {"lift": None}, {"since": -1}, {"since": True}, {"since": 10_000_001}, {"since": [[0]]},
        {"token": "x"},
    ],
    ids=repr,
)  # fmt: skip
def test_whatever_else_is_refused(socket: str, content: Any) -> None:
    refuse(socket, content)


@pytest.mark.parametrize("socket", SOCKETS)
def test_a_message_of_another_socket_is_refused(socket: str) -> None:
    for elsewhere, content in WELL_FORMED:
        if "action" not in content and next(iter(content)) not in SOCKETS[socket]:
            assert elsewhere != socket
            refuse(socket, content)


@pytest.mark.parametrize("socket", SOCKETS)
def test_deep_nesting_is_refused_or_harmless(socket: str) -> None:
    deep = nested(500)
    for content in (deep, [deep], {"hello": deep}, {"since": deep}, {"seq": deep, "action": END}):
        refuse(socket, content)
    refuse(socket, {"seq": 0, "action": {"type": deep}})
    shallow = read({"seq": 0, "action": {"type": nested(20)}}, SOCKETS[socket])
    assert isinstance(shallow, ActIn)  # the engine's to refuse


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
                assert type(message) in (ActIn, *SOCKETS[socket].values())
                assert message.model_dump() == mutated
    assert taken > 100
    assert refused > 100


def test_an_error_names_the_place_and_never_repeats_the_value() -> None:
    with pytest.raises(ValidationError) as refused:
        read({"since": "secret" * 500}, STREAM)
    assert sentence(refused.value) == "since: Input should be a valid integer"
    assert isinstance(read({"since": 4}, STREAM), SinceIn)


def nested(depth: int) -> Any:
    """Return a value so deep."""
    return {"seq": [nested(depth - 1)]} if depth else "x"


def read_or_none(socket: str, content: Any) -> Strict | None:
    """Return the message, or None for one that is refused in a short sentence."""
    try:
        return read(content, SOCKETS[socket])
    except ValidationError as error:
        told = sentence(error)
    assert 0 < len(told) < 600
    return None


def refuse(socket: str, content: Any) -> None:
    """Fail unless this is refused with one short sentence."""
    assert read_or_none(socket, content) is None


def sentence(error: ValidationError) -> str:
    """Return what is said about a malformed message."""
    return str(complaint(error.errors(include_url=False, include_context=False, include_input=False)))


def test_every_message_is_strict() -> None:
    for kind in get_args(ClientMessage):
        assert issubclass(kind, BaseModel)
        assert kind.model_config["extra"] == "forbid"
