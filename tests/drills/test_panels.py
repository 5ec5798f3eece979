"""The dashboard and the alerts in a real Prometheus next to a site on which people play."""

from __future__ import annotations

import json
import math
import random
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import connect

from tests.conftest import StartServer
from tests.hosting.test_proxies import program
from tests.hosting.test_seeing import RULES, alerts, queries
from tests.support.waiting import wait_until
from tools.rig.json import Json
from tools.rig.players import duel, play_on
from tools.rig.ports import ReservedPort
from tools.rig.redis import RedisServer
from tools.rig.server import DEADLINE, ServerProcess


class Prometheus:
    """A real Prometheus."""

    def __init__(self, client: httpx.Client) -> None:
        self._client = client

    def ask(self, path: str, **parameters: str) -> Any:
        """Return what its API answers."""
        answer = self._client.get(f"/api/v1/{path}", params=parameters).json()
        assert answer["status"] == "success", answer
        return answer["data"]

    def rules(self) -> list[Json]:
        """Return the rules, and how each does."""
        return [rule for group in self.ask("rules")["groups"] for rule in group["rules"]]

    def has_data(self, query: str) -> bool:
        """True if each series of a query has a number, and there is one."""
        values = [float(series["value"][1]) for series in self.ask("query", query=query)["result"]]
        return bool(values) and not any(math.isnan(value) for value in values)


@contextmanager
def scraping(site: ServerProcess, folder: Path) -> Iterator[Prometheus]:
    """Run a Prometheus with our rules, which reads the site's figures twice a second."""
    scraped = {"job_name": "clash", "static_configs": [{"targets": [f"127.0.0.1:{site.port}"]}]}
    quick = {"scrape_interval": "500ms", "evaluation_interval": "500ms"}
    config = {"global": quick, "rule_files": [str(RULES)], "scrape_configs": [scraped]}
    (folder / "prometheus.yml").write_text(json.dumps(config), "utf-8")
    port = ReservedPort()
    command = [
        program("prometheus", "prometheus"), f"--config.file={folder}/prometheus.yml",
        f"--storage.tsdb.path={folder}/data", f"--web.listen-address=127.0.0.1:{port.number}", "--log.level=warn",
    ]  # fmt: skip
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL)
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port.number}", timeout=DEADLINE) as client:

            def answers() -> bool:
                assert process.poll() is None, f"Prometheus ended with code {process.returncode}"
                try:
                    return client.get("/-/ready").status_code == 200
                except httpx.TransportError:
                    return False

            wait_until(answers, "Prometheus does not answer")
            yield Prometheus(client)
    finally:
        process.terminate()
        process.wait(DEADLINE)
        port.close()


def test_each_panel_shows_something(start_server: StartServer, own_redis: RedisServer, tmp_path: Path) -> None:
    """People play on the site, and a Prometheus has our rules: none of them finds anything."""
    site = start_server(redis_url=own_redis.url, rate_limit="100")
    with httpx.Client(base_url=site.url, timeout=DEADLINE) as client, scraping(site, tmp_path) as prometheus:
        ann, bob, match_id = duel(client)
        rng, missing = random.Random(4), queries()

        def all_show() -> bool:
            nonlocal match_id
            end = play_on({"A": ann, "B": bob}, match_id, rng, limit=5)
            stale = {"seq": end["seq"] + 7, "action": {"type": "end_summon"}}
            assert client.post(f"/api/matches/{match_id}/actions", json=stale, headers=ann.headers).status_code >= 400
            if end["status"] == "over":
                match_id = ann.open()
                bob.ok("POST", f"/{match_id}/join", {})
            for name in [name for name, query in missing.items() if prometheus.has_data(query)]:
                del missing[name]
            return not missing

        stream = f"{site.ws_url}/api/matches/{match_id}/stream"
        with connect(stream, additional_headers=ann.headers, proxy=None, open_timeout=DEADLINE):
            wait_until(all_show, f"these show nothing: {missing}")
        wait_until(lambda: {rule["health"] for rule in prometheus.rules()} == {"ok"}, "the rules are not evaluated")
        assert [rule["name"] for rule in prometheus.rules()] == [alert["alert"] for alert in alerts()]
        assert [rule["name"] for rule in prometheus.rules() if rule["state"] == "firing"] == []
