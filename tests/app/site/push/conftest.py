"""Fixtures of the tests of notifications."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.site.push import delivery
from app.site.push.delivery import TO_CONNECT, Receiver
from tests.support.push import PushEndpoint, push_endpoint
from tools.rig.server import DEADLINE


@pytest.fixture
def endpoint() -> Iterator[PushEndpoint]:
    """Provide a push service."""
    with push_endpoint() as service:
        yield service


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every message as much time as a test has: a machine with much to do may hold up this process for longer than
    a hook may take for its answer."""
    for receiver in ("BROWSER", "HOOK"):
        monkeypatch.setattr(delivery, receiver, Receiver(DEADLINE / TO_CONNECT, getattr(delivery, receiver).lookups))
