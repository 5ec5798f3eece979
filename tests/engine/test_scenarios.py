"""The project's hand-computed scenarios (data/scenarios.json), all of them, through the command line."""

import json
from pathlib import Path
from typing import Any

from engine.__main__ import answer_line
from tests.support.cases import in_turn
from tools.rig.json import Json

SCENARIOS: list[Json] = json.loads((Path(__file__).parent / "data" / "scenarios.json").read_text("utf-8"))


def matches(found: object, expected: Any) -> bool:
    """True if `found` has what `expected` names: a list whole, an object by the keys given."""
    if isinstance(expected, dict):
        return isinstance(found, dict) and all(
            key in found and matches(found[key], value) for key, value in expected.items()
        )
    if isinstance(expected, list):
        return (
            isinstance(found, list)
            and len(found) == len(expected)
            and all(matches(one, other) for one, other in zip(found, expected, strict=True))
        )
    return bool(found == expected)


def _ask(**request: object) -> Json:
    reply: Json = json.loads(answer_line(json.dumps(request)))
    return reply


def _sorted(listed: list[Any]) -> list[str]:
    return sorted(json.dumps(one, sort_keys=True) for one in listed)


@in_turn("scenario", SCENARIOS)
def test_scenario(scenario: Json) -> None:
    if "legal" in scenario:
        assert _sorted(_ask(position=scenario["position"], legal=True)["legal"]) == _sorted(scenario["legal"])
        return
    position = scenario["position"]
    reply: Json = {}
    for action in scenario.get("actions") or [scenario["action"]]:
        assert "error" not in reply
        reply = _ask(position=position, action=action)
        position = reply.get("position", position)
    if scenario["expect"] == {"error": True}:
        assert reply.keys() == {"error", "code"}
    else:
        assert matches(reply["position"], scenario["expect"]), reply["position"]


def test_all_scenarios_are_here() -> None:
    assert len(SCENARIOS) >= 72 and len({one["id"] for one in SCENARIOS}) == len(SCENARIOS)
