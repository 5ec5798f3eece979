"""Section 8, the general part: G1 to G5, R8.1, R8.2. Each ability has a file of its own in tests/engine/abilities."""

from tests.engine.language import automaton, design, duel, side, solo
from tests.support.cases import in_turn


def test_G1_abilities_are_never_optional() -> None:
    # Regeneration turns the Fort although that leaves just one HP (then one step left, then the werecat comes back),
    # and Berserk runs into the brawler's Instinct.
    A = side("* lich titan giant", top="werecat", fort=True)
    after = duel(A=A, B=side("* lich", top="zombie brawler"), mana=0).end_summon()
    assert (after.hand("A"), after.fortress("A")) == ("lich * titan giant werecat", "bastion")
    assert after.narrated("attack") == ["werecat attacks zombie", "werecat attacks brawler", "brawler attacks werecat"]


def test_G1_nothing_is_asked_when_an_ability_works() -> None:
    game = duel(A=side("* lich titan giant", top="zombie growler werecat"), mana=0)
    assert game.legal() == [{"type": "end_summon"}]


def test_G2_the_same_ability_counts_once() -> None:
    splash = duel(A=side(top="blacksmith:new brigand"), B=side(top="giant", bottom="titan")).end_summon()
    assert splash.narrated("wounded") == ["giant takes 2", "titan takes 2"]
    # The hydra sprints past its lender: 3 + 1 wounds, 3 too many for the zombie.
    sharpening = duel(A=side(top="mecha-sharpener:new hydra"), B=side(top="zombie")).end_summon()
    assert sharpening.narrated("fortress_hit") == ["B is hit 3"]


def test_G2_protection_printed_and_lent_absorbs_once(edition: str) -> None:
    after = duel(A=side(top="zombie revenant"), B=side(top="martyr machine"), edition=edition).assault()
    assert after.narrated("absorbed", "wounded") == ["martyr absorbs", "machine takes 3", "martyr takes 3"]


def test_G2_a_pair_has_an_ability_once_though_both_cards_have_it() -> None:
    after = duel(A=side(top="spawn+griffin"), B=side("* lich titan giant", top="lanternfish")).end_summon()
    assert after.narrated("attack") == ["spawn attacks lanternfish", "spawn attacks fortress"]


def test_G3_an_ability_works_only_while_its_card_is_in_play() -> None:
    assert duel(B=side("* mana-golem mana-picker", champion="mana-forge ready")).end_summon().mana == 3
    assert duel(B=side("* lich", top="mana-golem")).end_summon().mana == 2 + 2


def test_G3_an_aura_ends_with_its_card(edition: str) -> None:
    # The shaman that would let the new brute attack is destroyed before the assault.
    game = duel(A=side("* combustion baron", top="shaman brute:new"), edition=edition).cast("combustion", "A top 0")
    assert game.assault().narrated("attack", "rested") == ["brute rests"]


def test_G4_ability_text_beats_any_other_rule() -> None:
    # R4.7 sends an incantation to its player's hand, R4.2 forbids spending mana that one has not: not so here. The
    # missing mana is one wound, past the card itself.
    game = duel(A=side("* liquefaction lich titan"), B=side("* lich", top="giant"), mana=8)
    after = game.cast("liquefaction", "B top 0")
    assert (after.hand("A"), after.mana) == ("* lich titan", 0) and after.hand("B") == "* lich giant liquefaction"


def _twin(name: str, health: int = 5) -> str:
    return design(name, 1, health, "evasion instinct")


def test_G5_evasions_come_before_instincts_top_lane_before_bottom_lane() -> None:
    B = side(top=f"{_twin('Tom')} zombie", bottom=f"{_twin('Bot')} lich")
    after = duel(A=side(top="brigand"), B=B).end_summon()
    expected = "brigand attacks Tom; Tom evades; Bot evades; Tom attacks brigand; Bot attacks fortress"
    assert after.story("attack", "evaded") == expected


def test_G5_in_one_lane_from_the_rear_to_the_bridge() -> None:
    B = side(top=f"{_twin('Tom')} {_twin('Bot')} zombie")
    after = duel(A=side(top="royal-guard"), B=B).end_summon()
    expected = "royal-guard attacks Tom; Bot evades; Tom evades; Bot attacks royal-guard; Tom attacks royal-guard"
    assert after.story("attack", "evaded") == expected
    assert after.lane("B top") == "zombie Bot Tom"


