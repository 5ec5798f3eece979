"""Mercenary: its card goes to the opponent."""

from tests.engine.language import automaton, duel, side, solo


def test_mercenary_destroyed_it_goes_to_the_opponents_hand() -> None:
    after = duel(A=side("* lich", top="zombie"), B=side("* titan", top="rascal")).end_summon()
    assert (after.hand("A"), after.hand("B")) == ("* lich rascal", "* titan")


def test_mercenary_destroyed_by_its_own_player() -> None:
    game = duel(A=side("* boom lich", top="rascal"), B=side("* titan")).cast("boom", "A top 0")
    assert (game.hand("A"), game.hand("B")) == ("* lich boom", "* titan rascal")


def test_mercenary_raises_the_other_fortress() -> None:
    # Sharpening's excess of 2 comes after the rascal has gone to A: B's only card is not enough.
    after = duel(A=side("* lich", top="abyssal-grrr"), B=side("* titan", top="rascal")).end_summon()
    assert (after.hand("A"), after.hand("B"), after.fortress("B")) == ("* lich rascal", "* titan", "fort")


def test_mercenary_in_solo_it_goes_on_top_of_the_pile() -> None:
    A = side("* boom lich", top="rascal")
    game = solo(A=A, B=automaton("ogre brute")).cast("boom", "A top 0")
    assert (game.pile, game.hand("A")) == ("rascal ogre brute", "* lich boom")
    morsel = solo(A=side("* cursed-morsel lich", top="giant"), B=automaton("ogre brute")).cast(
        "cursed-morsel", "A top 0"
    )
    assert (morsel.pile, morsel.hand("A")) == ("cursed-morsel ogre brute", "* lich")


def test_mercenary_of_the_automaton_goes_to_the_players_hand() -> None:
    after = solo(A=side("* lich", top="zombie"), B=automaton("titan ogre", top="rascal")).end_summon()
    assert (after.hand("A"), after.discard) == ("* lich rascal", "")


def test_mercenary_may_keep_the_pile_from_being_empty() -> None:
    # The automaton's last card destroys the player's rascal, which lies on the pile when it is looked at (R10.3).
    B = automaton("boom", discard="ogre brute")
    after = solo(A=side("* lich titan", top="rascal:new"), B=B, fixed=1, per_creature=0).end_summon()
    assert (after.pile, after.discard) == ("rascal", "ogre brute boom")
    assert after.shown["B"]["fortress"] == "bastion"
