"""Backups are taken while matches are played, restored elsewhere, and the matches are played on to their end."""

from __future__ import annotations

import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from app.base.store.database import make_engine, metadata
from app.base.store.migrate import head, known_revisions, upgrade
from app.people.players.identity import COOKIE
from app.site.ops.backup import PASSING, REVISION, revision_in
from app.site.push.vapid import FILE, VapidKey
from engine.record import MatchRecord
from tests.conftest import StartServer
from tests.support.backups import Game, done, migrated, run
from tests.support.visitors import kept
from tests.support.waiting import wait_until
from tools.rig.server import DEADLINE

TABLES = 2


def test_a_backup_in_the_middle_of_play_is_restored_and_played_on(
    start_server: StartServer, tmp_path: Path, request: pytest.FixtureRequest, database_url: str
) -> None:
    server, file, fresh = start_server(database_url=database_url), tmp_path / "backup.db", tmp_path / "fresh"
    games = [Game(server.url, number) for number in range(TABLES)]
    for game in games:
        game.start()
    # A match may have ended soon, by chance, while another has hardly begun.
    wait_until(lambda: all(game.acknowledged >= 4 or not game.is_alive() for game in games))
    before = [game.acknowledged for game in games]
    assert min(before) >= 4
    ended = run("backup", str(file), data=server.folder / "data", database_url=database_url)
    assert ended.returncode == 0, ended.stderr.decode()
    for game in games:
        game.halt()
    form = {"mode": "solo", "format": "preconstructed"}
    browser = httpx.post(f"{server.url}/new", data=form, timeout=DEADLINE)
    server.kill()

    fresh.mkdir()
    place = "" if database_url.startswith("sqlite") else request.getfixturevalue("postgres").create()
    said = done("restore", str(file), data=fresh / "data", database_url=place)
    assert f"Restored {TABLES} matches with " in said
    again = start_server(fresh, database_url=place)
    with httpx.Client(base_url=again.url, timeout=DEADLINE) as client:
        for game, least in zip(games, before, strict=True):
            for player in game.players.values():
                player.client = client
            assert least <= game.players["A"].state(game.id)["seq"] <= game.acknowledged
            end = game.play(client, to_the_end=True)
            record = game.players["A"].ok("GET", f"/{game.id}/record")
            assert (end["status"], end["seq"]) == ("over", len(record["actions"]))
            MatchRecord.from_json(record).check()
        # The secret came with the backup: a browser's cookie is still known to be genuine.
        cookie = {"Cookie": f"{COOKIE}={kept(browser.cookies)[COOKIE]}"}
        assert client.get("/", headers=cookie).status_code == 200
        assert (fresh / "data" / "secret").read_text() == (server.folder / "data" / "secret").read_text()


def test_the_file_is_for_its_owner_alone_and_in_one_piece(kept: Path) -> None:
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert [path.name for path in kept.parent.iterdir() if path.name.startswith((".", "backup"))] == ["backup.db"]
    with closing(sqlite3.connect(kept)) as file:
        for pragma, value in (("integrity_check", "ok"), ("journal_mode", "delete")):
            assert file.execute(f"PRAGMA {pragma}").fetchone() == (value,)
        assert [file.execute(f"SELECT count(*) FROM {name}").fetchone() for name in PASSING] == [(0,)] * len(PASSING)


def _some_value(column: sa.Column[Any]) -> object:
    """Return a value for a column of the one row of its table: keys refer to the rows of other tables, all called x."""
    if isinstance(column.type, sa.LargeBinary):
        return b"x"
    if isinstance(column.type, sa.Boolean):
        return True
    return 1 if isinstance(column.type, sa.Integer | sa.Double) else "x"


@contextmanager
def _connected(url: str) -> Iterator[sa.Connection]:
    engine = make_engine(url)
    try:
        with engine.execution_options(writing=True).begin() as connection:
            yield connection
    finally:
        engine.dispose()


