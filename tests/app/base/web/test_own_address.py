"""A visitor who comes by another name than CLASH_BASE_URL is led to the site's own address; nobody else is."""

from __future__ import annotations

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from app.base.settings import Settings
from tests.support.cases import in_turn
from tests.support.visitors import another

SITE = "https://clash.example"
OPENED = {"accept": "text/html,*/*;q=0.8", "sec-fetch-mode": "navigate"}


@pytest.fixture(scope="module")
def shared_settings(shared_settings: Settings) -> Settings:
    """Provide a site that knows its address."""
    return shared_settings.model_copy(update={"base_url": SITE})


def asked(visitor: TestClient, path: str, host: str, method: str = "GET", **headers: str) -> Response:
    """Return the answer to a visitor who opens a page at this host."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return visitor.request(method, path, headers={**OPENED, "host": host, **named}, follow_redirects=False)


@in_turn(
    "host", ["www.clash.example", "192.168.1.5:8000", "127.0.0.1:8000", "clash.example:8443", "[::1]:8000", "clash"]
)
def test_a_page_at_another_name_leads_to_the_same_page_of_the_site(visitor: TestClient, host: str) -> None:
    for method in ("GET", "HEAD"):
        answer = asked(another(visitor), "/cards?set=x%20y&q=a%3Fb", host, method)
        assert (answer.status_code, answer.headers["location"]) == (308, f"{SITE}/cards?set=x%20y&q=a%3Fb")
        assert answer.headers["cache-control"] == "no-store"


@in_turn("path", ["//evil.example", "/%2F%2Fevil.example/x", "/@evil.example", "/.evil.example"])
def test_nobody_is_led_to_another_site(visitor: TestClient, path: str) -> None:
    location = asked(another(visitor), "http://www.clash.example" + path, "www.clash.example").headers["location"]
    assert location.startswith(f"{SITE}/")


@in_turn("host", ["clash.example", "CLASH.example", "clash.example:443", "[", "a:b"])
def test_the_site_at_its_own_name_answers(visitor: TestClient, host: str) -> None:
    assert asked(another(visitor), "/cards", host).status_code == 200


def test_programs_sockets_and_forms_are_answered_at_any_name(visitor: TestClient) -> None:
    host = "10.0.0.7:8000"
    for path in ("/healthz", "/readyz", "/metrics", "/status", "/api/status", "/static/robots.txt"):
        assert asked(visitor, path, host).status_code in (200, 404), path
    for headers in (
        {"accept": "*/*"},
        {"accept": "application/json"},
        {"hx_request": "true"},
        {"sec_fetch_mode": "cors"},
    ):
        assert asked(visitor, "/cards", host, **headers).status_code == 200, headers
    assert asked(visitor, "/guest", host, "POST").status_code != 308
    token = visitor.post("/api/players", json={"name": "Ann"}, headers={"host": host}).json()["token"]
    headers = {"host": host, "authorization": f"Bearer {token}"}
    with visitor.websocket_connect("/api/stream", headers=headers) as socket:
        assert socket.receive_json()["type"] == "own_matches"


def test_a_proxy_that_names_another_host_leads_nobody_in_a_circle(visitor: TestClient) -> None:
    """nginx names its upstream by default: the browser comes back by the same name, with its cookie."""
    assert asked(visitor, "/cards", "127.0.0.1:8000").status_code == 308
    led = {"cookie": "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())}
    assert led["cookie"]
    assert asked(visitor, "/cards", "127.0.0.1:8000", **led).status_code == 200
