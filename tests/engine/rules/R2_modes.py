"""Section 2: the two modes at the table. Formats and dealing are tested with the set-up (tests/engine/setup)."""

from typing import Any

import pytest

from engine.errors import BadPosition
from engine.match import Match
from engine.setup.options import Options
from tests.engine.language import refused


def test_R2_1_a_duel_is_two_players() -> None:
    match = Match.new(Options(seed=1, decks={"A": 1, "B": 2}, first="A"))
    shown: Any = match.table_view(None)
    assert shown["mode"] == "duel" and [len(shown[seat]["hand"]) for seat in ("A", "B")] == [9, 9]
    after, _ = match.apply("A", {"type": "end_summon"})
    assert after.to_act == ("B",)


def test_R2_1_solo_is_one_player_against_the_automaton() -> None:
    match = Match.new(Options(seed=1, mode="solo", decks={"A": 1}))
    shown: Any = match.table_view("A")
    assert (shown["mode"], len(shown["A"]["hand"]), shown["B"]["pile"]) == ("solo", 9, 24)
    after, _ = match.apply("A", {"type": "end_summon"})
    # The automaton's turn is over already.
    assert (after.to_act, after.table_view("A")["turn"]) == (("A",), 3)
    with refused("not_your_turn"):
        after.apply("B", {"type": "end_summon"})


def test_R2_1_there_is_no_other_mode() -> None:
    with pytest.raises(BadPosition):
        Options(seed=1, mode="trio")
