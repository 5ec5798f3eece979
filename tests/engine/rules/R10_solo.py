"""Section 10: the automaton in play. The points and levels of R10.8 and R10.9 are tested with the set-up."""

import random
from typing import Any

from engine.match import Match
from engine.setup.options import Options
from engine.setup.solo import SoloOptions
from tests.engine.language import Game, automaton, side, solo
from tests.support.cases import in_turn


def _shuffled(discard: str, seed: Any = 7, shuffles: int = 0) -> str:
    """Return the reshuffle that docs/notation.md prescribes."""
    cards = discard.split()
    random.Random(f"{seed}/{shuffles}").shuffle(cards)
    return " ".join(cards)


def test_R10_1_a_pile_of_24_over_a_bastion_and_the_player_starts_with_six(edition: str) -> None:
    match = Match.new(Options(seed=3, edition=edition, mode="solo", decks={"A": 2}))
    view: Any = match.table_view("A")
    assert (view["B"]["pile"], view["B"]["discard"], view["B"]["fortress"]) == (24, [], "bastion")
    assert (view["active"], view["turn"], view["mana"], len(view["A"]["hand"])) == ("A", 1, 6, 9)


def test_R10_1_its_hp_are_the_cards_in_its_pile() -> None:
    # The creepshroom inflicts HP - 1: four of five.
    after = solo(A=side(top="creepshroom"), B=automaton("zombie zombie zombie zombie djinn titan")).end_summon()
    assert after.narrated("pile_hit") == ["the pile loses 5"]
    assert after.narrated("revealed") == ["titan revealed top"]


@in_turn(
    ("player", "own", "mana"),
    [("", "", 6), ("lich:new treant:new", "", 8), ("", "treant ogre", 6), ("lich:new", "mana-golem mana-forge", 11)],
)
def test_R10_2_its_mana(player: str, own: str, mana: int) -> None:
    # The titan and the djinn together are enough for all of these.
    game = solo(A=side("* " + "brute " * 30, top=player), B=automaton("titan djinn ogre", bottom=own))
    assert game.end_summon().narrated("mana")[0] == f"B gains {mana}"


def test_R10_3_top_and_bottom_in_turn_until_its_mana_is_reached(edition: str) -> None:
    # 1 + 2 + 2 = 5 is less than 6, 1 more is enough.
    B = automaton("zombie grrr assassin zombie martyr", top="carapace")
    after = solo(A=side(), B=B, edition=edition).assault()
    assert (after.lane("B top"), after.lane("B bottom")) == ("carapace zombie assassin", "grrr zombie")
    assert after.pile == "martyr"


def test_R10_3_more_than_its_mana_may_be_played(edition: str) -> None:
    after = solo(A=side(), B=automaton("troll martyr brute"), edition=edition).assault()
    assert (after.lane("B top"), after.lane("B bottom"), after.pile) == ("troll", "", "martyr brute")
    after = solo(A=side(), B=automaton("brute martyr grrr"), edition=edition).assault()
    assert (after.lane("B top"), after.lane("B bottom"), after.pile) == ("brute", "martyr", "grrr")


def test_R10_3_an_incantation_targets_the_creature_at_the_bridge_of_its_lane(edition: str) -> None:
    A = side(top="troll:new brute:new", bottom="martyr:new")
    after = solo(A=A, B=automaton("boom annihilation martyr brute"), edition=edition).assault()
    expected = "boom revealed top; troll takes 1; annihilation revealed bottom; martyr revealed top"
    assert after.story("revealed", "wounded") == expected
    assert after.narrated("absorbed") == ["martyr absorbs"] and after.discard == "boom annihilation"


def test_R10_3_without_a_target_it_costs_nothing_and_goes_to_the_discard(edition: str) -> None:
    # 0 + 4 is less than 6: the baron follows, in the top lane again.
    after = solo(A=side(), B=automaton("annihilation brute baron martyr"), edition=edition).assault()
    assert after.narrated("fizzled") == ["annihilation fizzles"]
    assert (after.lane("B top"), after.lane("B bottom")) == ("baron", "brute")
    assert (after.pile, after.discard) == ("martyr", "annihilation")


def test_R10_3_its_incantations_cost_counts_when_it_had_a_target(edition: str) -> None:
    # 4 + 3 is enough for 7.
    A = side(top="martyr:new")
    after = solo(A=A, B=automaton("annihilation baron martyr"), edition=edition).assault()
    assert (after.lane("B bottom"), after.pile) == ("baron", "martyr")


@in_turn(("pile", "left"), [("zombie brute", "brute"), ("boom zombie brute", "brute")])
def test_R10_3_it_plays_at_least_one_card(pile: str, left: str) -> None:
    # Without any mana; an incantation without a target was not played.
    assert solo(A=side(), B=automaton(pile), fixed=0, per_creature=0).end_summon().pile == left


