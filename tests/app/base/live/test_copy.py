"""Copies of what is stored: loaded once for all who follow, and only a change wakes them."""

from __future__ import annotations

import pytest

from app.base.errors import AppError, Code
from app.base.live import copy as module
from app.base.live.copy import Copy
from app.base.live.topic import Relay
from app.base.subscriber import Subscriber
from tests.support.waiting import others_go_on, until


class Store:
    """A number that is stored, how often it was loaded, and why it cannot be."""

    def __init__(self) -> None:
        self.value, self.loads = 1, 0
        self.trouble: Code | None = None

    async def load(self, key: str, before: int | None) -> int:
        """Return the number."""
        self.loads += 1
        if self.trouble:
            raise AppError(self.trouble)
        return self.value


def reader() -> Relay:
    """Return a reader that has heard of nothing."""
    return Relay(Subscriber(), has_news=False)


async def test_a_copy_of_nothing_is_loaded_once_too() -> None:
    """Or each look at it would wake all the others, without an end."""
    loads = 0

    async def load(key: str, before: None) -> None:
        nonlocal loads
        loads += 1

    copy: Copy[str, None] = Copy("nothing", load)
    one = reader()
    with copy.followed("match", one):
        await copy.current("match")
        assert one.taken()
        await copy.current("match")
        assert (one.taken(), loads, copy.loaded()) == (False, 1, [("match", None)])
        copy.stale("match")
        await copy.current("match")
        assert (one.taken(), loads) == (False, 2), "it is still nothing"


async def test_a_change_wakes_each_reader_and_one_made_here_is_hinted_to_the_others() -> None:
    store, one = Store(), reader()
    hinted: list[str] = []
    copy = Copy("numbers", store.load, hint=hinted.append)
    assert (await copy.current("n"), copy.known("n"), "n" in copy) == (1, None, False), "nobody follows it"
    async with copy.run():
        with copy.followed("n", one):
            assert (await copy.current("n"), one.taken()) == (1, True)
            with copy.followed("n", reader()):
                assert "n" in copy
            store.value = 2
            copy.changed("n")
            await until(one.taken)
            assert (copy.known("n"), hinted) == (2, ["n"])
            store.value = 3
            copy.all_stale()
            await until(one.taken)
            assert (copy.known("n"), hinted, store.loads) == (3, ["n"], 4)
        assert "n" not in copy


@pytest.mark.parametrize("delay", [0.0, 3600.0])
async def test_a_database_that_is_away_is_asked_again_later_and_the_copy_stays(
    monkeypatch: pytest.MonkeyPatch, delay: float
) -> None:
    monkeypatch.setattr(module, "MIN_INTERVAL", 0.0)
    monkeypatch.setattr(module, "RETRY_DELAY", delay)
    store, one = Store(), reader()
    copy = Copy("numbers", store.load)
    async with copy.run():
        with copy.followed("n", one):
            await copy.current("n")
            store.trouble, store.value = Code.internal, 2
            copy.stale("n")
            await until(lambda: store.loads >= 2)
            await others_go_on(20)
            assert (copy.known("n"), store.loads == 2) == (1, delay > 0)
            if not delay:
                store.trouble = None
                await until(lambda: copy.known("n") == 2)


async def test_what_is_gone_is_forgotten_said_and_not_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MIN_INTERVAL", 0.0)
    monkeypatch.setattr(module, "RETRY_DELAY", 0.0)
    store, one = Store(), reader()
    copy = Copy("numbers", store.load)
    async with copy.run():
        with copy.followed("n", one):
            assert (await copy.current("n"), one.taken()) == (1, True)
            store.trouble = Code.no_such_match
            copy.stale("n")
            await until(one.taken)
            await others_go_on(20)
            assert (copy.known("n"), copy.loaded(), store.loads) == (None, [], 2)


async def test_what_changes_with_time_is_loaded_again_without_a_word() -> None:
    store, one = Store(), reader()
    copy = Copy("numbers", store.load, again=lambda number: 0.0 if number == 1 else None)
    async with copy.run():
        with copy.followed("n", one):
            await copy.current("n")
            store.value = 2
            await until(lambda: copy.known("n") == 2)
