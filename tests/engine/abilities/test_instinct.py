"""Instinct: wounded by a creature and not destroyed, it attacks."""

from tests.engine.language import design, duel, side

LONG = "* lich titan giant djinn treant land-snout"


def test_instinct_attacks_the_creature_at_the_bridge_of_its_own_lane() -> None:
    # Not the one that wounded it, if another stands at the bridge.
    after = duel(A=side(top="giant:new zombie"), B=side(top="brawler")).end_summon()
    expected = "zombie attacks brawler; brawler takes 3; brawler attacks giant; giant takes 6"
    assert after.story("attack", "wounded") == expected


def test_instinct_attacks_the_fortress_if_there_is_none() -> None:
    after = duel(A=side(LONG, top="brigand"), B=side(top="titan", bottom="untamed-mount")).end_summon()
    assert after.narrated("attack")[-1] == "untamed-mount attacks fortress"
    assert after.hand("A") == "lich titan giant * djinn treant land-snout"


def test_instinct_destroyed_it_does_not() -> None:
    after = duel(A=side(top="zombie"), B=side(top="untamed-mount")).end_summon()
    assert after.narrated("attack") == ["zombie attacks untamed-mount"]


def test_instinct_needs_a_wound() -> None:
    protected = duel(A=side(top="zombie"), B=side(top="brawler machine")).end_summon()
    assert protected.narrated("attack", "absorbed") == ["zombie attacks brawler", "brawler absorbs"]
    idle = duel(A=side(top="carapace"), B=side(top="brawler")).end_summon()
    assert idle.narrated("attack") == ["carapace attacks brawler"]


def test_instinct_once_the_attacker_has_finished_all_its_attacks() -> None:
    # The spike destroys the zombie, wounds the native behind it, and attacks once more before the answer.
    spike = design("Spike", 1, 9, "berserk perforation")
    after = duel(A=side(top=spike), B=side(top="zombie native")).end_summon()
    assert after.story("attack", "wounded") == (
        "Spike attacks zombie; zombie takes 1; native takes 1; Spike attacks native; native takes 1; "
        "native attacks Spike; Spike takes 3"
    )


def test_instinct_every_attacker_is_answered() -> None:
    after = duel(A=side(top="giant:new lanternfish lanternfish"), B=side(top="brawler")).end_summon()
    expected = "lanternfish attacks brawler; brawler attacks giant; lanternfish attacks brawler; brawler attacks giant"
    assert after.story("attack") == expected


def test_instinct_answers_instinct() -> None:
    # 3 of 4 each; then the second hit destroys.
    A, B = side("* lich", top="small-fry"), side("* titan", top="small-fry")
    after = duel(A=A, B=B).end_summon()
    expected = "small-fry attacks small-fry; small-fry attacks small-fry; small-fry attacks small-fry; small-fry falls"
    assert after.story("attack", "destroyed") == expected
    assert (after.lane("A top"), after.hand("B")) == ("small-fry", "* titan small-fry")


def test_instinct_on_its_own_players_turn() -> None:
    # A's attack wakes B's mount, which hits A's brawler, which answers although it was activated already.
    A = side(top="brawler:done zombie")
    after = duel(A=A, B=side(top="fierce-warrior")).end_summon()
    expected = "zombie attacks fierce-warrior; fierce-warrior attacks brawler; brawler attacks fierce-warrior"
    assert after.story("attack") == expected


def test_instinct_an_activation_follows_all_the_same() -> None:
    A = side(top="brawler zombie")
    after = duel(A=A, B=side(top="fierce-warrior giant")).end_summon()
    assert after.narrated("attack")[2:] == ["brawler attacks fierce-warrior", "brawler attacks giant"]


def test_instinct_is_a_full_attack_with_all_abilities() -> None:
    perforation = duel(A=side(top="giant:new titan:new lanternfish"), B=side(top="native")).end_summon()
    assert perforation.narrated("wounded") == ["native takes 2", "giant takes 3", "titan takes 3"]
    both = duel(
        A=side(top="giant:new titan:new lanternfish", bottom="djinn:new"), B=side(top="fierce-warrior")
    ).end_summon()
    assert both.narrated("wounded")[1:] == ["giant takes 3", "titan takes 3", "djinn takes 3"]
    regeneration = duel(
        A=side(top="giant:new lanternfish"), B=side("lich titan * giant", top="mad-scientist")
    ).end_summon()
    assert regeneration.hand("B") == "lich * titan giant"


def test_instinct_may_win_the_match_on_the_opponents_turn() -> None:
    A = side("* lich titan", top="brigand", fort=True)
    after = duel(A=A, B=side(top="giant", bottom="untamed-mount")).end_summon()
    assert (after.winner, after.phase) == ("B", "over")


def test_instinct_finds_the_lane_as_it_is_when_its_turn_comes() -> None:
    # The minotaur, nearer to the rear, answers first and leaves nobody for the brawler.
    after = duel(A=side(LONG, top="turbo-gunner"), B=side(top="brawler minotaur giant")).end_summon()
    assert after.story("attack") == (
        "turbo-gunner attacks brawler; minotaur attacks turbo-gunner; minotaur attacks fortress; "
        "brawler attacks fortress"
    )
