"""The board's socket in a test."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from starlette.testclient import TestClient, WebSocketTestSession

from tools.rig.guests import LIVE

BoardPage = WebSocketTestSession
"""An open page."""


@contextmanager
def board(client: TestClient, path: str, **options: Any) -> Iterator[BoardPage]:
    """Open the page of the match at `path` (/match/…) within the block."""
    with client.websocket_connect(f"{path}/{LIVE}", **options) as session:
        yield session
