"""Options of a match: what fits together and what does not (sections 2, 9, 11)."""

from __future__ import annotations

import json

import pytest

from engine import cards
from engine.errors import BadPosition
from engine.setup.options import Options
from engine.setup.solo import SoloOptions
from tests.engine.setup.acting import bad_options
from tests.support.cases import in_turn
from tools.rig.json import Json

POSITION = {"edition": "2022", "mode": "duel"}


def test_the_defaults_are_a_preconstructed_duel_of_2022() -> None:
    options = Options(seed=1)
    assert (options.edition, options.mode, options.format, options.sets) == (
        "2022", "duel", "preconstructed", ("initiation",),
    )  # fmt: skip
    assert (options.champions, options.first, options.solo) == (False, None, None)


def test_a_solo_game_without_options_is_the_quick_game() -> None:
    assert Options(seed=1, mode="solo").solo == SoloOptions()


def test_pool_is_what_the_format_draws_from() -> None:
    assert Options(seed=1, format="constructed").pool == cards.SETS
    assert Options(seed=1, format="constructed", edition="2021").pool == ("initiation",)
    assert Options(seed=1, format="draft", sets=("elusive", "treachery")).pool == ("elusive", "treachery")
    assert Options(seed=1, sets=("elusive",)).pool == ("initiation",)


EXAMPLES: list[Json] = [
    {}, {"edition": "2021", "format": "constructed", "first": "B"},
    {"format": "draft", "sets": ("treachery", "elusive"), "champions": True},
    {"format": "constructed", "champions": "optional"}, {"decks": {"A": 1, "B": 4}},
    {"mode": "solo", "decks": {"A": 3}},
    {"mode": "solo", "format": "draft", "solo": SoloOptions(fixed=9, abilities=("rage",), level=4)},
    {"format": "position", "position": POSITION},
]  # fmt: skip


@in_turn("example", EXAMPLES)
def test_options_round_trip_through_json(example: Json) -> None:
    options = Options(seed=2**100, **example)
    assert Options.from_json(json.loads(json.dumps(options.to_json()))) == options


def test_everything_but_the_seed_may_be_left_out() -> None:
    assert Options.from_json({"seed": 7}) == Options(seed=7)


@in_turn("example", EXAMPLES)
def test_public_options_hold_no_seed(example: Json) -> None:
    options = Options(seed=123456789, **example)
    assert "123456789" not in json.dumps(options.public()) and options.public()["edition"] == options.edition


@in_turn(
    ("data", "code"),
    [
        (None, "option_object"), ([], "option_object"), ({}, "option_integer"), ({"seed": "7"}, "option_integer"),
        ({"seed": True}, "option_integer"), ({"seed": 7, "edition": 2022}, "option_word"),
        ({"seed": 7, "first": 1}, "option_word"), ({"seed": 7, "sets": "initiation"}, "option_words"),
        ({"seed": 7, "sets": [["initiation"]]}, "option_words"), ({"seed": 7, "decks": [1, 2]}, "option_object"),
        ({"seed": 7, "solo": 3, "mode": "solo"}, "option_object"),
        ({"seed": 7, "mode": "solo", "solo": {"weakened": 1}}, "option_boolean"),
        ({"seed": 7, "mode": "solo", "solo": {"fixed": None}}, "option_integer"),
        ({"seed": 7, "mode": "solo", "solo": {"level": "1"}}, "option_integer"),
        ({"seed": 7, "mode": "solo", "solo": {"lives": 3}}, "option_unknown"),
        ({"seed": 7, "cheat": True}, "option_unknown"), ({"seed": 7, 3: True}, "option_unknown"),
        ({"seed": 7, "format": "position", "position": 7}, "option_object"),
    ],
)  # fmt: skip
def test_malformed_options_are_refused(data: object, code: str) -> None:
    with pytest.raises(BadPosition) as caught:
        Options.from_json(data)
    assert caught.value.code == code


@in_turn("seed", [-1, 2**128, "7", None, 1.5, True])
def test_a_seed_is_a_whole_number(seed: object) -> None:
    assert bad_options(seed=seed) == "seed"


@in_turn(
    ("options", "code"),
    [
        ({"edition": "2020"}, "unknown_edition"), ({"mode": "team"}, "unknown_mode"),
        ({"format": "sealed"}, "unknown_format"), ({"sets": ("atlantis",)}, "unknown_set"), ({"sets": ()}, "no_sets"),
        ({"sets": ("initiation", "initiation")}, "repeated_set"), ({"first": "C"}, "unknown_seat"),
        ({"champions": 1}, "champions_option"), ({"champions": "yes"}, "champions_option"),
        ({"solo": SoloOptions()}, "solo_in_duel"), ({"format": "position"}, "position_format"),
        ({"position": POSITION}, "position_format"),
        ({"format": "position", "position": {**POSITION, "edition": "2021"}}, "position_differs"),
        ({"format": "position", "position": POSITION, "mode": "solo"}, "position_differs"),
        ({"format": "position", "position": POSITION, "first": "A"}, "position_settles"),
        ({"format": "position", "position": POSITION, "champions": True}, "position_settles"),
    ],
)  # fmt: skip
def test_options_that_do_not_fit_are_refused(options: Json, code: str) -> None:
    assert bad_options(**options) == code


def test_R2_2_players_choose_different_decks() -> None:
    assert bad_options(decks={"A": 2, "B": 2}) == "same_deck" and bad_options(decks={"A": 0}) == "unknown_deck"
    assert bad_options(decks={"A": 5}) == "unknown_deck" and bad_options(decks={"A": True}) == "unknown_deck"
    assert bad_options(decks={"C": 1}) == "decks_seats"
    assert bad_options(decks={"B": 1}, mode="solo") == "decks_seats"
    assert bad_options(decks={"A": 1}, format="draft") == "decks_format"


def test_R2_5_constructed_is_for_duels() -> None:
    assert bad_options(mode="solo", format="constructed") == "constructed_solo"


@in_turn("name", cards.SETS[1:])
def test_R11_2021_has_only_the_starter_kit(name: str) -> None:
    assert bad_options(edition="2021", format="draft", sets=("initiation", name)) == "set_not_in_edition"


def test_R11_2021_has_no_champions() -> None:
    assert bad_options(edition="2021", format="draft", champions=True) == "champions_edition"
    assert bad_options(edition="2021", format="constructed", champions="optional") == "champions_edition"


def test_R9_champions_are_for_draft_constructed_and_custom_solo() -> None:
    assert bad_options(champions=True) == "champions_format"
    assert bad_options(champions="optional") == "champions_format"
    for duel in ("draft", "constructed"):
        assert Options(seed=1, format=duel, champions=True).champions is True
    assert bad_options(mode="solo", champions=True) == "solo_level_range"
    assert bad_options(mode="solo", champions="optional") == "champions_optional_solo"
    custom = SoloOptions(weakened=True)
    for solo in ("draft", "preconstructed"):
        assert Options(seed=1, mode="solo", format=solo, champions=True, solo=custom).champions is True


def test_R2_7_alone_the_player_starts_unless_customised() -> None:
    assert bad_options(mode="solo", first="B") == "first_in_solo"
    assert bad_options(mode="solo", first="A", solo=SoloOptions(automaton_starts=True)) == "first_in_solo"
    assert Options(seed=1, mode="solo", first="B", solo=SoloOptions(automaton_starts=True)).first == "B"
