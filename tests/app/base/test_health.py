"""`/healthz`, `/readyz`, `/metrics`."""

from __future__ import annotations

import random
import resource
import shutil
from pathlib import Path

import httpx
import pytest
from starlette.testclient import TestClient

from app.base import health
from app.base.i18n import FURTHER_LOCALES
from app.base.settings import Settings
from app.main import create_app
from app.matches.bots import thinking
from app.matches.helpers import process
from tests.conftest import StartServer
from tests.support.boards import HTML
from tests.support.service import site_of
from tests.support.waiting import wait_until
from tools.rig.guests import LIVE
from tools.rig.players import ApiPlayer, duel, play_on
from tools.rig.postgres import PostgresServer
from tools.rig.redis import RedisServer
from tools.rig.server import DEADLINE

BANNER = "Part of this server is not running, so"
STUCK = "cannot think at the moment: part of this server is not running."
THINKS = "is thinking."


def test_a_fresh_site_is_alive_and_ready(visitor: TestClient) -> None:
    assert visitor.get("/healthz").json() == {"status": "ok"}
    ready = visitor.get("/readyz")
    assert ready.status_code == 200
    assert ready.json() == {
        "status": "ok", "database": "ok", "migrations": "ok", "writes": "ok", "disk": "ok", "redis": "none",
        "failing_tasks": [], "failing_helpers": [],
    }  # fmt: skip


def becomes(client: httpx.Client | TestClient, code: int, **words: str) -> None:
    """Wait until /readyz answers with this code and these words: it looks once a second."""

    def ready() -> bool:
        answer = client.get("/readyz")
        return answer.status_code == code and words.items() <= answer.json().items()

    wait_until(ready, f"/readyz never answers with {code} and {words}")


def does_not_start(*_: object) -> None:
    """Begin a helper that ends at once."""
    raise SystemExit(1)


@pytest.mark.usefixtures("looks_often")
def test_a_helper_that_does_not_start_is_seen_by_hosts_and_read_by_players(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "prepare", does_not_start)
    monkeypatch.setattr(process, "RETRY_SECONDS", 0.1)
    with TestClient(create_app(settings.model_copy(update={"bot_pause_seconds": 0}))) as client:
        ann = ApiPlayer(client, "Ann")
        match_id = ann.open(mode="duel", format="preconstructed", opponent="bot:1", first="B")

        def board_page() -> str:
            return client.get(f"/match/{match_id}", headers={**HTML, **ann.headers}).text

        wait_until(lambda: client.get("/readyz").json()["failing_helpers"] == ["bots-0"])
        assert client.get("/readyz").json()["status"] == "ok"  # people play on
        assert client.get("/api/status").json()["helpers"] == "away"
        assert "All is well." not in client.get("/status").text
        wait_until(lambda: BANNER in client.get("/cards", headers=HTML).text)
        wait_until(lambda: STUCK in (page := board_page()) and THINKS not in page)
        with client.websocket_connect(f"/match/{match_id}/{LIVE}", headers=ann.headers) as board:
            frames = [board.receive_json() for _ in range(2)]
            assert any(BANNER in frame.get("content", "") for frame in frames)
            assert any(STUCK in str(frame) for frame in frames)
        monkeypatch.undo()
        for helper in site_of(client).matches.thinkers.helpers:
            monkeypatch.setattr(helper, "_parts", (0, FURTHER_LOCALES, thinking.prepare))
        wait_until(lambda: client.get("/readyz").json()["failing_helpers"] == [])
        wait_until(lambda: ann.state(match_id)["seq"] > 0)
        wait_until(lambda: BANNER not in client.get("/cards", headers=HTML).text)
        assert STUCK not in board_page()


@pytest.fixture
def looks_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a site in this process look ten times as often how it is."""
    monkeypatch.setattr(health, "CHECK_SECONDS", 0.1)


@pytest.mark.usefixtures("looks_often")
@pytest.mark.parametrize("replaced", [False, True])
def test_a_database_file_that_is_deleted_or_replaced(settings: Settings, replaced: bool) -> None:
    with TestClient(create_app(settings)) as client:
        ann = ApiPlayer(client, "Ann")
        file = settings.data_dir / "clash.db"
        copied = file.read_bytes()
        file.unlink()
        if replaced:
            file.write_bytes(copied)
        becomes(client, 503, database="gone", status="unready")
        refused = client.post("/api/matches", json={"mode": "solo"}, headers=ann.headers)
        assert (refused.status_code, refused.json()["code"]) == (503, "storage_unavailable")


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="only Linux limits another process")
def test_a_write_that_failed_and_one_that_succeeds_again(start_server: StartServer, tmp_path: Path) -> None:
    server = start_server(tmp_path)
    with httpx.Client(base_url=server.url, timeout=DEADLINE) as client:
        becomes(client, 200, writes="ok")
        before = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (1, before[1]))
        assert client.post("/api/players", json={"name": "Ann"}).status_code == 503
        becomes(client, 503, database="ok", writes="failed", status="unready")
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, before)
        becomes(client, 200, writes="ok", status="ok")
        assert client.post("/api/players", json={"name": "Ann"}).status_code == 201


def test_a_full_disk_stops_new_tables_and_nothing_else(settings: Settings) -> None:
    with TestClient(create_app(settings)) as client:
        ann, bob, match_id = duel(client)
        waiting = ann.open()
    free = shutil.disk_usage(settings.data_dir).free
    greedy = settings.model_copy(update={"min_free_mb": free // 1_000_000 + 100_000})
    with TestClient(create_app(greedy)) as client:
        assert (client.get("/readyz").status_code, client.get("/readyz").json()["disk"]) == (200, "full")
        ann.client = bob.client = client
        for options in ({"mode": "duel"}, {"mode": "solo"}):
            ann.refused("POST", "", options, 503, "disk_full")
        page = client.post("/new", data={"mode": "solo", "format": "preconstructed"}, headers={"accept": "text/html"})
        assert "The server has no room for new tables right now" in page.text
        bob.ok("POST", f"/{waiting}/join", {})
        assert bob.act(match_id, 0, {"type": "resign", "player": "B"})["status"] == "over"
        ann.ok("POST", f"/{match_id}/rematch")
        bob.refused("POST", f"/{match_id}/rematch", None, 503, "disk_full")


@pytest.mark.usefixtures("looks_often")
def test_a_database_that_goes_away_and_comes_back(
    settings: Settings, own_postgres: PostgresServer, own_redis: RedisServer
) -> None:
    chosen = settings.model_copy(update={"database_url": own_postgres.create(), "redis_url": own_redis.url})
    with TestClient(create_app(chosen)) as client:
        ann, bob, match_id = duel(client)
        players = {"A": ann, "B": bob}
        state = play_on(players, match_id, random.Random(1), limit=3)
        own_postgres.stop()
        assert client.get("/healthz").status_code == 200
        becomes(client, 503, database="away")
        resign = {"seq": 3, "action": {"type": "resign", "player": "A"}}
        ann.refused("POST", f"/{match_id}/actions", resign, 503, "storage_unavailable")
        ann.refused("GET", f"/{match_id}", None, 503, "storage_unavailable")
        own_postgres.start()
        becomes(client, 200, database="ok")
        assert ann.state(match_id)["seq"] == state["seq"] == 3
        assert play_on(players, match_id, random.Random(1))["status"] == "over"
        own_redis.stop()
        becomes(client, 200, redis="away", status="ok")
