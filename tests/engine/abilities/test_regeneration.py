"""Regeneration: the player's own fortress moves left for each target wounded."""

from tests.engine.language import automaton, design, duel, side, solo
from tests.support.cases import in_turn


@in_turn(
    ("hand", "fort", "after", "fortress"),
    [
        ("lich titan * giant", False, "lich * titan giant", "bastion"),
        ("lich titan * giant", True, "lich * titan giant", "fort"),
        ("* lich titan giant", False, "* lich titan giant", "bastion"),
        ("* lich titan giant", True, "lich titan * giant", "bastion"),
        ("* lich", True, "* lich", "bastion"),
    ],
)
def test_regeneration_one_step_left_for_one_target(hand: str, fort: bool, after: str, fortress: str) -> None:
    game = duel(A=side(hand, top="dryad", fort=fort), B=side(top="titan")).end_summon()
    assert (game.hand("A"), game.fortress("A")) == (after, fortress)


def test_regeneration_goes_on_after_the_fort_has_turned() -> None:
    # The first step takes the Fort to the far left, the second turns it, the third moves the Bastion left.
    A = side("lich * titan giant", top="dryad+rousing-bard", fort=True)
    after = duel(A=A, B=side(top="titan giant", bottom="djinn")).end_summon()
    assert (after.hand("A"), after.fortress("A")) == ("lich * titan giant", "bastion")


@in_turn(
    ("hand", "fort", "lines"),
    [
        ("lich titan * giant", False, ["A regenerates 2"]),
        ("lich * giant", False, ["A regenerates 1"]),
        ("* lich titan giant", False, []),
        ("* lich titan giant", True, ["A's Fort turns", "A regenerates 1"]),
        ("lich * titan giant", True, ["A regenerates 1", "A's Fort turns"]),
    ],
)
def test_regeneration_is_narrated_as_the_steps_that_are_taken(hand: str, fort: bool, lines: list[str]) -> None:
    game = duel(A=side(hand, top="dryad+rousing-bard", fort=fort), B=side(top="titan", bottom="djinn")).end_summon()
    assert game.narrated("regeneration", "fort_turned") == lines


def test_regeneration_needs_a_wound() -> None:
    nurse = design("Nurse", 0, 3, "regeneration")
    for top, target in ((nurse, "titan"), (nurse, ""), ("dryad", "spikeshell")):
        after = duel(A=side("lich titan * giant", top=top), B=side(top=target)).end_summon()
        assert after.hand("A") == "lich titan * giant"


def test_regeneration_in_an_instinct_attack() -> None:
    after = duel(A=side(top="giant:new zombie"), B=side("* lich titan", top="mad-scientist", fort=True)).end_summon()
    assert (after.hand("B"), after.fortress("B")) == ("lich * titan", "bastion")


def test_regeneration_of_the_automaton_does_nothing() -> None:
    B = automaton("titan ogre", top="dryad", fort=True, discard="zombie")
    after = solo(A=side(top="giant:new"), B=B).end_summon()
    assert (after.pile, after.discard, after.shown["B"]["fortress"]) == ("ogre", "zombie", "fort")


def test_regeneration_against_the_pile_counts() -> None:
    A = side("lich titan * giant", top="dryad")
    assert solo(A=A, B=automaton("zombie zombie titan ogre")).end_summon().hand("A") == "lich * titan giant"


def test_regeneration_comes_too_late_where_the_match_has_ended() -> None:
    after = duel(A=side("lich titan * giant", top="dryad"), B=side("* lich", fort=True)).end_summon()
    assert (after.winner, after.hand("A")) == ("A", "lich titan * giant")
