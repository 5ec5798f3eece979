"""Passkeys without a browser: where they are offered, and their refusals."""

from __future__ import annotations

import hashlib
import json
import struct
from urllib.parse import urlsplit

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from starlette.testclient import TestClient
from structlog.testing import capture_logs
from webauthn.helpers import bytes_to_base64url

from app.base.settings import Settings
from app.main import create_app
from tests.support.accounts import HTML, become
from tests.support.cases import in_turn
from tests.support.visitors import another


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


class SoftAuthenticator:
    """An authenticator in software with one passkey, which answers a page at `origin`. Its counter is the caller's."""

    def __init__(self, origin: str) -> None:
        self.origin, self.domain = origin, urlsplit(origin).hostname or ""
        self.key, self.id = ec.generate_private_key(ec.SECP256R1()), b"the-passkey-of-ann"

    def _data(self, flags: int, counter: int, more: bytes = b"") -> bytes:
        return hashlib.sha256(self.domain.encode()).digest() + struct.pack(">BI", flags, counter) + more

    def _client_data(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": f"webauthn.{kind}", "challenge": challenge, "origin": self.origin}).encode()

    def _credential(self, **response: bytes) -> dict[str, object]:
        sent = {name: bytes_to_base64url(value) for name, value in response.items()}
        known = bytes_to_base64url(self.id)
        return {"id": known, "rawId": known, "type": "public-key", "response": sent}

    def made(self, challenge: str, counter: int) -> dict[str, object]:
        """Return the passkey, as it is made."""
        numbers = self.key.public_key().public_numbers()
        cose = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)}
        attested = bytes(16) + struct.pack(">H", len(self.id)) + self.id + cbor2.dumps(cose)
        statement = {"fmt": "none", "attStmt": {}, "authData": self._data(0x45, counter, attested)}
        return self._credential(
            clientDataJSON=self._client_data("create", challenge), attestationObject=cbor2.dumps(statement)
        )

    def used(self, challenge: str, counter: int) -> dict[str, object]:
        """Return a signature of the passkey."""
        data, client_data = self._data(0x05, counter), self._client_data("get", challenge)
        signature = self.key.sign(data + hashlib.sha256(client_data).digest(), ec.ECDSA(hashes.SHA256()))
        return self._credential(clientDataJSON=client_data, authenticatorData=data, signature=signature)


def test_a_counter_that_stands_still_and_an_unknown_attachment_keep_nobody_out(client: TestClient) -> None:
    client.base_url = "http://localhost"
    own = SoftAuthenticator("http://localhost")
    become(client, "Ann")
    challenge = client.post("/api/players/me/passkeys/options").json()["challenge"]
    made = own.made(challenge, 5) | {"authenticatorAttachment": "nearby"}
    assert client.post("/api/players/me/passkeys", json={"passkey": made}).status_code == 201
    phone = another(client)
    phone.base_url = "http://localhost"
    for counter, is_noted in ((6, False), (6, True), (2, True), (3, False), (0, True), (0, False)):
        challenge = phone.post("/api/proofs/options").json()["challenge"]
        used = own.used(challenge, counter) | {"authenticatorAttachment": "nearby"}
        with capture_logs() as logged:
            answer = phone.post("/api/proofs", json={"passkey": used})
        assert (answer.status_code, answer.json().get("name")) == (200, "Ann"), counter
        assert any(entry["event"] == "passkey_counter" for entry in logged) is is_noted
        again = phone.post("/api/proofs", json={"passkey": used})
        assert again.json()["code"] == "ticket_expired", "a signature is good once"


def test_a_site_without_a_provider_has_none_of_it(client: TestClient) -> None:
    assert client.get("/account/sign-in", headers=HTML).status_code == 404
    assert client.post("/account/sign-in", headers=HTML).status_code == 404
    assert client.get("/account/sign-in/back?state=x&code=y", headers=HTML).status_code == 404
    become(client, "Ann")
    assert client.post("/account/unlink", headers=HTML).status_code == 404
    assert "/account/sign-in" not in client.get("/account", headers=HTML).text
