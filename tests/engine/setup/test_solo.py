"""Custom solo games: options, points, levels (R10.8, R10.9)."""

from __future__ import annotations

from typing import Any

import pytest

from engine import abilities
from engine.editions import BY_NAME
from engine.errors import BadPosition
from engine.setup.solo import SoloOptions
from tests.support.cases import in_turn
from tools.rig.json import Json

ALLOWED_2021 = ("splash", "perforation", "rage", "protection", "berserk")
NEVER_2022 = ("mercenary", "symbiote", "blood-price", "defender")


def refused(edition: str, champion: bool = False, **options: Any) -> str:
    with pytest.raises(BadPosition) as caught:
        SoloOptions(**options).check(BY_NAME[edition], champion)
    assert str(caught.value)
    return caught.value.code


def accepted(edition: str, champion: bool = False, **options: Any) -> int:
    chosen = SoloOptions(**options)
    chosen.check(BY_NAME[edition], champion)
    return chosen.worth(champion)


@in_turn(
    ("options", "points"),
    [
        ({}, []), ({"per_creature": 2}, [("per_creature", 2)]), ({"fixed": 7}, [("fixed", 1)]),
        ({"fixed": 8}, [("fixed", 2)]), ({"fixed": 9}, [("fixed", 3)]), ({"fixed": 10}, [("fixed", 4)]),
        ({"automaton_starts": True}, [("automaton_starts", 1)]), ({"weakened": True}, [("weakened", 2)]),
        ({"abilities": ("rage",)}, [("abilities", 1)]),
        ({"abilities": ("rage", "sprint", "splash")}, [("abilities", 3)]), ({"no_bastion": True}, [("no_bastion", -1)]),
    ],
)  # fmt: skip
def test_R10_8_every_option_has_its_points(options: Json, points: list[tuple[str, int]]) -> None:
    assert SoloOptions(**options).points() == points


def test_R10_9_a_champion_takes_2_points_off() -> None:
    assert SoloOptions(fixed=10).points(champion=True) == [("fixed", 4), ("champion", -2)]
    assert accepted("2022", champion=True, fixed=10, level=2) == 2
    assert refused("2022", champion=True, fixed=7) == "solo_level_range"


def test_R10_9_the_options_must_add_up_to_the_level() -> None:
    assert accepted("2022", fixed=10, weakened=True, level=6) == 6
    assert refused("2022", fixed=10, weakened=True, level=5) == "solo_level"
    assert refused("2022", level=1) == "solo_level" and accepted("2022", level=0) == 0


def test_R10_9_levels_end_at_5_in_2021_and_at_10_in_2022() -> None:
    hard: Json = {"fixed": 10, "per_creature": 2}
    assert refused("2021", **hard) == "solo_level_range" and accepted("2021", no_bastion=True, **hard) == 5
    assert accepted("2022", weakened=True, automaton_starts=True, abilities=("rage",), **hard) == 10
    expected = "solo_level_range"
    assert refused("2022", weakened=True, automaton_starts=True, abilities=("rage", "splash"), **hard) == expected


def test_R10_9_options_worth_less_than_nothing_are_no_level() -> None:
    assert refused("2021", no_bastion=True) == "solo_level_range"
    assert accepted("2021", no_bastion=True, automaton_starts=True) == 0


@in_turn("ability", abilities.BY_SLUG)
def test_R10_8_2021_one_of_five_abilities(ability: str) -> None:
    if ability in ALLOWED_2021:
        assert accepted("2021", abilities=(ability,)) == 1
    else:
        assert refused("2021", abilities=(ability,)) == "solo_ability"


def test_R10_8_2021_at_most_one_ability() -> None:
    assert refused("2021", abilities=("rage", "splash")) == "solo_abilities"


@in_turn("ability", abilities.BY_SLUG)
def test_R10_8_2022_any_ability_but_four(ability: str) -> None:
    if ability in NEVER_2022:
        assert refused("2022", abilities=(ability,)) == "solo_ability"
    else:
        assert accepted("2022", abilities=(ability,)) == 1


@in_turn("ability", ["aura", "aura:rage", "flying", ""])
def test_R10_8_abilities_are_given_as_such(ability: str) -> None:
    assert refused("2022", abilities=(ability,)) == "solo_unknown_ability"


def test_R10_8_each_ability_counts_once() -> None:
    assert refused("2022", abilities=("rage", "rage")) == "solo_repeated"


def test_R10_8_no_bastion_is_of_2021_only() -> None:
    assert refused("2022", no_bastion=True, fixed=7) == "solo_no_bastion"


@in_turn("fixed", [5, 11, -6])
def test_R10_8_fixed_mana_is_6_to_10(fixed: int) -> None:
    assert refused("2022", fixed=fixed) == "solo_mana"


@in_turn("per_creature", [0, 3])
def test_R10_8_mana_per_creature_is_1_or_2(per_creature: int) -> None:
    assert refused("2022", per_creature=per_creature) == "solo_per_creature"
