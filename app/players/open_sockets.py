"""The open sockets of each guest at this worker: those of a session that has ended, or of a guest who is another one by
now, are closed, so that a page connects again as whoever it is."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.errors import AppError
from app.players.player import Player

CONNECT_AGAIN: Final = 1012  # "service restart": the client may come back at once
LINE: Final = "line"

Identify = Callable[[], Awaitable[Player | None]]


class OpenSocket:
    """One open socket: whose it is, how that is asked again, and the way to close it."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._is_cut = False
        self.player_id = ""
        self.identify: Identify | None = None

    async def send(self, message: Message) -> None:
        """Send, unless the socket was cut; the OSError that says so is what a lost connection gives."""
        if self._is_cut:
            raise OSError("cut")
        await self._send(message)

    async def cut(self) -> None:
        """Close the socket."""
        if not self._is_cut:
            self._is_cut = True
            await self._send({"type": "websocket.close", "code": CONNECT_AGAIN})


class OpenSockets:
    """Knows the sockets that are open here. `look_at` is called for a guest of whom something has changed."""

    def __init__(self) -> None:
        self._lines: dict[str, set[OpenSocket]] = {}
        self._looks: set[asyncio.Task[None]] = set()

    def belongs(self, scope: Scope, player: Player, identify: Identify) -> None:
        """Note whose a socket is, and how that can be asked again."""
        line = scope.get(LINE)
        if isinstance(line, OpenSocket):
            line.player_id, line.identify = player.id, identify
            self._lines.setdefault(player.id, set()).add(line)

    def forget(self, line: OpenSocket) -> None:
        """Forget a socket that has closed."""
        mine = self._lines.get(line.player_id, set())
        mine.discard(line)
        if not mine:
            self._lines.pop(line.player_id, None)

    def look_at(self, player_id: str) -> None:
        """Cut those sockets of a guest that are not theirs any more; returns at once."""
        for line in self._lines.get(player_id, ()):
            look = asyncio.create_task(_look(line))
            self._looks.add(look)
            look.add_done_callback(self._looks.discard)


async def _look(line: OpenSocket) -> None:
    assert line.identify is not None
    try:
        player = await line.identify()
    except AppError:
        return  # the database is away: nobody can be told from anybody now
    if player is None or player.id != line.player_id:
        await line.cut()


class SocketLines:
    """ASGI middleware: lets each socket be cut from outside."""

    def __init__(self, app: ASGIApp, sockets: OpenSockets) -> None:
        self.app = app
        self._sockets = sockets

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on, sockets with a line of their own."""
        if scope["type"] != "websocket":
            await self.app(scope, receive, send)
            return
        line = scope[LINE] = OpenSocket(send)
        try:
            await self.app(scope, receive, line.send)
        finally:
            self._sockets.forget(line)
