"""Section 9: Champions in play. How they are chosen (R9.1) and what a design costs (R9.6) is tested with the set-up."""

import pytest

from engine import notation
from engine.errors import BadPosition
from engine.seat import Seat
from tests.engine.language import automaton, card, design, duel, refused, side, solo
from tests.support.cases import in_turn
from tools.rig.json import Json

REX = design("Rex", 3, 3, "rage aura:sprint", cost=4)


def test_R9_2_a_champion_is_played_from_beside_the_hand() -> None:
    A = side("* zombie treant lich brute", top="onyx-golem:new", champion="Rex ready")
    game = duel(A=A, mana=6).champion("top")
    assert (game.lane("A top"), game.hand("A")) == ("onyx-golem Rex", "* zombie treant lich brute")
    assert game.champion_of("A") == "in_play"
    played = game.creature("A top 1")
    assert (played["new"], played["champion"]) == (True, True)
    # The golem's cost is 4 as well: one mana less.
    assert game.mana == 6 - 3


def test_R9_2_in_any_summon_phase_of_its_player() -> None:
    game = duel(A=side(champion="Rex ready"), B=side(champion="titan ready"))
    assert {"type": "champion", "lane": "bottom"} in game.legal()
    theirs = game.end_summon().end_summon()
    assert theirs.active == "A" and theirs.champion("bottom").lane("A bottom") == "Rex"


def test_R9_2_only_when_ready() -> None:
    with refused("champion_not_ready"):
        duel(A=side(champion="Rex tapped")).champion("top")
    with refused("champion_not_ready"):
        duel(A=side(top="Rex:champion", champion="Rex in_play")).champion("bottom")
    with refused("no_champion"):
        duel(B=side(champion="Rex ready")).champion("top")


def test_R9_2_its_rage_works_on_its_first_turn() -> None:
    after = duel(A=side(champion="Rex ready"), B=side(top="zombie")).champion("top").end_summon()
    assert after.narrated("attack") == ["Rex attacks zombie"]


def test_R9_2_a_symbiote_champion_may_be_put_on_a_creature() -> None:
    game = duel(A=side(top="giant:2", champion="evil-spirit ready")).champion("top", onto=0)
    assert game.lane("A top") == "giant+evil-spirit:2" and game.creature("A top 0")["champion"] is True
    with refused("not_symbiote"):
        duel(A=side(top="giant", champion="Rex ready")).champion("top", onto=0)
    with refused("not_host"):
        duel(A=side(top="giant+spectre", champion="evil-spirit ready")).champion("top", onto=0)


def test_R9_2_a_symbiote_may_be_put_on_the_champion() -> None:
    A = side("* spectre brute", top="Rex:champion", champion="Rex in_play")
    game = duel(A=A).play("spectre", "top", onto=0)
    assert game.lane("A top") == "Rex+spectre" and game.creature("A top 0")["champion"] is True


def test_R9_3_one_less_for_each_creature_of_its_cost_on_both_sides() -> None:
    A = side(top="ogre treant:new", champion="Rex ready")
    assert duel(A=A, B=side(top="brute", bottom="titan"), mana=2).champion("top").mana == 0
    with refused("not_enough_mana"):
        duel(A=A, B=side(bottom="titan"), mana=2).champion("top")


def test_R9_3_not_below_nothing() -> None:
    one = design("One", 1, 1, cost=1)
    assert duel(A=side(top="zombie lanternfish", champion=f"{one} ready"), mana=0).champion("top").mana == 0


def test_R9_3_a_pair_counts_once_by_either_of_its_cards() -> None:
    def cost(creature: str) -> int:
        return 9 - duel(A=side(top=creature, champion="Rex ready"), mana=9).champion("top").mana

    assert cost("ogre+spectre") == 3 and cost("treant+evil-spirit") == 3 and cost("ogre+evil-spirit") == 3
    assert cost("treant+spectre") == 4


def test_R9_3_its_printed_cost_counts_not_what_it_pays() -> None:
    # Both Champions cost 4: the one in play makes the other cheaper, whatever was paid for it.
    A, B = side(champion="Rex ready"), side(top="clan-chief:champion brute", champion="clan-chief in_play")
    assert duel(A=A, B=B, mana=9).champion("top").mana == 9 - 2


def test_R9_3_blood_price_pays_what_is_missing_of_the_reduced_cost() -> None:
    A = side("* lich titan giant", top="brute:new", champion="gargoyle ready")
    game = duel(A=A, mana=1).champion("bottom")
    assert (game.mana, game.hand("A")) == (0, "lich titan * giant")


def test_R9_4_destroyed_it_is_set_aside_tapped() -> None:
    B = side("* lich", top="Rex:champion zombie", champion="Rex in_play")
    after = duel(A=side(top="baron"), B=B).end_summon()
    assert (after.hand("B"), after.lane("B top"), after.champion_of("B")) == ("* lich", "zombie", "tapped")
    assert after.narrated("aside", "returned") == ["Rex is set aside"]


