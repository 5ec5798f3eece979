"""Passkeys without a browser: where they are offered, and their refusals."""

from __future__ import annotations

from starlette.testclient import TestClient

from app.main import create_app
from app.settings import Settings
from tests.support.accounts import HTML, become
from tests.support.cases import in_turn


@in_turn(
    ("site", "code"),
    [
        ("http://club.example", "passkeys_need_https"), ("http://192.168.1.5", "passkeys_need_https"),
        ("https://192.168.1.5", "passkeys_need_name"), ("https://club.example", None), ("http://localhost:8000", None),
    ],
)  # fmt: skip
def test_passkeys_are_offered_where_browsers_make_them(settings: Settings, site: str, code: str | None) -> None:
    with TestClient(create_app(settings), base_url=site) as client:
        become(client, "Ann")
        page = client.get("/account", headers=HTML)
        answer = client.post("/api/players/me/passkeys/options")
        if code is None:
            assert answer.json()["rp"]["id"] in site and "why-no-passkeys" not in page.text
        else:
            assert (answer.status_code, answer.json()["code"]) == (409, code)
            assert answer.json()["error"] in page.text and "data-passkey=" not in page.text
        assert "Make a recovery code" in page.text


@in_turn("passkey", [{}, {"id": "x"}, {"response": {"clientDataJSON": "e30"}}, {"response": 7}])
def test_a_strange_passkey_is_refused(client: TestClient, passkey: dict[str, object]) -> None:
    client.base_url = "http://localhost"
    become(client, "Ann")
    for path in ("/api/proofs", "/api/players/me/passkeys"):
        answer = client.post(path, json={"passkey": passkey})
        assert (answer.status_code, answer.json()["code"]) == (422, "passkey_refused")


def test_a_site_without_a_provider_has_none_of_it(client: TestClient) -> None:
    assert client.get("/account/sign-in", headers=HTML).status_code == 404
    assert client.post("/account/sign-in", headers=HTML).status_code == 404
    assert client.get("/account/sign-in/back?state=x&code=y", headers=HTML).status_code == 404
    become(client, "Ann")
    assert client.post("/account/unlink", headers=HTML).status_code == 404
    assert "/account/sign-in" not in client.get("/account", headers=HTML).text
