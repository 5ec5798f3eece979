"""Section 13: settled questions, numbered R13.1 to R13.10."""

import pytest

from engine.match import Match
from engine.setup.options import Options
from engine.setup.solo import SoloOptions
from tests.engine.language import automaton, design, duel, refused, side, solo
from tests.support.cases import in_turn


@in_turn("hand", ["* zombie", "zombie *"])
def test_R13_1_the_only_other_card_wherever_it_lies(edition: str, hand: str) -> None:
    if hand == "zombie *":
        with pytest.raises(ValueError, match="far right"):
            duel(A=side(hand), edition=edition)
    else:
        with refused("last_card"):
            duel(A=side(hand), edition=edition).play("zombie", "top")


def test_R13_1_a_single_card_to_the_right_may_be_played_with_others_to_the_left(edition: str) -> None:
    game = duel(A=side("brute * zombie"), edition=edition).play("zombie", "top")
    assert (game.hand("A"), game.fortress("A"), game.winner) == ("* brute", "fort", None)


def test_R13_1_a_champion_may_always_be_played() -> None:
    game = duel(A=side("* zombie", champion="brute ready")).champion("top")
    assert (game.lane("A top"), game.hand("A")) == ("brute", "* zombie")


@in_turn(("mana", "hand", "winner"), [(2, "* zombie", None), (1, "* zombie", None), (0, "gargoyle zombie *", "B")])
def test_R13_2_blood_price_wounds_go_on_to_the_fort(mana: int, hand: str, winner: str | None) -> None:
    # Two HP: the second wound fells the Bastion; a third moves the Fort; the fourth fells it.
    game = duel(A=side("* gargoyle zombie"), mana=mana)
    assert "gargoyle" in game.playable
    after = game.play("gargoyle", "top")
    assert (after.hand("A"), after.fortress("A"), after.winner) == (hand, "fort", winner)


def test_R13_3_a_champion_destroyed_by_an_incantation_of_its_cost_is_ready_at_once() -> None:
    imp = design("Imp", 2, 1, "evasion", cost=1)
    A = side("* boom zombie", top=f"{imp}:champion", champion=f"{imp} in_play")
    game = duel(A=A).cast("boom", "A top 0")
    assert game.champion_of("A") == "ready"
    assert game.narrated("aside", "champion_ready") == ["Imp is set aside", "Imp is ready"]


def test_R13_3_playing_a_champion_is_playing_a_card() -> None:
    game = duel(A=side(champion="ogre ready"), B=side(champion="brute tapped")).champion("top")
    assert (game.champion_of("A"), game.champion_of("B")) == ("in_play", "ready")


def test_R13_4_the_limits_of_a_new_creature_do_not_hold_for_instinct_and_its_berserk() -> None:
    sting = design("Sting", 1, 5, "instinct")
    after = duel(A=side(top="minotaur:new zombie"), B=side(top=sting)).end_summon()
    assert after.story("attack", "rested") == (
        "zombie attacks Sting; Sting attacks minotaur; minotaur attacks Sting; minotaur attacks fortress; "
        "minotaur rests"
    )


def test_R13_4_berserk_without_rage_may_hit_creatures_but_not_the_fortress() -> None:
    # The sprint takes it out of the shaman's Aura.
    dash = design("Dash", 3, 3, "sprint berserk")
    after = duel(A=side(top=f"zombie:done shaman:done {dash}:new"), B=side(top="zombie gnome")).end_summon()
    assert after.narrated("attack", "rested") == ["Dash attacks zombie", "Dash attacks gnome", "Dash rests"]


def test_R13_4_aerial_is_read_again_for_each_attack() -> None:
    # The sprint takes it next to the snout: its second attack flies past the giant.
    dash = design("Dash", 3, 3, "sprint berserk")
    A = side(top=f"celestial-snout:done zombie:done {dash}")
    after = duel(A=A, B=side("* lich " + "titan " * 9, top="zombie giant")).end_summon()
    assert after.narrated("attack", "fortress_hit") == ["Dash attacks zombie", "Dash attacks fortress", "B is hit 5"]


def test_R13_4_sprint_is_read_again_for_each_attack() -> None:
    # The vortex lends Sprint for the first attack; from the bridge there is nobody left to pass.
    after = duel(A=side(top="zombie:done vortex:done ogre"), B=side(top="zombie gnome"), edition="2021").assault()
    assert after.narrated("sprint", "wounded")[:3] == ["ogre sprints 2", "zombie takes 6", "gnome takes 6"]


