"""A link that takes a guest to a second device: once, for minutes, confirmed there, seen by no log."""

from __future__ import annotations

import re

import pytest
import sqlalchemy as sa
from httpx2 import Response
from starlette.testclient import TestClient

from app.people.players.models import tickets
from tests.support.accounts import HTML, become, database_of
from tests.support.visitors import another


def link_ticket(client: TestClient) -> str:
    """Return the part after the # of a new link for another device."""
    made = client.post("/account/device/link", headers=HTML)
    assert "data:image/svg+xml" in made.text and made.headers["cache-control"] == "no-store"
    found = re.search(r'value="http://testserver/account/device#([\w-]{43})"', made.text)
    assert found, made.text
    return found[1]


def use(client: TestClient, ticket: str) -> Response:
    """Use the link up."""
    return client.post("/account/device", data={"ticket": ticket}, headers=HTML)


def enter(client: TestClient, page: str, how: str = "switch") -> None:
    """Confirm what the page asks."""
    [ticket, *_] = re.findall(r'name="ticket" value="([^"]+)"', page)
    assert client.post("/account/enter", data={"ticket": ticket, "how": how}, headers=HTML).status_code == 200


def test_a_second_device_becomes_the_same_guests_after_a_question(
    client: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "clash")
    ann = become(client, "Ann")["id"]
    ticket = link_ticket(client)
    phone = another(client)
    for _ in range(2):
        opened = phone.get("/account/device", headers=HTML)
        assert (opened.status_code, opened.headers["referrer-policy"]) == (200, "same-origin")
    asked = use(phone, ticket)
    assert "Play as <bdi>Ann</bdi>" in asked.text and "Switch player" not in asked.text
    assert phone.get("/api/players/me").status_code == 401
    enter(phone, asked.text)
    assert phone.get("/api/players/me").json()["id"] == ann
    assert "/account/enter" in caplog.text and ticket not in caplog.text
    again = use(another(client), ticket)
    assert (again.status_code, "already been used" in again.text) == (422, True)


def test_only_the_newest_link_works_for_minutes_and_elsewhere(client: TestClient) -> None:
    become(client, "Ann")
    first, second = link_ticket(client), link_ticket(client)
    assert use(another(client), first).status_code == 422
    assert use(client, second).status_code == 409, "this is the guest already"
    third = link_ticket(client)
    with database_of(client).engine.execution_options(writing=True).begin() as connection:
        connection.execute(sa.update(tickets).values(expires_at=1.0))
    assert use(another(client), third).status_code == 422
    assert another(client).post("/account/device/link").status_code == 401
