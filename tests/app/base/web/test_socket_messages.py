"""The short way of a socket's messages leads to the same place as the library's."""

from __future__ import annotations

import asyncio

import pytest
from websockets.frames import Frame, Opcode

from app.base.web.limits.socket_messages import OneReaderQueue, text_frame


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536])
def test_a_frame_is_that_of_the_library(size: int) -> None:
    text = b"x" * size
    assert text_frame(text) == Frame(Opcode.TEXT, text).serialize(mask=False)


async def test_messages_come_in_their_order_and_none_is_lost_with_a_reader_who_gave_up() -> None:
    queue = OneReaderQueue[int]()
    reader = asyncio.create_task(queue.get())
    await asyncio.wait([reader], timeout=0)  # it waits by now
    reader.cancel()
    queue.put_nowait(1)
    queue.put_nowait(2)
    with pytest.raises(asyncio.CancelledError):
        await reader
    assert (await queue.get(), await queue.get(), queue.empty()) == (1, 2, True)
    waiting = asyncio.create_task(queue.get())
    await asyncio.wait([waiting], timeout=0)
    queue.put_nowait(3)
    assert await waiting == 3
