"""Connections of a player to a match: by the stream of the API, or by its plain requests."""

from __future__ import annotations

import asyncio
from types import TracebackType
from typing import Final, Protocol

import httpx
import orjson
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from tools.rig.guests import Guest
from tools.rig.json import Json

HANDSHAKE_SECONDS: Final = 5.0
POLL: Final = 0.15
BROKEN: Final = (OSError, TimeoutError, ConnectionClosed, InvalidHandshake, httpx.TransportError)
"""The errors of an unreachable server."""


class PlayerConnection(Protocol):
    """A connection to a match; used as an async context manager, raises BROKEN."""

    async def __aenter__(self) -> PlayerConnection: ...

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    async def send(self, seq: int, action: Json) -> None:
        """Send an action."""
        ...

    async def receive(self) -> Json:
        """Return the next object from the server: a state, a change, or an error."""
        ...


class PlayerStream:
    """`WS /api/matches/{id}/stream`, from the address `source` if that is given.

    A handshake is given up after `patience` seconds: the next worker may answer. None, where none was killed: never.
    """

    def __init__(
        self,
        url: str,
        guest: Guest,
        match_id: str,
        source: str | None = None,
        patience: float | None = HANDSHAKE_SECONDS,
    ) -> None:
        self._address = f"{url.replace('http', 'ws', 1)}/api/matches/{match_id}/stream"
        self._headers = guest.headers
        self._from = (source, 0) if source else None
        self._patience = patience
        self._socket: ClientConnection | None = None

    async def __aenter__(self) -> PlayerStream:
        self._socket = await connect(
            self._address, additional_headers=self._headers, compression=None, max_size=None, ping_interval=None,
            open_timeout=self._patience, close_timeout=1, proxy=None, local_addr=self._from,
        )  # fmt: skip
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._socket is not None:
            await self._socket.close()

    async def say(self, message: Json) -> None:
        assert self._socket is not None
        await self._socket.send(orjson.dumps(message), text=True)

    async def send(self, seq: int, action: Json) -> None:
        """Send an action; it is answered by an update or an error."""
        await self.say({"type": "act", "seq": seq, "action": action})

    async def receive(self) -> Json:
        """Return the next message."""
        assert self._socket is not None
        message: Json = orjson.loads(await self._socket.recv(decode=False))
        return message


class RequestConnection:
    """`GET` and `POST` alone, as a simple program plays."""

    def __init__(self, http: httpx.AsyncClient, guest: Guest, match_id: str) -> None:
        self._http = http
        self._headers = guest.headers
        self._path = f"/api/matches/{match_id}"
        self._answer: Json | None = None
        self._first = True

    async def __aenter__(self) -> RequestConnection:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return

    async def send(self, seq: int, action: Json) -> None:
        """Send an action; `receive` returns its outcome."""
        body = {"seq": seq, "action": action}
        answer = await self._http.post(f"{self._path}/actions", json=body, headers=self._headers)
        self._answer = answer.json()

    async def receive(self) -> Json:
        """Return the answer to the last action, else the match after a moment."""
        if self._answer is not None:
            message, self._answer = self._answer, None
            return message
        if not self._first:
            await asyncio.sleep(POLL)
        self._first = False
        answered: Json = (await self._http.get(self._path, headers=self._headers)).json()
        return answered


def error_name(error: BaseException) -> str:
    """Return a short name of the error, to be counted."""
    if isinstance(error, ConnectionClosed):
        return f"closed {error.rcvd.code}" if error.rcvd else "cut"
    if isinstance(error, InvalidStatus):
        return f"handshake {error.response.status_code}"
    if isinstance(error, TimeoutError | httpx.TimeoutException):
        return "no answer"
    if isinstance(error, httpx.TransportError):
        return "request cut"
    return "handshake cut"
