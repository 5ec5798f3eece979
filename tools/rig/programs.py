"""Server programs that not every machine has."""

from __future__ import annotations

import shutil
from pathlib import Path


class NotAvailable(Exception):
    """This machine lacks something; the text is one sentence with the reason."""


class NotInstalled(NotAvailable):
    """A program is missing; the text is one sentence with the name of its package."""

    def __init__(self, program: str, package: str) -> None:
        self.package = package
        super().__init__(f"{program} is not installed on this machine (package {package})")


POSTGRES_HOMES = ("/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt", "/usr/pgsql-*")


def postgres_bin() -> Path:
    """Return the folder of PostgreSQL's server programs, the newest version's."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent  # with all of its programs, which a link may not have next to it
    homes = [path for home in POSTGRES_HOMES for path in Path("/").glob(home.lstrip("/"))]
    candidates = [path.parent for home in homes for path in home.glob("*/bin/initdb")]
    if not candidates:
        raise NotInstalled("PostgreSQL", "postgresql")
    return max(candidates, key=lambda path: [int(part) for part in path.parent.name.split("@")[-1].split(".") if part])


def program(name: str, package: str, folders: str | None = None) -> str:
    """Return the path of a program, which is looked for in `folders` instead of those of PATH."""
    found = shutil.which(name, path=folders)
    if found is None:
        raise NotInstalled(name, package)
    return found
