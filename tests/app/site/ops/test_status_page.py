"""The page of what the server is doing: true, for everybody, and without a secret."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from app.base.settings import Settings
from app.site.ops import status_page
from tests.support.service import site_of
from tools.rig.players import ApiPlayer, duel


def test_it_shows_what_goes_on(visitor: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(status_page, "CACHE_SECONDS", 0.0)
    empty = visitor.get("/api/status").json()
    assert (empty["status"], empty["database"], empty["writes"]) == ("ok", "ok", "ok")
    assert (empty["site"]["playing"], empty["site"]["open"], empty["worker"]["moves"]) == (0, 0, 0)
    ann, _bob, match_id = duel(visitor, first="A")
    ann.open()
    ann.act(match_id, 0, {"type": "end_summon"})
    now = visitor.get("/api/status").json()
    assert (now["site"]["playing"], now["site"]["open"], now["worker"]["moves"]) == (1, 1, 1)
    page = visitor.get("/status").text
    assert "All is well." in page and "Moves are stored." in page


def test_it_names_nobody_and_reveals_no_secret(visitor: TestClient, shared_settings: Settings) -> None:
    ann = ApiPlayer(visitor, "Ann of Green Gables")
    match_id = ann.open()
    for path in ("/status", "/api/status"):
        text = visitor.get(path).text
        for secret in (
            ann.id,
            ann.name,
            ann.token,
            match_id,
            shared_settings.secret_key,
            str(shared_settings.data_dir),
        ):
            assert secret not in text


def test_it_answers_while_the_database_is_gone(
    visitor: TestClient, shared_settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = site_of(visitor).base.watch
    gone = watch.found.model_copy(update={"status": "unready", "database": "away", "disk": "full"})
    monkeypatch.setattr(watch, "found", gone)
    shown = visitor.get("/api/status").json()
    assert (shown["status"], shown["site"]) == ("unready", None)
    page = visitor.get("/status")
    assert page.status_code == 200 and "The database does not answer" in page.text
    assert "There is no room for new tables" in page.text and Path(shared_settings.data_dir).exists()
