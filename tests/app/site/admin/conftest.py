"""Fixtures for tests of /admin: a site that has the page, and its host."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import sqlalchemy as sa
from pydantic import SecretStr
from starlette.testclient import TestClient

from app.base.settings import Settings
from app.people.players.models import bans
from tests.support.service import site_of
from tests.support.visitors import another

PASSWORD = "correct horse battery"
HERE = "192.0.2.7"


@pytest.fixture(scope="module")
def shared_settings(shared_settings: Settings) -> Settings:
    """Provide settings of a site with an admin page."""
    return shared_settings.model_copy(update={"admin_token": SecretStr(PASSWORD)})


@pytest.fixture(scope="module")
def host(shared_client: TestClient) -> TestClient:
    """Provide the browser of a host who has logged in."""
    browser = another(shared_client, follow_redirects=False)
    assert browser.post("/admin/login", data={"password": PASSWORD}).status_code == 303
    return browser


@pytest.fixture
def site(shared_client: TestClient, host: TestClient) -> Iterator[TestClient]:
    """Provide the site, visited from a public address by that host; nobody is muted or banned before and after."""
    browser = TestClient(shared_client.app, follow_redirects=False, client=(HERE, 1234), cookies=host.cookies)
    browser.portal = shared_client.portal
    yield browser
    with site_of(browser).base.database.engine.execution_options(writing=True).begin() as connection:
        connection.execute(sa.delete(bans))
    assert browser.portal is not None
    browser.portal.call(site_of(browser).people.bans.read)
