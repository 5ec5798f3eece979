"""A virtual environment with the built packages and nothing of this repository."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from collections.abc import Iterable
from importlib.metadata import distribution
from pathlib import Path


class Installed:
    """A clean environment; `run` starts its Python somewhere else, isolated from this one."""

    def __init__(self, folder: Path) -> None:
        venv.create(folder / "venv", with_pip=False, symlinks=True)
        self.folder = folder
        self.bin = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
        self.python = self.bin / "python"

    def install(self, *wheels: Path) -> None:
        """Install wheels, without looking for what they need."""
        command = [sys.executable, "-m", "pip", "--python", str(self.python), "install", "--quiet"]
        options = ["--disable-pip-version-check", "--no-index", "--no-deps"]
        subprocess.run([*command, *options, *map(str, wheels)], check=True, timeout=300)

    def lend(self, names: Iterable[str]) -> None:
        """Lend it distributions of this environment, each by links to its own files and nothing else's."""
        command = [str(self.python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
        there = Path(subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip())
        for name in names:
            found = distribution(name)
            for top in {file.parts[0] for file in found.files or [] if file.parts[0] not in ("..", "__pycache__")}:
                (there / top).symlink_to(Path(str(found.locate_file(top))).resolve())

    def run(self, *arguments: str, lines: str = "", timeout: float = 300) -> subprocess.CompletedProcess[str]:
        """Return what a command line of its Python did."""
        command = [str(self.python), "-I", "-W", "error", *arguments]
        return subprocess.run(
            command, input=lines, capture_output=True, text=True, cwd=self.folder, timeout=timeout, check=False
        )
