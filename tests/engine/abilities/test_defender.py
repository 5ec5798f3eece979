"""Defender: it cannot attack a fortress."""

from tests.engine.language import duel, side


def test_defender_does_not_attack_a_fortress() -> None:
    after = duel(A=side(top="gladiator"), B=side("* lich titan", bottom="giant")).end_summon()
    assert after.narrated("attack", "rested") == ["gladiator rests"] and after.hand("B") == "* lich titan"


def test_defender_with_rage_attacks_creatures_on_its_first_turn() -> None:
    after = duel(A=side("* furious-treant lich"), B=side(top="giant")).play("furious-treant", "top").end_summon()
    assert after.narrated("attack") == ["furious-treant attacks giant"]


def test_defender_does_not_sprint_for_nothing() -> None:
    # No attack is declared, so its neighbour's Sprint does not move it.
    after = duel(A=side(top="zombie:done vortex:done gladiator"), B=side("* lich titan")).end_summon()
    assert after.lane("A top") == "zombie vortex gladiator"


def test_defender_holds_for_instinct() -> None:
    # The Splash from the other lane wounds the centaur, before which there is nobody.
    after = duel(A=side(top="brigand"), B=side(top="giant", bottom="centaur")).end_summon()
    assert after.narrated("attack", "rested") == ["brigand attacks giant", "centaur rests"]


def test_defender_a_pair_has_it_from_either_card() -> None:
    after = duel(A=side(top="gladiator+evil-spirit"), B=side("* lich titan")).end_summon()
    assert after.narrated("attack") == []