def test_G5_one_entry_however_often_it_was_hit_in_the_series() -> None:
    rager = design("Rager", 2, 9, "berserk splash")
    after = duel(A=side(top=rager), B=side(top="zombie giant", bottom=_twin("Rob", 9))).end_summon()
    assert after.narrated("wounded")[:4] == ["zombie takes 2", "Rob takes 2", "giant takes 2", "Rob takes 2"]
    assert after.narrated("attack") == ["Rager attacks zombie", "Rager attacks giant", "Rob attacks fortress"]


def test_G5_the_ability_is_needed_to_be_appended() -> None:
    # The guru that lends the titan Instinct is destroyed by the same attack.
    without = duel(A=side(top="royal-guard"), B=side(top="titan mechanical-guru")).end_summon()
    assert without.narrated("attack") == ["royal-guard attacks titan"]
    with_it = duel(A=side(top="baron"), B=side(top="titan mechanical-guru")).end_summon()
    assert with_it.narrated("attack") == ["baron attacks titan", "titan attacks baron"]


def test_G5_gained_only_afterwards_it_does_not_count() -> None:
    # The growler, itself next to the guru, evades from between them: the titan has Instinct now, but was not appended.
    after = duel(A=side(top="royal-guard"), B=side(top="titan growler mechanical-guru")).end_summon()
    assert after.lane("B top") == "titan mechanical-guru growler"
    assert after.narrated("attack") == ["royal-guard attacks titan", "growler attacks royal-guard"]


def test_G5_the_ability_is_needed_when_its_turn_comes() -> None:
    # The guru evades to the rear and takes its Aura away from the titan, whose Instinct was waiting.
    guru = design("Guru", 1, 5, "evasion aura:instinct")
    after = duel(A=side(top="royal-guard"), B=side(top=f"titan {guru} treant")).end_summon()
    assert after.lane("B top") == "titan treant Guru" and after.narrated("attack") == ["royal-guard attacks titan"]


def test_G5_wounded_by_two_creatures_while_waiting_makes_two_entries() -> None:
    # Z wounds X and Y; they answer Z and Q; Z and then Q wound X and Y again while those wait: two entries each.
    for name in ("Z", "Q"):
        design(name, 1, 3, "splash instinct")
    for name in ("X", "Y"):
        design(name, 1, 9, "instinct")
    after = duel(A=side(top="Z", bottom="Q:new"), B=side(top="X", bottom="Y")).end_summon()
    assert after.story("attack") == (
        "Z attacks X; X attacks Z; Y attacks Q; Z attacks X; Q attacks Y; X attacks Z; Y attacks Q; X attacks Z; "
        "Y attacks Q"
    )
    # Both fell before the entries of their own Instinct came up.
    assert (after.lane("A top"), after.lane("A bottom")) == ("", "")


def test_G5_an_incantation_makes_evasions_alone() -> None:
    game = duel(A=side("* boom lich"), B=side(top=f"{_twin('Tom')} zombie")).cast("boom", "B top 0")
    assert game.narrated("evaded", "attack") == ["Tom evades"] and game.lane("B top") == "zombie Tom:1"


@in_turn("seat", ["A", "B"])
def test_R8_1_an_incantations_splash_takes_the_same_place_in_the_other_lane(edition: str, seat: str) -> None:
    realm = side(top="brute troll baron", bottom="brute martyr:hit baron")
    A = {"A": realm, "B": side()}[seat] | {"hand": ["*", "combustion", "brute"]}
    B = {"A": side(), "B": realm}[seat]
    game = duel(A=A, B=B, edition=edition).cast("combustion", f"{seat} top 1")
    assert game.lane(f"{seat} top") == "brute troll:2 baron"
    assert game.lane(f"{seat} bottom") == "brute martyr:2 baron"


def test_R8_1_nothing_stands_there(edition: str) -> None:
    B = side(top="brute troll", bottom="baron")
    game = duel(A=side("* combustion brute"), B=B, edition=edition).cast("combustion", "B top 1")
    assert (game.lane("B top"), game.lane("B bottom")) == ("brute troll:2", "baron")


