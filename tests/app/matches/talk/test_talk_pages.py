"""Talk next to a match, on its page: the pieces of HTML, what a page sends, and who is blocked."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.base.settings import Settings
from tests.support.boards import BoardPage, board
from tests.support.visitors import another
from tools.rig.json import Json
from tools.rig.players import ApiPlayer

HTML = {"Accept": "text/html"}


class Browser:
    """A visitor's browser at a match, and what its page receives."""

    def __init__(self, client: TestClient, path: str) -> None:
        self.client = client
        self.path = path

    def say(self, **fields: str) -> Any:
        """Send what the page sends when somebody speaks."""
        return self.client.post(f"{self.path}/talk", data=fields)

    @contextmanager
    def page(self) -> Iterator[Received]:
        """Open the page within the block."""
        with board(self.client, self.path) as socket:
            yield Received(socket)


class Received:
    """The pieces of talk that an open page gets."""

    def __init__(self, socket: BoardPage) -> None:
        self.socket = socket

    def piece(self) -> Json:
        """Return the next one."""
        while True:
            message: Json = self.socket.receive_json()
            if message["type"].startswith("talk"):
                return message


@pytest.fixture
def table(shared_client: TestClient) -> tuple[Browser, Browser, Browser]:
    """Provide two players at a table and a visitor who watches."""
    client, guest, visitor = (another(shared_client) for _ in range(3))
    fields = {"mode": "duel", "format": "preconstructed", "deck": "1", "first": "me", "name": "Anna"}
    path = client.post("/new", data=fields, headers=HTML, follow_redirects=False).headers["location"]
    guest.post(f"{path}/join", data={"deck": "2", "name": "<i>Bo"}, headers=HTML)
    return Browser(client, path), Browser(guest, path), Browser(visitor, path)


def test_a_line_comes_to_both_pages_and_is_no_markup(table: tuple[Browser, Browser, Browser]) -> None:
    anna, bo, _ = table
    with anna.page() as hers, bo.page() as his:
        whole = hers.piece()
        assert whole["type"] == "talk_panel" and 'id="talk-text"' in whole["content"]
        assert his.piece()["type"] == "talk_panel"
        assert bo.say(text="<script>alert(1)</script>").json() == {"said": ""}
        for received, mine in ((hers, False), (his, True)):
            piece = received.piece()
            assert piece["type"] == "talk_lines" and "&lt;script&gt;" in piece["content"]
            assert "&lt;i&gt;Bo" in piece["content"] and "<script" not in piece["content"]
            assert ("talk-mine" in piece["content"]) == mine and ("data-person" in piece["content"]) != mine


def test_a_page_that_comes_later_gets_everything(table: tuple[Browser, Browser, Browser]) -> None:
    anna, bo, _ = table
    anna.say(emote="luck")
    with bo.page() as his:
        assert "img/emotes/luck" in his.piece()["content"]


def test_a_visitor_who_watches_becomes_a_guest_by_speaking(table: tuple[Browser, Browser, Browser]) -> None:
    anna, _, visitor = table
    with visitor.page() as seen:
        assert 'name="name"' in seen.piece()["content"]
    assert visitor.say(text="hello from the shore", name="Eve").json() == {"said": "", "reload": True}
    with visitor.page() as seen, anna.page() as hers:
        assert "hello from the shore" in (piece := seen.piece()["content"]) and 'name="name"' not in piece
        assert "hello from the shore" not in hers.piece()["content"]


def test_a_muted_player_vanishes_from_the_open_page_and_can_be_unmuted(table: tuple[Browser, Browser, Browser]) -> None:
    anna, bo, _ = table
    bo.say(text="slow coach")
    with anna.page() as hers:
        assert "slow coach" in hers.piece()["content"]
        assert anna.client.post(f"{anna.path}/talk/mute", data={"person": "B"}).json() == {"said": ""}
        piece = hers.piece()
        assert piece["type"] == "talk_panel" and "slow coach" not in piece["content"]
        assert 'data-unmute="B"' in piece["content"]
        anna.client.post(f"{anna.path}/talk/mute", data={"person": "B", "on": "false"})
        assert "slow coach" in hers.piece()["content"]


def test_a_bot_account_that_watches_is_marked_in_its_line(table: tuple[Browser, Browser, Browser]) -> None:
    _ann, _bob, visitor = table
    match_id = visitor.path.rsplit("/", 1)[-1]
    with visitor.page() as watched:
        watched.piece()
        ApiPlayer(another(visitor.client), "Bolt", bot=True).ok("POST", f"/{match_id}/talk", {"emote": "wow"})
        assert "<bdi>Bolt (bot)</bdi>" in watched.piece()["content"]
    with visitor.page() as later:
        assert "<bdi>Bolt (bot)</bdi>" in later.piece()["content"], "as it is stored"


def test_the_panel_is_empty_until_somebody_sits_down(visitor: TestClient) -> None:
    fields = {"mode": "duel", "format": "preconstructed", "deck": "1", "name": "Anna"}
    path = visitor.post("/new", data=fields, headers=HTML, follow_redirects=False).headers["location"]
    anna, guest = Browser(visitor, path), another(visitor)
    with anna.page() as hers:
        assert hers.piece() == {"type": "talk_panel", "content": ""}
        guest.post(f"{path}/join", data={"deck": "2", "name": "Bo"}, headers=HTML)
        assert 'id="talk-text"' in hers.piece()["content"]


def test_refusals_are_one_sentence(table: tuple[Browser, Browser, Browser]) -> None:
    anna, _, visitor = table
    for answer, code in (
        (anna.say(text=""), "nothing_said"),
        (anna.client.post(f"{anna.path}/talk/mute", data={"person": "A"}), "not_yourself"),
        (visitor.client.post(f"{visitor.path}/talk/block", data={"person": "A"}), "no_token"),
        (anna.client.post(f"{anna.path}/talk/report", data={"person": "everybody"}), "malformed"),
    ):
        assert answer.json()["code"] == code and answer.json()["error"]


def test_a_visitor_who_is_refused_is_made_no_guest(
    table: tuple[Browser, Browser, Browser], shared_settings: Settings
) -> None:
    anna, _, visitor = table
    opened = anna.client.post("/new", data={"mode": "solo"}, headers=HTML, follow_redirects=False)
    path = opened.headers["location"]
    with closing(sqlite3.connect(shared_settings.data_dir / "clash.db")) as database:
        before = database.execute("SELECT count(*) FROM players").fetchone()
        assert Browser(visitor.client, path).say(emote="hello").json()["code"] == "no_talk_here"
        assert visitor.say(text=" ").json()["code"] == "nothing_said"
        assert database.execute("SELECT count(*) FROM players").fetchone() == before


def test_one_takes_a_block_back(table: tuple[Browser, Browser, Browser]) -> None:
    anna, _, _ = table
    assert "You have not blocked anybody." in anna.client.get("/blocked", headers=HTML).text
    assert "Blocked." in anna.client.post(f"{anna.path}/talk/block", data={"person": "B"}).json()["said"]
    page = anna.client.get("/blocked", headers=HTML).text
    (path,) = re.findall(r"/blocked/[\w-]+/withdraw", page)
    assert "&lt;i&gt;Bo" in page
    anna.client.post(path, headers=HTML)
    assert "You have not blocked anybody." in anna.client.get("/blocked", headers=HTML).text
