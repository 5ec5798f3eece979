"""A real cluster of PostgreSQL, set up as docs/hosting/failover.md says: three nodes under Patroni, and etcd, on
127.0.0.1."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Final

import httpx
import psycopg
import yaml

from tools.rig import usage
from tools.rig.forwarder import Forwarder
from tools.rig.json import Json
from tools.rig.pages import block_of
from tools.rig.ports import ReservedPort
from tools.rig.postgres import ADMIN, SMALL_SERVER, as_user
from tools.rig.programs import postgres_bin, program
from tools.rig.waiting import START_SECONDS, wait_for

NODES: Final = 3
SCOPE: Final = "clash"
WHAT: Final = ("all", "replication")
PLACES: Final = "/usr/local/sbin:/usr/sbin:/usr/local/bin:/usr/bin"


def _is_decided(etcd: str) -> bool:
    """True if etcd knows its cluster's version: a Patroni that asks for it earlier ends."""
    return bool(httpx.get(f"{etcd}/version", timeout=2).json()["etcdcluster"] != "not_decided")


def _reached_by(own: int, link: int) -> Json:
    return {"listen": f"127.0.0.1:{own}", "connect_address": f"127.0.0.1:{link}"}


class ClusterNode:
    """One PostgreSQL server with its Patroni. Other nodes reach the two by forwarders, and it reaches etcd by another;
    who uses the database connects directly."""

    def __init__(self, number: int, folder: Path, etcd: int) -> None:
        self.name = f"node{number}"
        self.folder = folder / self.name
        self.folder.mkdir()
        self._bin = postgres_bin()
        self._user = as_user()
        if self._user:
            os.chown(self.folder, self._user["user"], self._user["group"])
        self._reserved = [ReservedPort(), ReservedPort()]
        self.port, self._rest = (one.number for one in self._reserved)
        self._links = [Forwarder(self.port), Forwarder(etcd), Forwarder(self._rest)]
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def data(self) -> Path:
        """The server's data."""
        return self.folder / "data"

    @property
    def log(self) -> str:
        """Everything that Patroni and the server have written."""
        return (self.folder / "log").read_text("utf-8", "replace")

    def _configuration(self) -> Json:
        parameters: dict[str, str | int] = {**dict(option.split("=") for option in SMALL_SERVER)}
        parameters |= {"fsync": "off", "wal_log_hints": "on", "max_wal_senders": 10}
        parameters |= {"unix_socket_directories": str(self.folder), "wal_keep_size": "64MB"}
        parameters |= {"wal_sender_timeout": "3s", "wal_receiver_timeout": "3s"}
        shared = yaml.safe_load(block_of("failover.md", "yaml"))
        shared["postgresql"]["parameters"] |= parameters
        login = {"username": ADMIN, "password": "trusted"}
        return {
            "scope": SCOPE,
            "name": self.name,
            "restapi": _reached_by(self._rest, self._links[2].port),
            "etcd3": {"hosts": [f"127.0.0.1:{self._links[1].port}"], "use_proxies": True},
            "bootstrap": {"dcs": shared, "initdb": [{"encoding": "UTF8"}, "no-locale", "no-sync", {"auth": "trust"}]},
            "postgresql": {
                **_reached_by(self.port, self._links[0].port),
                "data_dir": str(self.data),
                "bin_dir": str(self._bin),
                "pgpass": str(self.folder / "pgpass"),
                "pg_hba": ["local all all trust", *(f"host {what} all 127.0.0.1/32 trust" for what in WHAT)],
                "authentication": {"superuser": login, "replication": login, "rewind": login},
            },
            "watchdog": {"mode": "off"},
        }

    def start(self) -> None:
        """Start Patroni, which starts the server."""
        path = self.folder / "patroni.yml"
        path.write_text(json.dumps(self._configuration()), "utf-8")  # JSON is YAML
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [program("patroni", "patroni", PLACES), str(path)],
                cwd="/", env={"PATH": PLACES, "HOME": str(self.folder)}, start_new_session=True,
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, **self._user,
            )  # fmt: skip

    def check_runs(self) -> None:
        """Raise AssertionError with the end of its log if Patroni has ended on its own."""
        ended = self._process is not None and self._process.poll() is not None
        assert not ended, f"Patroni of {self.name} has ended:\n{self.log[-2000:]}"

    def ask(self, path: str) -> httpx.Response | None:
        """Return what Patroni answers; None where it does not."""
        with contextlib.suppress(httpx.TransportError):
            return httpx.get(f"http://127.0.0.1:{self._rest}/{path}", timeout=2)
        return None

    def is_primary(self) -> bool:
        """True if the database is the leader, and can be written to."""
        answer = self.ask("primary")
        return answer is not None and answer.status_code == httpx.codes.OK

    def switch_over(self) -> bool:
        """Hand the lead to another node, as a host does; True if that was done."""
        with contextlib.suppress(httpx.TransportError):
            body = {"leader": self.name}
            return httpx.post(f"http://127.0.0.1:{self._rest}/switchover", json=body, timeout=30).status_code == 200
        return False

    def _pids(self) -> list[int]:
        """Return the processes of the server, the parent first."""
        with contextlib.suppress(FileNotFoundError, ValueError):
            parent = int((self.data / "postmaster.pid").read_text("ascii").split()[0])
            return [parent, *usage.children(parent)]
        return []

    def freeze(self, *, server: bool = True) -> None:
        """Stop Patroni where it is, and the server, too, unless that shall continue on its own."""
        self._signal(signal.SIGSTOP, server=server)

    def start_again(self) -> None:
        """End everything, frozen or not, and start it again."""
        self.kill()
        self.start()

    def _signal(self, number: signal.Signals, *, server: bool = True) -> None:
        for pid in [*([self._process.pid] if self._process else []), *(self._pids() if server else [])]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)

    def kill(self) -> None:
        """End Patroni and the server as a power cut would."""
        self._signal(signal.SIGKILL)
        if self._process is not None:
            self._process.wait()
            self._process = None

    def isolate(self) -> None:
        """Cut it off from the other nodes and from etcd; who uses the database still reaches it."""
        for link in self._links:
            link.cut()

    def join(self) -> None:
        """Mend its network."""
        for link in self._links:
            link.mend()

    def close(self) -> None:
        """End it."""
        self.kill()
        for link in self._links:
            link.close()
        for port in self._reserved:
            port.close()


