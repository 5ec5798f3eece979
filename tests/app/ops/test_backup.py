"""Backups are taken while matches are played, restored elsewhere, and the matches are played on to their end."""

from __future__ import annotations

import contextlib
import io
import os
import random
import shutil
import sqlite3
import stat
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
import sqlalchemy as sa

from app.__main__ import main
from app.live.models import workers
from app.matches.models import matches
from app.ops import backup
from app.ops.backup import PASSING, REVISION
from app.players.identity import COOKIE
from app.push.vapid import VapidKey
from app.replay.models import analyses
from app.settings import Settings
from app.store.database import make_engine, metadata
from app.store.migrate import head, migrate
from engine.record import MatchRecord
from tests.conftest import StartServer
from tests.support.waiting import wait_until
from tools.rig.json import Json
from tools.rig.players import ApiPlayer
from tools.rig.postgres import PostgresServer
from tools.rig.random_moves import choose
from tools.rig.server import DEADLINE, ROOT, ServerProcess

TABLES = 4
MODES: list[dict[str, Any]] = [{}, {"format": "draft"}, {"mode": "solo"}, {"edition": "2021"}]


def run(
    *arguments: str, data: Path, database_url: str = "", pipe: bytes | None = None, **more: str
) -> subprocess.CompletedProcess[bytes]:
    """Run `python -m app …` to its end, with its data in this folder."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CLASH_")}
    environment |= {"CLASH_DATA_DIR": str(data), "CLASH_DATABASE_URL": database_url, **more}
    command = [sys.executable, "-W", "error", "-m", "app", *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, input=pipe, capture_output=True, check=False)


def command(*arguments: str, data: Path, database_url: str = "", **more: str) -> tuple[int, str]:
    """Return the same in this process, which is quicker: the exit code, and what it says."""
    settings = {"CLASH_DATA_DIR": str(data), "CLASH_DATABASE_URL": database_url, **more}
    said = io.StringIO()
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stderr(said):
        for name, value in settings.items():
            patch.setenv(name, value)
        code = main(list(arguments))
    return code, said.getvalue().strip()


def done(*arguments: str, **where: Any) -> str:
    """Return a command that must succeed; what it says."""
    code, sentence = command(*arguments, **where)
    assert code == 0, sentence
    return sentence


def refused(*arguments: str, **where: Any) -> str:
    """Return a command that must be refused with one sentence."""
    code, sentence = command(*arguments, **where)
    assert code == 1
    assert "\n" not in sentence
    return sentence


class Game(threading.Thread):
    """A match played move by move by its own players, until it ends or `halt` is called."""

    def __init__(self, url: str, number: int) -> None:
        super().__init__(daemon=True)
        self.url = url
        self.rng = random.Random(number)
        options = MODES[number % len(MODES)]
        with httpx.Client(base_url=url, timeout=DEADLINE) as client:
            self.players = {"A": ApiPlayer(client, f"Ann {number}"), "B": ApiPlayer(client, f"Bob {number}")}
            self.id = self.players["A"].open(**options)
            if options.get("mode") != "solo":
                self.players["B"].ok("POST", f"/{self.id}/join", {})
        self.acknowledged = 0
        self.halted = threading.Event()

    def run(self) -> None:
        """Play."""
        with httpx.Client(base_url=self.url, timeout=DEADLINE) as client:
            self.play(client, to_the_end=False)

    def play(self, client: httpx.Client, *, to_the_end: bool) -> Json:
        """Play random legal moves; return the last state."""
        for player in self.players.values():
            player.client = client
        state = self.players["A"].state(self.id)
        while state["status"] != "over" and (to_the_end or not self.halted.is_set()):
            seat = self.rng.choice(state["to_act"])
            mine = self.players[seat].state(self.id)
            action = choose(mine, self.rng)
            if not to_the_end and self.acknowledged > 12 and action["type"] in ("end_summon", "end_turn"):
                self.halted.wait()  # so that no match ends before the backup
                break
            state = self.players[seat].act(self.id, mine["seq"], action)
            self.acknowledged = state["seq"]
        return state

    def halt(self) -> None:
        """Stop playing."""
        self.halted.set()
        self.join(DEADLINE)
        assert not self.is_alive()


def backed_up_in_the_middle(
    server: ServerProcess, file: Path, database_url: str
) -> tuple[list[Game], list[int], list[int]]:
    """Return the matches; for each how many actions were acknowledged before the backup began, and in the end."""
    games = [Game(server.url, number) for number in range(TABLES)]
    for game in games:
        game.start()
    # A match may have ended soon, by chance, while another has hardly begun.
    wait_until(lambda: all(game.acknowledged >= 4 or not game.is_alive() for game in games))
    assert all(game.acknowledged >= 4 for game in games)
    before = [game.acknowledged for game in games]
    ended = run("backup", str(file), data=server.folder / "data", database_url=database_url)
    assert ended.returncode == 0, ended.stderr.decode()
    for game in games:
        game.halt()
    return games, before, [game.acknowledged for game in games]


def test_a_backup_in_the_middle_of_play_is_restored_and_played_on(
    start_server: StartServer, tmp_path: Path, request: pytest.FixtureRequest, database_url: str
) -> None:
    server = start_server(database_url=database_url)
    file = tmp_path / "backup.db"
    games, before, after = backed_up_in_the_middle(server, file, database_url)
    form = {"mode": "solo", "format": "preconstructed"}
    browser = httpx.post(f"{server.url}/new", data=form, timeout=DEADLINE)
    server.kill()

    fresh = tmp_path / "fresh"
    fresh.mkdir()
    place, other_kind = request.getfixturevalue("postgres").create(), ""
    if database_url.startswith("sqlite"):
        place, other_kind = other_kind, place
    for url in (place, other_kind):  # a backup of one database may be restored to the other
        said = done("restore", str(file), data=fresh / "data", database_url=url)
        assert f"Restored {TABLES} matches with " in said
    again = start_server(fresh, database_url=place)
    with httpx.Client(base_url=again.url, timeout=DEADLINE) as client:
        for game, least, most in zip(games, before, after, strict=True):
            for player in game.players.values():
                player.client = client
            assert least <= game.players["A"].state(game.id)["seq"] <= most
            end = game.play(client, to_the_end=True)
            assert end["status"] == "over"
            record = game.players["A"].ok("GET", f"/{game.id}/record")
            assert len(record["actions"]) == end["seq"]
            MatchRecord.from_json(record).check()
        # The secret came with the backup: a browser's cookie is still known to be genuine.
        cookie = {"Cookie": f"{COOKIE}={browser.cookies[COOKIE]}"}
        assert client.get("/", headers=cookie).status_code == 200
        assert (fresh / "data" / "secret").read_text() == (server.folder / "data" / "secret").read_text()


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Provide a backup of a site with one match."""
    folder = tmp_path_factory.mktemp("kept")
    server = ServerProcess(folder)
    server.start()
    try:
        Game(server.url, 0)
    finally:
        server.close()
    done("backup", str(folder / "backup.db"), data=folder / "data")
    return folder / "backup.db"


