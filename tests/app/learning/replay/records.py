"""Records for tests of replays: the golden playthroughs, and made ones with undo, takeback and an agreed draw."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from engine.match import Match, Options, Outcome
from engine.record import MatchRecord, Move
from engine.seat import Seat
from tools.rig.json import Json

GOLDEN = sorted((Path(__file__).parents[3] / "engine" / "golden" / "playthroughs").glob("*.json"))


def golden(name: str) -> Json:
    """Return the record of a golden playthrough."""
    data: Json = json.loads(next(path for path in GOLDEN if path.stem == name).read_text("utf-8"))
    return data


def with_second_thoughts() -> MatchRecord:
    """Return a duel with a play that is undone, a turn that is taken back by consent, and a draw that both agree on."""
    options = Options(seed=11, first="A", decks={"A": 1, "B": 2})
    match = Match.new(options)
    moves: list[Move] = []

    def make(by: Seat, action: Mapping[str, object]) -> None:
        nonlocal match
        match, _ = match.apply(by, action)
        moves.append(Move(by, action, len(moves) * 2.0))

    play = next(action for action in match.legal_actions("A") if action["type"] == "play")
    make("A", play)
    make("A", {"type": "undo"})
    make("A", play)
    make("A", {"type": "end_summon"})
    make("A", {"type": "takeback"})
    make("A", {"type": "end_summon"})
    make("B", {"type": "end_summon"})
    make("B", {"type": "draw"})
    return MatchRecord(options, {"A": "Ann", "B": "Bob"}, tuple(moves), Outcome("draw", "agreement"))
