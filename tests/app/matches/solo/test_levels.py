"""The suggested options add up to their level (R10.8, R10.9)."""

from __future__ import annotations

from starlette.datastructures import QueryParams

from app.matches.solo import fields, levels
from engine.editions import BY_NAME
from engine.setup.solo import SoloOptions
from tests.support.cases import in_turn


def form(**values: str) -> QueryParams:
    """Return fields as they are sent; words apart are values of one field."""
    return QueryParams([(key, word) for key, words in values.items() for word in words.split()])


@in_turn("edition", BY_NAME)
def test_R10_9_each_suggestion_has_its_level(edition: str) -> None:
    for level in range(levels.highest(edition) + 1):
        options = levels.SUGGESTED[level]
        assert options.worth() == level
        options.check(BY_NAME[edition], champion=False)


def test_R10_8_the_terms_add_up() -> None:
    options = SoloOptions(fixed=9, per_creature=2, automaton_starts=True, weakened=True, abilities=("rage", "splash"))
    assert [points for _, points in levels.terms(options, champion=True)] == [2, 3, 1, 2, 2, -2]


def test_every_field_is_read() -> None:
    sent = form(
        solo_fixed="9", solo_per_creature="2", solo_starts="yes", solo_weakened="yes", solo_abilities="aerial rage"
    )
    options = SoloOptions(fixed=9, per_creature=2, automaton_starts=True, weakened=True, abilities=("aerial", "rage"))
    assert fields.read(sent, "2022") == options
    assert fields.read(form(solo_starts="no", solo_weakened="no", solo_no_bastion="no"), "2022") == SoloOptions()


def test_what_an_edition_lacks_is_left_out() -> None:
    sent = form(solo_abilities="aerial rage", solo_no_bastion="yes", solo_fixed="x")
    assert fields.read(sent, "2021") == SoloOptions(abilities=("rage",), no_bastion=True)
    assert fields.read(sent, "2022") == SoloOptions(abilities=("aerial", "rage"))


def test_too_much_is_said_in_words() -> None:
    options = SoloOptions(fixed=10, per_creature=2, automaton_starts=True)
    assert fields.total(options, "2022", champion=False).name == "Level 7"
    too_much = fields.total(options, "2021", champion=False)
    assert too_much.level == 7
    assert too_much.error
    assert not too_much.name
