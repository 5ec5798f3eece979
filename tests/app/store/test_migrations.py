"""The database is brought to the tables of the code, once, and never one that is newer."""

from __future__ import annotations

import json
import subprocess
import sys
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from app.settings import Settings
from app.store.database import Database, make_engine, metadata
from app.store.migrate import DatabaseTooNew, _config, head, migrate, revision_of
from tests.conftest import StartServer
from tools.rig.postgres import PostgresServer
from tools.rig.server import ROOT


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Provide a database of each kind without any tables."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'test.db'}"
    server: PostgresServer = request.getfixturevalue("postgres")
    return server.create()


def test_migrations_make_exactly_the_tables_of_the_code(database_url: str) -> None:
    database = Database(database_url)
    migrate(database.engine)
    migrate(database.engine)
    with database.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
        assert revision_of(connection) == head()
    database.close()


def test_migrations_can_be_taken_back(database_url: str) -> None:
    engine = make_engine(database_url)
    migrate(engine)
    with engine.execution_options(writing=True).begin() as connection:
        command.downgrade(_config(connection), "base")
        tables = set(sa.inspect(connection).get_table_names())
    assert tables == {"alembic_version"}
    migrate(engine)
    engine.dispose()


def test_workers_that_start_together_migrate_once(database_url: str) -> None:
    imports = "import sys; from app.store.database import make_engine; from app.store.migrate import migrate"
    code = f"{imports}; migrate(make_engine(sys.argv[1]))"

    def start(_: int) -> int:
        return subprocess.run([sys.executable, "-c", code, database_url], cwd=ROOT, check=False).returncode

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(start, range(4))) == [0] * 4


def test_a_database_newer_than_the_code_is_refused(database_url: str) -> None:
    engine = make_engine(database_url)
    migrate(engine)
    newer = sa.text("UPDATE alembic_version SET version_num = 'zzzz'")
    with engine.execution_options(writing=True).begin() as connection:
        connection.execute(newer)
    with pytest.raises(DatabaseTooNew, match="zzzz"):
        migrate(engine)
    with engine.connect() as connection:
        assert revision_of(connection) == "zzzz"
    engine.dispose()


def test_a_server_does_not_start_on_a_newer_database(start_server: StartServer, tmp_path: Path) -> None:
    server = start_server(tmp_path)
    server.stop()
    settings = Settings(data_dir=tmp_path / "data")
    engine = make_engine(settings.database)
    with engine.execution_options(writing=True).begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = 'zzzz'"))
    engine.dispose()
    with pytest.raises(AssertionError, match="which this version of the game does not know"):
        server.start()


def test_lessons_and_puzzles_of_before_are_kept_in_one_table_and_taken_back(database_url: str) -> None:
    engine = make_engine(database_url)
    with engine.execution_options(writing=True).begin() as connection:
        command.upgrade(_config(connection), "0012")
        connection.execute(sa.text("INSERT INTO players (id, name, created_at) VALUES ('p', 'Ann', 0)"))
        connection.execute(sa.text("INSERT INTO lessons VALUES ('p', 'hand', 2, '[1]', true)"))
        connection.execute(sa.text("INSERT INTO puzzle_tries VALUES ('p', 'win-1', 3, '[2]', 'lost', false)"))
        command.upgrade(_config(connection), "0013")
        kept = connection.execute(sa.text("SELECT * FROM exercises ORDER BY kind")).all()
        assert [tuple(row) for row in kept] == [
            ("p", "lesson", "hand", 2, "[1]", True),
            ("p", "puzzle", "win-1", 3, "[2]", False),
        ]
        command.downgrade(_config(connection), "0012")
        (lesson,) = connection.execute(sa.text("SELECT * FROM lessons")).all()
        (tried,) = connection.execute(sa.text("SELECT * FROM puzzle_tries")).all()
        assert tuple(lesson) == ("p", "hand", 2, "[1]", True)
        assert tuple(tried) == ("p", "win-1", 4, "[]", "going", False)
    engine.dispose()


def test_icons_of_before_go_into_designs_matches_and_records(database_url: str) -> None:
    plain = {"name": "Rex", "type": "creature", "cost": 4, "attack": 3, "health": 3, "abilities": ["rage"]}
    engine = make_engine(database_url)
    migrate(engine)
    with engine.execution_options(writing=True).begin() as connection:
        command.downgrade(_config(connection), "0025")

        def add(table: str, **values: object) -> None:
            known = {column["name"]: column for column in sa.inspect(connection).get_columns(table)}
            for name, column in known.items():
                if not column["nullable"] and column["default"] is None:
                    values.setdefault(name, 0 if not isinstance(column["type"], sa.String) else "")
            marks = ", ".join(f":{name}" for name in values)
            connection.execute(sa.text(f"INSERT INTO {table} ({', '.join(values)}) VALUES ({marks})"), values)

        def stored(query: str) -> bytes:
            return bytes(connection.execute(sa.text(query)).scalar_one())

        def shown() -> list[object]:
            record = json.loads(zlib.decompress(stored("SELECT record FROM records")))
            choices = [json.loads(stored(f"SELECT action FROM actions WHERE seat = '{seat}'")) for seat in "AB"]
            design = json.loads(stored("SELECT card FROM designs"))
            return [design, *(choice["card"] for choice in [*choices, record["actions"][0]["action"]])]

        for player in ("ann", "bob"):
            add("players", id=player, name=player)
        add("designs", id="d", player_id="ann", name="Rex", icon="duck", card=json.dumps(plain).encode())
        options = json.dumps({"champions": True, "position": None}).encode()
        no = {"public": False, "casual": False, "rated": False}
        add("matches", id="m", seat_a="ann", seat_b="bob", options=options, **no)
        choice = {"type": "champion_choice", "card": plain}
        for seq, seat in enumerate("AB", 1):
            add("actions", match_id="m", seq=seq, seat=seat, action=json.dumps(choice).encode())
        add("snapshots", match_id="m", seq=2, state=b"{}")
        record = zlib.compress(json.dumps({"actions": [{"by": "A", "action": choice}]}).encode())
        add("records", id="r", player_id="ann", record=record)

        command.upgrade(_config(connection), "0026")
        duck = {**plain, "icon": "duck"}
        assert shown() == [duck, duck, plain, duck]
        assert connection.execute(sa.text("SELECT count(*) FROM snapshots")).scalar_one() == 0
        command.downgrade(_config(connection), "0025")
        assert shown() == [plain] * 4
        assert connection.execute(sa.text("SELECT icon FROM designs")).scalar_one() == "duck"
    engine.dispose()
