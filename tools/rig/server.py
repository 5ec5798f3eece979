"""The site as a real process on a real socket."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import httpx

from tools.rig.ports import listening_socket
from tools.rig.waiting import wait_for

ROOT = Path(__file__).resolve().parents[2]
STOP_SECONDS = 60.0
DEADLINE = 60.0  # seconds until a test gives up waiting for an answer


class ServerProcess:
    """`python -m app serve` in a process of its own, with its data in `folder`.

    The test holds the listening socket, so a server that was killed starts again at the same address. `settings` are
    variables without their prefix: {"redis_url": …}. Several workers of one site share the folder: give each a `name`.
    `variables` are what else stands in its environment. `tree` is the checkout that it runs: another one has Python and
    packages of its own, as `make install` leaves them.
    """

    def __init__(
        self,
        folder: Path,
        settings: Mapping[str, str] | None = None,
        name: str = "server",
        variables: Mapping[str, str] | None = None,
        tree: Path = ROOT,
    ) -> None:
        self.folder = folder
        self._tree = tree
        self.settings = dict(settings or {})
        self.variables = dict(variables or {})
        self.log_path = folder / f"{name}.log"
        self._socket = listening_socket()
        self._process: subprocess.Popen[bytes] | None = None
        self.port: int = self._socket.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.ws_url = f"ws://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        """The process id of the running server."""
        assert self._process is not None, "the server is not running"
        return self._process.pid

    @property
    def log(self) -> str:
        """Everything the server has written so far."""
        return self.log_path.read_text("utf-8", "replace") if self.log_path.exists() else ""

    def start(self) -> "ServerProcess":
        """Start the process and wait until it answers."""
        assert self._process is None, "the server is running already"
        environment = {name: value for name, value in os.environ.items() if not name.startswith("CLASH_")}
        environment |= {"CLASH_DATA_DIR": str(self.folder / "data"), "PYTHONUNBUFFERED": "1"}
        environment |= {f"CLASH_{name.upper()}": value for name, value in self.settings.items()}
        environment |= self.variables
        python = sys.executable if self._tree == ROOT else str(self._tree / ".venv" / "bin" / "python")
        command = [python, "-W", "error", "-m", "app", "serve", "--fd", str(self._socket.fileno())]
        with self.log_path.open("ab") as log:
            self._process = subprocess.Popen(
                command, cwd=self._tree, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                pass_fds=[self._socket.fileno()], start_new_session=True,
            )  # fmt: skip
        try:
            wait_for(self._process, self._answers, httpx.TransportError, lambda: self.log)
        except AssertionError:
            self.kill()
            raise
        return self

    def _answers(self) -> bool:
        return httpx.get(f"{self.url}/healthz", timeout=1).status_code < 500

    def send_little(self, size: int) -> None:
        """Limit the unread bytes of new connections to `size` (the system doubles it)."""
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, size)

    def option(self, level: int, name: int) -> int:
        """Return an option of the listening socket, which new connections get, too."""
        return self._socket.getsockopt(level, name)

    def kill(self) -> None:
        """End the process as a power cut would (SIGKILL), and wait for its end."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Ask the process to end (SIGTERM); returns its exit code: -SIGTERM after an orderly end."""
        return self._end(signal.SIGTERM)

    def _end(self, with_signal: signal.Signals) -> int:
        process, self._process = self._process, None
        if process is None:
            return 0
        process.send_signal(with_signal)
        try:
            return process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise AssertionError(f"the server did not stop within {STOP_SECONDS} s:\n{self.log[-4000:]}") from None

    def close(self) -> None:
        """Kill the process if it runs, and let go of the address."""
        self.kill()
        self._socket.close()
