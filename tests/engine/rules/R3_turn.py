"""Section 3: mana, the phases, the end of the turn."""

from engine.match import Match
from engine.seat import Seat
from engine.setup.options import Options
from tests.engine.language import duel, side
from tests.support.cases import in_turn


def test_R3_1_mana_is_the_hand_with_the_fortress() -> None:
    assert duel(B=side("zombie treant lich * giant titan djinn baron brute")).end_summon().mana == 9
    assert duel(B=side("* zombie")).end_summon().mana == 2


def test_R3_1_the_opponents_catalysts_give_nothing() -> None:
    assert duel(A=side(top="mana-golem:new"), B=side("* zombie lich")).end_summon().mana == 3


@in_turn("first", ["A", "B"])
def test_R3_1_the_very_first_turn_gives_six(edition: str, first: Seat) -> None:
    match = Match.new(Options(edition=edition, seed=1, decks={"A": 1, "B": 2}, first=first))
    other = "B" if first == "A" else "A"
    view = match.table_view(None)
    assert (view["turn"], view["active"], view["mana"]) == (1, first, 6)
    match, _ = match.apply(first, {"type": "end_summon"})
    if edition == "2021":
        match, _ = match.apply(first, {"type": "end_turn"})
    view = match.table_view(None)
    assert (view["turn"], view["active"], view["mana"]) == (2, other, 9)


def test_R3_2_unspent_mana_is_lost() -> None:
    after = duel(A=side("* zombie brute lich"), mana=17).end_summon().end_summon()
    assert (after.active, after.mana) == ("A", 4)


def test_R3_2_the_turn_goes_to_the_other_player() -> None:
    after = duel(turn=4, active="B").end_summon()
    assert (after.turn, after.active, after.phase) == (5, "A", "summon")


def test_R3_2_all_wounds_heal_on_both_sides() -> None:
    after = duel(A=side(top="giant:5:done:new", bottom="titan:1:new"), B=side(top="giant:7")).end_summon()
    assert (after.lane("A top"), after.lane("A bottom"), after.lane("B top")) == ("giant", "titan", "giant")


def test_R3_3_health_lost_in_one_turn_adds_up() -> None:
    summon = duel(A=side("* mental-attack boom titan", top="treant"), B=side("* lich", top="onyx-golem"))
    wounded = summon.cast("mental-attack", "B top 0").cast("boom", "B top 0")
    assert wounded.lane("B top") == "onyx-golem:4"
    assert wounded.end_summon().story("wounded") == "onyx-golem takes 3; onyx-golem takes 1; onyx-golem takes 3"
    destroyed = wounded.cast("boom", "B top 0").end_summon()
    assert destroyed.lane("B top") == "" and destroyed.hand("B") == "* lich onyx-golem"


def test_R3_3_it_heals_at_the_end_of_every_turn() -> None:
    mine = duel(A=side("* boom titan", top="giant:new"), B=side(bottom="treant:new")).cast("boom", "A top 0")
    assert mine.lane("A top") == "giant:1"
    theirs = mine.end_summon()
    assert theirs.active == "B" and theirs.lane("A top") == "giant"
