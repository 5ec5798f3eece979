"""The board's socket in a test: frames with their HTML whole, as a page sees them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from starlette.testclient import TestClient, WebSocketTestSession

from tests.support.texts import ReceivedTexts


class BoardPage:
    """An open page."""

    def __init__(self, session: WebSocketTestSession) -> None:
        self._session = session
        self._texts = ReceivedTexts()
        self.raw: dict[str, Any] = {}
        """The last frame as it came."""

    def receive_json(self) -> dict[str, Any]:
        """Return the next frame."""
        self.raw = self._session.receive_json()
        return self._texts.complete(self.raw)

    def send_json(self, message: Any) -> None:
        """Say something."""
        self._session.send_json(message)


@contextmanager
def board(client: TestClient, path: str, **options: Any) -> Iterator[BoardPage]:
    """Open the page of the match at `path` (/match/…) within the block."""
    with client.websocket_connect(f"{path}/live", **options) as session:
        yield BoardPage(session)
