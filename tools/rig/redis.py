"""A real Redis server of the tests' own."""

import shutil
import subprocess
import tempfile
from pathlib import Path

import redis

from tools.rig.ports import ReservedPort
from tools.rig.programs import program
from tools.rig.waiting import wait_for


class RedisServer:
    """A server that keeps nothing, on a port of 127.0.0.1; it can be stopped and started as tests please."""

    def __init__(self) -> None:
        self._program = program("redis-server", "redis-server")
        self.folder = Path(tempfile.mkdtemp(prefix="clash-redis-"))
        self._reserved = ReservedPort()
        self.port = self._reserved.number
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> "RedisServer":
        """Start the server and wait until it answers."""
        options = ["--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", str(self.folder)]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [self._program, "--port", str(self.port), *options], stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )
        with redis.Redis(port=self.port, socket_timeout=1) as client:
            wait_for(self._process, client.ping, redis.RedisError, (self.folder / "log").read_text)
        return self

    @property
    def pid(self) -> int:
        """The process id of the server."""
        assert self._process is not None, "Redis is not running"
        return self._process.pid

    def stop(self) -> None:
        """End the server at once, as a crash would; its connections break."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()

    def close(self) -> None:
        """End the server, remove its folder and let go of its port."""
        self.stop()
        self._reserved.close()
        shutil.rmtree(self.folder, ignore_errors=True)
