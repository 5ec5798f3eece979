"""Uploaded records: their limits by size and sender, their form in storage, their deletion."""

from __future__ import annotations

import json
import time
import zlib
from collections.abc import Iterator
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from app.errors import AppError
from app.main import create_app
from app.replay.budget import A_DAY, DAY, UploadBudget, forget_days
from app.replay.models import records, upload_days
from app.settings import Settings
from app.store.database import Database, make_engine
from app.store.group_commit import Writer
from app.store.migrate import migrate
from tests.app.replay.records import golden
from tests.support.service import site_of
from tests.support.waiting import wait_until

HTML = {"Accept": "text/html"}
GOLDEN = json.dumps(golden("2022-duel-draft")).encode()


@pytest.fixture(autouse=True)
def _one_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no midnight come between spending and refusal."""
    today = int(time.time()) // DAY
    monkeypatch.setattr("app.replay.budget._today", lambda: today)


def upload(client: TestClient, content: bytes = GOLDEN) -> Any:
    """Send a record as a file."""
    return client.post("/replays", files={"file": ("match.json", content)}, headers=HTML, follow_redirects=False)


@pytest.fixture
def engine(database_url: str) -> Iterator[sa.Engine]:
    """Provide a migrated database of each kind."""
    made = make_engine(database_url)
    migrate(made)
    yield made
    made.dispose()


def writing(engine: sa.Engine) -> Any:
    """Return a transaction that writes."""
    return engine.execution_options(writing=True).begin()


def test_a_record_is_kept_compressed(client: TestClient, settings: Settings) -> None:
    path = upload(client).headers["location"]
    engine = make_engine(settings.database)
    with engine.connect() as connection:
        kept = connection.execute(sa.select(records.c.record)).scalar_one()
    engine.dispose()
    assert json.loads(zlib.decompress(kept)) == client.get(f"{path}/record").json()
    assert len(kept) < len(GOLDEN) / 4


def test_an_address_has_so_many_bytes_a_day(engine: sa.Engine) -> None:
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
        stored = connection.execute(sa.select(upload_days)).all()
    assert len(stored) == 2
    assert not any("192.0.2" in row.address for row in stored)


def test_the_counts_of_past_days_go(engine: sa.Engine) -> None:
    with writing(engine) as connection:
        UploadBudget("s" * 40).spend("192.0.2.1", 5)(connection)
        forget_days(connection)
        assert connection.execute(sa.select(upload_days.c.bytes)).scalars().all() == [5]
        connection.execute(sa.update(upload_days).values(day=upload_days.c.day - 1))
        forget_days(connection)
        assert connection.execute(sa.select(upload_days.c.bytes)).scalars().all() == []


def test_a_restart_resets_no_budget(settings: Settings) -> None:
    with TestClient(create_app(settings)) as client:
        assert upload(client).status_code == 303
        used = UploadBudget(settings.secret_key).spend("testclient", A_DAY - len(GOLDEN))
        assert client.portal is not None
        client.portal.call(_write, settings, used)
        spent = upload(client)
    with TestClient(create_app(settings)) as client:
        for answer in (spent, upload(client)):
            assert answer.status_code == 429
            assert int(answer.headers["Retry-After"]) > 0
            assert "No more replays can be uploaded from your address" in answer.text
        assert client.get("/replays", headers=HTML).status_code == 200


async def _write(settings: Settings, job: Any) -> None:
    database = Database(settings.database)
    writer = Writer(database)
    async with writer.run():
        await writer.job(job)
    database.close()


@pytest.mark.usefixtures("no_refill")
def test_there_are_only_so_many_uploads_a_minute(client: TestClient) -> None:
    answers = [upload(client, b"{}").status_code for _ in range(41)]
    assert answers == [422] * 40 + [429]


def test_uploading_needs_an_invitation_where_tables_do(settings: Settings) -> None:
    private = settings.model_copy(update={"invite_only": True})
    with TestClient(create_app(private)) as client:
        assert "by invitation" in client.get("/replays", headers=HTML).text
        assert "<form" not in client.get("/replays", headers=HTML).text.split("<main")[1].split("</main")[0]
        refused = upload(client)
        assert refused.status_code == 403
        assert "by invitation" in refused.text
        invites = site_of(client).invites
        assert client.portal is not None
        code = client.portal.call(invites.mint, "friends", 1, 1)
        assert client.post("/invite", data={"code": code}, headers=HTML).status_code == 200
        assert "<textarea" in client.get("/replays", headers=HTML).text
        path = upload(client).headers["location"]
        client.cookies.clear()
        assert client.get(path, headers=HTML).status_code == 200  # the link is enough


def test_a_visit_is_recorded_once_a_day(client: TestClient, settings: Settings) -> None:
    path = upload(client).headers["location"]
    engine = make_engine(settings.database)

    def opened() -> float:
        with engine.connect() as connection:
            return float(connection.execute(sa.select(records.c.opened_at)).scalar_one())

    first = opened()
    client.get(path)
    assert opened() == first
    with writing(engine) as connection:
        connection.execute(sa.update(records).values(opened_at=first - 25 * 3600))
    client.get(path)
    wait_until(lambda: opened() >= first)
    engine.dispose()
