"""The open sockets of this worker, by address and by player, and the way to close one from outside at once."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from starlette.types import Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect

from app.base.errors import AppError
from app.base.live.server_messages import RELOAD, encoded
from app.people.players.bans.bans import Ban
from app.people.players.service import IdentityKey

CONNECT_AGAIN: Final = 1012  # "service restart": the client may come back at once
POLICY_VIOLATION: Final = 1008  # "policy violation"
FAREWELL_SECONDS: Final = 5.0  # how long a client that does not read may delay the end
SOCKET: Final = "open_socket"
GONE: Final[Message] = {"type": "websocket.disconnect", "code": POLICY_VIOLATION}


class OpenSocket:
    """One socket: its address, its player and key, and the way to end it."""

    __slots__ = (
        "_accepted",
        "_ended",
        "_receive",
        "_refusal",
        "_send",
        "_waiting",
        "address",
        "api",
        "key",
        "player_id",
    )

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send
        self._accepted = False
        self._ended = False
        self._refusal: Callable[[], AppError] | None = None
        self._waiting: asyncio.Task[object] | None = None  # the socket's task while it waits for a message
        client = scope.get("client")
        self.address: str = client[0] if client else ""
        self.api: bool = scope["path"].startswith("/api/")
        self.player_id: str | None = None
        self.key: IdentityKey | None = None

    async def receive(self) -> Message:
        """Return the next message; once the socket has ended, that the client has gone, even if it keeps sending."""
        if self.has_ended():
            return GONE
        self._waiting = task = asyncio.current_task()
        try:
            message = await self._receive()
        except asyncio.CancelledError:
            if not self.has_ended() or task is None or task.uncancel():
                raise  # cancelled from outside, on purpose
            return GONE
        finally:
            self._waiting = None
        return GONE if self.has_ended() else message

    def has_ended(self) -> bool:
        """True if the socket was ended from outside."""
        return self._ended

    async def send(self, message: Message) -> None:
        """Send, unless the socket has ended; then raise what a lost connection raises."""
        if self._ended:
            raise OSError("cut") if self._accepted else WebSocketDisconnect
        self._accepted = self._accepted or message["type"] == "websocket.accept"
        await self._send(message)

    def end(self, refusal: Callable[[], AppError] | None = None) -> None:
        """Receive and send nothing more. A client that gets no refusal may connect again at once."""
        if self._ended:
            return
        self._ended, self._refusal = True, refusal
        if self._waiting is not None:
            self._waiting.cancel()  # only here: work under way is finished

    async def refuse_and_close(self) -> None:
        """Close the connection of a socket that has ended, with the refusal; in the language of its client."""
        if not self._ended:
            return
        with contextlib.suppress(OSError, RuntimeError, TimeoutError):
            async with asyncio.timeout(FAREWELL_SECONDS):
                if self._refusal is not None and self._accepted:
                    refusal = self._refusal()
                    # A page that reloads gets the refusal as a page.
                    refused = encoded({"type": "error", "error": refusal.sentence, "code": refusal.code})
                    await self._send({"type": "websocket.send", "text": refused if self.api else RELOAD})
                code = CONNECT_AGAIN if self._refusal is None else POLICY_VIOLATION
                await self._send({"type": "websocket.close", "code": code})


class OpenSockets:
    """The sockets that are open at this worker."""

    def __init__(self) -> None:
        self._by_address: dict[str, set[OpenSocket]] = {}
        self._by_player: dict[str, set[OpenSocket]] = {}

    def opened(self, socket: OpenSocket) -> None:
        """Add a new socket."""
        self._by_address.setdefault(socket.address, set()).add(socket)

    def belongs(self, scope: Scope, player_id: str, key: IdentityKey) -> None:
        """Set the player of a socket, and the key it came with."""
        socket: OpenSocket = scope[SOCKET]
        socket.player_id, socket.key = player_id, key
        self._by_player.setdefault(player_id, set()).add(socket)

    def closed(self, socket: OpenSocket) -> None:
        """Forget a socket."""
        _discard(self._by_address, socket.address, socket)
        if socket.player_id is not None:
            _discard(self._by_player, socket.player_id, socket)

    def of(self, player_ids: Iterable[str] | None = None) -> list[OpenSocket]:
        """Return the sockets of these players; of all players by default."""
        wanted = self._by_player if player_ids is None else player_ids
        return [socket for player_id in wanted for socket in self._by_player.get(player_id, ())]

    def end_banned(self, bans: Iterable[Ban]) -> None:
        """Close the sockets of the players these bans keep out."""
        for ban in bans:
            for socket in self._met_by(ban):
                socket.end(ban.refusal)

    def _met_by(self, ban: Ban) -> Iterator[OpenSocket]:
        if ban.network is None:
            for player_id in ban.player_ids:
                yield from self._by_player.get(player_id, ())
            return
        for address, sockets in self._by_address.items():
            if ban.meets(None, address):
                yield from sockets


def _discard(sockets: dict[str, set[OpenSocket]], key: str, socket: OpenSocket) -> None:
    some = sockets[key]
    some.discard(socket)
    if not some:
        del sockets[key]
