"""Splash: also the creature at the same position in the other lane."""

from tests.engine.language import duel, side
from tests.support.cases import in_turn
from tools.rig.json import Json


@in_turn(
    ("A", "B"),
    [
        (side(top="brigand"), side(top="troll baron", bottom="brute baron")),
        (side(bottom="brigand"), side(bottom="troll baron", top="brute baron")),
    ],
)
def test_splash_hits_the_creature_beside_the_target(edition: str, A: Json, B: Json) -> None:
    after = duel(A=A, B=B, edition=edition).assault()
    assert after.narrated("attack", "wounded") == ["brigand attacks troll", "troll takes 2", "brute takes 2"]


def test_splash_with_nobody_there(edition: str) -> None:
    after = duel(A=side(top="brigand"), B=side("* brute", top="troll baron"), edition=edition).assault()
    assert after.narrated("wounded", "fortress_hit") == ["troll takes 2"]


def test_splash_never_a_fortress(edition: str) -> None:
    after = duel(A=side(top="brigand"), B=side("* brute baron", top="troll"), edition=edition).assault()
    assert after.hand("B") == "* brute baron"


def test_splash_a_protected_target_does_not_shield_the_other(edition: str) -> None:
    after = duel(A=side(top="brigand"), B=side(top="lieutenant", bottom="troll"), edition=edition).assault()
    assert after.narrated("absorbed", "wounded") == ["lieutenant absorbs", "troll takes 2"]


def test_splash_not_in_the_realm_of_the_attacker(edition: str) -> None:
    after = duel(A=side(top="brigand", bottom="zombie:done"), B=side(top="troll"), edition=edition).assault()
    assert after.lane("A bottom") == "zombie"


def test_splash_an_incantation_at_any_position(edition: str) -> None:
    B = side(top="troll brute baron", bottom="troll brute baron")
    game = duel(A=side("* combustion brute"), B=B, edition=edition).cast("combustion", "B bottom 2")
    assert (game.lane("B top"), game.lane("B bottom")) == ("troll brute baron:2", "troll brute baron:2")
