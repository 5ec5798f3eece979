"""Figures for Prometheus: complete, one worker's own, and the site's the same everywhere."""

from __future__ import annotations

import random
import time
from typing import Any

import httpx
from prometheus_client.parser import text_string_to_metric_families
from starlette.testclient import TestClient

from app.base.settings import Settings
from app.base.web.logs import log
from app.main import create_app
from tests.conftest import StartServer
from tests.support.service import DEADLINE
from tools.rig.players import duel, play_on
from tools.rig.postgres import PostgresServer


def figures(client: Any, url: str = "") -> dict[tuple[str, str], float]:
    """Return (name, label values) → value of /metrics."""
    text = client.get(f"{url}/metrics").text
    families = text_string_to_metric_families(text)
    return {(s.name, ",".join(s.labels.values())): s.value for family in families for s in family.samples}


def test_moves_matches_sockets_latency_and_errors(visitor: TestClient) -> None:
    ann, bob, match_id = duel(visitor)
    end = play_on({"A": ann, "B": bob}, match_id, random.Random(1))
    duel(visitor)
    ann.open()
    bob.refused(
        "POST", f"/{match_id}/actions", {"seq": end["seq"], "action": {"type": "end_summon"}}, 422, "match_over"
    )
    with visitor.websocket_connect(f"/api/matches/{match_id}/stream", headers=ann.headers) as socket:
        socket.receive_json()
        give_up = time.monotonic() + DEADLINE
        found = figures(visitor)
        while found["clash_site_players_connected", ""] != 1:  # connections are written down after the first answer
            assert time.monotonic() < give_up, "nobody is counted as connected"
            found = figures(visitor)
        assert found["clash_sockets", "api"] == 1
    assert found["clash_moves_total", ""] == end["seq"] and found["clash_move_seconds_count", ""] == end["seq"]
    assert found["clash_refused_total", "match_over"] == 1
    statuses = ("open", "setup", "playing", "over")
    assert [found["clash_site_matches", status] for status in statuses] == [1, 0, 1, 1]
    assert found["clash_request_seconds_count", ""] > end["seq"] and found["clash_requests_total", "422"] == 1
    assert found["clash_errors_total", ""] == 0 and found["process_resident_memory_bytes", ""] > 0
    log.error("something that a test made up")
    assert figures(visitor)["clash_errors_total", ""] == 1


def test_they_name_nobody(visitor: TestClient) -> None:
    ann, bob, match_id = duel(visitor)
    text = visitor.get("/metrics").text
    for secret in (ann.id, ann.name, bob.token, match_id, "ogre"):
        assert secret not in text


def test_they_can_be_switched_off(settings: Settings) -> None:
    with TestClient(create_app(settings.model_copy(update={"metrics": False}))) as client:
        assert client.get("/metrics").status_code == 404


def test_each_worker_counts_for_itself_and_all_agree_on_the_site(
    start_server: StartServer, postgres: PostgresServer
) -> None:
    database_url = postgres.create()
    first, second = (start_server(database_url=database_url) for _ in range(2))
    with httpx.Client(base_url=first.url, timeout=DEADLINE) as client:
        ann, bob, match_id = duel(client)
        ann.open()
        bob.act(match_id, 0, {"type": "resign", "player": "B"})
        here, there = figures(client), figures(client, second.url)
    assert (here["clash_moves_total", ""], there["clash_moves_total", ""]) == (1, 0)
    for name in ("open", "over"):
        assert here["clash_site_matches", name] == there["clash_site_matches", name] == 1
    assert here["clash_site_workers", ""] == there["clash_site_workers", ""] == 2
    workers = [{labels for name, labels in found if name == "clash_worker_info"} for found in (here, there)]
    assert workers[0].isdisjoint(workers[1])
