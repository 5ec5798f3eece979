"""A very long match in a real browser: its log and its replay's log come in parts."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing

import httpx
import orjson
import pytest
from playwright.sync_api import expect

from engine.match import Options
from tests.support.browser import Visitors
from tests.support.longest import long_play
from tools.rig.players import ApiPlayer, duel
from tools.rig.server import ServerProcess

ACTIONS = 650


@pytest.fixture(scope="module")
def long(site: ServerProcess) -> Iterator[tuple[ApiPlayer, str]]:
    """Bob and the id of his duel with Ann, which has so many actions, by hand put into the database."""
    with httpx.Client(base_url=site.url) as client:
        _, bob, match_id = duel(client, deck=1, first="A")
        with closing(sqlite3.connect(site.folder / "data" / "clash.db", timeout=60)) as file, file:
            found = file.execute("SELECT options FROM matches WHERE id = ?", (match_id,)).fetchone()
            moves, _ = long_play(Options.from_json(orjson.loads(found[0])), ACTIONS)
            rows = [
                (match_id, seq, move.by, orjson.dumps(move.action), time.time()) for seq, move in enumerate(moves, 1)
            ]
            file.executemany("INSERT INTO actions (match_id, seq, seat, action, at) VALUES (?, ?, ?, ?, ?)", rows)
        yield bob, match_id


def test_a_long_log_begins_with_its_last_part(visitors: Visitors, long: tuple[ApiPlayer, str]) -> None:
    page = visitors.visitor()
    page.goto(f"/match/{long[1]}")
    earlier = page.locator("#log .log-earlier button")
    expect(earlier).to_have_count(1)
    expect(page.locator("#log")).not_to_contain_text("Turn 1:")
    for _ in range(2):
        count = page.locator("#log > li").count()
        earlier.click()
        page.wait_for_function("count => document.querySelectorAll('#log > li').length > count + 100", arg=count)
    expect(earlier).to_have_count(0)
    expect(page.locator("#log .line-heading").first).to_have_text("Turn 1: Ann")


def test_a_long_replay_shows_the_lines_around_its_step(visitors: Visitors, long: tuple[ApiPlayer, str]) -> None:
    bob, match_id = long
    if bob.state(match_id)["status"] == "playing":
        bob.act(match_id, ACTIONS, {"type": "resign", "player": "B"})
    page = visitors.visitor()
    page.goto(f"/match/{match_id}/replay?step=3")
    expect(page.locator("#play")).to_be_visible()
    log = page.locator("#log")
    expect(log).to_have_attribute("data-part", "0")
    page.keyboard.press("End")
    expect(log).to_have_attribute("data-part", "400")
    expect(page.locator("#log [aria-current=step]").first).to_have_attribute("data-at", str(ACTIONS + 1))
    page.get_by_role("link", name="What happened earlier").click()
    expect(page.locator("#stage")).to_have_attribute("data-step", "399")
    expect(log).to_have_attribute("data-part", "0")
    expect(page.get_by_role("link", name="What happened later")).to_have_count(1)
