"""A browser for the tests of accounts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from app.main import create_app
from app.settings import Settings


@pytest.fixture
def client(settings: Settings) -> Iterator[TestClient]:
    """Provide a browser of a site that limits nobody."""
    free = settings.model_copy(update={"rate_limit": 0})
    with TestClient(create_app(free), follow_redirects=False) as started:
        yield started
