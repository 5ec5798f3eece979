"""Backups are taken while matches are played, restored elsewhere, and the matches are played on to their end."""

from __future__ import annotations

import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from app.live.models import workers
from app.matches.storage.models import matches
from app.ops.backup import PASSING, REVISION, revision_in
from app.players.identity import COOKIE
from app.push.vapid import FILE, VapidKey
from app.replay.models import analyses
from app.store.database import make_engine, metadata
from app.store.migrate import head, known_revisions, upgrade
from engine.record import MatchRecord
from tests.conftest import StartServer
from tests.support.backups import Game, done, migrated, run
from tests.support.waiting import wait_until
from tools.rig.server import DEADLINE, ServerProcess

TABLES = 4


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


def test_the_file_is_for_its_owner_alone_and_in_one_piece(kept: Path) -> None:
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert [path.name for path in kept.parent.iterdir() if path.name.startswith((".", "backup"))] == ["backup.db"]
    with sqlite3.connect(kept) as file:
        assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert file.execute("PRAGMA journal_mode").fetchone() == ("delete",)
        assert [file.execute(f"SELECT count(*) FROM {table}").fetchone() for table in PASSING] == [(0,)] * len(PASSING)
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


def test_a_key_for_push_that_is_a_setting_stays_out_of_it(tmp_path: Path) -> None:
    data, other, elsewhere = migrated(tmp_path / "data"), tmp_path / "other", tmp_path / "elsewhere"
    _, own = VapidKey(data).public, VapidKey(other).public
    assert own
    given = (other / FILE).read_text("utf-8")
    done("backup", str(tmp_path / "b.db"), data=data)
    done("restore", str(tmp_path / "b.db"), data=elsewhere, CLASH_VAPID_KEY=given)
    assert not (elsewhere / FILE).exists()
    done("backup", "--force", str(tmp_path / "b.db"), data=data, CLASH_VAPID_KEY=given)
    done("restore", "--force", str(tmp_path / "b.db"), data=elsewhere)
    assert not (elsewhere / FILE).exists()


def test_it_goes_through_a_pipe_too(kept: Path, tmp_path: Path) -> None:
    first = run("restore", "-", data=tmp_path / "one", pipe=kept.read_bytes())
    assert first.returncode == 0, first.stderr
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
