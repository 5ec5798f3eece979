"""The database is brought to the tables of the code, once, and never one that is newer."""

from __future__ import annotations

import gzip
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from starlette.testclient import TestClient

from app.base.settings import Settings
from app.base.store.database import Database, make_engine, metadata
from app.base.store.migrate import (
    UnknownRevision,
    alembic_config,
    head,
    migrate,
    references_at_rest,
    revision_of,
    upgrade,
)  # fmt: skip
from app.main import create_app
from app.site.ops.backup import restore
from tools.rig.postgres import PostgresServer
from tools.rig.random_moves import choose
from tools.rig.server import ROOT

TOKENS = {
    "A": {"Authorization": "Bearer 3bsALthNpBtObGIMWcFx-JBvz5H6t524HeCWYrt52S0"},
    "B": {"Authorization": "Bearer 4ScACx8lVOTqpEpmjErgdL45yVhMbLQPZfeLFTmJWvs"},
}
"""Ann's and Bob's, in `release.db.gz`: a backup by the tree before the first release. They had played a draft to its
end and were in the middle of another match."""


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
        command.downgrade(alembic_config(connection), "base")
        tables = set(sa.inspect(connection).get_table_names())
    assert tables == {"alembic_version"}
    migrate(engine)
    engine.dispose()


def test_workers_that_start_together_migrate_once(database_url: str) -> None:
    imports = "import sys; from app.base.store.database import make_engine; from app.base.store.migrate import migrate"
    code = f"{imports}; migrate(make_engine(sys.argv[1]))"

    def start(_: int) -> int:
        return subprocess.run([sys.executable, "-c", code, database_url], cwd=ROOT, check=False).returncode

    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(start, range(2))) == [0, 0]


@pytest.mark.parametrize(
    ("revision", "sentence"), [("zzzz", "this version of the game does not know"), ("0053", "commit 85989759")]
)
def test_a_database_that_the_code_does_not_know_is_refused(database_url: str, revision: str, sentence: str) -> None:
    engine = make_engine(database_url)
    migrate(engine)
    with engine.execution_options(writing=True).begin() as connection:
        connection.execute(sa.text(f"UPDATE alembic_version SET version_num = '{revision}'"))
    with pytest.raises(UnknownRevision, match=rf"^The database is at revision {revision}, .*{sentence}"):
        migrate(engine)
    with engine.connect() as connection:
        assert revision_of(connection) == revision
    engine.dispose()


def test_a_backup_of_the_first_release_is_brought_up_and_its_match_goes_on(database_url: str, tmp_path: Path) -> None:
    (tmp_path / "release.db").write_bytes(gzip.decompress(Path(__file__).with_name("release.db.gz").read_bytes()))
    settings = Settings(data_dir=tmp_path / "data", database_url=database_url)
    settings.data_dir.mkdir()
    restore(settings, tmp_path / "release.db", new=True)
    database = Database(settings.database)
    with database.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    database.close()
    rng, path = random.Random(1), "/api/matches/PdzPVg2U60KYpGp7"
    with TestClient(create_app(settings)) as client:
        mine = client.get(path, headers=TOKENS["A"]).json()
        assert mine["seq"] == 12
        while mine["status"] != "over":
            sent = {"seq": mine["seq"], "action": choose(mine, rng)}
            state = client.post(f"{path}/actions", json=sent, headers=TOKENS[mine["seat"]])
            assert state.status_code == 200, state.text
            seat = next(iter(state.json()["to_act"]), "A")
            mine = client.get(path, headers=TOKENS[seat]).json()


