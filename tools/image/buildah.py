"""Debian's buildah as this tool uses it: no engine, no service; all its files are in one folder."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class BuildFailed(Exception):
    """A command of buildah ended with an error; the text has the command and the end of its output."""


class Buildah:
    """buildah with its storage in `folder`, every RUN in a chroot instead of a container."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = os.environ | {"BUILDAH_ISOLATION": "chroot", "TMPDIR": str(folder)}

    def command(self, *arguments: str) -> list[str]:
        """Return the command line of a buildah command."""
        storage = ["--root", f"{self.folder}/storage", "--runroot", f"{self.folder}/run", "--storage-driver", "vfs"]
        return ["buildah", *storage, *arguments]

    def run(self, *arguments: str) -> str:
        """Run a buildah command; return its output. Raises BuildFailed."""
        done = subprocess.run(
            self.command(*arguments), cwd=ROOT, env=self.environment, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise BuildFailed(f"buildah {arguments[0]} failed:\n{(done.stdout + done.stderr)[-3000:]}")
        return done.stdout.strip()

    def root_of(self, image: str) -> tuple[str, Path]:
        """Make a container of an image; return its name and the folder that is its root."""
        container = self.run("from", "--pull-never", image)
        return container, Path(self.run("mount", container))

    def config(self, image: str) -> dict[str, object]:
        """Return the configuration of an image: User, Env, Cmd, WorkingDir …"""
        found: dict[str, object] = json.loads(self.run("inspect", "--type", "image", image))["OCIv1"]["config"]
        return found

    def clear_away(self) -> None:
        """Remove everything that it stored."""
        self.run("rm", "--all")
        shutil.rmtree(self.folder, ignore_errors=True)
