"""Indestructible: no wounds or effects from incantations."""

from tests.engine.language import duel, side
from tests.support.cases import in_turn


@in_turn("seat", ["A", "B"])
def test_indestructible_takes_no_wounds_from_incantations(edition: str, seat: str) -> None:
    A, B = side("* annihilation brute"), side()
    (A if seat == "A" else B)["top"] = [{"card": "scribe"}]
    game = duel(A=A, B=B, edition=edition).cast("annihilation", f"{seat} top 0")
    assert game.narrated("immune", "wounded") == ["scribe is immune"]
    # It can be targeted: the card is played.
    assert (game.lane(f"{seat} top"), game.hand("A"), game.mana) == ("scribe", "* brute annihilation", 16)


def test_indestructible_splash_and_perforation_still_hit_the_others(edition: str) -> None:
    B = side(top="scribe troll", bottom="brute")
    game = duel(A=side("* cyclone baron"), B=B, edition=edition).cast("cyclone", "B top 0")
    assert (game.lane("B top"), game.lane("B bottom")) == ("scribe troll:3", "brute:3")
    behind = duel(A=side("* cyclone baron"), B=side(top="troll scribe", bottom="revenant"), edition=edition)
    expected = "troll takes 3; scribe is immune; revenant is immune"
    assert behind.cast("cyclone", "B top 0").story("immune", "wounded") == expected


def test_indestructible_attacks_wound_it(edition: str) -> None:
    after = duel(A=side(top="zombie"), B=side("* brute", top="revenant"), edition=edition).assault()
    assert after.hand("B") == "* brute revenant"


def test_indestructible_an_incantation_does_not_use_up_its_protection(edition: str) -> None:
    game = duel(A=side("* boom brute", top="zombie"), B=side(top="alpha"), edition=edition).cast("boom", "B top 0")
    assert game.creature("B top 0")["hit"] is False and game.assault().narrated("absorbed") == ["alpha absorbs"]


def test_indestructible_regeneration_does_not_count_it() -> None:
    A = side("lich titan vial-of-vampire-blood * giant")
    game = duel(A=A, B=side(top="ghoul", bottom="giant")).cast("vial-of-vampire-blood", "B top 0")
    assert game.narrated("regeneration") == ["A regenerates 1"]
    none = duel(A=A, B=side(top="ghoul")).cast("vial-of-vampire-blood", "B top 0")
    assert none.narrated("regeneration") == []


def test_indestructible_sharpening_and_evasion_have_nothing_to_work_on() -> None:
    game = duel(A=side("* sacrificed-goat lich"), B=side(top="swarmer treant")).cast("sacrificed-goat", "B top 0")
    assert game.narrated("fortress_hit", "destroyed") == []
    imp = duel(A=side("* boom lich"), B=side(top="taunting-imp treant")).cast("boom", "B top 0")
    assert imp.lane("B top") == "taunting-imp treant"


def test_indestructible_a_mercenary_incantation_still_goes_over() -> None:
    game = duel(A=side("* cursed-morsel lich"), B=side("* lich", top="ghoul")).cast("cursed-morsel", "B top 0")
    assert (game.hand("A"), game.hand("B")) == ("* lich", "* lich cursed-morsel")


def test_indestructible_a_symbiote_gives_it_to_the_pair() -> None:
    game = duel(A=side("* annihilation lich"), B=side(top="zombie+spectre")).cast("annihilation", "B top 0")
    assert game.lane("B top") == "zombie+spectre"
