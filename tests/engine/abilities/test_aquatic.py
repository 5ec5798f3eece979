"""Aquatic: double wounds at the bridge."""

from tests.engine.language import design, duel, side

LONG = "* " + "titan " * 30


def test_aquatic_doubles_at_the_bridge() -> None:
    assert duel(A=side(top="captain"), B=side(LONG)).end_summon().narrated("fortress_hit") == ["B is hit 10"]
    assert duel(A=side(bottom="captain"), B=side(bottom="titan")).end_summon().narrated("wounded") == ["titan takes 10"]


def test_aquatic_not_behind_another() -> None:
    after = duel(A=side(top="zombie captain"), B=side(LONG)).end_summon()
    assert after.narrated("fortress_hit") == ["B is hit 5", "B is hit 3"]


def test_aquatic_sprint_bonus_included() -> None:
    after = duel(A=side(top="zombie:done zombie:done croaker-gang"), B=side(LONG)).end_summon()
    assert after.narrated("fortress_hit") == ["B is hit 12"]


def test_aquatic_is_read_after_the_sprint() -> None:
    # The diver lends it at the rear; at the bridge, where the sprint ends, it is gone. And the other way round.
    leaves = duel(A=side(top="zombie:done deep-sea-diver:done lone-croaker"), B=side(LONG)).end_summon()
    assert leaves.narrated("fortress_hit") == ["B is hit 3"]
    joins = duel(A=side(top="deep-sea-diver:done zombie:done lone-croaker"), B=side(LONG)).end_summon()
    assert joins.narrated("fortress_hit") == ["B is hit 6"]


def test_aquatic_every_target_takes_double_wounds() -> None:
    wave = design("Wave", 2, 5, "aquatic splash perforation")
    after = duel(A=side(top=wave), B=side(top="giant titan", bottom="djinn")).end_summon()
    assert after.narrated("wounded") == ["giant takes 4", "titan takes 4", "djinn takes 4"]


def test_aquatic_in_an_instinct_attack() -> None:
    after = duel(A=side(top="giant:new lanternfish"), B=side(top="spiteful-slime")).end_summon()
    assert after.narrated("wounded") == ["spiteful-slime takes 2", "giant takes 6"]


def test_aquatic_in_an_instinct_attack_from_behind() -> None:
    after = duel(A=side(top="giant:new royal-guard"), B=side(top="titan sly-yeti+familiar")).end_summon()
    assert after.narrated("wounded") == ["titan takes 3", "sly-yeti takes 3", "giant takes 5"]


def test_aquatic_of_nothing_is_nothing() -> None:
    diver = design("Idle", 0, 3, "aquatic")
    after = duel(A=side(top=diver), B=side(top="whiner")).end_summon()
    assert after.narrated("attack", "wounded", "absorbed") == ["Idle attacks whiner"]
