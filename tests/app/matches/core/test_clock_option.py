"""The kinds of clocks (H10): each says in its own class what pages, ratings and tournaments ask about it."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, get_args, get_type_hints

import pytest

from app.base.live.server_messages import ClockOut
from app.contests.ratings.kinds import ClockFamily, family_of
from app.contests.tournaments.drawing.facts import WITHOUT_CLOCK, match_seconds
from app.matches.core.clocks.clock_option import CLOCKS, KINDS, ClockOption, option_of

SAID = {
    "turn 90 0": ("90 s for each turn", "live", 900),
    "turn 60 0": ("1 min for each turn", "live", 600),
    "fischer 300 0": ("5 min for the match", "live", 600),
    "fischer 300 10": ("5 min, and 10 s more after each turn", "live", 800),
    "correspondence 1 0": ("1 hour for each turn", "correspondence", None),
    "correspondence 36 7": ("36 hours for each turn", "correspondence", None),
    "correspondence 72 7": ("3 days for each turn", "correspondence", None),
}


def test_each_kind_says_its_words_its_family_and_how_long_a_match_takes() -> None:
    for stored, said in SAID.items():
        option = option_of(stored)
        assert (option.words, option.family, option.expected_match_seconds) == said, stored
        assert match_seconds(option) == (said[2] or WITHOUT_CLOCK), stored
    assert match_seconds(None) == WITHOUT_CLOCK


def test_all_kinds_are_known_rated_and_tried_here() -> None:
    assert KINDS.keys() == {stored.split()[0] for stored in SAID} == {option.kind for option in CLOCKS.values()}
    assert {family_of(option) for option in (None, *CLOCKS.values())} == set(get_args(ClockFamily))


def test_a_kind_that_does_not_say_what_is_asked_about_it_cannot_be_made() -> None:
    class SandClock(ClockOption, frozen=True):
        kind: Literal["sand"] = "sand"

    with pytest.raises(TypeError, match=r"expected_match_seconds.*family.*time.*words"):
        SandClock()  # type: ignore[abstract]


def test_the_api_and_its_page_know_each_kind_with_its_numbers() -> None:
    shown = ClockOut.__annotations__
    assert set(get_args(get_type_hints(ClockOut)["kind"])) == KINDS.keys()
    assert {name for option in KINDS.values() for name in option.model_fields} <= shown.keys()
    page = Path("docs/api.md").read_text("utf-8")
    assert [kind for kind in KINDS if f'| `{{"kind": "{kind}", ' not in page] == []