HELD_BEFORE: dict[str, dict[str, object]] = {
    "open": {"seat_a": "ann", "name_a": "Ann", "face_a": "ogre"},
    "duel": {"seat_a": "ann", "name_a": "Ann", "seat_b": "bob", "name_b": "Bob", "computer_b": "program"},
    "hot": {"seat_a": "ann", "name_a": "Ann", "seat_b": "ann", "name_b": "Abe"},
    "solo": {"seat_a": "ann", "name_a": "Ann", "computer_b": "automaton"},
    "bot": {"computer_a": "bot:4", "name_a": "Ovid", "seat_b": "bob", "name_b": "Bob"},
    "left": {"computer_a": "former", "computer_b": "former"},
    "pairs": {
        "seat_a": "ann", "name_a": "Ann", "second_a": "bob", "second_name_a": "Bob", "computer_a": "second",
        "seat_b": "bob", "name_b": "Bob", "second_b": "ann", "second_name_b": "Ann", "computer_b": "program",
        "coach_id": "ann", "coach_name": "Ann",
    },
    "programs": {
        "seat_a": "bob", "name_a": "Bob", "second_a": "bob", "second_name_a": "Bo", "computer_a": "program second",
    },
}  # fmt: skip
"""Matches by their columns of seats at revision 0012, without those that are null."""
HELD_NOW = {
    ("open", "A", 0, "ann", "Ann", "ogre", "guest", None),
    ("duel", "A", 0, "ann", "Ann", None, "guest", None),
    ("duel", "B", 0, "bob", "Bob", None, "program", None),
    ("hot", "A", 0, "ann", "Ann", None, "guest", None),
    ("hot", "B", 0, "ann", "Abe", None, "guest", None),
    ("solo", "A", 0, "ann", "Ann", None, "guest", None),
    ("solo", "B", 0, None, None, None, "automaton", None),
    ("bot", "A", 0, None, "Ovid", None, "bot", 4),
    ("bot", "B", 0, "bob", "Bob", None, "guest", None),
    ("left", "A", 0, None, None, None, "former", None),
    ("left", "B", 0, None, None, None, "former", None),
    ("pairs", "A", 0, "ann", "Ann", None, "guest", None),
    ("pairs", "A", 1, "bob", "Bob", None, "program", None),
    ("pairs", "B", 0, "bob", "Bob", None, "program", None),
    ("pairs", "B", 1, "ann", "Ann", None, "guest", None),
    ("pairs", "coach", 0, "ann", "Ann", None, "guest", None),
    ("programs", "A", 0, "bob", "Bob", None, "program", None),
    ("programs", "A", 1, "bob", "Bo", None, "program", None),
}


def test_seats_become_rows_and_columns_again_and_nothing_of_a_match_is_lost(database_url: str) -> None:
    engine = make_engine(database_url)
    with engine.execution_options(writing=True).begin() as connection:
        upgrade(connection, "0012_hook_address")
        _fill_before_seats(connection)
        before = _all_matches(connection)
    migrate(engine)
    with engine.connect() as connection:
        held = connection.execute(sa.text("SELECT match_id, seat, part, player_id, name, face, kind, level FROM seats"))
        assert {tuple(row) for row in held} == HELD_NOW
        kept = _all_matches(connection)
        assert kept == [{name: old[name] for name in kept[0]} for old in before]
        acted = connection.execute(sa.text("SELECT match_id FROM actions ORDER BY match_id")).scalars().all()
        assert acted == sorted(HELD_BEFORE), "what refers to a match stays when its table is made again"
        assert connection.dialect.name != "sqlite" or not connection.exec_driver_sql("PRAGMA foreign_key_check").all()
    with engine.connect() as connection, references_at_rest(connection), connection.begin():
        command.downgrade(alembic_config(connection), "0012_hook_address")
        assert _all_matches(connection) == before
    engine.dispose()


def _all_matches(connection: sa.Connection) -> list[dict[str, object]]:
    found = connection.execute(sa.text("SELECT * FROM matches ORDER BY id")).mappings()
    return [{str(name): value for name, value in row.items()} for row in found]


def _fill_before_seats(connection: sa.Connection) -> None:
    """Write the matches of HELD_BEFORE at revision 0012, each with an action."""
    tables = sa.MetaData()
    tables.reflect(connection, only=("players", "matches", "actions"))
    known = [{"id": one, "name": one, "created_at": 0.0, "seen_at": 0.0} for one in ("ann", "bob")]
    connection.execute(sa.insert(tables.tables["players"]), known)
    some: dict[str, object] = {
        "mode": "duel",
        "edition": "2022",
        "format": "draft",
        "options": b"{}",
        "status": "over",
        "rules": "1",
    }
    some |= {"public": True, "casual": False, "rated": True, "version": 1, "talk": 0, "created_at": 1.5}
    nothing = dict.fromkeys(name for one in HELD_BEFORE.values() for name in one)
    rows = [{**some, **nothing, **one, "id": name} for name, one in HELD_BEFORE.items()]
    connection.execute(sa.insert(tables.tables["matches"]), rows)
    acts = [{"match_id": name, "seq": 1, "seat": "A", "action": b"{}", "at": 2.0} for name in HELD_BEFORE]
    connection.execute(sa.insert(tables.tables["actions"]), acts)


def test_sqlite_is_not_brought_down_while_that_would_delete_what_refers_to_matches(tmp_path: Path) -> None:
    engine = make_engine(f"sqlite:///{tmp_path / 'test.db'}")
    with engine.execution_options(writing=True).begin() as connection:
        upgrade(connection, "0012_hook_address")
        _fill_before_seats(connection)
        with pytest.raises(RuntimeError, match="foreign keys rest"):
            upgrade(connection, "0013_seats")
    engine.dispose()
