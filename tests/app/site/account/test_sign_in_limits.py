"""The limit on beginning to sign in with an account."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from app.base.settings import Settings
from app.base.web.limits import TABLE
from app.main import create_app
from tests.support.accounts import HTML
from tests.support.provider import own_provider, settings_with


@pytest.mark.usefixtures("no_refill")
def test_an_address_begins_only_so_many_sign_ins(settings: Settings) -> None:
    most = TABLE["sign_in"].address
    assert most is not None
    with (
        own_provider() as provider,
        TestClient(create_app(settings_with(settings, provider.url, rate_limit=0.02))) as client,
    ):
        statuses = [client.post("/account/sign-in", headers=HTML).status_code for _ in range(round(most * 0.02) + 1)]
        assert statuses == [200] * (len(statuses) - 1) + [429]
