"""Messages from clients: their strict base, and an action with its number in the match."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field, JsonValue, StrictInt

Action = dict[str, JsonValue]


class Strict(BaseModel):
    """An input: unknown keys are refused, and so is a value of another type."""

    model_config = ConfigDict(extra="forbid")


class ActIn(Strict):
    """An action (docs/notation.md) and the number of actions that its sender knows of."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"seq": 12, "action": {"type": "play", "hand": 2, "lane": "top"}}]}
    )

    seq: StrictInt = Field(ge=0, le=10_000_000)
    action: Action
