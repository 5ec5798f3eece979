"""Sockets: admission, and incoming messages, well formed, of limited size and rate."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from typing import Final, TypeAlias, TypeVar

import orjson
from pydantic import TypeAdapter, ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from app.base.drawing.failure import DrawingError
from app.base.errors import AppError, Code, malformed
from app.base.live.client_messages import HelloIn
from app.base.live.presses import PressAnswer, Presses, press_in
from app.base.live.server_messages import RELOAD, Encoded, Refused, ServerMessage, encoded
from app.base.settings import Settings
from app.base.web import request_id
from app.base.web.error_pages import refuse_socket
from app.base.web.http import holds_zero
from app.base.web.limits import TABLE, MessageRate, RateLimits
from app.base.web.logs import log
from app.base.web.metrics import Metrics
from app.base.web.services import service_of
from engine.errors import EngineError

T = TypeVar("T")
Admit: TypeAlias = Callable[[], Awaitable[T]]
Talk: TypeAlias = Callable[[T], Coroutine[object, object, None]]

MAX_FRAME: Final = 16 * 1024  # characters; the server takes up to 64 KB to be able to say so
MESSAGES_A_SECOND: Final = 30
PAGE_PROTOCOL: Final = "6"
"""The version of the pages' socket protocol. A page connects with `?v=` and this number: raise it with each change of
the messages, so that pages with older scripts reload."""
POLICY_VIOLATION: Final = 1008
INTERNAL_ERROR: Final = 1011


async def serve(socket: WebSocket, kind: str, admit: Admit[T], talk: Talk[T]) -> None:
    """Accept a socket of this kind, if `admit` does not refuse it, and let `talk` serve it until it closes.

    The admission is not checked again: a change ends the socket (`app/people/players/bans/socket_guard.py`).
    """
    with contextlib.suppress(WebSocketDisconnect):
        try:
            admitted = await admit()
        except AppError as error:
            await refuse_socket(socket, error)
            return
        await socket.accept(headers=[(request_id.NAME, request_id.current().encode())])
        with service_of(socket, Metrics).socket(kind):
            try:
                # In a task of its own: otherwise every message would wake all middlewares on its way.
                await asyncio.create_task(talk(admitted))
            except AppError as error:  # the database is away, for example
                await Connection(socket).close_after_refusal(error, "socket_ended", kind=kind)


async def serve_page(socket: WebSocket, kind: str, admit: Admit[T], talk: Talk[T]) -> None:
    """Serve the socket of a page. A page with scripts of another protocol, opened before an upgrade, must reload."""

    async def reload(_: T) -> None:
        await Connection(socket).reload()

    await serve(socket, kind, admit, talk if socket.query_params.get("v") == PAGE_PROTOCOL else reload)


class Connection:
    """An accepted socket and its incoming messages."""

    answers_presses = False
    """True where the messages are a page's presses, each answered once (`app.base.live.presses`)."""

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        self.press: str | None = None  # the id of the press that is being carried out, and not yet answered
        self.limits = service_of(socket, RateLimits)
        self._flood = MessageRate(MESSAGES_A_SECOND * max(1.0, service_of(socket, Settings).rate_limit))

    async def take_messages(self, known: TypeAdapter[T], handle: Callable[[T], Awaitable[None]]) -> None:
        """Handle each message that is known here until the socket closes; an error is answered, and the next message
        taken."""
        async for content in self.contents():
            if self.answers_presses and await self._is_answered(content):
                continue
            try:
                await handle(known.validate_python(content))
                if self.press is not None:
                    await self._answer_press(self.press, {"type": "taken", "press": self.press})
            except ValidationError as error:
                await self.refuse(self.malformed(error))
            except (WebSocketDisconnect, DrawingError):
                raise
            except Exception as error:
                await self.refused(AppError.of(error))

    async def _is_answered(self, content: object) -> bool:
        """Begin a press. One that was answered before gets the same answer, and costs nothing: it is the line that made
        its page send it again."""
        self.press = press_in(content)
        if self.press is None:
            return False
        answer = service_of(self.socket, Presses).answer_to(self.socket.url.path, self.press)
        if answer is not None:
            await self.send(answer)
        return answer is not None

    async def _answer_press(self, press: str, answer: PressAnswer) -> None:
        """Answer the press that is being carried out."""
        service_of(self.socket, Presses).keep(self.socket.url.path, press, answer)
        self.press = None
        await self.send(answer)

    async def answer_hello(self, message: HelloIn) -> None:
        """Answer a sign of life."""
        await self.send({"type": "beat", "beat": message.hello})

    async def refused(self, error: AppError) -> None:
        """Answer a message that is not carried out."""
        await self.refuse(error)

    def malformed(self, error: ValidationError) -> AppError:
        return malformed(Code.wrong_message)

    async def contents(self) -> AsyncIterator[object]:
        """Yield the JSON of each message. Anything else is answered with an error, and a flood ends the stream."""
        while True:
            text = await self._receive()
            if text is None:
                return
            await self.wait_for("message")
            if not self._flood.allows():
                await self.refuse(AppError(Code.too_many, seconds=1))
                if self._flood.is_over:
                    await self.close()
                    return
            elif len(text) > MAX_FRAME:
                await self.refuse(AppError(Code.too_large))
            else:
                try:
                    content = orjson.loads(text)
                except orjson.JSONDecodeError:
                    await self.refuse(malformed(EngineError("not_json")))
                    continue
                if holds_zero(text):
                    await self.refuse(malformed(Code.not_storable))
                else:
                    yield content

    async def wait_for(self, what: str) -> None:
        """Wait until the visitor's address may take so much of the server's time (a key of PRICES)."""
        seconds = self.limits.owed(self.socket, TABLE[what].price)
        if seconds > 0:
            await self.limits.sleep(seconds)

    async def _receive(self) -> str | bytes | None:
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            return None
        text: str | bytes | None = message.get("text")
        return message.get("bytes") or b"" if text is None else text

    async def send(self, message: ServerMessage) -> None:
        """Send a message; WebSocketDisconnect where the client has gone."""
        await self.send_encoded(encoded(message))

    async def send_encoded(self, text: Encoded) -> None:
        """Send a message that is encoded already; WebSocketDisconnect also where the server itself has closed, because
        no ping was answered."""
        try:
            await self.socket.send_text(text)
        except RuntimeError as closed:
            raise WebSocketDisconnect from closed

    async def send_zone(self, frame: Encoded) -> None:
        """Send a part that has changed."""
        await self.send_encoded(frame)

    async def refuse(self, error: AppError) -> None:
        """Answer with an error."""
        refusal = self.refusal(error)
        if self.press is None:
            await self.send(refusal)
        else:
            await self._answer_press(self.press, {**refusal, "press": self.press})

    def refusal(self, error: AppError) -> Refused:
        """Return the message that says so."""
        return {"type": "error", "error": error.sentence, "code": error.code}

    async def push(self, news: Callable[[], Awaitable[None]], event: str, **names: object) -> None:
        """Send news until the client has gone; a failure is logged as `event`, and ends the connection."""
        try:
            await news()
        except WebSocketDisconnect:
            return  # the receiving side notices, too
        except AppError as error:  # the database is away, for example
            await self.close_after_refusal(error, event, **names)
        except Exception:
            await self.fail(event, **names)

    async def close_after_refusal(self, error: AppError, event: str, **names: object) -> None:
        """Close over a refusal that no message has caused; the client connects again, and learns whether it may."""
        log.info(event, code=error.code, **names)
        await self.give_up()

    async def fail(self, event: str, **names: object) -> None:
        """Log the present error, and end the stream of a program with an error message."""
        log.exception(event, **names)
        with contextlib.suppress(WebSocketDisconnect):
            await self.refuse(AppError(Code.internal))
        await self.give_up()

    async def let_reload(self, event: str, **names: object) -> None:
        """Log the present error, and have the page reload: it cannot be kept up to date from here."""
        log.exception(event, **names)
        await self.reload()

    async def reload(self) -> None:
        """Make the page reload, and close; a page that has just reloaded may only connect again."""
        with contextlib.suppress(WebSocketDisconnect):
            await self.send_encoded(RELOAD)
        await self.give_up()

    async def give_up(self) -> None:
        """Close for a reason that is the site's; the client may connect again."""
        with contextlib.suppress(RuntimeError):  # it is closed already
            await self.socket.close(INTERNAL_ERROR)

    async def close(self) -> None:
        """End a stream that would slow the server down."""
        if self.socket.application_state is WebSocketState.CONNECTED:
            await self.socket.close(POLICY_VIOLATION)
