"""A server that cannot write is alive and not ready, until it can again: no primary, a standby, a frozen database."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import httpx
import psycopg
import sqlalchemy as sa

from tests.app.base.test_health import becomes
from tests.conftest import StartServer
from tools.rig.players import duel
from tools.rig.postgres import PostgresServer, StandbyServer
from tools.rig.server import DEADLINE


def test_no_primary_and_then_a_promoted_standby(
    start_server: StartServer, tmp_path: Path, own_postgres: PostgresServer
) -> None:
    url = sa.make_url(own_postgres.create())
    with closing(StandbyServer(own_postgres)) as standby:
        standby.start()
        hosts = f"127.0.0.1:{own_postgres.port},127.0.0.1:{standby.port}"
        address = f"postgresql://{url.username}@{hosts}/{url.database}?target_session_attrs=read-write"
        server = start_server(tmp_path, database_url=address)
        with httpx.Client(base_url=server.url, timeout=DEADLINE) as client:
            ann, _bob, match_id = duel(client)
            becomes(client, 200, writes="ok")
            with psycopg.connect(own_postgres.dsn("postgres")) as connection:
                connection.execute("SELECT pg_switch_wal()")
            own_postgres.stop()  # by its fast shutdown: the standby has everything
            becomes(client, 503, database="away")
            assert client.get("/healthz").status_code == 200
            resign = {"seq": 0, "action": {"type": "resign", "player": "A"}}
            ann.refused("POST", f"/{match_id}/actions", resign, 503, "storage_unavailable")
            standby.promote()
            becomes(client, 200, database="ok", writes="ok")
            assert ann.act(match_id, 0, {"type": "resign", "player": "A"})["status"] == "over"


def test_a_database_that_takes_no_writes(
    start_server: StartServer, tmp_path: Path, own_postgres: PostgresServer
) -> None:
    server = start_server(tmp_path, database_url=own_postgres.create())
    with httpx.Client(base_url=server.url, timeout=DEADLINE) as client:
        becomes(client, 200, writes="ok")
        for setting, code, words in (("on", 503, "failed"), ("off", 200, "ok")):
            with psycopg.connect(own_postgres.dsn("postgres"), autocommit=True) as connection:
                connection.execute("SET default_transaction_read_only = off")
                connection.execute(f"ALTER SYSTEM SET default_transaction_read_only = {setting}".encode())
                connection.execute("SELECT pg_reload_conf()")
            becomes(client, code, database="ok", writes=words)
            assert client.get("/healthz").status_code == 200


def test_a_database_that_is_frozen(start_server: StartServer, tmp_path: Path, own_postgres: PostgresServer) -> None:
    server = start_server(tmp_path, database_url=own_postgres.create())
    with httpx.Client(base_url=server.url, timeout=DEADLINE) as client:
        ann, _bob, match_id = duel(client)
        own_postgres.freeze()
        try:
            resign = {"seq": 0, "action": {"type": "resign", "player": "A"}}
            ann.refused("POST", f"/{match_id}/actions", resign, 503, "storage_unavailable")
            becomes(client, 503, writes="failed")
            assert client.get("/healthz").status_code == 200
        finally:
            own_postgres.thaw()
        becomes(client, 200, database="ok", writes="ok")
        assert ann.act(match_id, 0, {"type": "resign", "player": "A"})["status"] == "over"
