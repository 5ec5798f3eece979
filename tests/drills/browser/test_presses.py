"""Five hundred presses of "Attack!" at the moments of frames' swaps: each goes out once, or is refused with a word."""

from __future__ import annotations

from tests.browser.conftest import browser, people, visitors
from tests.support.browser import Visitors
from tests.support.presses import MOMENTS, Presser

__all__ = ["browser", "people", "visitors"]

PRESSES = 500


def test_no_press_is_lost(visitors: Visitors) -> None:
    presser = Presser(visitors, seed=2)
    for _ in range(PRESSES):
        presser.press(presser.chance.choice(MOMENTS))
