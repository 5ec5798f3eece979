"""Section 12: readings where the books are silent or disagree, I1 to I16."""

import pytest

from engine.errors import BadPosition
from engine.setup.options import Options
from engine.setup.solo import SoloOptions
from tests.engine.language import automaton, design, duel, refused, side, solo
from tests.support.cases import in_turn


def test_I1_the_last_card_is_forbidden_other_plays_that_bring_the_fortress_down_are_not(edition: str) -> None:
    with refused("last_card"):
        duel(A=side("* zombie"), edition=edition).play("zombie", "top")
    game = duel(A=side("brute * zombie", fort=True), edition=edition)
    assert "zombie" in game.playable and game.play("zombie", "top").winner == "B"


def test_I2_the_order_is_read_at_each_step() -> None:
    # The ogre wakes the scientist, whose Instinct drives the growler to the rear: it is the next one now.
    after = duel(A=side(top="growler zombie ogre"), B=side(top="mad-scientist")).end_summon()
    assert after.story("attack", "evaded") == (
        "ogre attacks mad-scientist; mad-scientist attacks growler; growler evades; "
        "growler attacks mad-scientist; zombie attacks fortress"
    )


def test_I3_evasion_waits_until_the_attacker_is_done_with_all_its_attacks() -> None:
    # Wounded by the first attack, the growler is still there for the second, Berserk one.
    drill = design("Drill", 2, 2, "berserk perforation")
    after = duel(A=side(top=drill), B=side(top="zombie growler giant")).end_summon()
    assert after.story("attack", "wounded", "evaded") == (
        "Drill attacks zombie; zombie takes 2; growler takes 2; Drill attacks growler; growler takes 2; "
        "giant takes 2; growler evades"
    )


def test_I3_regeneration_comes_before_the_destroyed_return() -> None:
    # The Fort turns in a hand of two cards and becomes the second from the right; then the zombie returns behind it.
    game = duel(A=side("* enchanted-tankard lich", top="zombie", fort=True)).cast("enchanted-tankard", "A top 0")
    assert (game.hand("A"), game.fortress("A")) == ("* lich zombie enchanted-tankard", "bastion")


@in_turn("active", ["A", "B"])
def test_I4_the_limit_is_200(active: str) -> None:
    assert duel(active=active, turn=199).end_summon().winner == "draw"
    assert duel(active=active, turn=198).end_summon().winner is None


def test_I5_all_evasions_before_all_instincts() -> None:
    ann, ben = design("Ann", 1, 9, "instinct"), design("Ben", 1, 9, "evasion")
    after = duel(A=side(top="brigand"), B=side(top=f"{ann} zombie", bottom=f"{ben} lich")).end_summon()
    assert after.narrated("evaded", "attack")[:3] == ["brigand attacks Ann", "Ben evades", "Ann attacks brigand"]


def test_I6_the_excess_comes_after_the_cards_returned() -> None:
    # One HP; the lanternfish returns first, so the one wound too many leaves the Bastion standing.
    after = duel(A=side(top="abyssal-grrr"), B=side("* titan", top="lanternfish")).end_summon()
    assert (after.hand("B"), after.fortress("B")) == ("titan * lanternfish", "bastion")


def test_I7_instinct_also_for_a_creature_that_entered_this_turn() -> None:
    A = side(top="brawler:new zombie")
    after = duel(A=A, B=side(top="mad-scientist")).end_summon()
    assert after.story("attack", "rested") == (
        "zombie attacks mad-scientist; mad-scientist attacks brawler; brawler attacks mad-scientist; brawler rests"
    )


def test_I8_the_player_who_holds_a_mercenary_owns_it() -> None:
    taken = duel(A=side(top="baron"), B=side("* lich", top="rascal")).end_summon()
    assert (taken.hand("A"), taken.hand("B")) == ("* brute baron martyr troll rascal", "* lich")
    mine = duel(A=side("* rascal lich"), B=side("* titan")).play("rascal", "top")
    back = duel(A=side("* lich", top="rascal"), B=side("* titan", top="baron"), active="B").end_summon()
    assert mine.lane("A top") == "rascal" and back.hand("B") == "* titan rascal"


def test_I9_a_second_attack_by_the_same_creature_is_a_second_source(edition: str) -> None:
    # The Splash of the parasite's first attack is absorbed, that of its second, Berserk one is not.
    B = side("* brute troll martyr", top="zombie carapace gnome", bottom="lieutenant")
    after = duel(A=side(top="parasite"), B=B, edition=edition).assault()
    assert after.story("attack", "absorbed", "wounded") == (
        "parasite attacks zombie; zombie takes 1; carapace absorbs; lieutenant absorbs; "
        "parasite attacks carapace; carapace takes 1; gnome takes 1; lieutenant takes 1; "
        "parasite attacks carapace; carapace takes 1"
    )


def test_I9_a_source_before_it_had_protection_was_its_first(edition: str) -> None:
    game = duel(A=side("* boom machine combustion brute", top="troll"), edition=edition).cast("boom", "A top 0")
    game = game.play("machine", "top").cast("combustion", "A top 0")
    assert game.lane("A top") == "troll:3 machine"
    fresh = duel(A=side("* machine combustion brute", top="troll"), edition=edition).play("machine", "top")
    assert fresh.cast("combustion", "A top 0").lane("A top") == "troll machine"