def migrated(data: Path) -> Path:
    """Return a folder with an empty database of this code."""
    data.mkdir()
    engine = make_engine(f"sqlite:///{data / 'clash.db'}")
    migrate(engine)
    engine.dispose()
    return data


def test_the_file_is_for_its_owner_alone_and_in_one_piece(kept: Path) -> None:
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert [path.name for path in kept.parent.iterdir() if path.name.startswith((".", "backup"))] == ["backup.db"]
    with sqlite3.connect(kept) as file:
        assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert file.execute("PRAGMA journal_mode").fetchone() == ("delete",)
        assert [file.execute(f"SELECT count(*) FROM {table}").fetchone() for table in PASSING] == [(0,), (0,)]
    file.close()


def test_what_a_worker_was_at_waits_again_after_it(
    kept: Path, tmp_path: Path, request: pytest.FixtureRequest, database_url: str
) -> None:
    done("restore", str(kept), data=tmp_path / "data", database_url=database_url)
    engine = make_engine(database_url)
    with engine.execution_options(writing=True).begin() as connection:
        match_id = connection.execute(sa.select(matches.c.id)).scalar_one()
        connection.execute(sa.insert(workers).values(id="w", beat=1))
        connection.execute(sa.insert(analyses).values(match_id=match_id, worker="w", asked_at=0.0))
    engine.dispose()
    done("backup", str(tmp_path / "b.db"), data=tmp_path / "data", database_url=database_url)
    for url in (request.getfixturevalue("postgres").create(), f"sqlite:///{tmp_path / 'other' / 'clash.db'}"):
        (tmp_path / "other").mkdir(exist_ok=True)
        done("restore", str(tmp_path / "b.db"), data=tmp_path / "other", database_url=url)
        engine = make_engine(url)
        with engine.connect() as connection:
            assert connection.execute(sa.select(analyses.c.worker)).all() == [(None,)]
        engine.dispose()


