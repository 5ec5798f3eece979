"""A push service that never answers: a listening socket whose connections nobody accepts."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

HOST: Final = "127.0.0.1"
BACKLOG: Final = 4096


@contextmanager
def slow_push_service() -> Iterator[str]:
    """Run one within the block, and provide its origin, for the site's CLASH_PUSH_SERVICES."""
    with socket.create_server((HOST, 0), backlog=BACKLOG) as listener:
        yield f"http://{HOST}:{listener.getsockname()[1]}"
