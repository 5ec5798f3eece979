"""Malformed and abandoned websocket handshakes over plain sockets, at the server that `app/site/server.py` starts: each
is refused at once or by a deadline, and its connection closed."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final, NamedTuple

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send

from app.base.settings import Settings
from app.base.web.limits.connections import OpenConnections
from app.base.web.limits.protocols import Config
from tests.support.cases import in_turn
from tests.support.raw import Raw
from tests.support.waiting import until
from tools.rig.server import ServerProcess

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has all of 127.0.0.0/8")

FIRST: Final = "GET /lobby/live HTTP/1.1"
UPGRADE: Final = "Connection: Upgrade\r\nUpgrade: websocket\r\n"
VERSION: Final = "Sec-WebSocket-Version: 13\r\n"
KEY: Final = "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"
WHOLE: Final = UPGRADE + VERSION + KEY
PIECES: Final = 1000


class Handshake(NamedTuple):
    """A malformed handshake and the status with which it is refused; None: the connection is closed without one."""

    name: str
    status: int | None
    headers: str
    first: str = FIRST
    body: bytes = b""


MALFORMED: Final = [
    Handshake("announced body", 400, WHOLE + "Content-Length: 5\r\n"),
    Handshake("body", 400, WHOLE + "Content-Length: 5\r\n", body=b"hello"),
    Handshake("half a body", 400, WHOLE + "Content-Length: 500\r\n", body=b"hello"),
    Handshake("announced chunks", 400, WHOLE + "Transfer-Encoding: chunked\r\n"),
    Handshake("chunks", 400, WHOLE + "Transfer-Encoding: chunked\r\n", body=b"5\r\nhello\r\n0\r\n\r\n"),
    Handshake("both lengths", 400, WHOLE + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", body=b"hello"),
    Handshake("two lengths", 400, WHOLE + "Content-Length: 0\r\nContent-Length: 5\r\n", body=b"hello"),
    Handshake("another coding", 400, WHOLE + "Transfer-Encoding: identity\r\n"),
    Handshake("no key", 400, UPGRADE + VERSION),
    Handshake("short key", 400, UPGRADE + VERSION + "Sec-WebSocket-Key: MDEy\r\n"),
    Handshake("two keys", 400, WHOLE + KEY),
    Handshake("no version", 400, UPGRADE + KEY),
    Handshake("wrong version", 400, UPGRADE + KEY + "Sec-WebSocket-Version: 12\r\n"),
    Handshake("two upgrades", 426, WHOLE + "Upgrade: websocket\r\n"),
    Handshake("an upgrade to HTTP/2", 404, "Connection: Upgrade\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n"),
    Handshake("two connections", 404, WHOLE + "Connection: keep-alive\r\n"),
    Handshake("another method", 400, WHOLE, "POST /lobby/live HTTP/1.1"),
    Handshake("a tunnel", 400, WHOLE, "CONNECT lobby:80 HTTP/1.1"),
    Handshake("HTTP/1.0", 400, WHOLE, "GET /lobby/live HTTP/1.0"),
    Handshake("HTTP/3.0", 400, WHOLE, "GET /lobby/live HTTP/3.0"),
    Handshake("an address in no alphabet", 400, WHOLE, "GET /lobby/\xff HTTP/1.1"),
    Handshake("a folded header", 400, WHOLE + "X: a\r\n b: c\r\n"),
    Handshake("a header without a name", 400, WHOLE + ": a\r\n"),
]

HALF: Final = [
    f"{FIRST}\r\nHost: x\r\n{WHOLE}",
    f"{FIRST}\r\nHost: x\r\n{UPGRADE}Sec-WebSocket-K",
    f"{FIRST}\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\nContent-Length: 9\r\n\r\nhalf",
]


def say(raw: Raw, headers: str, first: str = FIRST, body: bytes = b"") -> None:
    """Send a request with these lines."""
    raw.send(f"{first}\r\nHost: {raw.host}\r\nOrigin: http://{raw.host}\r\n{headers}\r\n".encode("latin-1") + body)


@in_turn("handshake", MALFORMED)
def test_a_malformed_handshake_is_refused_and_closed(site: ServerProcess, handshake: Handshake) -> None:
    """Not by a deadline: that would answer 408."""
    with Raw(site) as stranger:
        say(stranger, handshake.headers, handshake.first, handshake.body)
        assert stranger.status() == handshake.status and stranger.ended()


@in_turn("sent", HALF)
def test_half_a_handshake_is_not_waited_for(hasty: ServerProcess, sent: str) -> None:
    with Raw(hasty) as stranger:
        stranger.send(sent.encode())
        assert stranger.ended()


def test_a_handshake_is_accepted_after_answered_requests_alone_and_no_request_after_it(site: ServerProcess) -> None:
    ask = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
    with Raw(site) as stranger:  # both would write to the same connection
        stranger.send(ask + f"{FIRST}\r\nHost: x\r\n{WHOLE}\r\n".encode())
        assert stranger.ended()
    with Raw(site) as page:
        page.get("/healthz")
        assert page.status() == 200
        page.skip_body()
        say(page, WHOLE + "Content-Length: 0\r\n")
        assert page.status() == 101
        page.send(ask)
        assert page.ended()
    assert "Traceback" not in site.log


async def never_answers(scope: Scope, receive: Receive, send: Send) -> None:
    """An application that neither accepts nor refuses."""
    await asyncio.Event().wait()


async def never_ends(scope: Scope, receive: Receive, send: Send) -> None:
    """An application whose answer is longer than any buffer."""
    assert scope["type"] == "http"
    await send({"type": "http.response.start", "status": 200, "headers": []})
    for _ in range(PIECES):
        await send({"type": "http.response.body", "body": b"x" * 65536, "more_body": True})


async def never_silent(scope: Scope, receive: Receive, send: Send) -> None:
    """An application that accepts, and then says more than any buffer holds."""
    await receive()
    await send({"type": "websocket.accept"})
    for _ in range(PIECES):
        await send({"type": "websocket.send", "bytes": b"x" * 65536})


@asynccontextmanager
async def served(app: object, connections: OpenConnections) -> AsyncIterator[asyncio.StreamWriter]:
    """Provide a connection to an application that is served by the site's protocols."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        config = Config(app, open_connections=connections, lifespan="off", log_config=None)  # type: ignore[arg-type] # three of one kind
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        _, writer = await asyncio.open_connection(*listener.getsockname())
        try:
            yield writer
        finally:
            writer.transport.abort()
            server.force_exit = server.should_exit = True
            await serving


@in_turn(
    ("app", "headers"),
    [(never_answers, WHOLE), (never_ends, ""), (never_silent, WHOLE)],
)
async def test_a_state_that_only_silence_would_end_has_a_deadline(app: object, headers: str) -> None:
    """A handshake that the application leaves open; an answer and messages that nobody reads."""
    connections = OpenConnections(Settings(), 500)
    connections.unread_seconds = 0.2
    connections.handshake_seconds = 0.2 if app is never_answers else 60
    async with served(app, connections) as writer:
        writer.transport.pause_reading()  # type: ignore[attr-defined] # it is one of both directions
        writer.write(f"{FIRST}\r\nHost: x\r\n{headers}\r\n".encode())
        await until(lambda: connections.connections == 1)
        await until(lambda: connections.connections == 0)
