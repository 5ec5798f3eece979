"""Aura: the neighbours have the named ability, the card itself has it not."""

from tests.engine.language import design, duel, side
from tests.support.cases import in_turn


def test_aura_the_creatures_directly_before_and_behind(edition: str) -> None:
    A = side(top="brute:new baron:new shaman:new ogre:new revenant:new", bottom="baron:new brute:new zombie:new")
    after = duel(A=A, B=side(top="martyr:hit", bottom="martyr"), edition=edition).assault()
    assert after.narrated("attack") == ["ogre attacks martyr", "baron attacks martyr"]


def test_aura_not_itself(edition: str) -> None:
    after = duel(A=side(top="shaman:new"), B=side(top="martyr"), edition=edition).assault()
    assert after.narrated("attack") == []
    protected = duel(A=side(top="zombie"), B=side("* brute", top="machine"), edition=edition).assault()
    assert protected.hand("B") == "* brute machine"


def test_aura_unless_it_has_the_ability_besides() -> None:
    # The druid is Indestructible by its own print, its neighbours by its Aura.
    A, B = side("* cyclone lich"), side(top="zombie peaceful-druid lich lanternfish")
    game = duel(A=A, B=B)
    for index, lives in enumerate([True, True, True, False]):
        row = game.cast("cyclone", f"B top {index}").lane("B top").split()
        assert (B["top"][index]["card"] in row) is lives


def test_aura_two_of_the_same_do_lend_to_each_other(edition: str) -> None:
    after = duel(A=side(top="zombie baron"), B=side(top="machine machine"), edition=edition).assault()
    assert after.narrated("absorbed", "wounded") == ["machine absorbs", "machine takes 3"]


def test_aura_not_in_the_other_lane(edition: str) -> None:
    after = duel(A=side(top="shaman:new", bottom="zombie:new"), B=side(bottom="martyr"), edition=edition).assault()
    assert after.narrated("attack") == []


def test_aura_not_in_the_opponents_realm(edition: str) -> None:
    after = duel(A=side(top="machine zombie"), B=side("* brute", top="grrr"), edition=edition).assault()
    assert after.narrated("wounded") == ["grrr takes 3"]


def test_aura_follows_every_move_at_once(edition: str) -> None:
    # Played behind the zombie, the shaman lends it Rage in the same turn.
    game = duel(A=side("* shaman brute", top="zombie:new"), B=side(top="troll"), edition=edition)
    assert game.play("shaman", "top").assault().narrated("attack") == ["zombie attacks troll"]


def test_aura_a_sprint_carries_it_along() -> None:
    # At the rear the herald stands next to the treant; it runs to the bridge, and the zombie has its Aura.
    herald = design("Herald", 1, 3, "sprint aura:rage")
    after = duel(A=side(top=f"zombie:new treant:new {herald}"), B=side(top="titan")).end_summon()
    assert after.narrated("attack", "rested") == ["Herald attacks titan", "treant rests", "zombie attacks titan"]


def test_aura_closes_up_with_the_realm(edition: str) -> None:
    # The gnome next to the machine absorbs once and falls; the troll moves up and has Protection from now on.
    game = duel(A=side("* boom brute"), B=side(top="machine gnome troll"), edition=edition)
    fallen = game.cast("boom", "B top 1").cast("boom", "B top 1")
    assert fallen.lane("B top") == "machine troll"
    assert fallen.cast("boom", "B top 1").narrated("absorbed") == ["gnome absorbs", "troll absorbs"]


def test_aura_evasion_carries_its_neighbours_away() -> None:
    # The giant next to the cat evades; the titan is next to it all the time, and evades when it is hit.
    after = duel(A=side(top="royal-guard baron"), B=side(top="giant scaredy-cat titan lich")).end_summon()
    expected = "baron attacks giant; giant evades; royal-guard attacks scaredy-cat; titan evades"
    assert after.story("attack", "evaded") == expected
    assert after.lane("B top") == "scaredy-cat lich giant titan"


def test_aura_two_lenders_two_abilities() -> None:
    after = duel(A=side(top="shaman:done zombie:new vortex:done"), B=side(top="giant")).end_summon()
    assert after.story("sprint", "attack", "wounded") == "zombie attacks giant; zombie sprints 1; giant takes 4"


def test_aura_a_symbiote_pair_lends_and_is_lent() -> None:
    lends = duel(A=side(top="shaman+familiar:done treant:new"), B=side(top="giant")).end_summon()
    assert lends.narrated("attack") == ["treant attacks giant"]
    lent = duel(A=side(top="shaman:done treant+familiar:new"), B=side(top="giant")).end_summon()
    assert lent.narrated("wounded") == ["giant takes 4"]


@in_turn(
    ("lender", "kinds", "story"),
    [
        ("shaman", ("attack",), ["lanternfish attacks growler"]),
        ("demonocular", ("attack",), ["lanternfish attacks zombie", "lanternfish attacks growler"]),
        ("blacksmith", ("wounded",), ["zombie takes 2", "treant takes 2"]),
        ("houndmaster", ("wounded",), ["zombie takes 2", "growler takes 2"]),
        ("mecha-sharpener", ("fortress_hit",), ["B is hit 1"]),
        ("priestess", ("regeneration",), ["A regenerates 1"]),
        ("deep-sea-diver", ("wounded",), ["zombie takes 4"]),
        ("celestial-snout", ("attack",), ["lanternfish attacks fortress"]),
    ],
)
def test_aura_of_each_ability_of_an_attacker(lender: str, kinds: tuple[str, ...], story: list[str]) -> None:
    state = ":new" if lender == "shaman" else ""
    B = side(top="growler" if state else "zombie growler", bottom="treant")
    A = side("brute baron * martyr troll", top=f"lanternfish{state} {lender}:done")
    assert duel(A=A, B=B).end_summon().narrated(*kinds) == story


def test_aura_of_each_ability_of_a_target() -> None:
    for lender, kind in (("machine", "absorbed"), ("scaredy-cat", "evaded")):
        after = duel(A=side(top="lanternfish"), B=side(top=f"giant {lender}")).end_summon()
        assert after.narrated(kind)[0].split()[0] == "giant"
    guru = duel(A=side(top="lanternfish"), B=side(top="giant mechanical-guru")).end_summon()
    assert guru.narrated("attack") == ["lanternfish attacks giant", "giant attacks lanternfish"]
    druid = duel(A=side("* boom lich"), B=side(top="giant peaceful-druid")).cast("boom", "B top 0")
    assert druid.narrated("immune") == ["giant is immune"]
    assert duel(B=side("* lich", top="giant ritualist")).end_summon().mana == 4


def test_aura_a_designed_card_may_lend_several() -> None:
    chief = design("Chief", 1, 9, "aura:rage aura:splash")
    after = duel(A=side(top=f"treant:new {chief}:done"), B=side(top="giant", bottom="titan")).end_summon()
    assert after.narrated("wounded") == ["giant takes 3", "titan takes 3"]
