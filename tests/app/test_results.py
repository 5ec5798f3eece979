"""Kept results: so many, and made once however many ask."""

from __future__ import annotations

import asyncio

import pytest

from app.base.errors import AppError, Code
from app.matches.helpers.results import ResultCache
from tests.support.waiting import others_go_on


class Maker:
    """Makes values, slowly, and counts them."""

    def __init__(self) -> None:
        self.made = 0

    async def __call__(self) -> object:
        self.made += 1
        await others_go_on(3)
        return object()


async def test_the_longest_unused_go_when_there_are_too_many() -> None:
    kept, maker = ResultCache(3), Maker()
    for key in ("a", "b", "c", "a", "d"):
        await kept.get(key, maker)
    assert (maker.made, len(kept)) == (4, 3)
    await kept.get("a", maker)
    assert maker.made == 4
    await kept.get("b", maker)
    assert maker.made == 5


async def test_many_who_ask_at_once_cost_as_much_as_one_and_one_may_leave() -> None:
    kept, maker = ResultCache(10), Maker()
    asking = [asyncio.create_task(kept.get("a", maker)) for _ in range(20)]
    await others_go_on()
    asking[0].cancel()
    found = await asyncio.gather(*asking[1:])
    assert maker.made == 1
    assert all(value is found[0] for value in found)


async def test_a_refusal_goes_to_all_who_ask_and_is_not_kept() -> None:
    kept, tried = ResultCache(10), 0

    async def refuse() -> object:
        nonlocal tried
        tried += 1
        await others_go_on(3)
        raise AppError(Code.too_busy)

    asking = [asyncio.create_task(kept.get("a", refuse)) for _ in range(3)]
    for one in asking:
        with pytest.raises(AppError, match="too_busy"):
            await one
    assert tried == 1
    assert await kept.get("a", Maker()) is not None
