"""The open view of a replay: everything, for everybody, when nothing is secret any more."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine import cards, notation
from engine.audience import are_public
from engine.match import Match, Options
from engine.record import MatchRecord
from tests.engine.setup.acting import seen
from tests.support.cases import in_turn

PLAYTHROUGHS = sorted((Path(__file__).parent / "golden" / "playthroughs").glob("*.json"))


@in_turn("path", PLAYTHROUGHS)
def test_the_open_view_hides_no_card_and_still_no_seed(path: Path) -> None:
    for step in MatchRecord.from_json(json.loads(path.read_text("utf-8"))).replay():
        shown: Any = step.match.view_for(None, everything=True)
        assert shown == step.match.view_for("A", everything=True) and '"?"' not in json.dumps(shown)
        assert "seed" not in shown.get("solo", {})
        position = step.match.position
        if position is not None:
            _same_cards(shown, notation.to_json(position))


def _same_cards(shown: Mapping[str, Any], whole: Mapping[str, Any]) -> None:
    for seat in ("A", "B"):
        for row in ("hand", "pile", "top", "bottom"):
            assert shown[seat].get(row) == whole[seat].get(row)


def test_secret_decks_are_in_the_open_view_alone() -> None:
    match = Match.new(Options(seed=3, format="constructed"))
    assert match.legal_actions("A") == [{"type": "deck", "choose": 8}]

    deck = list(cards.of_sets(("initiation",)))[:8]
    match, events = match.apply("A", {"type": "deck", "cards": deck})
    assert seen(match.setup, "B")["decks"]["A"] is None
    assert seen(match.setup, None, everything=True)["decks"]["A"] == deck
    assert not are_public(events) and "cards" not in match.events_for(events, None)[0]
    narrated = match.events_for(events, None, everything=True)[0]
    assert narrated["type"] == "deck_chosen" and narrated["cards"] == deck
