"""A backup or a restore that would lose something, or cannot be whole, is refused in one sentence."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from app.base.settings import Settings
from app.site.ops import backup
from app.site.ops.backup import SEAL, BackupError, restore
from tests.conftest import StartServer
from tests.support.backups import Game, alter, done, migrated, refused
from tools.rig.server import ROOT


def test_a_file_that_is_there_is_replaced_by_force_only(kept: Path, tmp_path: Path) -> None:
    data, file = migrated(tmp_path / "data"), tmp_path / "b.db"
    file.write_text("something else")
    assert "exists already" in refused("backup", str(file), data=data) and file.read_text() == "something else"
    done("backup", str(file), "--force", data=data)
    done("restore", str(file), data=tmp_path / "elsewhere")


def test_a_database_that_is_not_empty_is_replaced_by_force_only(kept: Path, tmp_path: Path) -> None:
    done("restore", str(kept), data=tmp_path)
    before = (tmp_path / "clash.db").read_bytes()
    assert "not empty" in refused("restore", str(kept), data=tmp_path)
    assert (tmp_path / "clash.db").read_bytes() == before
    alter(tmp_path / "clash.db", "UPDATE seats SET name = 'changed'")
    done("restore", str(kept), "--force", data=tmp_path)
    with closing(sqlite3.connect(tmp_path / "clash.db")) as database:
        assert database.execute("SELECT name FROM seats WHERE seat = 'A'").fetchall() == [("Ann 0",)]


def test_postgresql_that_is_not_empty_is_replaced_by_force_only(kept: Path, tmp_path: Path, postgresql: str) -> None:
    url = postgresql
    done("restore", str(kept), "--force", data=tmp_path, database_url=url)
    assert "not empty" in refused("restore", str(kept), data=tmp_path, database_url=url)
    done("restore", str(kept), "--force", data=tmp_path, database_url=url)
    with psycopg.connect(url) as database:
        assert database.execute("SELECT name FROM seats WHERE seat = 'A'").fetchall() == [("Ann 0",)]
        assert database.execute("SELECT count(*) FROM information_schema.sequences").fetchone() == (0,)  # none to set


def test_a_running_server_is_left_alone_and_one_that_was_killed_does_not_count(
    kept: Path, tmp_path: Path, start_server: StartServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = start_server(tmp_path)
    Game(server.url, 2)
    assert "running" in refused("restore", str(kept), "--force", data=tmp_path / "data")
    server.kill()  # its name stays in the database, but its heart has stopped
    monkeypatch.setattr(backup, "DEAD_AFTER", 0.5)
    assert backup.restore(Settings(data_dir=tmp_path / "data"), kept, force=True).matches == 1


def test_what_is_newer_or_older_than_the_code_is_refused(kept: Path, tmp_path: Path) -> None:
    for statement in (
        "UPDATE backup SET value = 'ffff' WHERE name = 'revision'",
        "UPDATE backup SET value = 2 WHERE name = 'format'",
    ):
        changed = tmp_path / "newer.db"
        shutil.copy(kept, changed)
        alter(changed, statement)
        assert "newer version" in refused("restore", str(changed), data=tmp_path / "data")
        assert not (tmp_path / "data" / "clash.db").exists()
    alter(changed, "UPDATE backup SET value = '0053' WHERE name = 'revision'")
    alter(changed, "UPDATE backup SET value = 1 WHERE name = 'format'")
    assert "commit 85989759" in refused("restore", str(changed), data=tmp_path / "data")
    data = migrated(tmp_path / "data2")
    alter(data / "clash.db", "UPDATE alembic_version SET version_num = 'ffff'")
    assert "ffff" in refused("backup", str(tmp_path / "b.db"), data=data)
    assert "ffff" in refused("restore", str(kept), "--force", data=data) and not (tmp_path / "b.db").exists()


def test_what_is_no_backup_changes_nothing(kept: Path, tmp_path: Path) -> None:
    half = kept.read_bytes()[: kept.stat().st_size // 2]
    plain = migrated(tmp_path / "site") / "clash.db"
    for name, content in (("empty", b""), ("text", b"hello " * 1000), ("half", half), ("plain", plain.read_bytes())):
        (tmp_path / name).write_bytes(content)
        assert "not a whole backup" in refused("restore", str(tmp_path / name), data=tmp_path / "data"), name
    assert "no file" in refused("restore", str(tmp_path / "missing"), data=tmp_path / "data")
    assert list((tmp_path / "data").iterdir()) == []


def test_bytes_that_have_changed_since_are_refused(kept: Path, tmp_path: Path) -> None:
    """SQLite finds what breaks its tables, and nothing that is wrong in a value."""
    content = bytearray(kept.read_bytes())
    place = content.index(b"Ann")
    for name, damaged in (
        ("value", content[:place] + b"Eve" + content[place + 3 :]),
        ("end", content[:-1] + bytes([content[-1] ^ 1])),
        ("cut", content[:-5]),
        ("without", content[: content.index(SEAL)]),
        ("longer", content + b"x"),
    ):
        (tmp_path / name).write_bytes(damaged)
        with pytest.raises(BackupError, match="some of its bytes have changed"):
            restore(Settings(data_dir=tmp_path / "data"), tmp_path / name, new=True)
        assert not (tmp_path / "data").exists()
    with closing(sqlite3.connect(tmp_path / "without")) as older:  # as they were before there was a digest
        older.execute("DELETE FROM backup WHERE name = 'sealed'")
        older.commit()
    restore(Settings(data_dir=tmp_path / "data"), tmp_path / "without", new=True)


def test_a_site_moves_to_where_there_is_no_data_folder(kept: Path, tmp_path: Path) -> None:
    restore(Settings(data_dir=tmp_path / "new" / "data"), kept, new=True)
    assert (tmp_path / "new" / "data" / "clash.db").exists() and (tmp_path / "new" / "data" / "secret").exists()
    with kept.open("rb") as source:
        environment = os.environ | {"CLASH_DATA_DIR": str(tmp_path / "piped")}
        command = [sys.executable, "-m", "app", "restore", "-", "--new"]
        ended = subprocess.run(
            command, cwd=ROOT, env=environment, stdin=source, capture_output=True, text=True, check=False
        )
    assert (ended.returncode, (tmp_path / "piped" / "clash.db").exists()) == (0, True), ended.stderr


def test_without_a_database_there_is_nothing_to_back_up_or_fill(kept: Path, tmp_path: Path) -> None:
    assert "no database" in refused("backup", str(tmp_path / "b.db"), data=tmp_path / "none")
    away = "postgresql://nobody@127.0.0.1:9/none"
    assert "cannot be used" in refused("backup", str(tmp_path / "b.db"), data=tmp_path, database_url=away)
    assert "no folder" in refused("backup", str(tmp_path / "no" / "b.db"), data=tmp_path)
    with pytest.raises(BackupError, match="There is no data folder"):
        restore(Settings(data_dir=tmp_path / "other"), kept)
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "data").mkdir()
    with pytest.raises(BackupError, match=r"There is no database .*clash\.db: if the site moves there, say --new"):
        restore(Settings(data_dir=tmp_path / "data"), kept, force=True)
    assert "no data folder" in refused("backup", "-", data=tmp_path / "none")
    assert list((tmp_path / "data").iterdir()) == []
