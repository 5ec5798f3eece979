"""Run commands at the same time, as `make test` does with its two test runs: `python -m tools.side_by_side A -- B`.

What a command prints is shown in one piece when it ends, the first one's as it comes. The exit status is that of the
first command that failed, or 0.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile


def split(arguments: list[str]) -> list[list[str]]:
    """Return the commands between the `--`."""
    commands: list[list[str]] = [[]]
    for argument in arguments:
        if argument == "--":
            commands.append([])
        else:
            commands[-1].append(argument)
    return [command for command in commands if command]


def run(commands: list[list[str]]) -> int:
    """Run them all, wait for them all; returns the first exit status that is not 0."""
    first, *others = commands
    running = []
    for command in others:
        told = tempfile.TemporaryFile()  # noqa: SIM115 (read and closed below, when the command has ended)
        running.append((subprocess.Popen(command, stdout=told, stderr=subprocess.STDOUT), told))
    statuses = [subprocess.run(first, check=False).returncode]
    for process, told in running:
        statuses.append(process.wait())
        told.seek(0)
        sys.stdout.buffer.write(told.read())
        sys.stdout.flush()
        told.close()
    return next((status for status in statuses if status), 0)


if __name__ == "__main__":
    sys.exit(run(split(sys.argv[1:])))
