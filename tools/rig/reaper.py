"""All processes that a program has started, and those that they started in turn: their CPU seconds, and their end.

On Linux orphans become children of the program, so that none is forgotten; elsewhere only its own children count.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import signal
import sys
import time
from pathlib import Path
from typing import Final

from tools.rig import usage

PR_SET_CHILD_SUBREAPER: Final = 36
END_SECONDS: Final = 10.0
LEAVE_SECONDS: Final = (
    5.0  # in which what ends with its parent does: multiprocessing's tracker reads the end of its pipe
)


def adopt_orphans() -> None:
    """Become the parent of every descendant whose own parent ends."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def reap() -> dict[int, int]:
    """Return the exit codes of the children that have ended, by their ids; their CPU seconds count from now on."""
    ended = {}
    with contextlib.suppress(ChildProcessError):
        while (found := os.waitpid(-1, os.WNOHANG))[0]:
            ended[found[0]] = os.waitstatus_to_exitcode(found[1])
    return ended


def cpu_seconds() -> float:
    """Return the CPU seconds of this process and of all that it has reaped."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def end_descendants(leave: float = 0.0) -> list[str]:
    """Kill and reap all that still run after `leave` seconds; return their command lines."""
    left: dict[int, str] = {}
    begun = time.monotonic()
    reap()
    while usage.descendants(os.getpid()) and time.monotonic() < begun + leave:
        time.sleep(0.02)
        reap()
    give_up = time.monotonic() + END_SECONDS
    while (pids := usage.descendants(os.getpid())) and time.monotonic() < give_up:
        for pid in pids:
            with contextlib.suppress(OSError):
                words = (Path("/proc") / str(pid) / "cmdline").read_bytes().decode("utf-8", "replace")
                left.setdefault(pid, words.replace("\0", " ").strip()[:200])
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.02)
        reap()
    return [words for words in left.values() if words]
