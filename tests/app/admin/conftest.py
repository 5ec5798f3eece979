"""Fixtures for tests of /admin: a site that has the page, and its host."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from app.main import create_app
from app.settings import Settings

PASSWORD = "correct horse battery"
HERE = "192.0.2.7"


@pytest.fixture
def guarded(settings: Settings) -> Settings:
    """Provide settings of a site with an admin page."""
    return Settings(data_dir=settings.data_dir, admin_token=PASSWORD)


@pytest.fixture
def site(guarded: Settings) -> Iterator[TestClient]:
    """Provide the site, visited from a public address by a host who has logged in."""
    with TestClient(create_app(guarded), follow_redirects=False, client=(HERE, 1234)) as started:
        assert started.post("/admin/login", data={"password": PASSWORD}).status_code == 303
        yield started
