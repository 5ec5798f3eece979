"""Copies of what is stored: loaded once for all who follow, and only a change wakes them."""

from __future__ import annotations

from app.base.live.copy import Copy
from app.base.live.topic import Relay, Subscriber


async def test_a_copy_of_nothing_is_loaded_once_too() -> None:
    """Or each look at it would wake all the others, without an end."""
    loads = 0

    async def load(key: str, before: None) -> None:
        nonlocal loads
        loads += 1

    copy: Copy[str, None] = Copy("nothing", load)
    reader = Relay(Subscriber(), has_news=False)
    with copy.followed("match", reader):
        await copy.current("match")
        assert reader.taken()
        await copy.current("match")
        assert (reader.taken(), loads, copy.loaded()) == (False, 1, [("match", None)])
        copy.stale("match")
        await copy.current("match")
        assert (reader.taken(), loads) == (False, 2), "it is still nothing"
