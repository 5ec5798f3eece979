"""One page, one move: two browsers at a real server, the shortest way through the whole site (part of `make quick`)."""

from __future__ import annotations

import json

import httpx
from websockets.sync.client import ClientConnection, connect

from tools.rig.guests import LIVE
from tools.rig.server import DEADLINE, ServerProcess


def browser(site: ServerProcess) -> httpx.Client:
    """Return a visitor with cookies of their own."""
    return httpx.Client(base_url=site.url, timeout=DEADLINE, headers={"Accept": "text/html"}, follow_redirects=True)


def live(site: ServerProcess, visitor: httpx.Client, path: str) -> ClientConnection:
    """Return the open socket of a visitor's board."""
    cookie = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
    headers = {"Cookie": cookie, "Origin": site.url}
    address = f"{site.ws_url}{path}/{LIVE}"
    return connect(address, additional_headers=headers, open_timeout=DEADLINE, max_size=None, proxy=None)


def frame(socket: ClientConnection, seq: int) -> str:
    """Return the HTML of the first frame that tells of that action."""
    while True:
        received = json.loads(socket.recv(DEADLINE))
        if received.get("seq") == seq and "content" in received:
            return str(received["content"])


def test_a_page_is_drawn_and_a_move_is_seen_by_both(site: ServerProcess) -> None:
    with browser(site) as ann, browser(site) as bob:
        fields = {"mode": "duel", "format": "preconstructed", "deck": "1", "first": "me", "name": "Ann"}
        path = ann.post("/new", data=fields).url.path
        bob.post(f"{path}/join", data={"deck": "2", "name": "Bob"})
        page = ann.get(path)
        assert page.status_code == 200
        assert 'id="stage"' in page.text
        with live(site, ann, path) as hers, live(site, bob, path) as his:
            for socket in (hers, his):
                assert 'id="stage"' in frame(socket, 0)
            hers.send(json.dumps({"type": "act", "seq": 0, "action": {"type": "end_summon"}}))
            for socket in (hers, his):
                assert 'id="turn"' in frame(socket, 1)
