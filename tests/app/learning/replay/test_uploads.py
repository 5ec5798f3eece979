"""Uploaded records: their limits by size and sender, their form in storage, their deletion."""

from __future__ import annotations

import json
import time
import zlib
from collections.abc import Iterator
from contextlib import AbstractContextManager

import pytest
import sqlalchemy as sa
from httpx2 import Response
from starlette.testclient import TestClient

from app.base.errors import AppError
from app.base.seconds import DAY
from app.base.settings import Settings
from app.base.store.database import make_engine
from app.learning.replay.budget import A_DAY, UploadBudget, forget_days
from app.learning.replay.models import records, upload_days
from app.main import create_app
from tests.app.learning.replay.records import golden
from tests.support.boards import HTML
from tests.support.service import site_of
from tests.support.visitors import another
from tests.support.waiting import wait_until

GOLDEN = json.dumps(golden("2022-duel-draft")).encode()


@pytest.fixture(autouse=True)
def _one_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no midnight come between spending and refusal."""
    today = int(time.time()) // DAY
    monkeypatch.setattr("app.learning.replay.budget.today", lambda: today)


def upload(client: TestClient, content: bytes = GOLDEN) -> Response:
    """Send a record as a file."""
    return client.post("/replays", files={"file": ("match.json", content)}, headers=HTML, follow_redirects=False)


@pytest.fixture
def engine(database_url: str) -> Iterator[sa.Engine]:
    """Provide a database of each kind."""
    made = make_engine(database_url)
    yield made
    made.dispose()


def writing(engine: sa.Engine) -> AbstractContextManager[sa.Connection]:
    """Return a transaction that writes."""
    return engine.execution_options(writing=True).begin()


def test_a_record_is_kept_compressed_and_a_visit_noted_once_a_day(visitor: TestClient) -> None:
    path = upload(visitor).headers["location"]
    engine = site_of(visitor).base.database.engine
    with engine.connect() as connection:
        kept = connection.execute(sa.select(records.c.record)).scalar_one()
    assert json.loads(zlib.decompress(kept)) == visitor.get(f"{path}/record").json()
    assert len(kept) < len(GOLDEN) / 4

    def opened() -> float:
        with engine.connect() as connection:
            return float(connection.execute(sa.select(records.c.opened_at)).scalar_one())

    first = opened()
    visitor.get(path)
    assert opened() == first
    with writing(engine) as connection:
        connection.execute(sa.update(records).values(opened_at=first - 25 * 3600))
    visitor.get(path)
    wait_until(lambda: opened() >= first)


def test_an_address_has_so_many_bytes_a_day_and_past_days_are_forgotten(engine: sa.Engine) -> None:
    budget, again = UploadBudget("s" * 40), UploadBudget("s" * 40)
    with writing(engine) as connection:
        budget.spend("192.0.2.1", A_DAY - 10)(connection)
        budget.spend("192.0.2.1", 10)(connection)
    for full in (budget, again):
        with pytest.raises(AppError, match="too_many_bytes") as refused, writing(engine) as connection:
            full.spend("192.0.2.1", 1)(connection)
        assert 0 < int((refused.value.headers or {})["Retry-After"]) <= 24 * 3600
        with pytest.raises(AppError, match="too_many_bytes"), engine.connect() as connection:
            full.check("192.0.2.1", 1)(connection)
    with writing(engine) as connection:
        again.spend("192.0.2.2", 1)(connection)
        UploadBudget("s" * 40, factor=0).spend("192.0.2.1", A_DAY)(connection)
        forget_days(connection)
        stored = connection.execute(sa.select(upload_days)).all()
        assert len(stored) == 2
        assert not any("192.0.2" in row.address for row in stored)
        connection.execute(sa.update(upload_days).values(day=upload_days.c.day - 1))
        forget_days(connection)
        assert connection.execute(sa.select(upload_days.c.bytes)).scalars().all() == []


def test_a_spent_budget_refuses_uploads_and_a_restart_resets_none(settings: Settings) -> None:
    used = UploadBudget(settings.secret_key).spend("testclient", A_DAY - len(GOLDEN))
    with TestClient(create_app(settings)) as client:
        with writing(site_of(client).base.database.engine) as connection:
            used(connection)
        assert upload(client).status_code == 303
        spent = upload(client)
    with TestClient(create_app(settings)) as client:
        for answer in (spent, upload(client), upload(client, b"{")):  # nothing is read any more
            assert answer.status_code == 429
            assert int(answer.headers["Retry-After"]) > 0
            assert "No more replays can be uploaded from your address" in answer.text
        assert client.get("/replays", headers=HTML).status_code == 200


@pytest.mark.usefixtures("no_refill")
def test_there_are_only_so_many_uploads_a_minute(settings: Settings) -> None:
    with TestClient(create_app(settings.model_copy(update={"rate_limit": 0.05}))) as client:
        assert [upload(client, b"").status_code for _ in range(3)] == [422] * 2 + [429]


def test_uploading_needs_an_invitation_where_tables_do(settings: Settings) -> None:
    with TestClient(create_app(settings.model_copy(update={"invite_only": True}))) as client:
        page = client.get("/replays", headers=HTML).text
        assert "by invitation" in page and "<form" not in page.split("<main")[1].split("</main")[0]
        refused = upload(client)
        assert refused.status_code == 403 and "by invitation" in refused.text
        assert client.portal is not None
        code = client.portal.call(site_of(client).people.invites.mint, "friends", 1, 1)
        assert client.post("/invite", data={"code": code}, headers=HTML).status_code == 200
        assert "<textarea" in client.get("/replays", headers=HTML).text
        path = upload(client).headers["location"]
        client.cookies.clear()
        assert client.get(path, headers=HTML).status_code == 200  # the link is enough


def test_a_match_played_without_a_connection_is_added_once_however_often_it_is_sent(visitor: TestClient) -> None:
    fields = {"text": GOLDEN.decode(), "offline": "m1"}
    sent = [visitor.post("/replays", data=fields, headers=HTML, follow_redirects=False) for _ in range(2)]
    assert sent[0].status_code == 303 and sent[0].headers["location"] == sent[1].headers["location"]
    assert upload(visitor).headers["location"] != sent[0].headers["location"]
    assert visitor.get("/replays", headers=HTML).text.count("Played without a connection") == 1
    visitor.post("/replays", data={**fields, "offline": "m2"}, headers=HTML)
    assert visitor.get("/replays", headers=HTML).text.count("Played without a connection") == 2, "another match is kept"
    other = another(visitor)
    theirs = other.post("/replays", data=fields, headers=HTML, follow_redirects=False).headers["location"]
    assert theirs != sent[0].headers["location"], "another player's record is not theirs"
    assert other.get("/replays", headers=HTML).text.count(theirs.removeprefix("/replays/")) > 0
