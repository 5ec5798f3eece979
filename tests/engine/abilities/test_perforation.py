"""Perforation: also the creature directly behind the target."""

from tests.engine.language import duel, side
from tests.support.cases import in_turn
from tools.rig.json import Json


@in_turn(
    ("A", "B"),
    [
        (side(top="revenant"), side(top="troll martyr:hit baron")),
        (side(bottom="revenant"), side(bottom="troll martyr:hit baron")),
    ],
)
def test_perforation_hits_the_creature_behind_too(edition: str, A: Json, B: Json) -> None:
    after = duel(A=A, B=B, edition=edition).assault()
    assert after.narrated("attack", "wounded") == ["revenant attacks troll", "troll takes 3", "martyr takes 3"]


def test_perforation_with_nobody_behind(edition: str) -> None:
    after = duel(
        A=side(top="revenant"), B=side("* brute", top="troll", bottom="baron baron"), edition=edition
    ).assault()
    assert after.narrated("wounded", "fortress_hit") == ["troll takes 3"]


def test_perforation_never_a_fortress(edition: str) -> None:
    after = duel(A=side(top="revenant"), B=side("* brute baron", top="zombie"), edition=edition).assault()
    assert after.hand("B") == "* brute baron zombie"


def test_perforation_of_an_attack_on_the_fortress_hits_no_creature(edition: str) -> None:
    after = duel(A=side(top="revenant"), B=side(bottom="zombie zombie"), edition=edition).assault()
    assert after.narrated("wounded", "fortress_hit") == ["B is hit 3"]


def test_perforation_a_protected_first_target_does_not_shield_the_second(edition: str) -> None:
    after = duel(A=side(top="revenant"), B=side(top="lieutenant troll"), edition=edition).assault()
    assert after.narrated("absorbed", "wounded") == ["lieutenant absorbs", "troll takes 3"]


def test_perforation_both_may_be_destroyed(edition: str) -> None:
    after = duel(A=side(top="revenant"), B=side("* brute", top="zombie gnome troll"), edition=edition).assault()
    # In 2021 the default order is that of 2022 here: from the rear.
    assert (after.lane("B top"), after.hand("B")) == ("troll", "* brute gnome zombie")


def test_perforation_and_splash_are_not_combined(edition: str) -> None:
    B = side(top="troll martyr:hit", bottom="baron brute")
    after = duel(A=side(top="abomination"), B=B, edition=edition).assault()
    assert after.narrated("wounded") == ["troll takes 6", "martyr takes 6", "baron takes 6"]
