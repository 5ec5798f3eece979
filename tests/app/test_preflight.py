"""Something is missing that the server or a backup cannot do without: one sentence, an exit code, no traceback."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from app.base.settings import Settings
from app.base.store.database import make_engine
from app.base.store.migrate import migrate
from app.main import create_app
from tests.conftest import StartServer
from tests.support.backups import refused
from tools.rig.server import DEADLINE, ROOT

FILE_BLOCKS = 100  # of 512 or 1024 bytes: less than a database, more than what lies next to it


def sentence(*arguments: str, before: str = "", **settings: str) -> str:
    """Return the one line that `python -m app …` says as it fails; `before` is what a shell does first.

    What does not serve is run in this process.
    """
    if arguments[0] != "serve" and not before:
        return refused(*arguments, data=Path(settings["data_dir"]), database_url=settings.get("database_url", ""))
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CLASH_")}
    environment |= {f"CLASH_{name.upper()}": value for name, value in settings.items()}
    command = ["sh", "-c", f'{before} exec "$0" "$@"', sys.executable, "-W", "error", "-m", "app", *arguments]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=2 * DEADLINE, check=False
    )
    assert done.returncode == 1, done
    lines = done.stderr.strip().splitlines()
    assert (len(lines), done.stdout) == (1, ""), done.stderr
    assert lines[0].endswith(".")
    return lines[0]


def test_the_log_says_which_settings_migrations_and_secret_a_start_has(
    start_server: StartServer, tmp_path: Path
) -> None:
    settings = {"rate_limit": "2", "log_level": "info", "admin_token": "x" * 20, "redis_url": ""}
    server = start_server(tmp_path, **settings)
    assert "database_migrated" in server.log and "before=empty" in server.log
    assert "CLASH_RATE_LIMIT=2.0" in server.log and "CLASH_LOG_LEVEL" not in server.log
    assert "x" * 20 not in server.log and "CLASH_ADMIN_TOKEN=****" in server.log
    assert "[info     ] secret_made" in server.log
    with httpx.Client(base_url=server.url, timeout=DEADLINE) as client:
        assert client.post("/api/players", json={"name": "Ann"}).status_code == 201
    server.close()
    server.log_path.unlink()
    (server.folder / "data" / "secret").unlink()
    again = start_server(tmp_path, **settings)
    assert "database_migrated" not in again.log
    assert "[warning  ] secret_made" in again.log and "guests=1" in again.log


def test_passwords_in_addresses_are_masked() -> None:
    url = "postgresql://ann:p%40ss/word@db.example/clash"
    changed = Settings(database_url=url, redis_url="redis://:hush@cache:6379/0").changed
    assert changed["CLASH_DATABASE_URL"] == "postgresql+psycopg://ann:***@db.example/clash"
    assert changed["CLASH_REDIS_URL"] == "redis://:***@cache:6379/0"


@pytest.fixture
def data(settings: Settings) -> Path:
    """Provide the data folder of a site that has run before."""
    assert settings.secret_key
    return settings.data_dir


@pytest.fixture
def read_only(data: Path, tmp_path: Path) -> Iterator[Path]:
    """Provide the same on a disk that takes no writes.

    A file system of its own where this machine lets us mount one.
    """
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=16m", "clash-test", str(place)]
    if subprocess.run(mount, capture_output=True, check=False).returncode == 0:
        try:
            subprocess.run(["cp", "-r", str(data), str(place)], check=True)
            subprocess.run(["mount", "-o", "remount,ro", str(place)], check=True)
            yield place / data.name
        finally:
            subprocess.run(["umount", "--lazy", str(place)], check=True)
        return
    if os.geteuid() == 0:
        pytest.skip("root may write everywhere, and this machine lets us mount nothing")
    for path in (*data.iterdir(), data):
        path.chmod(0o500)
    yield data
    data.chmod(0o700)


def test_a_database_newer_than_the_code(data: Path) -> None:
    engine = make_engine(f"sqlite:///{data / 'clash.db'}")
    with engine.execution_options(writing=True).begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = 'zzzz'"))
    engine.dispose()
    for command in (("serve", "--port", "0"), ("backup", str(data / "x"))):
        assert "revision zzzz, which this version of the game does not know" in sentence(*command, data_dir=str(data))


def test_a_data_folder_that_cannot_be_and_a_file_that_is_no_database(data: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    said = sentence("serve", "--port", "0", data_dir=str(tmp_path / "file" / "data"))
    assert said.startswith("The data folder cannot be used: Not a directory")
    for end in ("-wal", "-shm"):
        (data / f"clash.db{end}").unlink(missing_ok=True)
    (data / "clash.db").write_bytes(b"something else\n" * 1000)
    assert sentence("serve", "--port", "0", data_dir=str(data)) == (
        "The database cannot be used: file is not a database."
    )
    assert sentence("backup", str(data / "x"), data_dir=str(data)).startswith("The database cannot be used: ")


def test_a_read_only_disk(read_only: Path) -> None:
    assert "cannot be used: " in sentence("serve", "--port", "0", data_dir=str(read_only))
    assert "has failed: " in sentence("backup", str(read_only / "x"), data_dir=str(read_only))


def test_postgresql_that_is_away(port: int, tmp_path: Path) -> None:
    url = f"postgresql://clash:word-of-nobody@127.0.0.1:{port}/clash"
    for command in (("serve", "--port", "0"), ("backup", str(tmp_path / "x"))):
        said = sentence(*command, data_dir=str(tmp_path), database_url=url)
        assert said.startswith("The database cannot be used: ") and str(port) in said
        assert "word-of-nobody" not in said


def test_a_backup_on_a_full_disk(data: Path, tmp_path: Path) -> None:
    limit = f"ulimit -f {FILE_BLOCKS};"
    target = tmp_path / "full"
    target.mkdir()
    assert sentence("backup", str(target / "x"), before=limit, data_dir=str(data)).startswith("The backup has failed: ")
    assert list(target.iterdir()) == []


def modes(folder: Path) -> dict[str, int]:
    """Return the mode of each file of the database."""
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.glob("clash.db*") if path.suffix != ".lock"}


def test_the_database_is_its_owners_alone(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path / "data")
    before = os.umask(0)
    try:
        with TestClient(create_app(settings)):
            files = modes(settings.data_dir)
    finally:
        os.umask(before)
    assert files == dict.fromkeys(("clash.db", "clash.db-wal", "clash.db-shm"), 0o600)


def test_a_database_of_an_older_version_becomes_its_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "clash.db"
    engine = make_engine(f"sqlite:///{path}")
    with engine.connect() as held:
        held.execute(sa.text("SELECT 1"))
        for name in modes(tmp_path):
            (tmp_path / name).chmod(0o644)
        again = make_engine(f"sqlite:///{path}")
        migrate(again)
        assert set(modes(tmp_path).values()) == {0o600}
        again.dispose()
    engine.dispose()
