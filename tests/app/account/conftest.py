"""A browser for the tests of accounts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from app.main import create_app
from app.settings import Settings
from tests.support.visitors import another


@pytest.fixture
def client(shared_client: TestClient) -> TestClient:
    """Provide a new browser of that site."""
    return another(shared_client, follow_redirects=False)


@pytest.fixture
def alone(settings: Settings) -> Iterator[TestClient]:
    """Provide a browser of a site that only this test uses: `one_of_everything` fits into it once."""
    with TestClient(create_app(settings.model_copy(update={"rate_limit": 0})), follow_redirects=False) as started:
        yield started
