"""A push service for tests, and a browser that is called through it."""

from __future__ import annotations

import threading
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Empty, Queue

import http_ece
import orjson
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

DEADLINE = 60.0  # seconds until a test gives up waiting
NO_POINT = urlsafe_b64encode(b"\x04" + b"\x07" * 64).decode().rstrip("=")
"""A public key of the right length that is no point of the curve."""


def _base64url(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


@dataclass
class Received:
    """A message that a site has sent to the service."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class PushEndpoint:
    """A small push service on 127.0.0.1. `status` is its answer; every request goes into `received`."""

    url: str
    status: int = 201
    location: str = ""
    received: Queue[Received] = field(default_factory=Queue)
    held: set[str] = field(default_factory=set)
    """Beginnings of paths whose requests wait for their answer until `release`."""
    waiting: list[str] = field(default_factory=list)
    _released: threading.Event = field(default_factory=threading.Event)

    def next(self) -> Received:
        """Return the next request."""
        return self.received.get(timeout=DEADLINE)

    def release(self) -> None:
        """Answer everything that waits, and hold nothing any more."""
        self._released.set()

    def hold(self, path: str) -> None:
        """Wait with the answer to this path, if it is held."""
        if any(path.startswith(beginning) for beginning in self.held):
            self.waiting.append(path)
            self._released.wait(DEADLINE)

    def is_silent(self) -> bool:
        """True if nothing has come that was not taken yet."""
        try:
            self.received.get_nowait()
        except Empty:
            return True
        return False


class PushBrowser:
    """A browser that has subscribed at a push service: it alone can read its messages."""

    def __init__(self, service: PushEndpoint, name: str = "one") -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._secret = b"0123456789abcdef"
        self.endpoint = f"{service.url}/{name}"
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.p256dh, self.auth = _base64url(point), _base64url(self._secret)
        keys = {"p256dh": self.p256dh, "auth": self.auth}
        self.subscription = {"endpoint": self.endpoint, "expirationTime": None, "keys": keys}

    def read(self, received: Received) -> dict[str, object]:
        """Return the message as this browser's worker gets it."""
        text = http_ece.decrypt(received.body, private_key=self._key, auth_secret=self._secret)
        message: dict[str, object] = orjson.loads(text)
        return message


@contextmanager
def push_endpoint(port: int = 0) -> Iterator[PushEndpoint]:
    """Run a push service, or what receives the messages of hooks, within the block; at this port, if it is given."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:  # the name is http.server's
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            endpoint.hold(self.path)
            endpoint.received.put(Received(self.path, headers, body))
            self.send_response(endpoint.status)
            if endpoint.location:
                self.send_header("Location", endpoint.location)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    endpoint = PushEndpoint(f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield endpoint
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
