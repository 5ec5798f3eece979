"""Catalyst: two mana more in phase 1."""

from tests.engine.language import duel, side
from tests.support.cases import in_turn


@in_turn(
    ("top", "bottom", "mana"),
    [
        ("", "", 3), ("mana-golem", "", 5), ("mana-golem mana-picker", "pig-plunderer", 9),
        ("treant ritualist giant", "", 7), ("ritualist", "giant", 3),
    ],
)  # fmt: skip
def test_catalyst_two_mana_for_each_creature_that_has_it(top: str, bottom: str, mana: int) -> None:
    assert duel(B=side("* lich titan", top=top, bottom=bottom)).end_summon().mana == mana


def test_catalyst_of_a_pair_counts_once() -> None:
    assert duel(B=side("* lich titan", top="mana-golem+familiar ritualist")).end_summon().mana == 5


def test_catalyst_works_on_its_next_turn_whenever_it_entered() -> None:
    game = duel(A=side("* mana-picker lich titan"), mana=1).play("mana-picker", "top")
    assert game.mana == 0 and game.end_summon().end_summon().mana == 3 + 2


def test_catalyst_destroyed_before_phase_1_it_gives_nothing() -> None:
    # The card returns instead: fortress, lich, mana-golem.
    assert duel(A=side(top="clan-chief"), B=side("* lich", top="mana-golem")).end_summon().mana == 3
