"""Alerts and the dashboard: sound, documented, about figures that exist."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Final

import yaml
from prometheus_client.parser import text_string_to_metric_families
from starlette.testclient import TestClient

from app.base.settings import Settings
from app.main import create_app
from tests.hosting.test_proxies import program
from tools.rig.json import Json
from tools.rig.redis import RedisServer

ROOT: Final = Path(__file__).resolve().parents[2]
RULES: Final = ROOT / "deploy" / "prometheus" / "rules.yml"
TESTS: Final = ROOT / "tests" / "hosting" / "alerts.yml"
DASHBOARD: Final = json.loads((ROOT / "deploy" / "grafana" / "dashboard.json").read_text("utf-8"))
PAGE: Final = (ROOT / "docs" / "hosting" / "operations.md").read_text("utf-8")
FIGURE: Final = re.compile(r"\b(?:clash|process)_\w+")
SUFFIXES: Final = {"counter": ("_total",), "histogram": ("_bucket", "_count", "_sum"), "info": ("_info",)}
VARIABLES: Final = {"$__rate_interval": "1m", "$instance": ".*"}


def alerts() -> list[Json]:
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


def test_each_figure_exists(settings: Settings, own_redis: RedisServer) -> None:
    with TestClient(create_app(settings.model_copy(update={"redis_url": own_redis.url}))) as client:
        families = list(text_string_to_metric_families(client.get("/metrics").text))
    known = {f"{family.name}{suffix}" for family in families for suffix in SUFFIXES.get(family.type, ("",))}
    wanted = {alert["alert"]: alert["expr"] for alert in alerts() if not alert["expr"].startswith("up{")} | queries()
    for name, query in wanted.items():
        figures = set(FIGURE.findall(query))
        assert figures, name
        assert figures <= known, name
