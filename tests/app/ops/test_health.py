"""`/healthz`, `/readyz`, `/metrics`."""

from __future__ import annotations

import random
from pathlib import Path

import httpx
import pytest
from starlette.testclient import TestClient

from tests.conftest import StartServer
from tests.support.players import duel, play_on
from tests.support.postgres import PostgresServer
from tests.support.redis import RedisServer
from tests.support.server import PATIENCE


def test_a_fresh_site_is_alive_and_ready(client: TestClient) -> None:
    assert client.get("/healthz").json() == {"status": "ok"}
    ready = client.get("/readyz")
    assert ready.status_code == 200
    assert ready.json() == {"status": "ok", "database": "ok", "migrations": "ok", "redis": "none"}


def figures(text: str) -> dict[str, float]:
    """The samples of a page of Prometheus figures."""
    lines = [line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in lines}


def test_figures_count_what_happens(client: TestClient) -> None:
    ann, bob, match_id = duel(client, seed=3)
    end = play_on({"A": ann, "B": bob}, match_id, random.Random(1))
    ann.refused("POST", f"/{match_id}/actions", {"seq": 0, "action": {"type": "attack"}}, 409, "stale_seq")
    with client.websocket_connect(f"/api/matches/{match_id}/stream", headers=ann.headers) as session:
        session.receive_json()
        counted = figures(client.get("/metrics").text)
    assert counted["clash_moves_total"] == end["seq"]
    assert counted["clash_move_seconds_count"] == end["seq"]
    assert counted['clash_refused_total{code="stale_seq"}'] == 1
    assert counted['clash_sockets{kind="api"}'] == 1
    assert counted["clash_matches_in_memory"] == 1
    assert counted["clash_matches_watched"] == 1
    assert counted["clash_rows_written"] > end["seq"]
    assert counted['clash_requests_total{status="409"}'] == 1
    assert match_id not in client.get("/metrics").text


@pytest.mark.slow
def test_a_database_that_goes_away_and_comes_back(
    start_server: StartServer, tmp_path: Path, own_postgres: PostgresServer, own_redis: RedisServer
) -> None:
    server = start_server(tmp_path, database_url=own_postgres.create(), redis_url=own_redis.url)
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as client:
        ann, bob, match_id = duel(client)
        players = {"A": ann, "B": bob}
        state = play_on(players, match_id, random.Random(1), limit=3)
        own_postgres.stop()
        assert client.get("/healthz").status_code == 200
        away = client.get("/readyz")
        assert (away.status_code, away.json()["database"]) == (503, "away")
        resign = {"seq": 3, "action": {"type": "resign", "player": "A"}}
        ann.refused("POST", f"/{match_id}/actions", resign, 503, "storage_unavailable")
        ann.refused("GET", f"/{match_id}", None, 503, "storage_unavailable")
        own_postgres.start()
        assert client.get("/readyz").status_code == 200
        assert ann.state(match_id)["seq"] == state["seq"] == 3
        assert play_on(players, match_id, random.Random(1))["status"] == "over"
        own_redis.stop()
        assert client.get("/readyz").json()["status"] == "ok"