def _some_value(column: sa.Column[Any]) -> object:
    """Return a value for a column of the one row of its table: keys refer to the rows of other tables, all called x."""
    if isinstance(column.type, sa.LargeBinary):
        return b"x"
    if isinstance(column.type, sa.Boolean):
        return True
    return 1 if isinstance(column.type, sa.Integer | sa.Double) else "x"


def test_a_row_of_each_table_comes_back(tmp_path: Path, request: pytest.FixtureRequest, database_url: str) -> None:
    tables = [table for table in metadata.sorted_tables if table.name not in PASSING]
    assert len(tables) > 20
    rows = {table: {column.name: _some_value(column) for column in table.columns} for table in tables}
    rows |= {
        table: row | {key.parent.name: None for key in table.foreign_keys if key.column.table.name in PASSING}
        for table, row in rows.items()
    }
    engine = make_engine(database_url)
    with engine.execution_options(writing=True).begin() as connection:
        kept = set(sa.inspect(connection).get_table_names()) - {*PASSING, REVISION}
        assert kept == {table.name for table in tables}
        for table in tables:
            connection.execute(sa.delete(table))
            connection.execute(sa.insert(table).values(rows[table]))
    engine.dispose()
    done("backup", str(tmp_path / "b.db"), data=tmp_path, database_url=database_url)
    (tmp_path / "other").mkdir()
    for url in (request.getfixturevalue("postgres").create(), f"sqlite:///{tmp_path / 'other' / 'clash.db'}"):
        done("restore", str(tmp_path / "b.db"), data=tmp_path / "other", database_url=url)
        engine = make_engine(url)
        with engine.connect() as connection:
            for table in tables:
                assert [dict(row) for row in connection.execute(sa.select(table)).mappings()] == [rows[table]], (
                    table.name
                )
        engine.dispose()


def test_a_secret_that_is_a_setting_stays_out_of_it(tmp_path: Path) -> None:
    data = migrated(tmp_path / "data")
    done("backup", str(tmp_path / "b.db"), data=data, CLASH_SECRET="s3cret" * 8)
    assert b"s3crets3cret" not in (tmp_path / "b.db").read_bytes()
    assert not (data / "secret").exists()


def test_the_key_by_which_push_services_know_the_site_comes_along(tmp_path: Path) -> None:
    data, elsewhere = migrated(tmp_path / "data"), tmp_path / "elsewhere"
    key = VapidKey(data).public
    done("backup", str(tmp_path / "b.db"), data=data)
    done("restore", str(tmp_path / "b.db"), data=elsewhere)
    assert VapidKey(elsewhere).public == key


def test_a_file_that_is_there_is_replaced_by_force_only(kept: Path, tmp_path: Path) -> None:
    data, file = migrated(tmp_path / "data"), tmp_path / "b.db"
    file.write_text("something else")
    assert "exists already" in refused("backup", str(file), data=data)
    assert file.read_text() == "something else"
    done("backup", str(file), "--force", data=data)
    done("restore", str(file), data=tmp_path / "elsewhere")


def test_a_database_that_is_not_empty_is_replaced_by_force_only(kept: Path, tmp_path: Path) -> None:
    done("restore", str(kept), data=tmp_path)
    before = (tmp_path / "clash.db").read_bytes()
    assert "not empty" in refused("restore", str(kept), data=tmp_path)
    assert (tmp_path / "clash.db").read_bytes() == before
    with sqlite3.connect(tmp_path / "clash.db") as database:
        database.execute("UPDATE matches SET name_a = 'changed'")
    database.close()
    done("restore", str(kept), "--force", data=tmp_path)
    with sqlite3.connect(tmp_path / "clash.db") as database:
        assert database.execute("SELECT name_a FROM matches").fetchall() == [("Ann 0",)]
    database.close()


def test_postgresql_that_is_not_empty_is_replaced_by_force_only(
    kept: Path, tmp_path: Path, postgres: PostgresServer
) -> None:
    url = postgres.create()
    done("restore", str(kept), data=tmp_path, database_url=url)
    assert "not empty" in refused("restore", str(kept), data=tmp_path, database_url=url)
    done("restore", str(kept), "--force", data=tmp_path, database_url=url)
    with psycopg.connect(url) as database:
        assert database.execute("SELECT name_a FROM matches").fetchall() == [("Ann 0",)]
        assert database.execute("SELECT count(*) FROM information_schema.sequences").fetchone() == (0,)  # none to set


