"""Mistakes come back after 1, 3, 7 and 21 days; one that is found at once comes back less often."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from app.mistakes.schedule import after_solving

DAY = date(2026, 1, 1)


@pytest.mark.parametrize(
    ("slips", "breaks"),
    [
        ([True] * 5, [1, 3, 7, 21]),
        ([False] * 5, [3, 21]),
        ([True, False, True], [1, 7, 21]),
        ([False, True, True], [3, 7, 21]),
    ],
)
def test_a_mistake_comes_back_until_it_is_through(slips: list[bool], breaks: list[int]) -> None:
    found, rests = [], 0
    for slipped in slips:
        rests, due = after_solving(rests, DAY, slipped=slipped)
        if due is None:
            break
        found.append((due - DAY) // timedelta(days=1))
    assert found == breaks
    assert after_solving(rests, DAY, slipped=True).due is None
