"""The effects of an advised turn are stored by their kind; analyses from before kinds had names are still read."""

from __future__ import annotations

from typing import Any

import orjson

from app.learning.replay.analysis.result import MissedTurn, missed_from_json, missed_to_json
from engine.bots.advice import Advice, Effects, Gains, Improvement, NoPlay, Unforeseen
from engine.bots.review import Review
from tests.support.cases import in_turn

FORMER: dict[str, Any] = {
    "wins": False, "breaks_bastion": False, "felled": [], "damage": 0, "kept": None, "saved": [], "damage_anyway": 2,
    "better": [], "quiet": True, "plain": False, "holds": False, "forgoes": False, "known": True,
}  # fmt: skip


def _missed(effects: Effects) -> MissedTurn:
    return MissedTurn(4, 2, "A", Review(0.25, 0.5, Advice((), 0.5, effects)))


def _former(**values: object) -> Effects:
    stored = missed_to_json(_missed(Unforeseen()))
    return missed_from_json({**stored, "effects": {**FORMER, **values}}).review.advice.effects


@in_turn(
    "effects",
    [
        Gains(felled=("gnome",), damage=2, kept="fort", saved=("ogre", "imp"), holds=True),
        Improvement(("hand", "top"), quiet=False, forgoes=True),
        NoPlay(),
        Unforeseen(),
    ],
)
def test_each_kind_is_read_as_it_was_stored(effects: Effects) -> None:
    missed = _missed(effects)
    assert missed_from_json(orjson.loads(orjson.dumps(missed_to_json(missed)))) == missed


def test_what_was_stored_before_kinds_had_names_is_of_the_same_kind() -> None:
    assert _former(felled=["gnome"], quiet=False) == Gains(felled=("gnome",), damage_anyway=2)
    assert _former(plain=True) == NoPlay()
    assert _former(better=["hand"], forgoes=True) == Improvement(("hand",), forgoes=True)
    assert _former(known=False) == Unforeseen()
    oldest = {name: value for name, value in FORMER.items() if name != "known"}
    stored = missed_to_json(_missed(NoPlay()))
    assert missed_from_json({**stored, "effects": oldest}).review.advice.effects == Unforeseen()