def test_R9_4_of_a_pair_the_other_card_returns() -> None:
    below = side("* lich", top="Rex+spectre:champion", champion="Rex in_play")
    assert duel(A=side(top="brute"), B=below).end_summon().hand("B") == "* lich spectre"
    above = side("* lich", top="zombie+evil-spirit:champion", champion="evil-spirit in_play")
    after = duel(A=side(top="brute"), B=above).end_summon()
    assert (after.hand("B"), after.champion_of("B")) == ("* lich zombie", "tapped")


def test_R9_4_another_creature_of_the_same_card_returns_as_usual() -> None:
    B = side("* lich", top="treant treant:champion", champion="treant in_play")
    after = duel(A=side(top="baron"), B=B).end_summon()
    assert (after.hand("B"), after.champion_of("B")) == ("* lich treant", "in_play")


@in_turn("owner", ["A", "B"])
def test_R9_5_ready_when_any_player_plays_a_card_of_its_printed_cost(owner: Seat) -> None:
    tapped = side("* treant lich titan", top="giant:new", champion="land-snout tapped")
    A, B = (tapped, side(top="giant")) if owner == "A" else (side("* treant lich titan"), tapped)
    game = duel(A=A, B=B)
    assert game.play("treant", "top").champion_of(owner) == "ready"
    assert game.play("lich", "top").champion_of(owner) == "tapped"


def test_R9_5_an_incantation_is_a_card_too() -> None:
    game = duel(A=side("* mental-attack lich"), B=side(top="giant", champion="land-snout tapped"))
    assert game.cast("mental-attack", "B top 0").champion_of("B") == "ready"


def test_R9_5_not_while_it_is_in_play() -> None:
    game = duel(A=side("* treant lich"), B=side(top="land-snout:champion", champion="land-snout in_play"))
    assert game.play("treant", "top").champion_of("B") == "in_play"


def test_R9_5_a_symbiote_on_a_creature_is_played_too() -> None:
    game = duel(A=side("* familiar lich", top="giant", champion="land-snout tapped"))
    assert game.play("familiar", "top", onto=0).champion_of("A") == "ready"


def test_R9_5_by_the_automaton_too() -> None:
    A = side(champion="demon-lord tapped", top="titan:new")
    assert solo(A=A, B=automaton("titan brute")).end_summon().champion_of("A") == "tapped"
    assert solo(A=A, B=automaton("djinn zombie brute")).end_summon().champion_of("A") == "ready"
    assert solo(A=A, B=automaton("disintegration zombie brute")).end_summon().champion_of("A") == "ready"


def test_R9_5_the_cost_printed_on_it_not_the_reduced_one() -> None:
    # With a creature of its cost in play it costs 1; a zombie (1) does not untap it.
    A = side("* zombie lich titan", bottom="treant:new", champion="land-snout tapped")
    assert duel(A=A).play("zombie", "top").champion_of("A") == "tapped"


def _with_champion(**changes: object) -> Json:
    designed = {**card(REX), **changes}
    shown = duel(A=side(champion="Rex ready")).shown
    shown["A"]["champion"]["card"] = {key: value for key, value in designed.items() if value is not None}
    return shown


def test_R9_6_a_designed_card_has_at_most_six_abilities() -> None:
    six = ["rage", "sprint", "splash", "evasion", "aura:rage", "aura:sprint"]
    notation.from_json(_with_champion(abilities=six))
    with pytest.raises(BadPosition):
        notation.from_json(_with_champion(abilities=[*six, "instinct"]))


@in_turn(
    "changes",
    [
        {"attack": 10}, {"attack": -1}, {"attack": "X"}, {"health": 0}, {"health": 10}, {"health": None}, {"cost": -1},
        {"cost": 1.5}, {"type": "incantation", "health": None}, {"abilities": ["mercenary"]},
        {"abilities": ["aura:defender"]}, {"abilities": ["aura:mercenary"]}, {"abilities": ["aura:symbiote"]},
        {"abilities": ["aura:blood-price"]}, {"abilities": ["aura:nonsense"]}, {"abilities": ["rage", "rage"]},
        {"name": ""},
    ],
)  # fmt: skip
def test_R9_6_a_design_that_cannot_be(changes: Json) -> None:
    with pytest.raises(BadPosition):
        notation.from_json(_with_champion(**changes))


def test_R9_6_designed_abilities_work() -> None:
    # Its Aura of Sprint takes the treant to the bridge: 3 + 1 wounds; then Rex, on its first turn, has Rage.
    A = side(top="Rex:new:champion treant", champion="Rex in_play")
    after = duel(A=A, B=side(top="giant")).end_summon()
    assert after.narrated("wounded") == ["giant takes 4", "giant takes 3"] and after.lane("A top") == "treant Rex"