def test_R13_5_splash_against_a_fortress_hits_nobody(edition: str) -> None:
    after = duel(A=side(top="brigand"), B=side(bottom="zombie"), edition=edition).assault()
    assert after.narrated("attack", "wounded") == ["brigand attacks fortress"]


def test_R13_5_an_attack_of_0_is_still_an_attack(edition: str) -> None:
    # The carapace has the vortex' Sprint: it moves, and the bonus counts.
    moved = duel(A=side(top="zombie:done vortex:done carapace"), B=side(top="martyr:hit"), edition=edition).assault()
    assert moved.lane("A top") == "carapace zombie vortex" and moved.narrated("wounded") == ["martyr takes 2"]
    still = duel(A=side(top="carapace"), B=side(top="martyr"), edition=edition).assault()
    assert still.narrated("attack", "wounded", "absorbed") == ["carapace attacks martyr"]


def test_R13_5_an_instinct_attacks_sprint_bonus_adds_up_until_the_end_of_the_assault() -> None:
    # Hit by the guard's Perforation, the bolt runs past the giant: 1 + 1. Hit again it evades to the rear and runs past
    # the giant once more: 1 + 2.
    bolt = design("Bolt", 1, 9, "sprint instinct evasion")
    after = duel(A=side(top="titan:new zombie royal-guard"), B=side(top=f"giant {bolt}")).end_summon()
    assert after.story("wounded") == "giant takes 3; Bolt takes 3; titan takes 2; Bolt takes 3; titan takes 3"
    assert after.creature("B top 0")["sprint"] == 0


def test_R13_6_the_automatons_blood_price_does_nothing() -> None:
    after = solo(A=side(), B=automaton("reanimated-wyrm brute lich"), fixed=6).end_summon()
    assert (after.lane("B top"), after.pile) == ("reanimated-wyrm", "brute lich")
    assert after.narrated("blood_price", "pile_hit", "fortress_hit") == []


def test_R13_6_its_mercenary_incantation_goes_to_the_players_hand() -> None:
    after = solo(A=side("* lich", top="giant:new"), B=automaton("cursed-morsel titan brute")).end_summon()
    assert (after.hand("A"), after.discard) == ("* lich cursed-morsel", "")


def test_R13_6_unless_it_had_no_target() -> None:
    after = solo(A=side("* lich"), B=automaton("cursed-morsel titan brute")).end_summon()
    assert (after.hand("A"), after.discard) == ("* lich", "cursed-morsel")


def test_R13_6_its_creatures_destroyed_together_go_in_the_fixed_order(edition: str) -> None:
    A = side("* cyclone brute")
    B = automaton("troll martyr", top="zombie gnome", bottom="assassin")
    game = solo(A=A, B=B, edition=edition).cast("cyclone", "B top 0")
    assert (game.phase, game.discard) == ("summon", "gnome zombie assassin")


def test_R13_6_the_players_creatures_are_ordered_by_the_player_in_its_turn() -> None:
    # 2021: the combustion destroys two of the player's creatures; then its turn continues: the troll (1 + 2 of 8 mana
    # are spent) takes the bottom lane.
    A = side("* brute", top="zombie:new", bottom="gnome:new")
    game = solo(A=A, B=automaton("combustion troll martyr"), edition="2021").end_summon().attack_all().end_turn()
    assert (game.phase, game.turn, game.pending) == ("order", 10, ["zombie", "gnome"])
    after = game.order("gnome zombie")
    assert after.hand("A") == "* brute gnome zombie"
    assert (after.discard, after.lane("B bottom"), after.active) == ("combustion", "troll", "A")


def test_R13_6_after_an_order_the_other_lane_is_next() -> None:
    # The grrr above, the combustion below: the martyr comes above again.
    A = side("* brute", top="zombie:new", bottom="gnome:new")
    game = solo(A=A, B=automaton("grrr combustion martyr troll"), edition="2021").end_summon().attack_all().end_turn()
    after = game.order("zombie gnome")
    assert (after.lane("B top"), after.lane("B bottom"), after.pile) == ("grrr martyr", "", "troll")


def test_R13_6_an_incantation_that_asked_for_an_order_was_played() -> None:
    # Without any mana one card is all.
    A = side("* brute", top="zombie:new", bottom="gnome:new")
    B = automaton("combustion troll martyr")
    game = solo(A=A, B=B, edition="2021", fixed=0, per_creature=0).end_summon().attack_all().end_turn()
    assert game.order("zombie gnome").pile == "troll martyr"


