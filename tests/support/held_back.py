"""A match page whose actions are kept instead of sent, for tests of what happens before an answer. What the page sends
again is kept once."""

from __future__ import annotations

import json
import re
from itertools import count
from typing import Final

from playwright.sync_api import Page, WebSocketRoute

from tests.support.waiting import wait_until

LIVE: Final = re.compile(r"/match/[\w-]+/live\?")
Line = tuple[WebSocketRoute, WebSocketRoute, str | bytes]


def held_back(page: Page) -> list[Line]:
    """Keep the actions that the page sends from now on: the page's line, the server's, the message.

    The same press over the same line is kept once; what the test has taken away does not come back.
    """
    kept: list[Line] = []
    seen: set[tuple[int, str]] = set()
    numbers = count()

    def route(line: WebSocketRoute) -> None:
        server, number = line.connect_to_server(), next(numbers)

        def said(message: str | bytes) -> None:
            content = json.loads(message)
            if "action" in content:
                if (number, content["press"]) not in seen:
                    kept.append((line, server, message))
                seen.add((number, content["press"]))
            else:
                server.send(message)

        line.on_message(said)

    page.route_web_socket(LIVE, route)
    return kept


def cut(page: Page, lines: list[WebSocketRoute]) -> None:
    """Break the newest of a page's lines, and wait until it has another: it may be without one for a moment only."""
    known = len(lines)
    lines[-1].close(code=1011)
    wait_until(lambda: page.evaluate("1") == 1 and len(lines) > known, "the page takes no new line")
