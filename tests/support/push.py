"""A push service for tests, and a browser that is called through it."""

from __future__ import annotations

import base64
import threading
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


def _base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


@dataclass
class Received:
    """What a site has handed to the service."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class PushEndpoint:
    """A small push service on 127.0.0.1. `status` is what it answers; everything that comes goes into `received`."""

    url: str
    status: int = 201
    location: str = ""
    received: Queue[Received] = field(default_factory=Queue)

    def next(self) -> Received:
        """Return what comes next."""
        return self.received.get(timeout=DEADLINE)

    def is_silent(self) -> bool:
        """Return whether nothing has come that was not taken yet."""
        try:
            self.received.get_nowait()
        except Empty:
            return True
        return False


class PushBrowser:
    """A browser that has subscribed at a push service: it alone can read what comes for it."""

    def __init__(self, service: PushEndpoint, name: str = "one") -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._secret = b"0123456789abcdef"
        self.endpoint = f"{service.url}/{name}"
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.subscription = {
            "endpoint": self.endpoint,
            "keys": {"p256dh": _base64url(point), "auth": _base64url(self._secret)},
        }

    def read(self, received: Received) -> dict[str, object]:
        """Return the message as this browser's worker gets it."""
        text = http_ece.decrypt(received.body, private_key=self._key, auth_secret=self._secret)
        message: dict[str, object] = orjson.loads(text)
        return message


@contextmanager
def push_endpoint() -> Iterator[PushEndpoint]:
    """Run a push service within the block."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:  # the name is http.server's
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            endpoint.received.put(Received(self.path, headers, body))
            self.send_response(endpoint.status)
            if endpoint.location:
                self.send_header("Location", endpoint.location)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    endpoint = PushEndpoint(f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield endpoint
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
