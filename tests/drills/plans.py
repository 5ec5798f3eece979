"""The plans of bots and everything that viewers get in matches by chance, as one digest a match.

`python -m tests.drills.plans` prints them as JSON, and which file the engine's positions come from.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator

from engine import position
from engine.bots import LEVELS, choose
from engine.knowledge import facts_of
from tests.engine.playing import KINDS, VIEWERS, sight, steps

EVERY = 9
"""One of this many steps of a match is a question to bots."""


def outputs(kind: str) -> Iterator[object]:
    """Yield what all viewers get at each step of a match, and every level's plans at some, chances to the digit."""
    for number, step in enumerate(steps(kind, 1)):
        yield [sight(step, viewer) for viewer in VIEWERS]
        match = step.match
        if number % EVERY or match.status == "over":
            continue
        seat = match.to_act[0]
        known = match.view_for(seat), facts_of(match, seat)
        for level in LEVELS:
            choice = choose(level.number, seat, *known, match.legal_actions(seat), seed="plan", positions=150)
            yield [choice.actions, repr(choice.chance), choice.positions, choice.fingerprint]


def main() -> None:
    """Print everything."""
    digests = {kind: hashlib.sha256(json.dumps(list(outputs(kind))).encode()).hexdigest() for kind in KINDS}
    sys.stdout.write(json.dumps({"made_by": position.__file__, "digests": digests}))


if __name__ == "__main__":
    main()
