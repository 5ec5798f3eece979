"""Evasion: wounded and not destroyed, it moves to the rear of its lane."""

from tests.engine.language import automaton, design, duel, side, solo


def test_evasion_to_the_rear_of_its_lane() -> None:
    after = duel(A=side(top="zombie"), B=side(top="growler treant giant", bottom="lich")).end_summon()
    assert (after.lane("B top"), after.lane("B bottom")) == ("treant giant growler", "lich")


def test_evasion_the_next_attacker_meets_the_next_creature() -> None:
    after = duel(A=side(top="lanternfish zombie"), B=side(top="growler treant")).end_summon()
    assert after.story("attack", "evaded") == "zombie attacks growler; growler evades; lanternfish attacks treant"


def test_evasion_keeps_its_wounds() -> None:
    game = duel(A=side("* boom lich"), B=side(top="growler:1 treant")).cast("boom", "B top 0")
    assert game.lane("B top") == "treant growler:2"


def test_evasion_alone_it_stays() -> None:
    after = duel(A=side(top="zombie"), B=side(top="growler", bottom="treant")).end_summon()
    assert (after.lane("B top"), after.narrated("evaded")) == ("growler", [])


def test_evasion_destroyed_it_does_not() -> None:
    after = duel(A=side(top="fire-elemental"), B=side("* lich", top="growler treant")).end_summon()
    assert (after.lane("B top"), after.hand("B")) == ("treant", "* lich growler")


def test_evasion_needs_a_wound() -> None:
    protected = duel(A=side(top="zombie"), B=side(top="tenacious-nightmare treant")).end_summon()
    assert protected.lane("B top") == "tenacious-nightmare treant"
    idle = duel(A=side(top="vortex"), B=side(top="growler treant")).end_summon()
    assert idle.lane("B top") == "growler treant"
    immune = duel(A=side("* boom lich"), B=side(top="taunting-imp treant")).cast("boom", "B top 0")
    assert immune.lane("B top") == "taunting-imp treant"


def test_evasion_after_an_incantations_effect_in_any_realm() -> None:
    A = side("* blizzard lich", top="growler rusty-crossbowman treant")
    game = duel(A=A).cast("blizzard", "A top 0")
    # Both are wounded; the one nearer to the rear goes first.
    assert game.lane("A top") == "treant rusty-crossbowman:2 growler:2"


def test_evasion_comes_before_the_incantation_moves() -> None:
    game = duel(A=side("* boom lich", top="growler treant")).cast("boom", "A top 0")
    assert game.narrated("wounded", "evaded", "returned") == ["growler takes 1", "growler evades", "boom returns to A"]


def test_evasion_after_the_automatons_incantation() -> None:
    after = solo(A=side(top="growler:new treant:new"), B=automaton("boom titan djinn lich")).end_summon()
    assert after.narrated("wounded", "evaded") == ["growler takes 1", "growler evades"]
    assert after.lane("A top") == "treant growler"


def test_evasion_by_splash_and_perforation_too() -> None:
    shears = design("Shears", 2, 2, "perforation splash")
    B = side(top="growler treant giant", bottom="growler giant")
    after = duel(A=side(top=f"{shears}"), B=B).end_summon()
    assert (after.lane("B top"), after.lane("B bottom")) == ("treant giant growler", "giant growler")


def test_evasion_lent_by_an_aura_needs_the_aura_when_its_turn_comes() -> None:
    # The cat, wounded too, has no Evasion itself; the giant before it evades.
    after = duel(A=side(top="royal-guard"), B=side(top="giant scaredy-cat titan")).end_summon()
    assert after.lane("B top") == "scaredy-cat titan giant"
    # Destroyed in the same attack, the cat lends nothing.
    gone = duel(A=side(top="royal-guard"), B=side(top="giant scaredy-cat:3 titan")).end_summon()
    assert gone.lane("B top") == "giant titan"
