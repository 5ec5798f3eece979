"""A disk that is full for a while: a small file system for the site's data, else a limit on the size of its files."""

from __future__ import annotations

import contextlib
import resource
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tools.faults.drill import Fault, NoEffect
from tools.faults.tables import Hall
from tools.rig import site as sites
from tools.rig.programs import NotAvailable
from tools.rig.site import RunningSite

SIZE_MB: Final = 64
BALLAST: Final = "ballast"
CHUNK: Final = 64 * 1024


@contextlib.contextmanager
def small_disk_site() -> Iterator[RunningSite]:
    """Run a site with SQLite whose data and log lie on a file system of SIZE_MB, where this machine
    lets us mount one."""
    with tempfile.TemporaryDirectory(prefix="clash-disk-") as name:
        folder = Path(name)
        mounted = _mount(folder)
        try:
            with sites.running("sqlite", 1, redis=False, folder=folder, settings={"min_free_mb": "0"}) as site:
                yield site
        finally:
            if mounted:
                subprocess.run(["umount", "--lazy", str(folder)], check=True)


def _mount(folder: Path) -> bool:
    command = ["mount", "-t", "tmpfs", "-o", f"size={SIZE_MB}m,mode=700", "clash-small-disk", str(folder)]
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        return False


def full_disk(seconds: float = 3.0) -> Fault:
    """Return the fault of a full disk: no byte is left for the data, then there is room again; the server keeps
    running."""

    async def inject(hall: Hall) -> str:
        worker = hall.site.workers[0]
        folder, pid = worker.folder, worker.pid
        full = _filled if folder.is_mount() else _limited
        if full is _limited and not hasattr(resource, "prlimit"):
            raise NotAvailable("neither can a small file system be mounted here nor the files of a process be limited")
        with full(folder, pid):
            await _until_refused(hall)
            await hall.play(seconds)
        if not await _goes_on(hall, seconds):
            hall.ledger.problem("there is room on the disk again, and no move is taken")
        if worker.pid != pid:
            raise NoEffect("the server was started again")
        return f"{seconds} s without room ({'small file system' if folder.is_mount() else 'RLIMIT_FSIZE'})"

    return Fault("full disk", inject)


async def _goes_on(hall: Hall, seconds: float) -> bool:
    """True if moves are acknowledged again, sooner or later."""
    before = hall.ledger.acknowledged
    await hall.play(seconds)
    return await hall.play_until(lambda: hall.ledger.acknowledged > before)


async def _until_refused(hall: Hall) -> None:
    """Write until SQLite refuses: its log of changes has room of its own, which is used up first."""
    if not await hall.play_until(lambda: hall.ledger.errors["storage_unavailable"] > 0):
        raise NoEffect("no move was refused")


@contextlib.contextmanager
def _filled(folder: Path, pid: int) -> Iterator[None]:
    """Fill all the room that is left with a file."""
    ballast = folder / BALLAST
    try:
        with ballast.open("wb", buffering=0) as file:
            for size in (CHUNK, 1):
                with contextlib.suppress(OSError):
                    while file.write(b"\0" * size):
                        pass
        yield
    finally:
        ballast.unlink(missing_ok=True)


@contextlib.contextmanager
def _limited(folder: Path, pid: int) -> Iterator[None]:
    """Let the server write only to the first bytes of a file, so that hardly any write succeeds."""
    before = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (1, before[1]))
    try:
        yield
    finally:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, before)
