"""Events in full: the language of the tests shows them as short sentences only."""

from typing import Any

from tests.engine.language import duel, side
from tools.rig.json import Json


def _events(game: Any, kind: str) -> list[Json]:
    return [{key: event[key] for key in event if key != "type"} for event in game.events if event["type"] == kind]


def test_rested_shows_why() -> None:
    A = side(top="zombie:new", bottom="gladiator grrr:new")
    after = duel(A=A).end_summon()
    assert [(event["card"], event["reason"]) for event in _events(after, "rested")] == [
        ("zombie", "new"),
        ("grrr", "fortress"),
        ("gladiator", "defender"),
    ]
