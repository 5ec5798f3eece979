"""A match page whose actions are kept instead of sent, for tests of what happens before an answer."""

from __future__ import annotations

import json
import re
from typing import Final

from playwright.sync_api import Page, WebSocketRoute

LIVE: Final = re.compile(r"/match/[\w-]+/live\?")
Line = tuple[WebSocketRoute, WebSocketRoute, str | bytes]


def held_back(page: Page) -> list[Line]:
    """Keep the actions that the page sends from now on: the page's line, the server's, the message."""
    kept: list[Line] = []

    def route(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def said(message: str | bytes) -> None:
            if "action" in json.loads(message):
                kept.append((line, server, message))
            else:
                server.send(message)

        line.on_message(said)

    page.route_web_socket(LIVE, route)
    return kept
