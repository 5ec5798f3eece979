"""Matches by forms in a test, and the board's socket."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager

from starlette.testclient import TestClient, WebSocketTestSession

from tools.rig.guests import LIVE
from tools.rig.json import Json

HTML = {"Accept": "text/html"}
BoardPage = WebSocketTestSession
"""An open page."""


def opened(host: TestClient, **fields: str | list[str]) -> str:
    """Return the path of a match that this visitor opens with the form."""
    answer = host.post("/new", data=fields, headers=HTML, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def seated(host: TestClient, guest: TestClient, *, guest_name: str = "Bo", **fields: str) -> str:
    """Return the path of a duel that Anna, the host, begins with starter decks 1 and 2, if the fields say no other."""
    usual = {"mode": "duel", "format": "preconstructed", "deck": "1", "first": "me", "name": "Anna"}
    path = opened(host, **{**usual, **fields})
    joined = guest.post(f"{path}/join", data={"deck": "2", "name": guest_name}, headers=HTML, follow_redirects=False)
    assert joined.status_code == 303, joined.text
    return path


@contextmanager
def board(client: TestClient, path: str, headers: Mapping[str, str] | None = None) -> Iterator[BoardPage]:
    """Open the page of the match at `path` (/match/…) within the block."""
    with client.websocket_connect(f"{path}/{LIVE}", headers=dict(headers or {})) as session:
        yield session


@contextmanager
def boards(path: str, *visitors: TestClient) -> Iterator[list[BoardPage]]:
    """Open the page of a match for each of these within the block; their first frames are read."""
    with ExitStack() as stack:
        pages = [stack.enter_context(board(visitor, path)) for visitor in visitors]
        for page in pages:
            assert page.receive_json()["type"] == "snapshot"
        yield pages


def frame_where(page: BoardPage, wanted: Callable[[Json], bool]) -> Json:
    """Return the next frame of which that is true."""
    while True:
        frame: Json = page.receive_json()
        if wanted(frame):
            return frame


def frame_with(page: BoardPage, words: str) -> str:
    """Return the HTML of the next frame that has these words, or is a refusal with that code."""
    found = frame_where(page, lambda frame: words in frame.get("content", "") or words == frame.get("code"))
    return str(found.get("content", ""))


def moved(page: BoardPage) -> Json:
    """Return the next frame that is about an action; presence comes in between as it pleases."""
    return frame_where(page, lambda each: "events" in each or each["type"] in ("error", "beat", "snapshot"))
