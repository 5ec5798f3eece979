"""docs/hosting/failover.md: its very lines for PgBouncer, in a real one between the site and PostgreSQL."""

from __future__ import annotations

import os
import random
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import psycopg
import pytest
import sqlalchemy as sa

from app.base.store.database import PG_OPTIONS
from tests.conftest import StartServer
from tests.hosting.test_proxies import program
from tests.support.waiting import wait_until
from tools.rig.pages import block_of
from tools.rig.players import duel, play_on
from tools.rig.ports import ReservedPort
from tools.rig.postgres import ADMIN, PostgresServer, as_user
from tools.rig.server import DEADLINE

PAGE = "failover.md"


@contextmanager
def pgbouncer(postgres: PostgresServer, lines: str) -> Iterator[int]:
    """Run it before a server, with these lines in its file, and provide its port."""
    user = as_user()
    port = ReservedPort()
    with tempfile.TemporaryDirectory(prefix="clash-pgbouncer-") as made:
        folder = Path(made)
        (folder / "users").write_text(f'"{ADMIN}" ""\n', "utf-8")
        (folder / "ini").write_text(
            f"[databases]\n* = host=127.0.0.1 port={postgres.port}\n"
            f"[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port.number}\nunix_socket_dir =\n"
            f"auth_type = trust\nauth_file = {folder}/users\n{lines}",
            "utf-8",
        )
        if user:
            os.chown(folder, user["user"], user["group"])
        command = [program("pgbouncer"), "-q", str(folder / "ini")]
        process = subprocess.Popen(command, cwd="/", stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **user)
        try:
            wait_until(lambda: _listens(process, port.number), "PgBouncer does not listen")
            yield port.number
        finally:
            process.terminate()
            process.wait(DEADLINE)
            port.close()


def _listens(process: subprocess.Popen[bytes], port: int) -> bool:
    assert process.poll() is None, f"PgBouncer ended with code {process.returncode}"
    try:
        psycopg.connect(host="127.0.0.1", port=port, user=ADMIN, dbname="postgres").close()
    except psycopg.OperationalError:
        return False
    return True


def through(url: str, port: int) -> str:
    """Return the address of the same database at PgBouncer's port."""
    return sa.make_url(url).set(port=port).render_as_string(hide_password=False)


def test_a_site_plays_through_it(start_server: StartServer, own_postgres: PostgresServer) -> None:
    url = own_postgres.create()
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(block_of(PAGE, "sql").encode())
    with pgbouncer(own_postgres, block_of(PAGE, "ini")) as port:
        with psycopg.connect(through(url, port)) as connection:
            assert connection.execute("SHOW statement_timeout").fetchone() == ("15s",)
            assert connection.execute("SHOW lock_timeout").fetchone() == ("10s",)
        site = start_server(database_url=through(url, port))
        with httpx.Client(base_url=site.url, timeout=DEADLINE) as client:
            ann, bob, match_id = duel(client)
            rng = random.Random(3)
            before = play_on({"A": ann, "B": bob}, match_id, rng, limit=10)["seq"]
            own_postgres.kill()
            wait_until(lambda: client.get("/readyz").status_code == 503, "the site does not notice")
            own_postgres.start()
            wait_until(lambda: client.get("/readyz").status_code == 200, "the site does not go on")
            assert ann.state(match_id)["seq"] == before
            assert play_on({"A": ann, "B": bob}, match_id, rng)["status"] == "over"


def test_without_the_second_line_it_refuses_the_site(own_postgres: PostgresServer) -> None:
    first, second = block_of(PAGE, "ini").splitlines()
    assert second == "ignore_startup_parameters = options"
    with (
        pgbouncer(own_postgres, f"{first}\n") as port,
        pytest.raises(psycopg.OperationalError, match="unsupported startup parameter"),
    ):
        psycopg.connect(through(own_postgres.dsn("postgres"), port), options=str(PG_OPTIONS["options"]))
