"""uvicorn's protocols with bounds: on the time of each state of a connection, and on the bytes of a request in memory.
Gaps that uvicorn leaves are closed here and nowhere else; see docs/decisions/front-door.md."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Any, Final

import uvicorn
from starlette.types import ASGIApp
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.server import ServerProtocol

from app.base.web import request_id
from app.base.web.compression import LargeMessageDeflate, LargeMessageDeflateFactory
from app.base.web.limits.addresses import as_ipv4
from app.base.web.limits.connections import OpenConnections
from app.base.web.limits.deadline import Deadline
from app.base.web.limits.refusals import REFUSALS, answer_and_close, head_too_large
from app.base.web.limits.socket_messages import OneReaderQueue, text_message

SCHEME: Final = b"x-forwarded-proto"
MAX_HEAD: Final = 32 * 1024  # bytes of a request's line and headers together
MAX_LINE: Final = 8000  # bytes of one header or of the address: the websocket library accepts no longer ones
MAX_HEADERS: Final = 100
MAX_PIPELINE: Final = 8  # requests sent before the first is answered
NO_HANDSHAKE: Final = "This is no request for a websocket that can be accepted."


class Config(uvicorn.Config):
    """uvicorn's configuration, and the open connections."""

    # Here and below: Any where uvicorn passes its own options and ASGI messages on.
    def __init__(self, app: str | ASGIApp, open_connections: OpenConnections, **options: Any) -> None:
        super().__init__(app, **{**options, "http": GuardedHttp, "ws": GuardedSocket, "proxy_headers": False})
        self.open_connections = open_connections

    def load(self) -> None:
        """Load the application."""
        super().load()
        self.loaded_app = ForwardedHeaders(self.loaded_app, self.forwarded_allow_ips)


class ForwardedHeaders(ProxyHeadersMiddleware):
    """uvicorn's, for several proxies in a row as well: of "HTTPS, http" the first is what the visitor uses."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Pass the request on as it came to the first proxy."""
        headers = scope.get("headers", ())
        if any(name == SCHEME for name, _ in headers):
            first = {name: value.split(b",")[0].strip().lower() for name, value in headers if name == SCHEME}
            scope = {**scope, "headers": [(name, first.get(name, value)) for name, value in headers]}
        await super().__call__(scope, receive, send)


class TooLarge(Exception):
    """A request's head is beyond its bounds."""


class BadHandshake(Exception):
    """A request for a websocket that is none by RFC 6455."""


