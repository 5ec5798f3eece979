"""A server for tests of connections."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from _pytest.nodeid import NodeId
from schemathesis.pytest.plugin import SchemathesisFunction

from tools.rig.server import ServerProcess


@pytest.fixture(scope="session")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Provide a server that waits for nobody."""
    server = ServerProcess(tmp_path_factory.mktemp("hasty"), {"head_seconds": "0.3", "body_seconds": "0.3"})
    yield server.start()
    assert "Traceback" not in server.log
    server.close()


def pytest_itemcollected(item: pytest.Item) -> None:
    """Give each operation of the API an id of its own: since pytest 9.2 all that schemathesis makes of a test have the
    same one, and pytest-xdist would run the first alone."""
    if isinstance(item, SchemathesisFunction):
        item._id = NodeId(path=item._id.path, names=item._id.names, params=item.operation_label)
