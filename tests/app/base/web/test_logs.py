"""Logs: one line per thing that happened, for people or machines, which no visitor can forge."""

from __future__ import annotations

import logging

import pytest
from starlette.testclient import TestClient

from app.base.settings import Settings
from app.base.web.logs import configure
from app.main import create_app
from tests.support.cases import in_turn


def test_a_path_cannot_write_lines_of_its_own(settings: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    with TestClient(create_app(settings.model_copy(update={"log_level": "info"}))) as client:
        for path in ("/match/x/with/s3cret", "/api/matches/x/company/s3cret", "/api/matches/code/s3cret"):
            client.get(path)
        client.get("/x%0A2026-01-01 [error] all is lost%1b[2J" + "y" * 5000)
    logged = capsys.readouterr().err
    assert not [line for line in logged.splitlines() if line.startswith("2026-01-01 [error]")]
    assert "\x1b" not in logged
    assert logged.count("…") == 3
    assert "s3cret" not in "".join(line for line in logged.splitlines() if "[httpx2]" not in line)
    assert "path=/x%0A2026-01-01%20%5Berror%5D%20all" in logged
    assert "y" * 300 not in "".join(line for line in logged.splitlines() if "[httpx2]" not in line)


@in_turn("level", ["debug", "info", "warning", "error"])
def test_libraries_never_log_in_detail(settings: Settings, level: str) -> None:
    configure(settings.model_copy(update={"log_level": level}))
    for library in ("websockets.server", "uvicorn.error", "sqlalchemy.engine", "psycopg", "asyncio", "multipart"):
        assert not logging.getLogger(library).isEnabledFor(logging.DEBUG), library
    assert logging.getLogger("app.matches.core.service").isEnabledFor(logging.DEBUG) is (level == "debug")
    assert logging.getLogger("clash").isEnabledFor(logging.INFO) is (level in ("debug", "info"))
