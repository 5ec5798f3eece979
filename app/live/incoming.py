"""Messages from a client over a socket: well formed, of limited size and rate."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Any, Final

import orjson
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from app.errors import AppError
from app.web.limits import MessageRate, rate_limits
from app.web.logs import log

MAX_FRAME: Final = 16 * 1024  # characters; the server takes up to 64 KB to be able to say so
MESSAGES_A_SECOND: Final = 30
POLICY_VIOLATION: Final = 1008
INTERNAL_ERROR: Final = 1011
RELOAD: Final = '{"reload":true}'


class DrawingError(Exception):
    """What a page is to show could not be drawn; the cause is the error of whoever drew."""


@contextmanager
def drawing() -> Iterator[None]:
    """Whatever goes wrong within the block is a DrawingError: no refusal of what the visitor sent."""
    try:
        yield
    except Exception as error:
        raise DrawingError from error


class Incoming:
    """An accepted socket, and what comes in by it."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._flood = MessageRate(MESSAGES_A_SECOND * max(1.0, socket.app.state.settings.rate_limit))

    async def _messages(self) -> AsyncIterator[Any]:
        """Yield each well-formed message; others are answered with an error, and a flood of them ends the stream."""
        while True:
            text = await self._receive()
            if text is None:
                return
            await self._wait_for("message")
            if not self._flood.allows():
                await self._refuse(AppError("too_many", 429, seconds=1))
                if self._flood.is_over:
                    await self._close()
                    return
            elif len(text) > MAX_FRAME:
                await self._refuse(AppError("too_large", 413))
            else:
                try:
                    yield orjson.loads(text)
                except orjson.JSONDecodeError:
                    await self._refuse(AppError("malformed", 400, detail="this is not JSON"))

    async def _wait_for(self, what: str) -> None:
        """Wait until the visitor's address may take so much of the server's time (a key of PRICES)."""
        await rate_limits(self._socket).wait(self._socket, what)

    async def _receive(self) -> str | bytes | None:
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            return None
        text: str | bytes | None = message.get("text")
        return message.get("bytes") or b"" if text is None else text

    async def _say(self, text: str) -> None:
        """Send a message; WebSocketDisconnect also where the server itself has closed, because no ping was answered."""
        try:
            await self._socket.send_text(text)
        except RuntimeError as closed:
            raise WebSocketDisconnect from closed

    async def _refuse(self, error: AppError) -> None:
        """Answer with an error."""
        await self._say(orjson.dumps({"error": error.sentence, "code": error.code}).decode())

    async def _let_reload(self, event: str, **names: object) -> None:
        """Log the present error, and have the page load itself anew: it cannot be kept up to date from here."""
        log.exception(event, **names)
        with contextlib.suppress(WebSocketDisconnect):
            await self._say(RELOAD)
        await self._give_up()

    async def _give_up(self) -> None:
        """End a stream because of a mistake of this site's own."""
        with contextlib.suppress(RuntimeError):  # it is closed already
            await self._socket.close(INTERNAL_ERROR)

    async def _close(self) -> None:
        """End a stream that nobody should have to bear."""
        if self._socket.application_state is WebSocketState.CONNECTED:
            await self._socket.close(POLICY_VIOLATION)
