"""A backup for the tests that restore one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.backups import Game, done
from tools.rig.server import ServerProcess


@pytest.fixture(scope="session")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Provide a backup of a site with one match."""
    folder = tmp_path_factory.mktemp("kept")
    server = ServerProcess(folder)
    server.start()
    try:
        Game(server.url, 0)
    finally:
        server.close()
    done("backup", str(folder / "backup.db"), data=folder / "data")
    return folder / "backup.db"
