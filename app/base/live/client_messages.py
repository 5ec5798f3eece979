"""The closed sets of messages from clients, one for each kind of socket, read by pydantic; `type` says which it is.

Bodies of the API's calls are the same classes, and need no `type`. Nor do programs' messages, as docs/api.md promises.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import or_
from typing import Annotated, Any, Final, Literal, get_args

from pydantic import BaseModel, ConfigDict, Discriminator, Field, JsonValue, StrictBool, StrictInt, Tag, TypeAdapter

from engine.seat import Seat

ActionJson = dict[str, JsonValue]

Seq = Annotated[StrictInt, Field(ge=0, le=10_000_000)]
"""A number of actions."""


class Strict(BaseModel):
    """An input: unknown keys are refused, and so is a value of another type."""

    model_config = ConfigDict(extra="forbid")


class ActIn(Strict):
    """An action (docs/notation.md) and the number of actions that its sender knows of."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"seq": 12, "action": {"type": "play", "hand": 2, "lane": "top"}}]}
    )

    type: Literal["act"] = "act"
    seq: Seq
    action: ActionJson


class TokenIn(Strict):
    """The reader's token, where the handshake could not carry it."""

    type: Literal["token"] = "token"
    token: str = Field(max_length=200)


class SinceIn(Strict):
    """A request to send again what came after the `since`-th action."""

    type: Literal["since"] = "since"
    since: Seq


class HelloIn(Strict):
    """A sign of life, answered by a beat with the same number: for a board, the number of actions that it shows."""

    type: Literal["hello"] = "hello"
    hello: Annotated[StrictInt, Field(ge=0)]


class FrontIn(Strict):
    """A page says whether it is in front, or lies behind another tab."""

    type: Literal["front"]
    front: StrictBool


class WhyIn(Strict):
    """A page asks why the card at this place of the hand cannot be played."""

    type: Literal["why"]
    hand: Annotated[StrictInt, Field(ge=0, le=1000)]


class FeatureIn(Strict):
    """A message to a feature of the match; see `app.matches.core.features`."""

    type: str


class LiftIn(Strict):
    """At a hot seat: the player at this seat lifts the cover."""

    type: Literal["lift"]
    seat: Seat


class AgainIn(Strict):
    """The learner begins an exercise again."""

    type: Literal["again"]


StreamMessage = ActIn | SinceIn
TournamentMessage = HelloIn | FrontIn
PracticeMessage = ActIn | HelloIn | WhyIn | AgainIn | FrontIn

PROMISED: Final = {"since": "since", "hello": "hello", "token": "token", "emote": "say", "text": "say"}
"""The type of a program's message without one, by the key that it has; with none of them it is an action."""


def _type_of(content: object) -> object:
    return content.get("type") if isinstance(content, dict) else None


def type_or_key(content: object) -> object:
    """Return the type of a program's message."""
    if not isinstance(content, dict):
        return "act"
    return content["type"] if "type" in content else next((PROMISED[key] for key in PROMISED if key in content), "act")


def reader(messages: object, type_of: Callable[[object], object] = _type_of) -> TypeAdapter[Any]:
    """Return the reader of a union's messages; its error does not repeat the type, which may be anything."""
    tagged = tuple(
        Annotated[message, Tag(get_args(message.model_fields["type"].annotation)[0])] for message in get_args(messages)
    )
    message = "type: none of those that are known here"
    by_type = Discriminator(type_of, custom_error_type="unknown_type", custom_error_message=message)
    union: Any = Annotated[reduce(or_, tagged), by_type]  # put together here: no type of the checker's
    return TypeAdapter(union)


STREAM: Final[TypeAdapter[StreamMessage]] = reader(StreamMessage, type_or_key)
PRACTICE: Final[TypeAdapter[PracticeMessage]] = reader(PracticeMessage)
TOURNAMENT: Final[TypeAdapter[TournamentMessage]] = reader(TournamentMessage)
HELLO: Final = TypeAdapter(HelloIn)