def test_I10_one_step_per_wounded_target() -> None:
    A = side("titan lich giant djinn * treant", top="harpooner")
    assert duel(A=A, B=side(top="giant titan")).end_summon().hand("A") == "titan lich * giant djinn treant"
    assert duel(A=A, B=side(top="giant spikeshell")).end_summon().hand("A") == "titan lich giant * djinn treant"
    fortress = duel(A=A, B=side("* lich titan giant djinn")).end_summon()
    assert fortress.hand("A") == "titan lich giant * djinn treant"


def test_I10_sharpenings_excess_is_no_target() -> None:
    blade = design("Blade", 5, 5, "regeneration sharpening")
    A = side("titan lich giant * treant", top=blade)
    after = duel(A=A, B=side("* lich titan giant djinn treant", top="zombie")).end_summon()
    assert after.narrated("regeneration", "fortress_hit") == ["A regenerates 1", "B is hit 4"]
    assert after.hand("A") == "titan lich * giant treant"


@in_turn(("state", "attacks"), [("", 1), (":new", 0)])
def test_I11_a_pair_attacks_this_turn_if_the_lower_card_could(state: str, attacks: int) -> None:
    A = side("* spectre lich", top=f"treant{state}")
    after = duel(A=A, B=side(top="giant")).play("spectre", "top", onto=0).end_summon()
    assert len(after.narrated("attack")) == attacks


def test_I11_an_aura_in_a_pair_gives_nothing_to_the_pair_itself() -> None:
    A = side(top="shaman+spectre:new treant:new")
    after = duel(A=A, B=side(top="giant")).end_summon()
    assert after.narrated("rested", "attack") == ["treant attacks giant", "shaman rests"]


def test_I11_a_pair_with_mercenary_sends_both_cards_over() -> None:
    for pair in ("treant+mind-gnawer", "rascal+familiar"):
        below, over = pair.split("+")
        after = duel(A=side("* lich", top="titan"), B=side("* titan", top=pair)).end_summon()
        assert (after.hand("A"), after.hand("B")) == (f"* lich {over} {below}", "* titan")


def test_I11_but_a_champion_goes_aside() -> None:
    B = side("* titan", top="treant+mind-gnawer:champion", champion="treant in_play")
    after = duel(A=side("* lich", top="titan"), B=B).end_summon()
    assert (after.hand("A"), after.champion_of("B")) == ("* lich mind-gnawer", "tapped")


def test_I12_every_revealed_card_takes_its_lanes_turn(edition: str) -> None:
    A = side(bottom="martyr:new")
    B = automaton("boom brute annihilation grrr martyr")
    after = solo(A=A, B=B, edition=edition).assault()
    # The boom falls to the empty lane; the brute goes below, the annihilation finds nobody above, the grrr goes below.
    assert after.story("revealed", "fizzled") == (
        "boom revealed top; boom fizzles; brute revealed bottom; annihilation revealed top; "
        "annihilation fizzles; grrr revealed bottom; martyr revealed top"
    )


def test_I13_the_same_points_serve_both_editions() -> None:
    worth = {
        2: SoloOptions(per_creature=2), 4: SoloOptions(fixed=10), 1: SoloOptions(automaton_starts=True),
        3: SoloOptions(weakened=True, abilities=("rage",)),
    }  # fmt: skip
    for points, options in worth.items():
        assert options.worth() == points
        for edition in ("2021", "2022"):
            Options(seed=1, edition=edition, mode="solo", solo=options)
    with pytest.raises(BadPosition):
        Options(seed=1, edition="2021", mode="solo", solo=SoloOptions(weakened=True, level=1))


def test_I14_mana_in_2022_is_spent_in_the_summon_phase_only() -> None:
    A, B = side("* boom brute baron troll", top="ogre"), side(top="brute")
    later = duel(A=A, B=B, edition="2022", mana=9).end_summon()
    # Nothing could be cast on the way: the turn is over and the mana gone; what B has is B's.
    assert (later.active, later.phase, later.mana) == ("B", "summon", 5)
    assault = duel(A=A, B=B, edition="2021", mana=9).end_summon()
    assert (assault.active, assault.phase, assault.mana) == ("A", "assault", 9)
    assert assault.cast("boom", "B top 0").mana == 8


def test_I15_the_last_turn_is_the_automatons_next_one() -> None:
    # Emptied in the player's turn: the automaton's next turn is the last, in which it reveals nothing and attacks.
    B = automaton("ogre brute", top="grrr", fort=True)
    game = solo(A=side("* brute baron troll martyr", bottom="baron"), B=B, edition="2021").assault()
    expected = "baron attacks fortress; the last turn; grrr attacks fortress; A wins by pile"
    assert game.story("revealed", "last_turn", "attack", "over") == expected


def test_I15_or_the_one_in_which_its_pile_runs_out() -> None:
    B = automaton("grrr", top="zombie", fort=True)
    game = solo(A=side("* brute baron troll martyr"), B=B, edition="2021").assault()
    assert game.narrated("revealed", "last_turn", "over") == ["grrr revealed top", "the last turn", "A wins by pile"]


def test_I16_protection_of_2021_is_against_sources_not_only_attacks() -> None:
    B = side("* brute troll", top="martyr")
    cast = duel(A=side("* boom annihilation", top="brute"), B=B, edition="2021").cast("boom", "B top 0")
    assert cast.lane("B top") == "martyr" and cast.assault().narrated("absorbed") == ["martyr absorbs"]