class PostgresCluster:
    """Three nodes, of which one is the primary and one a synchronous standby. NotInstalled where a program is
    missing."""

    def __init__(self) -> None:
        self._etcd_program = program("etcd", "etcd-server", PLACES)
        program("patroni", "patroni", PLACES)
        self._user = as_user()
        self.folder = Path(tempfile.mkdtemp(prefix="clash-cluster-"))
        if self._user:
            os.chown(self.folder, self._user["user"], self._user["group"])
        self._reserved = [ReservedPort(), ReservedPort()]
        self._etcd: subprocess.Popen[bytes] | None = None
        self.nodes = [ClusterNode(number, self.folder, self._reserved[0].number) for number in range(NODES)]

    def start(self) -> PostgresCluster:
        """Start everything, and wait until there are a primary and standbys."""
        client, peer = (f"http://127.0.0.1:{one.number}" for one in self._reserved)
        options = {
            "name": "etcd", "data-dir": str(self.folder / "etcd"), "listen-client-urls": client,
            "advertise-client-urls": client, "listen-peer-urls": peer, "initial-advertise-peer-urls": peer,
            "initial-cluster": f"etcd={peer}",
        }  # fmt: skip
        with (self.folder / "etcd.log").open("ab") as log:
            self._etcd = subprocess.Popen(
                [self._etcd_program, *(f"--{name}={value}" for name, value in options.items())],
                cwd="/", stdin=subprocess.DEVNULL, stdout=log, stderr=log, **self._user,
            )  # fmt: skip
        wait_for(self._etcd, lambda: _is_decided(client), httpx.TransportError)
        for node in self.nodes:
            node.start()
        self.wait_until_whole()
        return self

    def wait_until_whole(self, seconds: float = START_SECONDS) -> None:
        """Wait until a primary has a synchronous standby, and all nodes follow it."""
        give_up = time.monotonic() + seconds
        while not self.is_whole():
            for node in self.nodes:
                node.check_runs()
            assert time.monotonic() < give_up, "the cluster is not whole"
            time.sleep(0.1)

    def is_whole(self) -> bool:
        """True if a primary has a synchronous standby, and all nodes follow it."""
        primary = self.primary()
        answer = primary and primary.ask("cluster")
        if primary is None or not answer:
            return False
        members = answer.json()["members"]
        roles = sorted(one["role"] for one in members)
        running = all(one["state"] in ("running", "streaming") and one.get("lag", 0) == 0 for one in members)
        return roles == ["leader", "replica", "sync_standby"] and running and self._followers(primary) == NODES - 1

    def _followers(self, primary: ClusterNode) -> int:
        dsn = self._dsn(primary, "postgres")
        with contextlib.suppress(psycopg.Error), psycopg.connect(dsn, connect_timeout=2) as connection:
            found = connection.execute("SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'")
            return int((found.fetchone() or (0,))[0])
        return 0

    def primary(self) -> ClusterNode | None:
        """Return the node that leads now."""
        return next((node for node in self.nodes if node.is_primary()), None)

    @staticmethod
    def _dsn(node: ClusterNode, database: str) -> str:
        return f"postgresql://{ADMIN}@127.0.0.1:{node.port}/{database}"

    def create(self, name: str = SCOPE) -> str:
        """Make a database, and return the address of it at all nodes, as the setting `database_url`."""
        primary = self.primary()
        assert primary is not None, "there is no primary"
        with psycopg.connect(self._dsn(primary, "postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        hosts = ",".join(f"127.0.0.1:{node.port}" for node in self.nodes)
        return f"postgresql://{ADMIN}@{hosts}/{name}?target_session_attrs=read-write"

    def close(self) -> None:
        """End everything and remove its folder."""
        for node in self.nodes:
            node.close()
        if self._etcd is not None:
            self._etcd.kill()
            self._etcd.wait()
        for one in self._reserved:
            one.close()
        shutil.rmtree(self.folder, ignore_errors=True)
