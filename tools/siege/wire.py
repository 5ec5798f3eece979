"""A connection of the attacker: as little as HTTP needs, so that the attack costs the site more than the attacker."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final, NamedTuple

CLOSED: Final = "closed"
BROKEN: Final = (OSError, EOFError, ValueError, RuntimeError)  # uvloop's error for a closed connection
_HANDSHAKE: Final = (
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"
)
_NO_MASK: Final = b"\x00\x00\x00\x00"


class Receivers(NamedTuple):
    """The origins of two receivers of messages: one takes connections and never answers, the other accepts everything,
    and counts in `got` the messages of each path."""

    silent: str
    accepting: str
    got: Counter[str]


@contextmanager
def receivers() -> Iterator[Receivers]:
    """Run the receivers within the block, at two hosts, because each may get only so many messages."""
    got: Counter[str] = Counter()

    class Accepting(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["content-length"]))
            got[self.path] += 1
            self.send_response(204)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    with (
        socket.create_server(("127.0.0.1", 0), backlog=1000) as silent,
        ThreadingHTTPServer(("127.0.0.2", 0), Accepting) as accepting,
    ):
        threading.Thread(target=accepting.serve_forever, daemon=True).start()
        try:
            ports = silent.getsockname()[1], accepting.server_address[1]
            yield Receivers(f"http://127.0.0.1:{ports[0]}", f"http://127.0.0.2:{ports[1]}", got)
        finally:
            accepting.shutdown()


@dataclass(frozen=True, slots=True)
class Enemy:
    port: int
    source: str

    @property
    def host(self) -> str:
        """The host in requests to the site."""
        return f"127.0.0.1:{self.port}"


class Wire:
    """One connection; used as an async context manager, raises BROKEN."""

    def __init__(self, enemy: Enemy) -> None:
        self._enemy = enemy
        self.closing = False

    async def __aenter__(self) -> Wire:
        self._in, self._out = await asyncio.open_connection(
            "127.0.0.1", self._enemy.port, local_addr=(self._enemy.source, 0)
        )
        return self

    async def __aexit__(self, *ended: object) -> None:
        self._out.transport.abort()

    async def send(self, data: bytes) -> None:
        """Send anything."""
        self._out.write(data)
        await self._out.drain()

    def request(self, line: str, headers: str = "", body: bytes = b"") -> bytes:
        """Return the bytes of a request; `headers` are whole lines."""
        length = f"Content-Length: {len(body)}\r\n" if body else ""
        return f"{line} HTTP/1.1\r\nHost: {self._enemy.host}\r\n{headers}{length}\r\n".encode() + body

    async def ask(self, request: bytes) -> str:
        """Return the status of the answer, as `answer`."""
        return (await self.answer(request))[0]

    async def answer(self, request: bytes) -> tuple[str, dict[str, str]]:
        """Return the status and the headers of the answer, which is read to its end; `closing` then shows whether it
        was the last one."""
        await self.send(request)
        status, headers = await self.head()
        self.closing = headers.get("connection") == "close"
        if headers.get("transfer-encoding") == "chunked":
            while size := int(await self._in.readline(), 16):
                await self._in.readexactly(size + 2)
            await self._in.readline()
        else:
            await self._in.readexactly(int(headers.get("content-length", "0")))
        return status, headers

    async def head(self) -> tuple[str, dict[str, str]]:
        """Return the status and the headers of the next answer."""
        first, *lines = (await self._in.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        pairs = (line.partition(": ") for line in lines)
        return first.split(" ")[1], {name.lower(): value for name, _, value in pairs}

    async def upgrade(self, path: str, headers: str = "") -> str:
        """Request a websocket; returns the status, 101 if it is one."""
        await self.send(self.request(f"GET {path}", f"{_HANDSHAKE}Origin: http://{self._enemy.host}\r\n{headers}"))
        return (await self.head())[0]

    async def say(self, text: str) -> None:
        """A message over a websocket."""
        data = text.encode()
        size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
        await self.send(b"\x81" + size + _NO_MASK + data)

    async def drain(self) -> None:
        """Read until the server closes."""
        while await self._in.read(1 << 16):
            pass
