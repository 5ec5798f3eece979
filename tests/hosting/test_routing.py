"""docker-compose.scale.yml: nginx and the workers agree on whose a match is, and others play on when one dies."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx
import pytest
import yaml

from app.base.live.shards import Shards
from tests.hosting.test_proxies import caddy_command, running
from tests.support.need import needed
from tests.support.waiting import DEADLINE
from tools.rig import nginx

COMPOSE = yaml.safe_load((Path(__file__).resolve().parents[2] / "docker-compose.scale.yml").read_text("utf-8"))
WORKERS = 3
BOARDS = 20_000


class Worker(ThreadingHTTPServer):
    """Answers every request with its own number, unless it is frozen."""

    daemon_threads = True

    def __init__(self, number: int) -> None:
        thaws = self.thaws = threading.Event()
        thaws.set()

        class Answer(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                thaws.wait()
                self.send_response(200)
                self.send_header("X-Seen", ",".join(sorted(name.lower() for name in self.headers)))
                self.end_headers()
                self.wfile.write(str(number).encode())

            def log_message(self, *_: object) -> None:
                return

        super().__init__(("127.0.0.1", 0), Answer)
        self.thread = threading.Thread(target=self.serve_forever, args=(0.02,), daemon=True)
        self.thread.start()

    def end(self) -> None:
        """Be gone: connections are refused."""
        self.thaws.set()
        self.shutdown()
        self.server_close()
        self.thread.join()


@pytest.fixture
def workers() -> Iterator[list[Worker]]:
    some = [Worker(number) for number in range(WORKERS)]
    yield some
    for one in some:
        if one.socket.fileno() != -1:
            one.end()


@pytest.fixture
def caddy(workers: list[Worker], tmp_path: Path, port: int) -> Iterator[httpx.Client]:
    """Provide a client of Caddy as its page says for several workers."""
    url = f"http://127.0.0.1:{port}"
    own = {f"127.0.0.1:800{number + 1}": f"127.0.0.1:{worker.server_port}" for number, worker in enumerate(workers)}
    command = caddy_command(tmp_path, url, own, 1)
    with running(command, url), httpx.Client(base_url=url, timeout=DEADLINE) as client:
        yield client


@pytest.fixture
def site(workers: list[Worker]) -> Iterator[httpx.Client]:
    with (
        needed(),
        nginx.before([worker.server_port for worker in workers]) as url,
        httpx.Client(base_url=url, timeout=DEADLINE) as client,
    ):
        yield client


def asked(site: httpx.Client, path: str) -> int:
    """Return the number of the worker that answers."""
    return int(site.get(path).text)


def test_everything_about_a_match_goes_to_the_worker_that_opened_it(site: httpx.Client) -> None:
    for own in range(WORKERS):
        for _ in range(20):
            match_id = Shards(own, WORKERS).new_id()
            paths = (f"/match/{match_id}", f"/match/{match_id}/live", f"/api/matches/{match_id}/stream?x=1")
            assert {asked(site, path) for path in paths} == {own}


def test_what_is_about_no_match_goes_to_any(site: httpx.Client) -> None:
    assert len(Counter(asked(site, "/api/matches") for _ in range(60))) == WORKERS


def test_others_play_on_when_a_worker_is_gone(site: httpx.Client, workers: list[Worker]) -> None:
    ids = [Shards(own, WORKERS).new_id() for own in range(WORKERS) for _ in range(5)]
    workers[1].end()
    for match_id in ids:
        own = Shards(0, WORKERS).of(match_id)
        answered = asked(site, f"/match/{match_id}")
        assert answered == own if own != 1 else answered != 1


def test_a_frozen_worker_is_waited_for_ten_seconds_and_left_alone(site: httpx.Client, workers: list[Worker]) -> None:
    ids = [Shards(1, WORKERS).new_id() for _ in range(3)]
    workers[1].thaws.clear()
    assert {asked(site, f"/match/{match_id}") for match_id in ids} <= {0, 2}


def test_caddy_keeps_a_match_at_one_worker_and_answers_while_one_is_away(
    caddy: httpx.Client, workers: list[Worker]
) -> None:
    ids = [Shards(0, 1).new_id() for _ in range(20)]
    for match_id in ids:
        paths = (f"/match/{match_id}", f"/match/{match_id}/live", f"/api/matches/{match_id}/stream?x=1")
        assert len({asked(caddy, path) for path in paths}) == 1
    before = {match_id: asked(caddy, f"/match/{match_id}") for match_id in ids}
    assert len(set(before.values())) == WORKERS == len({asked(caddy, "/cards") for _ in range(60)})
    assert "x-clash-about" not in caddy.get("/cards", headers={"X-Clash-About": "mine"}).headers["x-seen"]
    workers[1].end()
    for _ in range(10):  # Caddy has asked it before: connections that it keeps have ended, too
        assert asked(caddy, "/cards") != 1
    for match_id in ids:
        now = asked(caddy, f"/match/{match_id}")
        assert now == before[match_id] if before[match_id] != 1 else now != 1


def test_the_compose_file_and_the_workers_agree() -> None:
    services = {name: service for name, service in COMPOSE["services"].items() if name.startswith("game")}
    settings = [service["environment"] for service in services.values()]
    assert [chosen["CLASH_WORKER"] for chosen in settings] == list(range(1, len(services) + 1))
    assert {chosen["CLASH_WORKERS"] for chosen in settings} == {len(services)}
    addresses = [service["networks"]["default"]["ipv4_address"] for service in services.values()]
    listed = COMPOSE["services"]["proxy"]["environment"]["WORKERS"].split(",")
    assert listed == [f"{address}:8000" for address in addresses]
    assert set(COMPOSE["services"]["proxy"]["depends_on"]) == set(services)
