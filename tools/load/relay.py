"""The limit: a server on the same stack that only passes a message of 4 KB on to both sockets of a pair."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import uvicorn
from starlette.types import Receive, Scope, Send

from app import server
from app.settings import Settings
from tools.rig.ports import listening_socket
from tools.rig.server import ROOT

MESSAGE: Final = "x" * 4096

_pairs: dict[str, list[Send]] = {}


async def app(scope: Scope, receive: Receive, send: Send) -> None:
    """Relay messages (ASGI): two who connect to the same path are a pair; each message of one sends MESSAGE to both."""
    if scope["type"] != "websocket":
        return
    await receive()
    pair = _pairs.setdefault(scope["path"], [])
    pair.append(send)  # before the handshake is answered: a client may send as soon as it has the answer
    await send({"type": "websocket.accept"})
    while (await receive())["type"] == "websocket.receive":
        for each in pair:
            await each({"type": "websocket.send", "text": MESSAGE})
    _pairs.pop(scope["path"], None)


def _serve(fd: int) -> None:
    """Run with the site's own uvicorn options, on an inherited socket."""
    import socket

    config = server.uvicorn_config(Settings())
    config.app, config.factory, config.lifespan = app, False, "off"
    uvicorn.Server(config).run(sockets=[socket.socket(fileno=fd)])


@contextmanager
def running() -> Iterator[tuple[str, int]]:
    """Run the relay: its address (ws://…) and process id; it ends with the block."""
    with listening_socket() as listener:
        fd = listener.fileno()
        command = [sys.executable, "-m", "tools.load.relay", str(fd)]
        process = subprocess.Popen(command, cwd=ROOT, pass_fds=[fd], stdin=subprocess.DEVNULL)
        try:
            yield f"ws://127.0.0.1:{listener.getsockname()[1]}", process.pid
        finally:
            process.kill()
            process.wait()


if __name__ == "__main__":
    _serve(int(sys.argv[1]))
