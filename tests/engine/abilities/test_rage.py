"""Rage: it may attack creatures on the turn it enters play."""

from tests.engine.language import duel, side


def test_rage_attacks_a_creature_on_its_first_turn(edition: str) -> None:
    game = duel(A=side("* grrr brute"), B=side(top="troll"), edition=edition).play("grrr", "top")
    assert game.assault().narrated("attack") == ["grrr attacks troll"]


def test_rage_never_the_fortress_then(edition: str) -> None:
    game = duel(A=side("* grrr brute"), B=side("* baron troll"), edition=edition).play("grrr", "top").assault()
    assert game.narrated("attack", "rested") == ["grrr rests"] and game.hand("B") == "* baron troll"


def test_rage_does_not_sprint_for_nothing(edition: str) -> None:
    game = duel(A=side("* assassin brute", top="zombie:done"), edition=edition).play("assassin", "top").assault()
    assert game.lane("A top") == "zombie assassin"


def test_rage_all_targets_of_the_attack_are_hit(edition: str) -> None:
    game = duel(A=side("* disciple brute"), B=side(top="troll baron"), edition=edition).play("disciple", "top")
    assert game.assault().narrated("wounded") == ["troll takes 2", "baron takes 2"]


def test_rage_of_a_symbiote_for_its_host() -> None:
    game = duel(A=side("* banshee lich", top="treant:new"), B=side(top="giant")).play("banshee", "top", onto=0)
    assert game.end_summon().narrated("wounded") == ["giant takes 7"]
