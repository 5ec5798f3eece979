"""The requests of a page, as Chromium counts it on the wire, and a connection like that of a phone far from the
city."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, TypedDict

from playwright.sync_api import Page

LATENCY: Final = 150  # milliseconds until an answer begins
DOWN: Final = 1600  # kilobits a second
UP: Final = 750


class _Loaded(TypedDict):
    requestId: str
    encodedDataLength: float


@contextmanager
def counted(page: Page) -> Iterator[dict[str, float]]:
    """Give a dictionary that holds, by request, the bytes that came over the wire within the block, headers included.

    The browser's cache is empty at its beginning. Messages of sockets are not counted.
    """
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.clearBrowserCache")
    got: dict[str, float] = {}

    def loaded(event: _Loaded) -> None:
        got[event["requestId"]] = event["encodedDataLength"]

    session.on("Network.loadingFinished", loaded)
    yield got
    session.detach()


@contextmanager
def slow_connection(page: Page) -> Iterator[None]:
    """Give the page a connection of `DOWN` and `UP` kilobits a second whose answers begin after `LATENCY`, and no
    cache."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.clearBrowserCache")
    slow = {"latency": LATENCY, "downloadThroughput": DOWN * 125, "uploadThroughput": UP * 125, "offline": False}
    session.send("Network.emulateNetworkConditions", slow)
    yield
    session.detach()
