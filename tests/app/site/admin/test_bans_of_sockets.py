"""A ban ends open sockets at once, of every kind and at every worker; the others continue."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, ExitStack
from typing import Any

import orjson
import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient, WebSocketTestSession

from app.base.errors import AppError, Code
from app.base.settings import Settings
from app.learning.lessons.course import BY_SLUG
from app.main import create_app
from app.people.players import service
from app.people.players.bans import socket_guard
from app.people.players.bans.bans import Ban, BanList
from app.people.players.bans.open_sockets import CONNECT_AGAIN, POLICY_VIOLATION, OpenSockets
from app.people.players.bans.socket_guard import SocketGuard
from app.people.players.identity import COOKIE
from tests.app.site.admin.conftest import HERE, PASSWORD
from tests.support.accounts import become
from tests.support.cases import in_turn
from tests.support.service import site_of, worker
from tests.support.visitors import another, kept
from tests.support.waiting import until, wait_until
from tools.rig.guests import LIVE
from tools.rig.players import ApiPlayer, duel
from tools.rig.redis import RedisServer

Socket = AbstractContextManager[WebSocketTestSession]


def guarded(settings: Settings, **more: Any) -> Settings:
    """Return settings of a site with an admin page."""
    return Settings(data_dir=settings.data_dir, admin_token=PASSWORD, **more)


def ban(site: TestClient, **form: str) -> None:
    """Keep somebody out."""
    answer = site.post("/admin/bans", data={"kind": "ban", "reason": "Rude", **form})
    assert answer.status_code == 303, answer.text


def received_to_the_end(socket: WebSocketTestSession) -> tuple[list[Any], int]:
    """Return everything that a socket says until it is closed, and the code with which it is."""
    frames: list[Any] = []
    while (message := socket.receive())["type"] != "websocket.close":
        frames.append(orjson.loads(message["text"]))
    return frames, message["code"]


def is_cut_as_program(socket: WebSocketTestSession) -> None:
    """Check that a program gets the reason and is disconnected."""
    frames, code = received_to_the_end(socket)
    assert code == POLICY_VIOLATION and frames[-1]["code"] == "banned" and "Rude" in frames[-1]["error"]


def is_cut_as_page(socket: WebSocketTestSession) -> None:
    """Check that a page must reload, which shows the reason."""
    frames, code = received_to_the_end(socket)
    assert (frames[-1], code) == ({"type": "reload"}, POLICY_VIOLATION)


STREAMS = ("/api/matches/{}/stream", "/api/matches/{}/talk/stream", "/api/stream")
PAGES = (f"/match/{{}}/{LIVE}", f"/lobby/{LIVE}", f"/learn/{next(iter(BY_SLUG))}/{LIVE}")


@in_turn("path", STREAMS)
@in_turn("by", ["header", "message"])
def test_a_banned_program_is_cut(site: TestClient, path: str, by: str) -> None:
    ann, bob, match_id = duel(site, first="A")

    def opened(player: ApiPlayer) -> Socket:
        return site.websocket_connect(path.format(match_id), headers=player.headers if by == "header" else {})

    with opened(ann) as hers, opened(bob) as his:
        for socket, player in ((hers, ann), (his, bob)):
            if by == "message":
                socket.send_json({"token": player.token})
            socket.receive_json()
        ban(site, match=match_id, seat="A")
        is_cut_as_program(hers)
        if "talk" in path:
            his.send_json({"emote": "hello"})
            assert his.receive_json()["lines"]
        elif path == "/api/stream":
            his.send_json({"hello": 7})
            while his.receive_json() != {"type": "beat", "beat": 7}:
                pass
        else:
            his.send_json({"since": 0})
    assert bob.state(match_id)["seq"] == 0


def test_a_banned_program_that_listens_to_the_lobby_is_cut(site: TestClient) -> None:
    ann = ApiPlayer(site, "Ann")
    with (
        site.websocket_connect("/api/lobby/stream", headers=ann.headers) as hers,
        site.websocket_connect("/api/lobby/stream") as strangers,
    ):
        hers.receive_json()
        strangers.receive_json()
        ban(site, match=ann.open(), seat="A")
        is_cut_as_program(hers)
        strangers.send_json({"hello": 1})
        while "beat" not in strangers.receive_json():
            pass


@in_turn("path", PAGES)
def test_the_page_of_a_banned_player_is_cut(site: TestClient, path: str) -> None:
    visitor = another(site)
    become(visitor, "Ann")
    match_id = visitor.post("/api/matches", json={"seat": "A"}).json()["id"]
    with visitor.websocket_connect(path.format(match_id)) as page:
        page.receive_text()
        ban(site, match=match_id, seat="A")
        is_cut_as_page(page)
    page_now = visitor.get("/", headers={"Accept": "text/html"})
    assert (page_now.status_code, "Rude" in page_now.text) == (403, True)


def test_a_banned_network_is_cut_off_guests_or_not(site: TestClient) -> None:
    ann, _, match_id = duel(site)
    far = another(site)
    with (
        site.websocket_connect(f"/api/matches/{match_id}/stream") as nameless,
        site.websocket_connect(f"/api/matches/{match_id}/stream", headers=ann.headers) as hers,
        site.websocket_connect(f"/lobby/{LIVE}") as page,
        far.websocket_connect("/api/lobby/stream") as other,
    ):
        for socket in (hers, page, other):
            socket.receive_text()
        ban(site, network="192.0.2.0/24", confirmed="yes")
        is_cut_as_program(nameless)
        is_cut_as_program(hers)
        is_cut_as_page(page)
        other.send_json({"hello": 1})
        while "beat" not in other.receive_json():
            pass


def test_a_banned_token_in_the_first_message_is_refused(site: TestClient) -> None:
    ann, bob = ApiPlayer(site, "Ann"), ApiPlayer(site, "Bob")
    ban(site, match=ann.open(), seat="A")
    with site.websocket_connect("/api/stream") as stream:
        stream.send_json({"token": ann.token})
        assert stream.receive_json()["code"] == "banned"
        stream.send_json({"token": bob.token})
        assert stream.receive_json() == {"type": "own_matches", "matches": [], "challenges": []}


def ended_elsewhere(here: TestClient, there: TestClient) -> None:
    """Ban one player and end the session of another at one worker, whose sockets are at another."""
    ann, bob, match_id = duel(there)
    visitor = another(there)
    become(visitor, "Eve")
    with ExitStack() as opened:
        hers, his = (
            opened.enter_context(there.websocket_connect("/api/stream", headers=player.headers))
            for player in (ann, bob)
        )
        page = opened.enter_context(visitor.websocket_connect(f"/lobby/{LIVE}"))
        for socket in (hers, his, page):
            socket.receive_text()
        ban(here, match=match_id, seat="A")
        is_cut_as_program(hers)
        cookie = {"Cookie": f"{COOKIE}={kept(visitor.cookies)[COOKIE]}"}
        assert here.delete("/api/players/me", headers=cookie).status_code == 204
        assert received_to_the_end(page)[1] == CONNECT_AGAIN
        his.send_json({"hello": 1})
        while "beat" not in his.receive_json():
            pass


def two_workers(settings: Settings, opened: ExitStack, **more: Any) -> tuple[TestClient, TestClient]:
    """Start two workers on one database; at the first of them somebody has given the password."""
    here, there = (
        opened.enter_context(
            TestClient(create_app(guarded(settings, **more)), follow_redirects=False, client=(HERE, 1))
        )
        for _ in range(2)
    )
    assert here.post("/admin/login", data={"password": PASSWORD}).status_code == 303
    return here, there


def test_what_another_worker_decides_holds_without_hints(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_guard, "POLL", 0.05)
    with ExitStack() as opened:
        ended_elsewhere(*two_workers(settings, opened))


def test_what_another_worker_decides_holds_by_a_hint(
    settings: Settings, own_redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket_guard, "POLL", 3600.0)  # nobody looks of themselves
    with ExitStack() as opened:
        here, there = two_workers(settings, opened, redis_url=own_redis.url)
        for site in (here, there):
            bus = site_of(site).base.bus
            wait_until(lambda bus=bus: bus.connected)  # type: ignore[misc]
        ended_elsewhere(here, there)


def test_a_message_asks_the_database_nothing(
    settings: Settings, stilled: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "FRESH", 0.0)  # as after some seconds
    with TestClient(create_app(settings)) as site:
        for path in ("/api/matches/{}/stream", f"/match/{{}}/{LIVE}"):
            _plays_without_a_question(site, path)


def _plays_without_a_question(site: TestClient, path: str) -> None:
    ann, bob, match_id = duel(site, first="A")
    statements: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        statements.append(statement)

    state = ann.state(match_id)
    with site.websocket_connect(path.format(match_id), headers=ann.headers) as hers:
        hers.receive_json()
        sa.event.listen(site_of(site).base.database.engine, "before_cursor_execute", note)
        hers.send_json({"type": "act", "seq": state["seq"], "action": state["legal"][0]})
        while hers.receive_json().get("seq") != state["seq"] + 1:
            pass
        assert any(text.startswith("INSERT INTO actions") for text in statements)
        assert not any("FROM players" in text for text in statements)
    assert bob.state(match_id)["seq"] == state["seq"] + 1


async def test_the_guard_survives_its_mistakes_and_forgets_no_ban(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket_guard, "RETRY_DELAY", 0.0)
    monkeypatch.setattr(socket_guard, "POLL", 3600.0)
    asked: list[list[str]] = []

    async def fails_twice(bans: Sequence[Ban]) -> None:
        asked.append([ban.name for ban in bans])
        if len(asked) <= 2:
            raise AppError(Code.storage_unavailable) if len(asked) == 1 else ValueError("a mistake")

    async with worker(postgresql) as here:
        bans = BanList(here.base.database, here.base.writer)
        guard = SocketGuard(OpenSockets(), here.people.players, bans, lambda: True, fails_twice)
        async with guard.run():
            await bans.add("ban", await here.people.players.create("Ann"), "", None)
            await until(lambda: len(asked) > 2)
    assert asked[:3] == [["Ann"]] * 3
