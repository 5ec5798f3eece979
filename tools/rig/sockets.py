"""Sockets of programs, as small as a client may be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import orjson
from websockets.asyncio.client import ClientConnection, connect

from tools.rig.json import Json

CONNECT_SECONDS = 60


def open_socket(url: str, path: str, headers: Mapping[str, str] | None = None, **options: Any) -> connect:
    """Return a connection to be awaited, or used as an async context manager; `options` are those of websockets."""
    usual = {"compression": None, "max_size": None, "ping_interval": None, "proxy": None}
    chosen = {**usual, "open_timeout": CONNECT_SECONDS, "close_timeout": 1, **options}
    return connect(url.replace("http", "ws", 1) + path, additional_headers=headers, **chosen)


async def send_action(socket: ClientConnection, seq: int, action: Json) -> None:
    """Send an action; it is answered by an update or an error."""
    await socket.send(orjson.dumps({"type": "act", "seq": seq, "action": action}), text=True)


async def receive(socket: ClientConnection) -> Json:
    """Return the next message."""
    message: Json = orjson.loads(await socket.recv(decode=False))
    return message
