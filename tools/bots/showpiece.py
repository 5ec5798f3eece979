"""The match that plays itself on the home page: `python -m tools.bots.showpiece SEED` writes its record."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from engine.match import Match, Options
from engine.record import MatchRecord, Move
from tools.bots import players

TARGET = Path(__file__).resolve().parents[2] / "app" / "table" / "showpiece.json"
LEVEL = "3"


def played(seed: int) -> MatchRecord:
    """Return a duel of two computer opponents with starter decks."""
    options = Options(seed=seed, decks={"A": 2, "B": 4})
    seated = {"A": players.player(LEVEL), "B": players.player(LEVEL)}
    match = Match.new(options)
    moves: list[Move] = []
    while match.status != "over":
        seat = match.to_act[0]
        action = seated[seat].action(match, seat, f"{seed}/{len(moves)}")
        match, _ = match.apply(seat, action)
        moves.append(Move(seat, action, float(len(moves))))
    return MatchRecord(options, {"A": "Ysolde", "B": "Brandt"}, moves, match.outcome)


if __name__ == "__main__":
    TARGET.write_text(json.dumps(played(int(sys.argv[1])).to_json()) + "\n", "utf-8")
