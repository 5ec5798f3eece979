"""Browsers for the tests of accounts, and a provider of accounts."""

from __future__ import annotations

from collections.abc import Iterator
from secrets import token_hex

import pytest
from starlette.testclient import TestClient

from app.base.settings import Settings
from app.main import create_app
from tests.support.provider import OwnProvider, own_provider
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


@pytest.fixture(scope="module")
def own() -> Iterator[OwnProvider]:
    """Provide the provider of the module's site."""
    with own_provider() as started:
        yield started


@pytest.fixture
def provider(own: OwnProvider) -> OwnProvider:
    """Provide it with people that no other test knows."""
    own.people = token_hex(4)
    return own
