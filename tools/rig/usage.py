"""Resources used by processes so far, from /proc."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
PROC = Path("/proc")


def _stat(pid: int) -> list[str]:
    """Return the fields of /proc/pid/stat after the name, which may hold spaces; empty when the process has gone."""
    try:
        return (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def is_stopped(pid: int) -> bool:
    """True if a process is stopped by SIGSTOP."""
    return _stat(pid)[:1] == ["T"]


def cpu_seconds(pid: int) -> float:
    """Return user and system CPU seconds of a process, its ended children included; 0 when it has gone."""
    fields = _stat(pid)
    return sum(map(int, fields[11:15])) / TICKS if fields else 0.0


def thread_cpu_seconds(pid: int) -> float:
    """Return the CPU seconds of the threads that a process has now, to the nanosecond (Linux)."""
    nanoseconds = 0
    for used in (PROC / str(pid) / "task").glob("*/schedstat"):
        with contextlib.suppress(OSError):  # it has just ended
            nanoseconds += int(used.read_text().split()[0])
    return nanoseconds / 1e9


def family_cpu_seconds(pid: int) -> float:
    """Return the CPU seconds of a process and of its children, such as PostgreSQL and the processes
    of its connections."""
    return cpu_seconds(pid) + sum(cpu_seconds(child) for child in children(pid))


def children(pid: int) -> list[int]:
    """Return the processes that a process has started and that still run."""
    everything = [int(entry.name) for entry in PROC.iterdir() if entry.name.isdigit()]
    return [child for child in everything if _stat(child)[1:2] == [str(pid)]]


def descendants(pid: int) -> list[int]:
    """Return the processes that a process has started, and theirs in turn, that still run (Linux)."""
    parents = {int(entry.name): _stat(int(entry.name))[1:2] for entry in PROC.glob("[0-9]*")}
    found, wanted = [], [pid]
    while wanted:
        parent = [str(wanted.pop())]
        below = [child for child, its_parent in parents.items() if its_parent == parent]
        found += below
        wanted += below
    return found


def memory_kib(pid: int) -> int:
    """Return the resident memory of a process in KiB."""
    for line in (PROC / str(pid) / "status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    return 0