def test_R10_3_the_card_played_may_be_an_incantation() -> None:
    after = solo(A=side(top="giant:new"), B=automaton("boom zombie"), fixed=0, per_creature=0).end_summon()
    assert (after.pile, after.lane("B bottom")) == ("zombie", "")


def test_R10_3_an_emptied_pile_is_noticed_after_the_card_has_resolved() -> None:
    # The boom is the last card: it resolves, lies in the discard, and is part of the new pile.
    after = solo(A=side(top="giant:new"), B=automaton("boom", discard="titan djinn")).end_summon()
    assert (
        after.story("wounded", "bastion_fell", "pile_reshuffled") == "giant takes 1; B's Bastion falls; a new pile of 3"
    )


def test_R10_3_the_turn_goes_on_with_the_new_pile() -> None:
    # The boom (1 of 7 mana) was revealed into the top lane: the first card of the new pile takes the bottom lane.
    after = solo(A=side(top="giant:new"), B=automaton("boom", discard="titan demon-lord")).end_summon()
    revealed = after.narrated("revealed")[1]
    assert revealed in ("titan revealed bottom", "demon-lord revealed bottom", "boom revealed bottom")
    assert revealed.split()[0] == _shuffled("titan demon-lord boom").split()[0]


def test_R10_4_its_assault_follows_section_5(edition: str) -> None:
    B = automaton("martyr brute", top="zombie ogre", bottom="gnome")
    after = solo(A=side("* brute baron martyr troll", top="microctopus:new"), B=B, edition=edition).assault()
    assert after.story("attack", "rested", "destroyed") == (
        "microctopus rests; martyr rests; ogre attacks microctopus; microctopus falls; ogre attacks fortress; "
        "zombie attacks fortress; gnome attacks fortress"
    )
    assert after.active == "A"


def test_R10_4_its_destroyed_creatures_go_to_its_discard(edition: str) -> None:
    B = automaton("martyr brute", discard="zombie", top="grrr")
    after = solo(A=side(top="brute"), B=B, edition=edition).assault()
    assert (after.discard, after.pile) == ("zombie grrr", "brute")


def test_R10_5_wounds_discard_the_top_cards(edition: str) -> None:
    B = automaton("zombie grrr gnome martyr brute", discard="shaman")
    after = solo(A=side(top="baron"), B=B, edition=edition).assault()
    assert (after.pile, after.discard) == ("brute", "shaman zombie grrr gnome")


def _goat(**more: Any) -> Game:
    """Return the excess of 4 of an incantation hits the pile in the player's summon phase."""
    return solo(A=side("* sacrificed-goat lich", top="zombie"), **more).cast("sacrificed-goat", "A top 0")


def test_R10_5_an_empty_pile_under_the_bastion_is_made_new_and_wounds_left_over_are_lost() -> None:
    after = _goat(B=automaton("ogre brute", discard="lich gnome treant"))
    assert after.shown["B"]["fortress"] == "fort"
    assert (after.pile, after.discard) == (_shuffled("lich gnome treant ogre brute"), "")
    assert after.shown["solo"]["shuffles"] == 1


def test_R10_5_exactly_its_hp_is_enough() -> None:
    after = _goat(B=automaton("ogre brute baron troll"))
    assert (after.shown["B"]["fortress"], after.pile) == ("fort", _shuffled("ogre brute baron troll"))
    standing = _goat(B=automaton("ogre brute baron troll titan"))
    assert (standing.shown["B"]["fortress"], standing.pile) == ("bastion", "titan")


@in_turn(("seed", "shuffles"), [(7, 0), (8, 0), (7, 3), ("word", 1)])
def test_R10_5_the_shuffle_is_that_of_the_seed(seed: object, shuffles: int) -> None:
    after = _goat(B=automaton("ogre brute", discard="lich gnome treant titan"), seed=seed, shuffles=shuffles)
    assert after.pile == _shuffled("lich gnome treant titan ogre brute", seed, shuffles)


def test_R10_5_in_the_middle_of_the_assault(edition: str) -> None:
    A = side(top="zombie brute")
    after = solo(A=A, B=automaton("ogre baron grrr", discard="martyr troll"), edition=edition)
    after = after.end_summon() if edition == "2022" else after.end_summon().attack_all()
    assert after.narrated("attack", "pile_hit", "bastion_fell")[:4] == [
        "brute attacks fortress", "the pile loses 5", "B's Bastion falls", "zombie attacks fortress",
    ]  # fmt: skip


def test_R10_6_2022_the_player_wins_at_once() -> None:
    after = _goat(B=automaton("ogre brute", discard="lich", fort=True))
    assert (after.winner, after.phase) == ("A", "over") and after.narrated("over") == ["A wins by pile"]


def test_R10_6_2022_on_the_automatons_own_turn_too() -> None:
    # Its last card is revealed: the zombie that would fell the player's Fort never attacks.
    after = solo(A=side("* lich", fort=True), B=automaton("treant", top="zombie", fort=True)).end_summon()
    assert (after.winner, after.narrated("attack")) == ("A", [])