def test_a_row_of_each_table_comes_back_but_what_was_true_of_running_workers(
    tmp_path: Path, request: pytest.FixtureRequest, database_url: str
) -> None:
    """Work that a worker had begun waits again."""
    rows = {table: {each.name: _some_value(each) for each in table.columns} for table in metadata.sorted_tables}
    kept = {
        table: row | {key.parent.name: None for key in table.foreign_keys if key.column.table.name in PASSING}
        for table, row in rows.items()
        if table.name not in PASSING
    }
    assert len(kept) > 20 and kept != {table: rows[table] for table in kept}
    with _connected(database_url) as connection:
        assert set(sa.inspect(connection).get_table_names()) - {REVISION} == {table.name for table in rows}
        for table in rows:
            connection.execute(sa.delete(table))
            connection.execute(sa.insert(table).values(rows[table]))
    done("backup", str(tmp_path / "b.db"), data=tmp_path, database_url=database_url)
    (tmp_path / "other").mkdir()
    for url in (request.getfixturevalue("postgres").create(), f"sqlite:///{tmp_path / 'other' / 'clash.db'}"):
        done("restore", str(tmp_path / "b.db"), data=tmp_path / "other", database_url=url)
        with _connected(url) as connection:
            for table in rows:
                found = [dict(row) for row in connection.execute(sa.select(table)).mappings()]
                assert found == ([kept[table]] if table in kept else []), table.name


def test_a_secret_that_is_a_setting_stays_out_of_it(tmp_path: Path) -> None:
    data = migrated(tmp_path / "data")
    done("backup", str(tmp_path / "b.db"), data=data, CLASH_SECRET="s3cret" * 8)
    assert b"s3crets3cret" not in (tmp_path / "b.db").read_bytes() and not (data / "secret").exists()


def test_the_key_for_push_comes_along_unless_it_is_a_setting(tmp_path: Path) -> None:
    data, file, elsewhere = migrated(tmp_path / "data"), str(tmp_path / "b.db"), tmp_path / "elsewhere"
    key = VapidKey(data).public
    assert VapidKey(tmp_path / "other").public
    given = (tmp_path / "other" / FILE).read_text("utf-8")
    done("backup", file, data=data)
    done("restore", file, data=elsewhere)
    assert VapidKey(elsewhere).public == key
    (elsewhere / FILE).unlink()
    done("restore", "--force", file, data=elsewhere, CLASH_VAPID_KEY=given)
    assert not (elsewhere / FILE).exists()
    done("backup", "--force", file, data=data, CLASH_VAPID_KEY=given)
    done("restore", "--force", file, data=elsewhere)
    assert not (elsewhere / FILE).exists()


def test_it_goes_through_a_pipe_too(kept: Path, tmp_path: Path) -> None:
    first = run("restore", "-", data=tmp_path / "one", pipe=kept.read_bytes())
    assert first.returncode == 0 and b"Restored 1 matches" in first.stderr, first.stderr
    piped = run("backup", "-", data=tmp_path / "one")
    assert piped.returncode == 0
    second = run("restore", "-", data=tmp_path / "two", pipe=piped.stdout)
    assert b"Restored 1 matches" in second.stderr


def test_every_older_database_is_backed_up_and_brought_up(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    engine = make_engine(f"sqlite:///{data / 'clash.db'}")
    for revision in known_revisions():
        with engine.execution_options(writing=True).begin() as connection:
            upgrade(connection, revision)
        done("backup", "--force", str(tmp_path / "b.db"), data=data)
        assert revision_in(tmp_path / "b.db") == revision
        done("restore", "--force", str(tmp_path / "b.db"), data=tmp_path / "other")
        with closing(sqlite3.connect(tmp_path / "other" / "clash.db")) as database:
            assert database.execute("SELECT version_num FROM alembic_version").fetchone() == (head(),)
    engine.dispose()