def test_R13_6_an_order_may_be_asked_while_its_last_card_resolves() -> None:
    A = side("* brute", top="zombie:new", bottom="gnome:new")
    B = automaton("combustion", discard="martyr troll")
    game = solo(A=A, B=B, edition="2021").end_summon().attack_all().end_turn()
    assert (game.phase, game.pile, game.shown["B"]["fortress"]) == ("order", "", "bastion")
    after = game.order("zombie gnome")
    assert after.shown["B"]["fortress"] == "fort" and after.narrated("pile_reshuffled") == ["a new pile of 3"]


def test_R13_6_and_while_its_creatures_attack() -> None:
    # The abomination destroys two; after the order the baron attacks, and the player's next turn begins.
    A = side("* brute baron troll", top="microctopus:new revenant:new")
    B = automaton("martyr troll brute", top="baron abomination")
    game = solo(A=A, B=B, edition="2021").end_summon().attack_all().end_turn()
    assert game.pending == ["revenant", "microctopus"]
    after = game.order("microctopus revenant")
    assert after.narrated("attack") == ["abomination attacks microctopus", "baron attacks fortress"]
    assert (after.hand("A"), after.active, after.mana) == ("brute baron troll * microctopus revenant", "A", 6)


def test_R13_7_an_empty_discard_makes_no_new_pile() -> None:
    # The last card is a creature: it is in play, and there is nothing to shuffle.
    modern = solo(A=side(), B=automaton("martyr")).end_summon()
    assert modern.winner == "A"
    assert modern.narrated("bastion_fell", "pile_reshuffled", "fort_fell") == ["B's Bastion falls", "B's Fort falls"]
    old = solo(A=side(), B=automaton("martyr", top="zombie"), edition="2021").assault()
    expected = "B's Bastion falls; the last turn; zombie attacks fortress; A wins by pile"
    assert old.story("bastion_fell", "last_turn", "attack", "over") == expected


def test_R13_7_attacks_on_the_empty_pile_do_nothing() -> None:
    game = solo(A=side(top="brute ogre"), B=automaton("zombie", fort=True), edition="2021").end_summon().attack_all()
    expected = "ogre attacks fortress; B is hit 4; the last turn; brute attacks fortress"
    assert game.story("attack", "fortress_hit", "last_turn") == expected


def test_R13_8_weakened_in_2021_can_come_to_nothing() -> None:
    B = automaton("martyr martyr troll")
    game = solo(A=side(top="grrr"), B=B, edition="2021", weakened=True).end_summon().attack_all()
    assert (game.pile, game.narrated("attack", "fortress_hit")) == ("martyr martyr troll", ["grrr attacks fortress"])


def test_R13_8_abilities_are_given_as_such_not_as_auras() -> None:
    # A creature alone in its lane has the ability, and once: the ritualist's neighbour counts no second time.
    B = automaton("titan djinn lich", top="lanternfish", bottom="ritualist treant")
    assert solo(A=side(), B=B, abilities=["catalyst"]).end_summon().narrated("mana")[0] == "B gains 12"


def test_R13_9_an_automaton_that_starts_has_its_mana_from_the_first_turn(edition: str) -> None:
    options = SoloOptions(automaton_starts=True, fixed=9)
    match, log = Match.start(Options(seed=5, edition=edition, mode="solo", decks={"A": 1}, solo=options))
    gains = [(event["player"], event["amount"]) for event in log if event["type"] == "mana"]
    assert gains[0] == ("B", 9) and match.to_act == ("A",)


def test_R13_10_a_pair_counts_as_one_place() -> None:
    # Top lane first, rear before bridge; of the pair the Symbiote first.
    A = side("* cyclone lich")
    B = side("* titan", top="zombie+familiar lanternfish", bottom="treant")
    assert duel(A=A, B=B).cast("cyclone", "B top 0").hand("B") == "* titan lanternfish familiar zombie treant"


def test_R13_10_two_pairs_at_once() -> None:
    A = side("* cyclone lich")
    B = side("* titan", top="zombie+familiar", bottom="rascal+griffin")
    after = duel(A=A, B=B).cast("cyclone", "B top 0")
    assert after.hand("B") == "* titan familiar zombie" and after.hand("A") == "* lich griffin rascal cyclone"
