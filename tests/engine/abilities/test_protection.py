"""Protection: each turn the first source of wounds inflicts none."""

from tests.engine.language import duel, side


def test_protection_absorbs_the_first_attack_not_the_second(edition: str) -> None:
    after = duel(A=side(top="zombie baron"), B=side("* brute", top="lieutenant"), edition=edition).assault()
    expected = "baron attacks lieutenant; lieutenant absorbs; zombie attacks lieutenant; lieutenant takes 3"
    assert after.story("attack", "absorbed", "wounded") == expected


def test_protection_absorbs_an_incantation(edition: str) -> None:
    game = duel(A=side("* annihilation boom brute"), B=side(top="martyr"), edition=edition)
    first = game.cast("annihilation", "B top 0")
    assert (first.lane("B top"), first.creature("B top 0")["hit"]) == ("martyr", True)
    assert first.cast("boom", "B top 0").lane("B top") == "martyr:1"


def test_protection_is_renewed_every_turn(edition: str) -> None:
    game = duel(A=side("* boom brute"), B=side("* boom baron", top="martyr"), edition=edition).cast("boom", "B top 0")
    theirs = game.assault().cast("boom", "B top 0")
    assert theirs.lane("B top") == "martyr" and theirs.narrated("absorbed") == ["martyr absorbs", "martyr absorbs"]


def test_protection_each_target_has_its_own(edition: str) -> None:
    B = side(top="lieutenant martyr", bottom="carapace")
    game = duel(A=side("* cyclone baron"), B=B, edition=edition).cast("cyclone", "B top 0")
    assert game.narrated("absorbed") == ["lieutenant absorbs", "martyr absorbs", "carapace absorbs"]


def test_protection_absorbed_wounds_trigger_nothing() -> None:
    A = side("lich titan * giant", top="werecat")
    after = duel(A=A, B=side(top="tenacious-nightmare treant")).end_summon()
    assert after.narrated("absorbed", "regeneration", "evaded", "destroyed") == ["tenacious-nightmare absorbs"]
    assert after.hand("A") == "lich titan * giant"


def test_protection_of_a_pair_is_used_once() -> None:
    # The armour joins a creature that has already met its first source.
    A, B = side("* boom inanimate-armour lich", top="giant"), side()
    game = duel(A=A, B=B).cast("boom", "A top 0").play("inanimate-armour", "top", onto=0)
    assert game.lane("A top") == "giant+inanimate-armour:1" and game.creature("A top 0")["hit"] is True
