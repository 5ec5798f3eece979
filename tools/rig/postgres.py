"""A real PostgreSQL server of the tests' own."""

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path
from typing import TypedDict

import psycopg
from psycopg import sql

from tools.rig.ports import ReservedPort
from tools.rig.programs import postgres_bin
from tools.rig.usage import children
from tools.rig.waiting import wait_for

ADMIN = "clash"
SMALL_SERVER = ("max_connections=200", "shared_buffers=64MB")
# Nothing here survives the machine anyway; killing the processes loses nothing without these either.
FAST = ("fsync=off", "synchronous_commit=on", "full_page_writes=off")


class AsUser(TypedDict, total=False):
    """Arguments of subprocess that switch from root to another user."""

    user: int
    group: int
    extra_groups: list[int]


def as_user() -> AsUser:
    """PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    names = {entry.pw_name: entry for entry in pwd.getpwall()}
    account = names.get("postgres") or names["nobody"]
    return {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}


class PostgresServer:
    """A server in a folder of its own, on a port of 127.0.0.1; it can be stopped and started as tests please.

    `durable`: it waits for the disk, as a host's would, so that figures measured with it are true.
    """

    def __init__(self, *, durable: bool = False) -> None:
        self._options = SMALL_SERVER if durable else (*SMALL_SERVER, *FAST)
        self._bin = postgres_bin()
        self._user = as_user()
        self.folder = Path(tempfile.mkdtemp(prefix="clash-postgres-"))
        if self._user:
            os.chown(self.folder, self._user["user"], self._user["group"])
        self._reserved = ReservedPort()
        self.port = self._reserved.number
        self._process: subprocess.Popen[bytes] | None = None
        self._databases = 0
        self._make_data()

    def _make_data(self) -> None:
        command = [str(self._bin / "initdb"), "--no-sync", "--auth=trust", "--encoding=UTF8", "--no-locale"]
        self._run([*command, f"--username={ADMIN}", "-D", str(self.folder / "data")])

    def _run(self, command: list[str]) -> None:
        done = subprocess.run(command, cwd="/", capture_output=True, text=True, check=False, **self._user)
        assert done.returncode == 0, f"{command[0]} failed: {done.stderr}"

    def start(self) -> "PostgresServer":
        """Start the server and wait until it takes connections."""
        options = [word for option in self._options for word in ("-c", option)]
        command = [str(self._bin / "postgres"), "-D", str(self.folder / "data"), "-k", str(self.folder), *options]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [*command, "-h", "127.0.0.1", "-p", str(self.port)],
                cwd="/", stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True, **self._user,
            )  # fmt: skip
        wait_for(self._process, self._is_there, psycopg.OperationalError, (self.folder / "log").read_text)
        return self

    def _is_there(self) -> bool:
        psycopg.connect(self.dsn("postgres"), connect_timeout=2).close()
        return True

    @property
    def pid(self) -> int:
        """The process id of the server; each connection has a child of it."""
        assert self._process is not None, "PostgreSQL is not running"
        return self._process.pid

    def stop(self) -> None:
        """Cut every connection and end the server; its data stay."""
        self._end("fast")

    def kill(self) -> None:
        """End the server at once (an "immediate" shutdown: it recovers from its log at the next start)."""
        self._end("immediate")

    def _end(self, mode: str) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        self._run([str(self._bin / "pg_ctl"), "stop", "-m", mode, "-w", "-D", str(self.folder / "data")])
        process.wait()

    def freeze(self) -> None:
        """Stop every process of the server where it is: the system still takes connections for it."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it continue."""
        self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        for pid in [self.pid, *children(self.pid)]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)

    def dsn(self, database: str) -> str:
        """Return the address of a database, for psycopg and as the setting `database_url`."""
        return f"postgresql://{ADMIN}@127.0.0.1:{self.port}/{database}"

    def create(self, template: str = "template1") -> str:
        """Make a database, a copy of `template`, and return its address."""
        self._databases += 1
        name = f"test_{self._databases}"
        with psycopg.connect(self.dsn("postgres"), autocommit=True) as connection:
            words = (sql.Identifier(name), sql.Identifier(template))
            connection.execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(*words))
        return self.dsn(name)

    def close(self) -> None:
        """End the server, remove its folder and let go of its port."""
        self.kill()
        self._reserved.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class StandbyServer(PostgresServer):
    """A streaming standby of another server: read-only until it is promoted."""

    def __init__(self, primary: PostgresServer) -> None:
        self._primary = primary
        super().__init__()

    def _make_data(self) -> None:
        command = [str(self._bin / "pg_basebackup"), "--no-sync", "-c", "fast", "-X", "stream", "-R", "-U", ADMIN]
        there = ["-h", "127.0.0.1", "-p", str(self._primary.port)]
        self._run([*command, *there, "-D", str(self.folder / "data")])

    def promote(self) -> None:
        """Make the standby a primary."""
        self._run([str(self._bin / "pg_ctl"), "promote", "-w", "-D", str(self.folder / "data")])
