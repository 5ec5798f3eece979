"""The steps between the levels: how often each beats the one below it, counted in games (`tools/bots/steps.py`)."""

from __future__ import annotations

import json
from functools import cache
from typing import TypeAlias, cast

from engine import balance, data_files
from engine.balance import Rate

StoredSteps: TypeAlias = dict[str, dict[str, list[float]]]
"""The whole of `data/steps.json`: by kind of decks and level, the points and games against the level below it."""
DRAFT = "draft"


def kinds() -> tuple[str, ...]:
    """Return the kinds of decks with which the steps were counted, by their words in the arena."""
    return tuple(_stored())


def step(level: int, kind: str = DRAFT) -> Rate | None:
    """Return the rate of a level against the one below it; None for the lowest. Raises KeyError for no such kind."""
    found = _stored()[kind].get(str(level))
    return None if found is None else balance.rate(found[0], int(found[1]))


@cache
def _stored() -> StoredSteps:
    return cast(StoredSteps, json.loads(data_files.read("steps.json")))
