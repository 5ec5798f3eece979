"""Sharpening: the excess hits the opposing fortress."""

from tests.engine.language import duel, side
from tests.support.cases import in_turn

LONG = "* lich titan giant djinn treant land-snout"


@in_turn(("target", "excess"), [("zombie", 2), ("lanternfish", 1), ("treant", 0), ("giant", 0)])
def test_sharpening_wounds_minus_the_health_that_was_left(target: str, excess: int) -> None:
    after = duel(A=side(top="abyssal-grrr"), B=side(LONG, top=target)).end_summon()
    assert after.narrated("fortress_hit") == ([f"B is hit {excess}"] if excess else [])


def test_sharpening_earlier_wounds_count() -> None:
    after = duel(A=side(top="abyssal-grrr"), B=side(LONG, top="giant:6")).end_summon()
    assert after.narrated("fortress_hit") == ["B is hit 1"]


def test_sharpening_summed_over_all_destroyed_by_one_attack_in_one_go() -> None:
    # The turbo-gunner inflicts 3 with Perforation: 2 and 1 too many, after both have returned.
    A = side(top="mecha-sharpener:new turbo-gunner")
    after = duel(A=A, B=side("* lich", top="zombie lanternfish giant")).end_summon()
    expected = "lanternfish returns to B; zombie returns to B; B is hit 3; B's Bastion falls"
    assert after.story("returned", "fortress_hit", "bastion_fell") == expected


def test_sharpening_only_of_those_destroyed() -> None:
    A = side(top="mecha-sharpener:new turbo-gunner")
    assert duel(A=A, B=side(LONG, top="zombie giant")).end_summon().narrated("fortress_hit") == ["B is hit 2"]


def test_sharpening_nothing_where_protection_absorbed() -> None:
    A = side(top="mecha-sharpener:new turbo-gunner")
    after = duel(A=A, B=side(LONG, top="whiner lanternfish")).end_summon()
    assert after.narrated("absorbed", "fortress_hit") == ["whiner absorbs", "B is hit 1"]


def test_sharpening_is_not_an_attack_on_the_fortress() -> None:
    defender = duel(A=side(top="veteran"), B=side(LONG, top="zombie")).end_summon()
    assert defender.narrated("attack", "fortress_hit") == ["veteran attacks zombie", "B is hit 3"]
    rage = duel(A=side(top="mecha-sharpener:done partisan:new"), B=side(LONG, top="zombie")).end_summon()
    assert rage.narrated("attack", "fortress_hit") == ["partisan attacks zombie", "B is hit 2"]


def test_sharpening_an_instinct_attack_hits_the_active_players_fortress() -> None:
    # The pair survives the zombie and answers with 4 + 3 wounds, 6 too many.
    A = side(LONG, top="zombie")
    after = duel(A=A, B=side(top="clan-chief+bodyguard")).end_summon()
    assert after.story("attack", "fortress_hit") == "zombie attacks clan-chief; clan-chief attacks zombie; A is hit 6"


def test_sharpening_may_win_the_match() -> None:
    after = duel(A=side(top="veteran"), B=side("* lich", top="zombie", fort=True)).end_summon()
    assert (after.winner, after.narrated("attack")) == ("A", ["veteran attacks zombie"])


def test_sharpening_of_an_incantation_with_perforation() -> None:
    # 5 wounds: 4 and 2 too many; the card itself goes over to B.
    A = side("* storm-of-light lich")
    game = duel(A=A, B=side(LONG, top="zombie treant")).cast("storm-of-light", "B top 0")
    assert game.narrated("fortress_hit") == ["B is hit 6"]
    assert game.hand("B").endswith("treant zombie storm-of-light")


def test_sharpening_spares_the_fortress_of_its_player_when_an_own_creature_is_destroyed() -> None:
    game = duel(A=side("* mana-bomb lich", top="zombie"), B=side(LONG + " titan giant djinn"))
    assert game.cast("mana-bomb", "A top 0").narrated("fortress_hit") == ["B is hit 8"]
