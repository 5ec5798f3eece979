"""Alerts and the dashboard: sound, documented, about figures that exist; and in a real Prometheus beside a site."""

from __future__ import annotations

import json
import math
import random
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families
from starlette.testclient import TestClient
from websockets.sync.client import connect

from app.main import create_app
from app.settings import Settings
from tests.conftest import StartServer
from tests.hosting.test_proxies import program
from tests.support.waiting import wait_until
from tools.rig.players import duel, play_on
from tools.rig.ports import ReservedPort
from tools.rig.redis import RedisServer
from tools.rig.server import DEADLINE, ServerProcess

ROOT: Final = Path(__file__).resolve().parents[2]
RULES: Final = ROOT / "deploy" / "prometheus" / "rules.yml"
TESTS: Final = ROOT / "tests" / "hosting" / "alerts.yml"
DASHBOARD: Final = json.loads((ROOT / "deploy" / "grafana" / "dashboard.json").read_text("utf-8"))
PAGE: Final = (ROOT / "docs" / "hosting" / "operations.md").read_text("utf-8")
FIGURE: Final = re.compile(r"\b(?:clash|process)_\w+")
SUFFIXES: Final = {"counter": ("_total",), "histogram": ("_bucket", "_count", "_sum"), "info": ("_info",)}
VARIABLES: Final = {"$__rate_interval": "1m", "$instance": ".*"}


def alerts() -> list[dict[str, Any]]:
    """Return the alerts."""
    groups = yaml.safe_load(RULES.read_text("utf-8"))["groups"]
    return [rule for group in groups for rule in group["rules"]]


def queries() -> dict[str, str]:
    """Return what the panels ask Prometheus, by title and number."""
    found = {}
    for panel in DASHBOARD["panels"]:
        for target in panel["targets"]:
            query = target["expr"]
            for name, value in VARIABLES.items():
                query = query.replace(name, value)
            found[f"{panel['title']} {target['refId']}"] = query
    return found


def promtool(*arguments: object) -> None:
    """Run Prometheus' own checks."""
    command = [program("promtool", "prometheus"), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_prometheus_finds_nothing_wrong() -> None:
    promtool("check", "rules", "--lint-fatal", RULES)


def test_each_alert_comes_when_it_should() -> None:
    promtool("test", "rules", TESTS)
    tested = {test["name"].split()[0] for test in yaml.safe_load(TESTS.read_text("utf-8"))["tests"]}
    assert tested == {alert["alert"] for alert in alerts()}


def test_the_page_has_each_alert_and_no_other() -> None:
    listed = re.findall(r"^\| `(Clash\w+)` \|", PAGE, re.MULTILINE)
    assert listed == [alert["alert"] for alert in alerts()]


def test_each_figure_exists(settings: Settings, own_redis: RedisServer) -> None:
    with TestClient(create_app(settings.model_copy(update={"redis_url": own_redis.url}))) as client:
        families = list(text_string_to_metric_families(client.get("/metrics").text))
    known = {f"{family.name}{suffix}" for family in families for suffix in SUFFIXES.get(family.type, ("",))}
    wanted = {alert["alert"]: alert["expr"] for alert in alerts() if not alert["expr"].startswith("up{")} | queries()
    for name, query in wanted.items():
        figures = set(FIGURE.findall(query))
        assert figures, name
        assert figures <= known, name


def test_panels_do_not_overlap() -> None:
    taken: set[tuple[int, int]] = set()
    for panel in DASHBOARD["panels"]:
        at = panel["gridPos"]
        cells = {(x, y) for x in range(at["x"], at["x"] + at["w"]) for y in range(at["y"], at["y"] + at["h"])}
        assert not taken & cells, panel["title"]
        assert at["x"] + at["w"] <= 24
        taken |= cells


class Prometheus:
    """A real Prometheus."""

    def __init__(self, client: httpx.Client) -> None:
        self._client = client

    def ask(self, path: str, **parameters: str) -> Any:
        """Return what its API answers."""
        answer = self._client.get(f"/api/v1/{path}", params=parameters).json()
        assert answer["status"] == "success", answer
        return answer["data"]

    def rules(self) -> list[dict[str, Any]]:
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
        program("prometheus", "prometheus"),
        f"--config.file={folder}/prometheus.yml",
        f"--storage.tsdb.path={folder}/data",
        f"--web.listen-address=127.0.0.1:{port.number}",
        "--log.level=warn",
    ]
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


@pytest.mark.slow
def test_each_panel_shows_something(start_server: StartServer, own_redis: RedisServer, tmp_path: Path) -> None:
    """Beside a site on which people play, in a Prometheus with our rules: none of which finds anything."""
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
