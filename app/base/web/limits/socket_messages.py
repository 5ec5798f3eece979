"""The messages of a websocket on the short way: to its one reader, and as frames of texts that stay as they are."""

from __future__ import annotations

import asyncio
import struct
from functools import lru_cache
from typing import Final, TypeVar

from app.base.subscriber import Subscriber
from app.base.web.compression import COMPRESSED_FROM, compressed

T = TypeVar("T")
WHOLE_TEXT: Final = 0x81  # the first byte of a frame (RFC 6455, 5.2): a whole message, of text
COMPRESSED: Final = 0x40  # added to it (RFC 7692, 6)
IN_TWO_BYTES: Final = 126
IN_EIGHT_BYTES: Final = 127


class OneReaderQueue(asyncio.Queue[T]):
    """A queue without a limit whose messages one task takes: asyncio's own keeps a list of those who wait.

    Hardly ever does a second message wait. Each of asyncio's four deques would hold 760 bytes of every open socket, and
    so none is made.
    """

    def __init__(self) -> None:  # not asyncio's
        self._messages: list[T] = []
        self._reader = Subscriber()

    def empty(self) -> bool:
        """Return True if no message waits."""
        return not self._messages

    def put_nowait(self, item: T) -> None:
        """Add a message, and wake the reader."""
        self._messages.append(item)
        self._reader.wake()

    async def get(self) -> T:
        """Return the next message as soon as there is one."""
        while not self._messages:
            await self._reader.woken()
        return self._messages.pop(0)


def text_frame(text: bytes, *, is_compressed: bool = False) -> bytes:
    """Return a whole message from a server as a frame."""
    size, first = len(text), WHOLE_TEXT | COMPRESSED if is_compressed else WHOLE_TEXT
    if size < IN_TWO_BYTES:
        head = struct.pack("!BB", first, size)
    elif size < 1 << 16:
        head = struct.pack("!BBH", first, IN_TWO_BYTES, size)
    else:
        head = struct.pack("!BBQ", first, IN_EIGHT_BYTES, size)
    return head + text


@lru_cache(maxsize=2)  # all who see the same get it one after the other
def text_message(text: str, window_bits: int) -> bytes:
    """Return a whole message as it is sent: a large one compressed for a window of 2 ** `window_bits` bytes, 0 where
    the client reads no compressed ones. Asked again for the same string it costs next to nothing."""
    data = text.encode()
    if window_bits and len(data) >= COMPRESSED_FROM:
        return text_frame(compressed(data, window_bits), is_compressed=True)
    return text_frame(data)