def test_R10_6_2021_the_last_turn_may_still_beat_the_player() -> None:
    B = automaton("ogre brute", top="zombie", fort=True)
    assert solo(A=side("* brute baron", bottom="baron", fort=True), B=B, edition="2021").assault().winner == "B"


def test_R10_7_the_player_loses_when_their_fort_falls(edition: str) -> None:
    B = automaton("martyr brute", top="zombie")
    after = solo(A=side("* baron troll", fort=True), B=B, edition=edition).assault()
    assert (after.winner, after.narrated("over")) == ("B", ["B wins by fort"])


@in_turn("fixed", [7, 8, 9, 10])
@in_turn("per_creature", [1, 2])
def test_R10_8_mana_options(fixed: int, per_creature: int) -> None:
    A = side(top="lich:new", bottom="treant:new giant:new")
    B = automaton("titan titan titan titan")
    after = solo(A=A, B=B, fixed=fixed, per_creature=per_creature).end_summon()
    assert after.narrated("mana")[0] == f"B gains {fixed + 3 * per_creature}"


def test_R10_8_the_automaton_starts_and_the_player_has_full_mana_then() -> None:
    match = Match.new(Options(seed=5, mode="solo", decks={"A": 1}, solo=SoloOptions(automaton_starts=True)))
    view: Any = match.table_view("A")
    assert (view["turn"], view["active"], view["mana"]) == (2, "A", 9) and view["B"]["pile"] < 24


@in_turn(("edition", "lost"), [("2021", 4), ("2022", 1)])
def test_R10_8_weakened_attacks_on_the_pile(edition: str, lost: int) -> None:
    pile = "zombie grrr gnome shaman troll martyr brute abomination"
    game = solo(A=side(top="brute"), B=automaton(pile), edition=edition, weakened=True).end_summon()
    after = game if edition == "2022" else game.attack()
    assert after.narrated("pile_hit") == [f"the pile loses {lost}"]


def test_R10_8_weakened_attacks_on_creatures_are_not_weaker(edition: str) -> None:
    B = automaton("troll martyr brute", top="martyr:hit")
    after = solo(A=side(top="brute"), B=B, edition=edition, weakened=True).assault()
    assert after.narrated("wounded")[0] == "martyr takes 5"


def test_R10_8_weakened_instinct_too() -> None:
    # The cutthroat's Splash wounds the brawler, before which the lane is empty.
    A = side(top="giant:new", bottom="brawler:new")
    after = solo(A=A, B=automaton("titan djinn lich", top="cutthroat"), per_creature=0, weakened=True).end_summon()
    assert after.narrated("attack") == ["cutthroat attacks giant", "brawler attacks fortress"]
    assert after.narrated("pile_hit") == ["the pile loses 1"]


def test_R10_8_sharpenings_excess_is_not_weakened() -> None:
    assert _goat(B=automaton("ogre brute baron troll titan"), weakened=True).story("pile_hit") == "the pile loses 4"


@in_turn(
    ("slug", "wounded"),
    [
        (None, ["zombie takes 3"]),
        ("splash", ["zombie takes 3", "troll takes 3"]),
        ("perforation", ["zombie takes 3", "baron takes 3"]),
        ("berserk", ["zombie takes 3", "baron takes 3"]),
        # The new martyr at the rear attacks first, the new brute below last.
        ("rage", ["zombie takes 6", "baron takes 3", "troll takes 5"]),
    ],
)
def test_R10_8_an_ability_for_all_its_creatures(edition: str, slug: str | None, wounded: list[str]) -> None:
    A = side("* brute baron martyr troll", top="zombie:new baron:new", bottom="troll:new")
    B = automaton("martyr brute baron baron", top="zombie")
    after = solo(A=A, B=B, edition=edition, abilities=[slug] if slug else []).assault()
    assert after.narrated("wounded") == wounded


def test_R10_8_protection_for_all_its_creatures(edition: str) -> None:
    B = automaton("martyr brute", top="zombie")
    after = solo(A=side(top="brute"), B=B, edition=edition, abilities=["protection"]).assault()
    assert after.narrated("absorbed")[0] == "zombie absorbs" and after.lane("B top") == "zombie martyr"


def test_R10_8_several_abilities_in_2022() -> None:
    # 6 + 1 for the lich + 2 for the zombie's Catalyst: the titan and the djinn. The zombie, Aquatic too, inflicts 6.
    B = automaton("titan djinn treant", top="zombie")
    after = solo(A=side(top="lich:new"), B=B, abilities=["catalyst", "aquatic"]).end_summon()
    assert after.narrated("mana", "wounded")[:2] == ["B gains 9", "lich takes 6"]


def test_R10_8_no_bastion() -> None:
    options = SoloOptions(no_bastion=True, weakened=True)
    match = Match.new(Options(seed=5, edition="2021", mode="solo", decks={"A": 1}, solo=options))
    assert match.table_view("A")["B"]["fortress"] == "fort"
