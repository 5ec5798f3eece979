"""A cluster of PostgreSQL: several hosts in one URL, and a server that becomes a read-only standby."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from app.base.settings import Settings
from app.base.store import database as database_module
from app.base.store import primary
from app.base.store.database import Database, make_engine
from app.base.store.group_commit import Writer
from app.base.store.primary import PORT, PrimaryWatch, servers_in
from app.base.tasks import TaskHealth
from app.main import create_app
from tests.app.test_server import app_command
from tests.support.waiting import wait_until
from tools.rig.postgres import PostgresServer

marks = sa.table("standby_marks", sa.column("name", sa.String))


def several_hosts(url: str, first: str, more: str = "") -> str:
    """Return the URL with another host before its own, in the form that libpq takes."""
    parsed = sa.make_url(url)
    login = f"{parsed.username}:{parsed.password}@" if parsed.password else f"{parsed.username}@"
    return f"postgresql://{login}{first},{parsed.host}:{parsed.port}/{parsed.database}{more}"


def test_the_second_host_is_used_where_the_first_is_down(postgresql: str) -> None:
    for more in ("", "?target_session_attrs=read-write"):
        engine = make_engine(Settings(database_url=several_hosts(postgresql, "127.0.0.1:1", more)).database)
        with engine.connect() as connection:
            assert connection.execute(sa.text("SELECT pg_is_in_recovery()")).scalar_one() is False
        engine.dispose()


def test_each_host_is_known_by_name_and_port_and_a_primary_is_wanted() -> None:
    for hosts, host, port in (
        ("db1,db2", "db1,db2", "5432,5432"),
        ("db1:6432,db2", "db1,db2", "6432,5432"),
        ("[::1],[::2]:6432,db3", "::1,::2,db3", "5432,6432,5432"),
    ):
        for query in ("", "?application_name=clash&target_session_attrs=any"):
            engine = make_engine(f"postgresql://clash:a%2Fb@{hosts}/clash{query}")
            parameters = engine.dialect.create_connect_args(engine.url)[1]
            assert (parameters["host"], parameters["port"], parameters["dbname"]) == (host, port, "clash")
            assert parameters["target_session_attrs"] == ("any" if query else "read-write")
            assert (parameters["user"], parameters["password"]) == ("clash", "a/b")
            assert servers_in(parameters) == list(zip(host.split(","), port.split(","), strict=True))


def test_servers_without_ports_are_told_apart_in_sqlalchemys_form_too() -> None:
    engine = make_engine("postgresql://clash@/clash?host=db1&host=db2")
    assert servers_in(engine.dialect.create_connect_args(engine.url)[1]) == [("db1", PORT), ("db2", PORT)]


def test_a_primary_is_found_among_servers_without_ports(postgresql: str, monkeypatch: pytest.MonkeyPatch) -> None:
    here = sa.make_url(postgresql)
    monkeypatch.setattr(database_module, "PORT", str(here.port))  # where a cluster has PostgreSQL's own
    engine = make_engine(f"postgresql://{here.username}:{here.password or ''}@127.0.0.1,localhost/{here.database}")
    watch = PrimaryWatch(engine)
    with engine.connect():
        assert watch.find_primary() in [("127.0.0.1", str(here.port)), ("localhost", str(here.port))]
        watch.look()
    with engine.connect() as connection:
        assert connection.execute(sa.text("SELECT 1")).scalar_one() == 1
    engine.dispose()


def test_only_a_write_that_waits_makes_a_worker_unready(postgresql: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(primary, "PATIENCE", -1.0)
    watch = PrimaryWatch(make_engine(postgresql))
    with watch.waiting():
        assert (watch.is_stuck, watch.is_write_stuck) == (True, False)
    with watch.waiting(writes=True):
        assert watch.is_write_stuck
    assert not watch.is_write_stuck


@pytest.mark.parametrize("command", [["check"], ["backup", "copy"]])
def test_commands_take_several_hosts(tmp_path: Path, command: list[str]) -> None:
    url = "postgresql://clash@127.0.0.1:1,127.0.0.1:2/clash"
    done = app_command(*command, CLASH_DATABASE_URL=url, CLASH_DATA_DIR=str(tmp_path))
    assert "Traceback" not in done.stderr, done.stderr
    assert done.returncode == 1, "no server answers there"
    assert "database" in done.stdout + done.stderr


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