class GuardedSocket(WebSocketsSansIOProtocol):
    """A websocket, which keeps the count of its connection."""

    config: Config

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._handshake = Deadline()  # for the application to accept or refuse it
        self._unread = Deadline()  # runs while uvicorn has to pause writing, because the client does not read
        self._client_reads = True
        # uvicorn's own choice is all messages or none.
        self.conn = ServerProtocol(
            extensions=[LargeMessageDeflateFactory()], max_size=self.config.ws_max_size, logger=self.logger
        )
        self.queue = OneReaderQueue()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin."""
        super().connection_made(transport)
        self.client = as_ipv4(self.client)
        connections = self.config.open_connections
        connections.enter(_host(self.client))
        self._handshake.set(connections.handshake_seconds, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self.config.open_connections.leave(_host(self.client))
        self._unread.stop()
        self._handshake.stop()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on; the head of the handshake comes first, and whole."""
        super().data_received(data)
        if not self.handshake_initiated and not self.transport.is_closing():
            answer_and_close(self.transport, HTTPStatus.BAD_REQUEST, NO_HANDSHAKE)

    def handle_parser_exception(self) -> None:
        """Close a connection that sends no frames; before the handshake is answered uvicorn cannot."""
        if self.conn.close_sent is None:
            self.transport.close()
        else:
            super().handle_parser_exception()

    def send_receive_event_to_app(self) -> None:
        """Hand a message on. Reading stops once another one waits, not at each as uvicorn does: to stop and to begin
        again are system calls."""
        keeps_reading = not self.read_paused and self.queue.empty()
        self.read_paused |= keeps_reading
        super().send_receive_event_to_app()
        self.read_paused &= not keeps_reading

    async def send(self, message: Any) -> None:
        """Send; a text goes straight to the client: the library makes four objects of it for each one."""
        text = message.get("text")
        conn = self.conn
        is_closing = self.close_sent or self.disconnected or conn.close_sent is not None or conn.close_rcvd is not None
        if text is not None and self.handshake_complete and self._client_reads and not is_closing:
            agreed = conn.extensions[0] if conn.extensions else None
            bits = agreed.local_max_window_bits if isinstance(agreed, LargeMessageDeflate) else 0
            self.transport.write(text_message(text, bits))
            return
        await super().send(message)

    def pause_writing(self) -> None:
        """Wait for the client to read."""
        self._client_reads = False
        super().pause_writing()
        self._unread.set(self.config.open_connections.unread_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """Write on."""
        self._client_reads = True
        super().resume_writing()
        self._unread.stop()

    def start_keepalive(self) -> None:
        """Begin to ping: the handshake has been answered."""
        self._handshake.stop()
        super().start_keepalive()

    async def run_asgi(self) -> None:
        """Run the application. uvicorn would log an error for a visitor who was refused or left before the handshake
        ended."""
        app = self.app

        async def run(scope: Any, receive: Any, send: Any) -> None:
            await app(scope, receive, send)
            if not self.handshake_complete and (self.disconnected or self.transport.is_closing()):
                raise ClientDisconnected

        self.app = run
        try:
            await super().run_asgi()
        finally:
            self.app = app  # no cycle: the memory of a connection is free when it has ended


class GuardedHttp(HttpToolsProtocol):
    """A connection on which requests come in."""

    config: Config

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._connections = self.config.open_connections
        self._turned_away = False
        self._is_proxied = False
        self._is_too_large = False
        self._deadline = Deadline()
        self._unread = Deadline()  # as in GuardedSocket
        self._in_head = False
        self._in_body = False
        self._head = 0  # bytes of the head that were parsed
        self._fed = 0  # bytes since something was last parsed

    # --- the connection ----------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn has it
        """Accept the connection, or answer that there is no room."""
        super().connection_made(transport)
        self.client = as_ipv4(self.client)
        why = self._connections.enter(_host(self.client))
        self._is_proxied = self._connections.is_proxy(_host(self.client))
        if why is None:
            self._deadline.set(self._connections.head_seconds, self._late)
        else:
            self._turned_away = True
            answer_and_close(self.transport, *REFUSALS[why])

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._connections.leave(_host(self.client))
        self._deadline.stop()
        self._unread.stop()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over, with its count."""
        self._deadline.stop()
        self._unread.stop()
        self._unset_keepalive_if_required()
        self._connections.leave(_host(self.client))
        self._turned_away = True  # nothing more is for this protocol
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment] # no cycle, as at the end of a connection

    def data_received(self, data: bytes) -> None:
        """Read on, as long as something can be parsed."""
        if self._turned_away:
            return
        self._fed += len(data)
        if not self._deadline.is_set and not self._is_answering():
            self._deadline.set(self._connections.head_seconds, self._late)
        super().data_received(data)
        if self._fed > MAX_HEAD and not self.transport.is_closing():
            self._is_too_large = True
            self.send_400_response("")

    def pause_writing(self) -> None:
        """Wait for the client to read."""
        super().pause_writing()
        self._unread.set(self._connections.unread_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """Write on."""
        super().resume_writing()
        self._unread.stop()

    @property
    def _last(self) -> RequestResponseCycle | None:
        """The request that came last; uvicorn's own annotation misses that there may be none."""
        return self.cycle

    def _is_answering(self) -> bool:
        return self._last is not None and not self._last.response_complete

    # --- the parser's calls --------------------------------------------------------------------------------------

    def on_message_begin(self) -> None:
        """Begin a request."""
        if len(self.pipeline) >= MAX_PIPELINE:
            raise self._too_large()
        super().on_message_begin()
        self._in_head, self._head = True, 0
        if not self._deadline.is_set:
            self._deadline.set(self._connections.head_seconds, self._late)

    def on_url(self, url: bytes) -> None:
        """Receive a part of the address."""
        self._count(len(url), len(self.url) + len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Receive a header, of the head or after a chunked body. Only a trusted proxy names a request."""
        if len(self.headers) >= MAX_HEADERS:
            raise self._too_large()
        size = len(name) + len(value) + 4
        self._count(size, size)
        if name.lower() == request_id.NAME and not self._is_proxied:
            return
        super().on_header(name, value)

    def _count(self, size: int, line: int) -> None:
        self._head += size
        if self._head > MAX_HEAD or line > MAX_LINE:
            raise self._too_large()

    def _too_large(self) -> TooLarge:
        self._is_too_large = True
        return TooLarge()  # ends the parser, which ends in send_400_response

    def on_headers_complete(self) -> None:
        """End the head; what follows is the body, if there is one."""
        self._in_head, self._fed = False, 0
        self._deadline.set(self._connections.body_seconds, self._late)
        upgrades = self.parser.should_upgrade()
        is_handshake = upgrades and self._should_upgrade()
        if is_handshake:
            self._check_handshake()
        super().on_headers_complete()
        self._in_body = not is_handshake
        if upgrades and not is_handshake:  # to a protocol that is not supported here: the answer is the last
            self.cycle.keep_alive = False

    def _check_handshake(self) -> None:
        """Raise BadHandshake for one that the websocket library would leave unanswered or misread. It accepts the
        others, or refuses them with a status."""
        proper = self.parser.get_method() == b"GET" and self.parser.get_http_version() == "1.1"
        has_body = any(
            name == b"transfer-encoding" or (name == b"content-length" and value.strip(b" 0"))
            for name, value in self.headers
        )
        if not proper or has_body or self._is_answering():
            raise BadHandshake

    def on_body(self, body: bytes) -> None:
        """Receive a part of the body."""
        self._fed = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        """End the request."""
        self._in_body, self._fed = False, 0
        self._deadline.stop()
        super().on_message_complete()
        if not self._is_answering() and self.timeout_keep_alive_task is None:  # answered before it had arrived
            self.timeout_keep_alive_task = self.loop.call_later(
                self.timeout_keep_alive, self.timeout_keep_alive_handler
            )

    # --- the clock -------------------------------------------------------------------------------------------------

    def _late(self) -> None:
        begun = self._in_head or self._in_body or self._fed
        self._turned_away = True
        if begun and not self._has_begun_to_answer():
            answer_and_close(self.transport, HTTPStatus.REQUEST_TIMEOUT, "The request took too long to arrive.")
        else:
            self.transport.close()
        if self._in_body:
            self.cycle.disconnected = True  # nothing else is worth waiting for
            self.cycle.message_event.set()

    def _has_begun_to_answer(self) -> bool:
        """True if an answer is half sent, or one to an earlier request is still to come."""
        if self._in_body:
            return self.cycle.response_started or bool(self.pipeline)
        return self._is_answering()

    # --- refusals ----------------------------------------------------------------------------------------------------

    def send_400_response(self, msg: str) -> None:
        """Refuse a request that was not understood, or was too large, and close."""
        self._turned_away = True
        self._deadline.stop()
        if self._has_begun_to_answer():
            self.transport.close()
        elif self._is_too_large:
            status = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
            answer_and_close(self.transport, status, head_too_large(self.headers))
        else:
            answer_and_close(self.transport, HTTPStatus.BAD_REQUEST, msg)


def _host(client: tuple[str, int] | None) -> str | None:
    return client[0] if client else None
