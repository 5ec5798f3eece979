"""Connections without a library between them and the server: half requests, endless ones, from any loopback address."""

from __future__ import annotations

import socket
from types import TracebackType

from tools.rig.server import DEADLINE, ServerProcess

STRANGER = "127.0.0.66"  # an address that no test trusts; Linux has all of 127.0.0.0/8
HANDSHAKE = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n{more}\r\n"
)


class Raw:
    """A connection to a server."""

    def __init__(self, server: ServerProcess, source: str = STRANGER) -> None:
        self._socket = socket.create_connection(("127.0.0.1", server.port), DEADLINE, source_address=(source, 0))
        self.host = f"127.0.0.1:{server.port}"

    def __enter__(self) -> Raw:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._socket.close()

    def close(self) -> None:
        """Go."""
        self._socket.close()

    def send(self, data: bytes) -> bool:
        """Send; False if the server has closed."""
        try:
            self._socket.sendall(data)
        except OSError:
            return False
        return True

    def get(self, path: str, **headers: str) -> None:
        """Send a whole request without a body."""
        lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
        self.send(f"GET {path} HTTP/1.1\r\nHost: {self.host}\r\n{lines}\r\n".encode())

    def upgrade(self, path: str, **headers: str) -> None:
        """Ask for a websocket."""
        more = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
        self.send(HANDSHAKE.format(path=path, host=self.host, more=more).encode())

    def status(self) -> int | None:
        """Return the status of the next answer, read no further than its head; None if the server closed instead."""
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            byte = self._receive(1)
            if not byte:
                return None
            head += byte
        self.head = head.decode("latin-1").lower()
        return int(head.split()[1])

    def header(self, name: str) -> str | None:
        """Return a header of the answer that `status` has read."""
        lines = [line.partition(": ") for line in self.head.split("\r\n")]
        return next((value for key, _, value in lines if key == name), None)

    def skip_body(self) -> None:
        """Read the body whose head `status` has read."""
        left = int(self.header("content-length") or 0)
        while left:
            left -= len(self._receive(left))

    def receives(self, wanted: bytes) -> bool:
        """Read on until these bytes come; False if the server closes before."""
        received = b""
        while wanted not in received:
            more = self._receive(65536)
            if not more:
                return False
            received += more
        return True

    def ended(self) -> bool:
        """Wait until the server closes, whatever it says before."""
        while self._receive(65536):
            pass
        return True

    def _receive(self, size: int) -> bytes:
        try:
            return self._socket.recv(size)
        except ConnectionError:
            return b""
