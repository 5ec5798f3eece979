"""Circular garbage: matches make hardly any, and what there is is found when there is time."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from app.site.ops.garbage import SEARCH_FROM, GarbageSearch


@pytest.fixture
def nothing_is_searched() -> Iterator[None]:
    """Let only those search who are asked to."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


class Circle:
    """An object that only a search frees."""

    def __init__(self) -> None:
        self.itself = self


@pytest.mark.usefixtures("nothing_is_searched")
def test_what_is_circular_is_found_and_a_process_without_work_does_not_search() -> None:
    search = GarbageSearch()
    search.search()  # the first may search everything, and has nothing to do
    circles = [Circle() for _ in range(SEARCH_FROM)]
    last = weakref.ref(circles[-1])
    del circles
    assert last() is not None
    search.search()
    assert last() is None
    single = weakref.ref(Circle())
    gc.collect(0)
    gc.collect(2)
    search.search()
    assert gc.get_count()[0] < SEARCH_FROM and single() is None