def test_R8_1_an_incantations_perforation_takes_the_creature_behind(edition: str) -> None:
    B = side(top="brute troll baron", bottom="troll")
    game = duel(A=side("* meteorite brute"), B=B, edition=edition)
    assert game.cast("meteorite", "B top 1").lane("B top") == "brute troll:4 baron:4"
    assert game.cast("meteorite", "B bottom 0").lane("B top") == "brute troll baron"


def test_R8_1_both_together(edition: str) -> None:
    B = side(top="brute troll baron", bottom="brute troll baron")
    game = duel(A=side("* cyclone brute"), B=B, edition=edition).cast("cyclone", "B bottom 1")
    assert (game.lane("B top"), game.lane("B bottom")) == ("brute troll:3 baron", "brute troll:3 baron:3")


def test_R8_1_an_incantations_regeneration_counts_its_targets() -> None:
    # Two steps left, with the vial still in the row.
    game = duel(A=side("titan lich vial-of-vampire-blood * giant"), B=side(top="giant", bottom="titan"))
    assert game.cast("vial-of-vampire-blood", "B top 0").hand("A") == "titan * lich giant vial-of-vampire-blood"


def test_R8_1_an_incantations_sharpening_hits_the_opponent_of_its_player() -> None:
    for seat in ("A", "B"):
        realm = {"top": [{"card": "zombie"}]}
        A, B = side("* sacrificed-goat lich titan"), side("* lich titan giant djinn treant")
        (A if seat == "A" else B).update(realm)
        game = duel(A=A, B=B).cast("sacrificed-goat", f"{seat} top 0")
        assert game.narrated("fortress_hit") == ["B is hit 4"]


def test_R8_1_an_incantations_vulnerability_leaves_one() -> None:
    A = side("* sheepify lich titan")
    assert duel(A=A, B=side(top="giant")).cast("sheepify", "B top 0").lane("B top") == "giant:7"
    assert duel(A=A, B=side(top="giant:5")).cast("sheepify", "B top 0").lane("B top") == "giant:7"
    none = duel(A=A, B=side(top="giant:7")).cast("sheepify", "B top 0")
    assert (none.lane("B top"), none.hand("A"), none.creature("B top 0")["hit"]) == (
        "giant:7",
        "* lich titan sheepify",
        False,
    )


def test_R8_1_an_incantations_mercenary_sends_it_over() -> None:
    game = duel(A=side("* deep-freeze lich titan"), B=side("* lich", top="giant")).cast("deep-freeze", "B top 0")
    assert (game.hand("A"), game.hand("B")) == ("* lich titan", "* lich deep-freeze")


def test_R8_1_an_incantations_blood_price_comes_first() -> None:
    # Two mana are missing: two wounds to the player's own Fort, before the excess of the effect could win the match.
    A = side("* liquefaction titan", fort=True)
    game = duel(A=A, B=side("* lich", top="zombie", fort=True), mana=7)
    assert game.cast("liquefaction", "B top 0").winner == "B"


def test_R8_2_sprint_and_activation_are_forgotten_at_the_end_of_the_assault(edition: str) -> None:
    after = duel(A=side(top="brute baron reptile"), B=side(top="martyr"), edition=edition).assault()
    assert after.lane("A top") == "reptile brute baron"
    for index in range(3):
        creature = after.creature(f"A top {index}")
        assert (creature["sprint"], creature["done"]) == (0, False)


def test_R8_2_2021_not_before() -> None:
    game = duel(A=side(top="brute baron reptile"), B=side(top="martyr"), edition="2021").end_summon().attack_all()
    assert (game.creature("A top 0")["sprint"], game.creature("A top 0")["done"]) == (2, True)
    assert game.end_turn().creature("A top 0")["sprint"] == 0


def test_R8_2_first_source_and_entering_are_forgotten_at_the_end_of_the_turn(edition: str) -> None:
    game = duel(A=side(top="brute:new"), B=side(bottom="martyr:hit"), edition=edition).assault()
    assert game.creature("A top 0")["new"] is False and game.creature("B bottom 0")["hit"] is False


def test_R8_2_after_the_automatons_turn_too() -> None:
    after = solo(A=side(top="lich:new"), B=automaton("titan djinn ogre")).end_summon()
    assert (after.lane("B top"), after.creature("B top 0")["new"]) == ("titan", False)