def test_it_goes_through_a_pipe_too(kept: Path, tmp_path: Path) -> None:
    first = run("restore", "-", data=tmp_path / "one", pipe=kept.read_bytes())
    assert first.returncode == 0, first.stderr
    piped = run("backup", "-", data=tmp_path / "one")
    assert piped.returncode == 0
    second = run("restore", "-", data=tmp_path / "two", pipe=piped.stdout)
    assert b"Restored 1 matches" in second.stderr


def test_a_running_server_is_left_alone(kept: Path, tmp_path: Path, start_server: StartServer) -> None:
    server = start_server(tmp_path)
    Game(server.url, 2)
    assert "running" in refused("restore", str(kept), "--force", data=tmp_path / "data")


def test_a_server_that_was_killed_does_not_count(
    kept: Path, tmp_path: Path, start_server: StartServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    start_server(tmp_path).kill()  # its name stays in the database, but its heart has stopped
    monkeypatch.setattr(backup, "DEAD_AFTER", 0.5)
    assert backup.restore(Settings(data_dir=tmp_path / "data"), kept, force=True).matches == 1


def newer(path: Path, statement: str) -> None:
    """Make a file look like one of a version to come."""
    with sqlite3.connect(path) as file:
        file.execute(statement)
    file.close()


def test_what_is_newer_than_the_code_is_refused(kept: Path, tmp_path: Path) -> None:
    for statement in (
        "UPDATE backup SET value = 'ffff' WHERE name = 'revision'",
        "UPDATE backup SET value = 2 WHERE name = 'format'",
    ):
        changed = tmp_path / "newer.db"
        shutil.copy(kept, changed)
        newer(changed, statement)
        assert "newer version" in refused("restore", str(changed), data=tmp_path / "data")
        assert not (tmp_path / "data" / "clash.db").exists()
    data = migrated(tmp_path / "data2")
    newer(data / "clash.db", "UPDATE alembic_version SET version_num = 'ffff'")
    assert "ffff" in refused("backup", str(tmp_path / "b.db"), data=data)
    assert "ffff" in refused("restore", str(kept), "--force", data=data)
    assert not (tmp_path / "b.db").exists()


def test_an_older_backup_is_brought_up(kept: Path, tmp_path: Path) -> None:
    from alembic import command

    from app.store.migrate import _config

    older = tmp_path / "older.db"
    shutil.copy(kept, older)
    engine = make_engine(f"sqlite:///{older}")
    with engine.execution_options(writing=True).begin() as connection:
        command.downgrade(_config(connection), "0001")
    engine.dispose()
    newer(older, "UPDATE backup SET value = '0001' WHERE name = 'revision'")
    done("restore", str(older), data=tmp_path / "data")
    with sqlite3.connect(tmp_path / "data" / "clash.db") as database:
        assert database.execute("SELECT version_num FROM alembic_version").fetchone() == (head(),)
        assert database.execute("SELECT count(*) FROM matches").fetchone() == (1,)
    database.close()


def test_what_is_no_backup_changes_nothing(kept: Path, tmp_path: Path) -> None:
    half = kept.read_bytes()[: kept.stat().st_size // 2]
    plain = migrated(tmp_path / "site") / "clash.db"
    for name, content in (("empty", b""), ("text", b"hello " * 1000), ("half", half), ("plain", plain.read_bytes())):
        (tmp_path / name).write_bytes(content)
        assert "not a whole backup" in refused("restore", str(tmp_path / name), data=tmp_path / "data"), name
    assert "no file" in refused("restore", str(tmp_path / "missing"), data=tmp_path / "data")
    assert not (tmp_path / "data").exists()


def test_without_a_database_there_is_nothing_to_back_up(tmp_path: Path) -> None:
    assert "no database" in refused("backup", str(tmp_path / "b.db"), data=tmp_path / "none")
    away = "postgresql://nobody@127.0.0.1:9/none"
    assert "cannot be used" in refused("backup", str(tmp_path / "b.db"), data=tmp_path, database_url=away)
    assert "no folder" in refused("backup", str(tmp_path / "no" / "b.db"), data=tmp_path)
    assert list(tmp_path.iterdir()) == []
