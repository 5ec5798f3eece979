"""No press of "Attack!" is lost without a word, whatever the page does at that moment (500 of them: tests/drills)."""

from __future__ import annotations

from tests.support.browser import Visitors
from tests.support.cases import case
from tests.support.presses import MOMENTS, Presser


def test_a_press_in_each_moment_of_a_swap_goes_out_once_or_is_refused_with_a_word(visitors: Visitors) -> None:
    presser = Presser(visitors, seed=1)
    for moment in MOMENTS:
        with case(moment):
            presser.press(moment)
