"""The closed set of what a client may say over a socket, and the one place that reads it.

Each kind of socket takes some of these messages: a mapping from the key by which one is known to its class. What has
none of those keys must be an action.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, JsonValue, StrictBool, StrictInt

from engine.seat import Seat

ActionJson = dict[str, JsonValue]

Seq = Annotated[StrictInt, Field(ge=0, le=10_000_000)]
"""A number of actions."""


def _only_true(value: bool) -> bool:
    if not value:
        raise ValueError("only true")
    return value


Yes = Annotated[StrictBool, AfterValidator(_only_true)]
"""True, and not 1, which a Literal takes for the same."""


class Strict(BaseModel):
    """An input: unknown keys are refused, and so is a value of another type."""

    model_config = ConfigDict(extra="forbid")


class ActIn(Strict):
    """An action (docs/notation.md) and the number of actions that its sender knows of."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"seq": 12, "action": {"type": "play", "hand": 2, "lane": "top"}}]}
    )

    seq: Seq
    action: ActionJson


class TokenIn(Strict):
    """The reader's token, where the handshake could not carry it."""

    token: str = Field(max_length=200)


class SinceIn(Strict):
    """A reader's wish to hear again what came after the `since`-th action."""

    since: Seq


class HelloIn(Strict):
    """A page asks whether it is up to date: it shows the state after `hello` actions."""

    hello: Annotated[StrictInt, Field(ge=0)]


class WhyIn(Strict):
    """A page asks why the card at this place of the hand cannot be played."""

    why: Annotated[StrictInt, Field(ge=0, le=1000)]


class FeatureIn(Strict):
    """A message to a feature of the match, such as {"draw": "offer"}; see `app.matches.features`."""


class LiftIn(Strict):
    """At a hot seat: the player at this seat lifts the cover."""

    lift: Seat


class AgainIn(Strict):
    """The learner begins an exercise again."""

    again: Yes


StreamMessage = ActIn | SinceIn
PageMessage = ActIn | HelloIn | WhyIn | LiftIn | FeatureIn
PracticeMessage = ActIn | HelloIn | WhyIn | AgainIn
ClientMessage = TokenIn | StreamMessage | PageMessage | PracticeMessage

STREAM: Final[Mapping[str, type[StreamMessage]]] = {"since": SinceIn}
PAGE: Final[Mapping[str, type[PageMessage]]] = {"hello": HelloIn, "why": WhyIn, "lift": LiftIn}
LOBBY: Final[Mapping[str, type[HelloIn]]] = {"hello": HelloIn}
PRACTICE: Final[Mapping[str, type[PracticeMessage]]] = {"hello": HelloIn, "why": WhyIn, "again": AgainIn}

Message = TypeVar("Message", bound=Strict)


def read(content: object, known: Mapping[str, type[Message]]) -> Message | ActIn:
    """Return the message in some decoded JSON, one of those that are known here; pydantic's ValidationError."""
    if isinstance(content, dict):
        for key, kind in known.items():
            if key in content:
                return kind.model_validate(content)
    return ActIn.model_validate(content)
