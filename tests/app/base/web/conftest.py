"""A server for tests of connections."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tools.rig.server import ServerProcess


@pytest.fixture(scope="session")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Provide a server that waits for nobody."""
    server = ServerProcess(tmp_path_factory.mktemp("hasty"), {"head_seconds": "0.3", "body_seconds": "0.3"})
    yield server.start()
    assert "Traceback" not in server.log
    server.close()
