"""A container of the image: run as the compose file runs it, tested, played on, and stopped.

A chroot in a mount namespace of its own, which buildah's `run` is, too, but with the root mounted read-only.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import httpx

from tools.image.buildah import Buildah

PATIENCE = 60.0
PORT = "8000"
HOST = "0.0.0.0"  # as in the Dockerfile; here the server listens on this machine alone
USER = 10001
ENDED_IN_ORDER = (0, -signal.SIGTERM)  # uvicorn hands the signal on once everything is closed
PROGRAM = ("venv", "usr", "etc")
ENTER = """
set -e
root=$1
mount --bind "$root" "$root"
mount -o remount,bind,ro "$root"
mount --bind "$2" "$root/data"
mount --bind "$3" "$root/tmp"
mount --rbind /dev "$root/dev"
mount -t proc proc "$root/proc"
user=$4
shift 4
exec chroot --userspec="$user" "$root" "$@"
"""


class Broken(Exception):
    """The image does not do what it should; the text is the reason."""


def expect(holds: bool, otherwise: str) -> None:
    """Raise Broken with a sentence unless something holds."""
    if not holds:
        raise Broken(otherwise)


def free_port() -> int:
    """Return a port of the loopback interface that nobody listens on."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        port: int = held.getsockname()[1]
        return port


def _may_write(about: os.stat_result) -> bool:
    owner, group = about.st_uid == USER and about.st_mode & 0o200, about.st_gid == USER and about.st_mode & 0o020
    return bool(owner or group or about.st_mode & 0o002)


class Container:
    """A container with its volume and its /tmp in `folder`; nothing else in it can be changed."""

    def __init__(self, buildah: Buildah, image: str, folder: Path) -> None:
        self.config = buildah.config(image)
        _, self.root = buildah.root_of(image)
        self.port = free_port()
        self.data, self.scratch = folder / "data", folder / "tmp"
        for path, mode in ((self.data, 0o750), (self.scratch, 0o1777)):
            path.mkdir()
            os.chown(path, USER, USER)
            path.chmod(mode)

    def _words(self, key: str) -> list[str]:
        found = self.config.get(key)
        assert isinstance(found, list), key
        return [str(word) for word in found]

    def _command(self, words: list[str]) -> list[str]:
        """Return the command line that runs words of the Dockerfile inside: on this machine alone, at the free port."""
        here = {PORT: str(self.port), HOST: "127.0.0.1"}
        inside = ["env", "-i", "-C", str(self.config["WorkingDir"]), *self._words("Env")]
        inside += [here.get(word, word) for word in words]
        enter = ["unshare", "--mount", "sh", "-c", ENTER, "enter", str(self.root), str(self.data), str(self.scratch)]
        return [*enter, str(self.config["User"]), *inside]

    def inside(self, *words: str) -> str:
        """Run a command inside, as the image's user; return its output. Raises CalledProcessError."""
        command = self._command(list(words))
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout

    def has_read_only_root(self, server: int) -> bool:
        """True if a process inside sees its root mounted read-only."""
        mounts = [line.split() for line in Path(f"/proc/{server}/mountinfo").read_text("utf-8").splitlines()]
        return any(mount[4] == "/" and "ro" in mount[5].split(",") for mount in mounts)

    def its_own(self) -> list[str]:
        """Return the files of the program that its user could change if the root were not mounted read-only."""
        paths = (path for name in PROGRAM for path in (self.root / name).rglob("*") if not path.is_symlink())
        return [str(path) for path in paths if _may_write(path.stat())]

    @contextlib.contextmanager
    def serving(self) -> Iterator[int]:
        """Run the image's own command until it answers; gives its process id. SIGTERM then ends it in order."""
        server = subprocess.Popen(self._command(self._words("Cmd")))
        try:
            self._wait(server)
            yield server.pid
            server.send_signal(signal.SIGTERM)
            expect(
                server.wait(PATIENCE) in ENDED_IN_ORDER, f"SIGTERM ended the server with status {server.returncode}."
            )
        finally:
            server.kill()
            server.wait()

    def _wait(self, server: subprocess.Popen[bytes]) -> None:
        give_up = time.monotonic() + PATIENCE
        while True:
            expect(server.poll() is None, "The server ended on its own: see above what it said.")
            expect(time.monotonic() < give_up, f"The server did not answer within {PATIENCE:.0f} seconds.")
            with contextlib.suppress(httpx.TransportError):
                if httpx.get(f"http://127.0.0.1:{self.port}/healthz").status_code == 200:
                    return
            time.sleep(0.1)
