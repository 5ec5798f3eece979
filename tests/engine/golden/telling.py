"""A playthrough as text: after each action what happened and what each viewer sees now, as changes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.record import MatchRecord
from tests.engine.playing import VIEWERS, sight
from tools.rig.json import Json

FOLDER = Path(__file__).parent / "playthroughs"
SEED = 1


def changes(before: Any, after: Any) -> Any:
    """Return the difference: of objects the keys that changed (`-key`: gone), anything else whole."""
    if not isinstance(before, dict) or not isinstance(after, dict):
        return after
    changed = {key: changes(before.get(key), value) for key, value in after.items() if before.get(key, ...) != value}
    return changed | {f"-{key}": None for key in before if key not in after}


def compact(value: object) -> str:
    """Return JSON on one line."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def lines(record: MatchRecord) -> Iterator[str]:
    """Yield a line for each action, one for its events, and one for each viewer whose sight changed.

    A's view is written as changes to A's view before, B's and the spectator's as changes to A's.
    """
    before: Json = {}
    for number, step in enumerate(record.replay()):
        acted = "start" if step.move is None else f"{step.move.by} {compact(step.move.action)}"
        yield f"#{number} {acted}"
        sights = {viewer: sight(step, viewer) for viewer in VIEWERS}
        yield f"  A {compact(changes(before, sights['A']))}"
        for viewer in VIEWERS[1:]:
            yield f"  {viewer or '-'} {compact(changes(sights['A'], sights[viewer]))}"
        before = sights["A"]
    outcome = step.match.outcome
    yield f"= {outcome.winner} {outcome.reason}" if outcome else "= not finished"
