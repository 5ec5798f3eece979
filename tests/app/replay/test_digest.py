"""The digest of a match: what to remember of it."""

from __future__ import annotations

import json
from pathlib import Path

from app.helpers.timeline import ReplayTimeline
from app.replay.digest import digest_of
from engine.narration import Names
from engine.record import MatchRecord
from engine.seat import SEATS

GOLDEN = Path(__file__).parents[2] / "engine" / "golden" / "playthroughs" / "2021-duel-constructed.json"
RECORD = MatchRecord.from_json(json.loads(GOLDEN.read_text("utf-8")))
NAMES: Names = {"A": "Anna", "B": "Bo"}


def test_a_duel_in_short() -> None:
    timeline = ReplayTimeline(RECORD)
    found = digest_of(timeline, NAMES)
    assert found.best is not None and any(event["type"] == "bastion_fell" for event in timeline.events[found.best.step])
    assert "Bastion falls!" in found.best.text
    assert [player for player, _ in found.decks] == ["Anna", "Bo"]
    assert all(len(cards) == 8 for _, cards in found.decks)
    assert "Ogre" in found.decks[0][1]
    ended = {each.player: each for each in found.fortresses}
    assert set(ended) == {"Anna", "Bo"}
    view = timeline.end.view_for(None)
    assert "turn" in view
    assert [ended[NAMES[seat]].hp for seat in SEATS] == [view["stats"][seat]["hp"] for seat in SEATS]
    hits = [event["amount"] for events in timeline.events for event in events if event["type"] == "fortress_hit"]
    assert str(max(hits)) in found.blow
