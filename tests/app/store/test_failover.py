"""A cluster of PostgreSQL: several hosts in one URL, and a server that becomes a read-only standby."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from app.main import create_app
from app.settings import Settings
from app.store.database import Database, make_engine
from app.store.group_commit import Writer
from app.tasks import TaskHealth
from tests.support.waiting import wait_until
from tools.rig.postgres import PostgresServer

marks = sa.table("standby_marks", sa.column("name", sa.String))


def several_hosts(url: str, first: str, more: str = "") -> str:
    """Return the URL with another host before its own, in the form that libpq takes."""
    parsed = sa.make_url(url)
    login = f"{parsed.username}:{parsed.password}@" if parsed.password else f"{parsed.username}@"
    return f"postgresql://{login}{first},{parsed.host}:{parsed.port}/{parsed.database}{more}"


@pytest.mark.parametrize("more", ["", "?target_session_attrs=read-write"])
def test_the_second_host_is_used_where_the_first_is_down(postgresql: str, more: str) -> None:
    url = several_hosts(postgresql, "127.0.0.1:1", more)
    engine = make_engine(Settings(database_url=url).database)
    with engine.connect() as connection:
        assert connection.execute(sa.text("SELECT pg_is_in_recovery()")).scalar_one() is False
    engine.dispose()


async def test_writing_goes_on_after_the_server_was_read_only(postgresql: str) -> None:
    database = Database(postgresql)
    with database.engine.begin() as connection:
        connection.execute(sa.text("CREATE TABLE standby_marks (name text)"))
    writer = Writer(database, TaskHealth())
    async with writer.run():
        await writer.job(lambda connection: connection.execute(sa.insert(marks).values(name="before")))
        # What a standby does to a connection that it had as a primary: every transaction is read-only.
        await writer.job(
            lambda connection: connection.execute(
                sa.text("SELECT set_config('default_transaction_read_only', 'on', false)")
            )
        )
        await writer.job(lambda connection: connection.execute(sa.insert(marks).values(name="after")))
    found = await database.read(lambda connection: connection.execute(sa.select(marks.c.name)).scalars().all())
    assert list(found) == ["before", "after"]
    database.close()


@pytest.mark.slow
def test_a_site_whose_database_goes_away_in_its_start_waits_for_it(
    settings: Settings, own_postgres: PostgresServer, capsys: pytest.CaptureFixture[str]
) -> None:
    client = TestClient(create_app(settings.model_copy(update={"database_url": own_postgres.create()})))
    own_postgres.kill()
    with ThreadPoolExecutor(1) as thread:
        starting = thread.submit(client.__enter__)
        wait_until(
            lambda: "start_waits" in capsys.readouterr().err, "the start does not notice that the database is away"
        )
        own_postgres.start()
        starting.result()
    with closing(client.exit_stack):
        assert client.get("/readyz").status_code == 200
