"""Notices reach open boards at once, and other workers by a hint or by polling; past ones are forgotten."""

from __future__ import annotations

import asyncio
import time

import pytest
from starlette.testclient import TestClient

from app.base.settings import Settings
from app.base.subscriber import Subscriber
from app.main import create_app
from app.people.notices import notices
from app.people.notices.notices import Notice
from tests.support.service import DEADLINE, site_of, worker
from tests.support.waiting import until
from tools.rig.guests import LIVE
from tools.rig.players import ApiPlayer
from tools.rig.redis import RedisServer


def test_an_open_board_gets_them_at_once(visitor: TestClient) -> None:
    ann = ApiPlayer(visitor)
    match_id = ann.open(mode="solo")
    service = site_of(visitor).people.notices
    assert visitor.portal is not None
    with visitor.websocket_connect(f"/match/{match_id}/{LIVE}", headers=ann.headers) as board:
        assert board.receive_json()["type"] == "snapshot"
        visitor.portal.call(service.announce, "Hello <everybody>", None)
        frame = board.receive_json()
        assert frame["type"] == "banner" and 'hx-swap-oob="outerMorph" id="banner"' in frame["content"]
        assert "Hello &lt;everybody&gt;" in frame["content"]
        visitor.portal.call(service.announce, "", None)
        assert "Hello" not in board.receive_json()["content"]
    visitor.portal.call(service.announce_stop, 3)
    with visitor.websocket_connect(f"/match/{match_id}/{LIVE}", headers=ann.headers) as board:
        frames = [board.receive_json(), board.receive_json()]
        [banner] = [frame for frame in frames if frame["type"] == "banner"]
        assert "data-left=" in banner["content"]


@pytest.mark.parametrize("with_redis", [True, False])
async def test_other_workers_show_them_too(
    postgresql: str, with_redis: bool, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    redis_url = ""
    if with_redis:
        server: RedisServer = request.getfixturevalue("own_redis")
        redis_url = server.url
    monkeypatch.setattr(notices, "CHECK_SECONDS", 600.0 if with_redis else 0.1)
    async with worker(postgresql, redis_url) as here, worker(postgresql, redis_url) as there:
        async with asyncio.timeout(DEADLINE):
            await until(lambda: not with_redis or (here.base.bus.connected and there.base.bus.connected))
            changes = Subscriber()
            with there.people.notices.followed(None, changes):
                await here.people.notices.announce("Hello", None)
                await changes.woken()
        assert [notice.text for notice in there.people.notices.shown()] == ["Hello"]


def test_what_was_announced_survives_a_restart_but_a_past_stop_does_not(settings: Settings) -> None:
    with TestClient(create_app(settings)) as client:
        assert client.portal is not None
        service = site_of(client).people.notices
        client.portal.call(service.announce, "Cup on Sunday", None)
        client.portal.call(service.announce_stop, 0)
        assert [notice.kind for notice in service.shown()] == ["shutdown", "announcement"]
    with TestClient(create_app(settings)) as client:
        service = site_of(client).people.notices
        assert [notice.text for notice in service.shown()] == ["Cup on Sunday"]


def test_when_they_are_due(monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)
    assert Notice("announcement", "x", None).is_due(now)
    assert Notice("announcement", "x", now + 1).is_due(now)
    assert not Notice("announcement", "x", now - 1).is_due(now)
    assert Notice("shutdown", "", now - 1).is_due(now)
    assert not Notice("shutdown", "", now - notices.OVERDUE).is_due(now)
    assert (Notice("shutdown", "", now + 61).minutes_left, Notice("shutdown", "", now - 9).seconds_left) == (2, 0)
