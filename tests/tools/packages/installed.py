"""A virtual environment with the built packages and nothing of this repository, and a duel on the site there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.metadata import distribution
from pathlib import Path

import httpx2

from tests.support.waiting import DEADLINE
from tools.rig.ports import ReservedPort


class Installed:
    """A clean environment; `run` starts its Python somewhere else, isolated from this one."""

    def __init__(self, folder: Path, python: str = sys.executable) -> None:
        subprocess.run([python, "-m", "venv", "--without-pip", "--symlinks", folder / "venv"], check=True)
        self.folder = folder
        self.bin = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
        self.python = self.bin / "python"

    def install(self, *wheels: Path) -> None:
        """Install wheels, without looking for what they need."""
        self.pip("install", "--quiet", "--no-index", "--no-deps", *map(str, wheels))

    def pip(self, *arguments: str) -> None:
        """Run pip on it. Raises CalledProcessError."""
        command = [sys.executable, "-m", "pip", "--python", str(self.python), "--disable-pip-version-check"]
        subprocess.run([*command, *arguments], check=True, timeout=600)

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

    @contextmanager
    def serving(self) -> Iterator[str]:
        """Serve the site with its data in this folder; gives its address."""
        reserved = ReservedPort()
        with subprocess.Popen(
            [str(self.bin / "clash-of-decks"), "serve", "--port", str(reserved.number)],
            cwd=self.folder,
            env={
                "PATH": os.environ["PATH"],
                "CLASH_DATA_DIR": str(self.folder / "data"),
                "CLASH_LOG_LEVEL": "warning",
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        ) as served:
            assert served.stdout is not None
            try:
                announced = next((line for line in served.stdout if f":{reserved.number}" in line), "")
                assert announced, "it ended before it listened"
                yield f"http://127.0.0.1:{reserved.number}"
            finally:
                served.terminate()
                reserved.close()


def play_a_duel(address: str) -> None:
    """Play a duel to its end on the site at this address, and fetch its replay with everything that the page names."""
    with httpx2.Client(base_url=address, timeout=DEADLINE) as site:
        ann, ben = (site.post("/api/players", json={"name": name}).json()["token"] for name in ("Ann", "Ben"))
        keys = [{"Authorization": f"Bearer {token}"} for token in (ann, ben)]
        match = site.post("/api/matches", json={"mode": "duel", "format": "preconstructed"}, headers=keys[0]).json()
        path = f"/api/matches/{match['id']}"
        assert site.post(f"{path}/join", headers=keys[1]).is_success
        for _ in range(400):
            states = [site.get(path, headers=key).json() for key in keys]
            if states[0]["status"] == "over":
                break
            mover = next(n for n, state in enumerate(states) if state["legal"])
            action = states[mover]["legal"][-1]
            assert site.post(
                f"{path}/actions", json={"seq": states[mover]["seq"], "action": action}, headers=keys[mover]
            ).is_success
        assert states[0]["status"] == "over"
        assert "<h1>Cartes</h1>" in site.get("/cards", headers={"Accept-Language": "fr"}).text
        page = site.get(f"/replay/{match['id']}").text
        assert all(site.get(file).is_success for file in set(re.findall(r'(?:src|href)="(/static/[^"#]+)', page)))
