"""Kept results: so many bytes, and made once however many ask."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import pytest

from app.errors import AppError, Code
from app.helpers.results import AROUND, ResultCache
from tests.support.waiting import others_go_on


@dataclass
class Value:
    """A value of so many bytes."""

    size: int


class Maker:
    """Makes values, slowly, and counts them."""

    def __init__(self, size: int = 100) -> None:
        self.made = 0
        self._size = size

    async def __call__(self) -> Value:
        self.made += 1
        await others_go_on(3)
        return Value(self._size)


async def test_the_longest_unused_go_when_the_bytes_are_used_up() -> None:
    kept, maker = ResultCache(3 * (1000 + AROUND)), Maker(1000)
    for key in ("a", "b", "c", "a", "d"):
        await kept.get(key, maker)
    assert (maker.made, kept.size) == (4, 3 * (1000 + AROUND))
    await kept.get("a", maker)
    assert maker.made == 4
    await kept.get("b", maker)
    assert maker.made == 5


async def test_what_is_larger_than_everything_is_made_each_time() -> None:
    kept, maker = ResultCache(1000), Maker(1001)
    for _ in range(2):
        assert (await kept.get("a", maker)).size == 1001
    assert (maker.made, kept.size) == (2, 0)


async def test_many_who_ask_at_once_cost_as_much_as_one_and_one_may_leave() -> None:
    kept, maker = ResultCache(10_000), Maker()
    asking = [asyncio.create_task(kept.get("a", maker)) for _ in range(20)]
    await others_go_on()
    asking[0].cancel()
    found = await asyncio.gather(*asking[1:])
    assert maker.made == 1
    assert all(value is found[0] for value in found)


async def test_a_refusal_goes_to_all_who_ask_and_is_not_kept() -> None:
    kept, tried = ResultCache(10_000), 0

    async def refuse() -> Value:
        nonlocal tried
        tried += 1
        await others_go_on(3)
        raise AppError(Code.too_busy)

    asking = [asyncio.create_task(kept.get("a", refuse)) for _ in range(3)]
    for one in asking:
        with pytest.raises(AppError, match="too_busy"):
            await one
    assert tried == 1
    assert (await kept.get("a", Maker())).size == 100
