"""Section 4: playing creatures and incantations."""

from tests.engine.language import Game, duel, refused, side
from tests.support.cases import in_turn


def test_R4_1_the_four_leftmost_cards_are_playable() -> None:
    game = duel(A=side("zombie * lanternfish new-recruit rascal swarmer brute"), mana=9)
    assert game.playable == {"zombie", "lanternfish", "new-recruit", "rascal"}
    with refused("not_leftmost"):
        game.play("swarmer", "top")


def test_R4_1_playing_one_makes_the_next_playable_at_once() -> None:
    game = duel(A=side("zombie * lanternfish new-recruit rascal swarmer brute"), mana=9).play("rascal", "top")
    assert game.playable == {"zombie", "lanternfish", "new-recruit", "swarmer"}


def test_R4_1_there_is_no_card_beyond_the_hand() -> None:
    with refused("no_such_card"):
        duel(A=side("* zombie brute")).do({"type": "play", "hand": 3, "lane": "top"})


def test_R4_2_a_card_costs_its_mana() -> None:
    assert duel(A=side("* treant brute"), mana=5).play("treant", "top").mana == 3


def test_R4_2_one_cannot_spend_more_than_one_has() -> None:
    game = duel(A=side("* treant boom brute", top="giant"), mana=1)
    assert game.playable == {"boom"}
    with refused("not_enough_mana"):
        game.play("treant", "top")


def test_R4_2_a_card_may_cost_nothing() -> None:
    assert duel(A=side("* rascal brute"), mana=0).play("rascal", "top").mana == 0


@in_turn("lane", ["top", "bottom"])
def test_R4_3_a_creature_is_placed_at_the_rear_of_either_lane(lane: str) -> None:
    game = duel(A=side("* zombie brute", top="ogre baron", bottom="ogre baron")).play("zombie", lane)
    assert game.lane(f"A {lane}") == "ogre baron zombie"
    placed = game.creature(f"A {lane} 2")
    assert (placed["new"], placed["wounds"], placed["done"]) == (True, 0, False)


def test_R4_3_only_in_ones_own_realm() -> None:
    game = duel(A=side("* zombie brute"))
    assert game.play("zombie", "top").lane("B top") == ""
    with refused("malformed"):
        game.do({"type": "play", "hand": 1, "lane": "top", "player": "B"})


def test_R4_4_the_last_card_may_be_an_incantation() -> None:
    game = duel(A=side("* boom"), B=side(top="giant")).cast("boom", "B top 0")
    assert (game.hand("A"), game.winner) == ("* boom", None)


def test_R4_4_it_holds_for_a_symbiote_put_on_a_creature_too() -> None:
    with refused("last_card"):
        duel(A=side("* spectre", top="treant")).play("spectre", "top", onto=0)


def test_R4_5_any_number_of_cards() -> None:
    game = duel(A=side("* zombie treant lich brute titan giant"), mana=10)
    for card in ("zombie", "treant", "lich", "brute"):
        game = game.play(card, "top")
    assert game.lane("A top") == "zombie treant lich brute" and game.mana == 0


def test_R4_6_blood_price_wounds_before_the_card_leaves_the_hand() -> None:
    # Two mana are missing. Both cards still lie to the right: the second wound fells the Bastion, and only then the
    # gargoyle leaves. Had it left first, the first wound would fell the Bastion and the second the Fort.
    game = duel(A=side("* gargoyle zombie"), mana=2).play("gargoyle", "top")
    assert (game.hand("A"), game.fortress("A"), game.winner) == ("* zombie", "fort", None)


def test_R4_6_champions_untap_before_the_fortress_is_looked_at() -> None:
    game = duel(A=side("zombie * treant", champion="land-snout tapped")).play("treant", "top")
    assert game.narrated("champion_ready", "bastion_fell") == ["land-snout is ready", "A's Bastion falls"]


@in_turn("target", ["A top 0", "A bottom 0", "B top 1", "B bottom 0"])
def test_R4_7_an_incantation_targets_any_creature_in_any_realm(target: str) -> None:
    A, B = side("* boom zombie", top="titan", bottom="titan"), side(top="giant titan", bottom="titan")
    game = duel(A=A, B=B).cast("boom", target)
    assert game.narrated("wounded") == ["titan takes 1"] and game.creature(target)["wounds"] == 1


