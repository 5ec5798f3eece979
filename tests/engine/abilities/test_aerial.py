"""Aerial: in the top lane past the creatures to the fortress."""

from tests.engine.language import duel, side

LONG = "* lich titan giant djinn treant zombie"


def test_aerial_in_the_top_lane_it_attacks_the_fortress_past_creatures() -> None:
    after = duel(A=side(top="harasser"), B=side(LONG, top="giant titan")).end_summon()
    assert after.narrated("attack") == ["harasser attacks fortress"]
    assert after.hand("B") == "lich titan * giant djinn treant zombie"


def test_aerial_in_the_bottom_lane_it_does_nothing() -> None:
    after = duel(A=side(bottom="harasser"), B=side(LONG, bottom="giant")).end_summon()
    assert after.narrated("attack") == ["harasser attacks giant"]
    empty = duel(A=side(bottom="harasser"), B=side(LONG, top="giant")).end_summon()
    assert empty.narrated("attack") == ["harasser attacks fortress"]


def test_aerial_with_rage_on_its_first_turn_it_does_not_attack() -> None:
    after = duel(A=side(top="celestial-snout:done partisan:new"), B=side(top="zombie")).end_summon()
    assert after.narrated("attack", "rested") == ["partisan rests"]
    below = duel(A=side(bottom="celestial-snout:done partisan:new"), B=side(bottom="zombie")).end_summon()
    assert below.narrated("attack") == ["partisan attacks zombie"]


def test_aerial_with_defender_it_does_not_attack() -> None:
    after = duel(A=side(top="celestial-snout:done gladiator"), B=side(top="zombie")).end_summon()
    assert after.narrated("attack", "rested") == ["gladiator rests"]


def test_aerial_instinct_flies_too() -> None:
    A = side(LONG, top="ogre")
    after = duel(A=A, B=side(top="wallbreaker")).end_summon()
    assert after.narrated("attack") == ["ogre attacks wallbreaker", "wallbreaker attacks fortress"]
    assert after.hand("A") == "lich titan giant djinn * treant zombie"


def test_aerial_splash_and_perforation_have_no_creature_to_start_from() -> None:
    after = duel(A=side(top="harasser+rousing-bard"), B=side(LONG, top="giant titan", bottom="djinn")).end_summon()
    assert after.narrated("wounded", "fortress_hit") == ["B is hit 3"]


def test_aerial_aquatic_doubles_its_wounds() -> None:
    after = duel(A=side(top="sapphire-dragon"), B=side(LONG, top="giant")).end_summon()
    assert after.narrated("fortress_hit") == ["B is hit 6"]


def test_aerial_a_symbiote_gives_it_to_its_host() -> None:
    after = duel(A=side(top="zombie+demonic-parasite"), B=side(LONG, top="giant")).end_summon()
    assert after.narrated("attack") == ["zombie attacks fortress"]
