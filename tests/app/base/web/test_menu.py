"""The menu of every page: whatever a visitor may look at is there, or one link further."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from typing import Final

import pytest
from starlette.testclient import TestClient

from app.learning.puzzles import daily
from tests.support.site_time import noon
from tests.support.tour import pages
from tests.support.waiting import wait_until
from tools.rig.players import ApiPlayer, duel
from tools.rig.tournaments import RunningTournament

OFFLINE_PAGES: Final = [f"/offline{page}" for page in ("", "/match", "/practice", "/create", "/replay", "/road")]
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


PRESSED: Final = re.compile(r'<(a|button)\b(?:[^>]*?\bhref="([^"]+)")?.*?</\1>', re.DOTALL)


def walked(look: Callable[[str], str], path: str, *words: str) -> tuple[int, str]:
    """Press links and buttons with these words, one after the other; return the number of presses and where they lead.
    Entries of a menu take one more."""
    count = 0
    for each in words:
        html = look(path)
        found = next((one for one in PRESSED.finditer(html) if each in one[0]), None)
        assert found is not None, (path, each)
        before = html[: found.start()]
        count += 1 + ('id="menu"' in before or before.rfind('class="site-nav"') > before.rfind("</nav>"))
        path = found[2] or path
    return count, path


def test_twelve_things_are_found_in_two_presses(visitor: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "now", lambda: noon(date(2026, 11, 26)))  # a Thursday: the home page has an easy puzzle
    ann, bob, met = duel(visitor)
    ann.act(met, 0, {"type": "resign", "player": "A"})
    cup = RunningTournament(visitor, 0, name="Friday Cup")
    for one in (ann, bob):
        assert visitor.post(f"/match/{met}/friend", headers=one.headers).status_code == 200
        assert visitor.post(f"/api/tournaments/{cup.id}/entries", json={}, headers=one.headers).status_code == 201
    cup.organize("start")
    table = f"/match/{ann.open()}"
    bob.ok("POST", f"{table.removeprefix('/match')}/join")
    visitor.cookies.clear()

    def look(path: str) -> str:
        return visitor.get(path, headers={"accept": "text/html", **ann.headers}).text

    starter = re.findall(r'href="/decks/new\?deck=([^"]+)"', look("/decks"))[0]
    built = visitor.post("/decks", data={"name": "Foam", "deck": starter}, headers=ann.headers).url.path
    wait_until(lambda: 'id="standings-title"' in look(f"/tournament/{cup.id}"))
    walks = {
        "a friend's profile": ("/", "Bob", "Profile"),
        "yesterday's puzzle": ("/", "Puzzle of the day</a>", "Yesterday"),
        "the deck just built against the computer": (built, "Play the computer"),
        "silence": (table, 'aria-label="Sound"'),
        "what a skull means": ("/", "What the marks mean"),
        "the same at a table": (table, 'id="help-button"'),
        "the standings of my tournament": ("/", "Friday Cup"),
        "the way out of a lost match": (table, "Resign"),
        "what I have played": ("/", "My matches"),
        "the rules": ("/", "Rules"),
        "night": ("/", "Settings"),
        "my language": ("/", 'lang="fr"'),
    }
    reached = {what: walked(look, *walk) for what, walk in walks.items()}
    assert {what: count for what, (count, _) in reached.items() if count > 2} == {}
    shown = {what: look(path) for what, (_, path) in reached.items()}
    assert "<h1" in shown["a friend's profile"] and "Ratings" in shown["a friend's profile"]
    assert reached["yesterday's puzzle"][1] == f"/puzzles/{daily.puzzle_of(date(2026, 11, 25)).id}"
    assert "meaning-falls" in shown["what a skull means"] and "help-marks" in shown["the same at a table"]
    assert 'id="standings-title"' in shown["the standings of my tournament"]


def test_who_is_waited_for_is_told_on_every_page(visitor: TestClient) -> None:
    ann, bob = ApiPlayer(visitor, "Ann"), ApiPlayer(visitor, "Bob")
    match_id = ann.open(first="B", seat="A")
    bob.ok("POST", f"/{match_id}/join")
    shown = {one.name: visitor.get("/matches/waits", headers=one.headers).text.strip() for one in (ann, bob)}
    assert "is waiting" not in shown["Ann"] and "1 match is waiting for you" in shown["Bob"]
