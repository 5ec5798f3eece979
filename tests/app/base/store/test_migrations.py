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
from app.base.store.migrate import UnknownRevision, alembic_config, head, migrate, revision_of
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
