"""The menu of every page: whatever a visitor may look at is there, or one link further."""

from __future__ import annotations

import re
from typing import Final

from starlette.testclient import TestClient

from tests.support.tour import pages
from tools.rig.players import ApiPlayer

OFFLINE_PAGES: Final = [f"/offline{page}" for page in ("", "/match", "/practice", "/create", "/replay")]
NO_PLACE: Final = {
    **dict.fromkeys(("/matches/awaiting", "/matches/ongoing", "/matches/waits", "/puzzles/today"), "a part of a page"),
    **dict.fromkeys(
        ("/offline/offer", "/rules/beside", "/rules/found", "/settings/faces", "/solo/sum", "/studies/choice"),
        "a part of a page",
    ),
    **dict.fromkeys(("/admin", "/admin/join", "/admin/players"), "for hosts, who know the way"),
    **dict.fromkeys(
        ("/imprint", "/privacy", "/house-rules", "/contact"), "in the footer, where the host has written it"
    ),
    **dict.fromkeys(("/decks/import", "/designer/import", "/designer/new"), "forms of pages that are there"),
    "/account/device": "from the page of the account",
    **dict.fromkeys((*OFFLINE_PAGES, "/manifest.webmanifest"), "browsers ask for it"),
    "/invite": "only on sites by invitation",
}
"""Addresses that nobody looks for, and why."""


def links(html: str) -> set[str]:
    """Return the addresses of this site to which a part of a page leads."""
    return {found.partition("?")[0] for found in re.findall(r'href="(/(?!static/)[^"#]*)', html)}


def test_every_page_is_in_the_menu_or_one_link_further(visitor: TestClient) -> None:
    anna = ApiPlayer(visitor, "Anna")

    def look(path: str) -> str:
        return visitor.get(path, headers={"accept": "text/html", **anna.headers}).text

    first = look("/")
    menu = links(first.partition('<nav class="site-nav"')[2].partition("</nav>")[0])
    assert {"/new", "/campaign", "/learn", "/puzzles", "/studies", "/profile", "/friends", "/settings"} <= menu
    footer = links(first.partition("<footer")[2])
    reached = {"/"}.union(menu, footer, *(links(look(path)) for path in menu))
    assert sorted(path for path in pages() if "{" not in path and path not in reached | NO_PLACE.keys()) == []
    for path in menu:  # and it is the same everywhere
        assert menu <= links(look(path)), path


def test_who_is_waited_for_is_told_on_every_page(visitor: TestClient) -> None:
    ann, bob = ApiPlayer(visitor, "Ann"), ApiPlayer(visitor, "Bob")
    match_id = ann.open(first="B", seat="A")
    bob.ok("POST", f"/{match_id}/join")
    shown = {one.name: visitor.get("/matches/waits", headers=one.headers).text.strip() for one in (ann, bob)}
    assert "is waiting" not in shown["Ann"] and "1 match is waiting for you" in shown["Bob"]
