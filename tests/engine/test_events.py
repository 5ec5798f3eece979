"""Events in full: the language of the tests shows them as short sentences only."""

from typing import Any

from tests.engine.language import automaton, design, duel, side, solo
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


def test_what_was_dealt_and_what_it_took() -> None:
    flood = design("Deluge", 9, 9)
    duelled = duel(A=side(top=flood, bottom=flood), B=side("brute baron * troll", top="zombie:hit")).end_summon()
    (zombie,), (hit,) = _events(duelled, "wounded"), _events(duelled, "fortress_hit")
    assert (zombie["amount"], zombie["lost"], zombie["left"]) == (9, 1, 0)
    assert (hit["amount"], hit["lost"]) == (9, 2)  # the zombie is back in the hand
    alone = solo(A=side(top=flood), B=automaton("zombie lich", discard="ogre")).end_summon()
    assert [event["lost"] for event in _events(alone, "fortress_hit")] == [2]
    assert [len(event["cards"]) for event in _events(alone, "pile_hit")] == [2]