def test_R4_7_it_needs_a_target() -> None:
    game = duel(A=side("* boom zombie"), B=side(top="giant"))
    for target in ("B top 1", "B bottom 0", "A top 0"):
        with refused("no_target"):
            game.cast("boom", target)


def test_R4_7_it_cannot_be_played_without_a_creature_in_play() -> None:
    assert duel(A=side("* boom zombie")).playable == {"zombie"}


def test_R4_7_a_fortress_is_no_target() -> None:
    with refused("malformed"):
        duel(B=side(top="giant"), A=side("* boom zombie")).do(
            {"type": "play", "hand": 1, "target": {"player": "B", "fortress": True}}
        )


def test_R4_7_it_has_no_lane_and_a_creature_has_no_target() -> None:
    game = duel(A=side("* boom zombie", top="giant"))
    with refused("malformed"):
        game.play("boom", "top")
    with refused("malformed"):
        game.cast("zombie", "A top 0")


def test_R4_7_it_moves_to_the_far_right_after_its_effect() -> None:
    # The treant that it destroys returns first.
    game = duel(A=side("* annihilation zombie", top="treant")).cast("annihilation", "A top 0")
    assert game.hand("A") == "* zombie treant annihilation"


def test_R4_7_it_stays_in_the_hand_until_its_effect_has_resolved() -> None:
    # Regeneration counts the tankard where it lies: the Fort becomes the second card from the right with it in the row.
    A = side("* zombie enchanted-tankard", fort=True)
    game = duel(A=A, B=side(top="giant")).cast("enchanted-tankard", "B top 0")
    assert (game.hand("A"), game.fortress("A")) == ("zombie * enchanted-tankard", "bastion")


def test_R4_7_it_can_be_played_again_among_the_four_leftmost() -> None:
    few = duel(A=side("* boom zombie brute baron"), B=side(top="giant")).cast("boom", "B top 0")
    assert few.hand("A") == "* zombie brute baron boom" and few.cast("boom", "B top 0").lane("B top") == "giant:2"
    many = duel(A=side("* boom zombie brute baron lich"), B=side(top="giant")).cast("boom", "B top 0")
    with refused("not_leftmost"):
        many.cast("boom", "B top 0")


def test_R4_8_2022_incantations_only_in_the_summon_phase() -> None:
    # The assault and the end of the turn follow at once: there is no moment in between.
    game = duel(A=side("* boom zombie", top="brute"), B=side(top="giant")).end_summon()
    assert (game.active, game.phase) == ("B", "summon")


def _assault() -> Game:
    A, B = side("* boom zombie", top="brute", bottom="gnome"), side(top="troll", bottom="baron")
    return duel(A=A, B=B, edition="2021").end_summon()


def test_R4_8_2021_before_the_first_attack() -> None:
    game = _assault()
    assert (game.phase, game.playable) == ("assault", {"boom"})
    assert game.cast("boom", "B top 0").lane("B top") == "troll:1"


def test_R4_8_2021_between_two_creatures() -> None:
    game = _assault().attack().cast("boom", "B top 0")
    assert game.lane("B top") == "" and game.attack().lane("B bottom") == "baron:2"


def test_R4_8_2021_after_the_last_attack() -> None:
    game = _assault().attack_all().cast("boom", "B bottom 0")
    assert game.lane("B bottom") == "baron:3" and game.end_turn().active == "B"


def test_R4_8_2021_never_inside_one_creatures_attacks() -> None:
    game = duel(A=side("* boom zombie", top="ogre"), B=side(top="zombie baron"), edition="2021").end_summon().attack()
    assert game.narrated("attack") == ["ogre attacks zombie", "ogre attacks baron"]


def test_R4_8_2021_creatures_are_played_in_the_summon_phase_alone() -> None:
    with refused("wrong_phase"):
        _assault().play("zombie", "top")


def test_R4_8_2021_the_mana_is_that_of_the_turn() -> None:
    game = (
        duel(A=side("* boom zombie"), B=side(top="troll"), edition="2021", mana=1).end_summon().cast("boom", "B top 0")
    )
    assert (game.mana, game.playable) == (0, set())
