"""Providers of accounts for tests: a mock in a process of its own, and one of ours whose answers can be spoiled."""

from __future__ import annotations

import hashlib
import html
import json
import os
import re
import secrets
import subprocess
import sys
import threading
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, parse_qsl, urlsplit

import httpx
from joserfc import jwt
from joserfc.jwk import ECKey
from starlette.testclient import TestClient

from app.base.settings import Settings
from tests.support.accounts import HTML
from tests.support.visitors import another
from tests.support.waiting import DEADLINE, wait_until
from tools.rig.json import Json
from tools.rig.ports import ReservedPort

CLIENT = "clash"
SECRET = "of this client"
GOING = re.compile(r'http-equiv="refresh" content="0; url=([^"]+)"')


def settings_with(settings: Settings, issuer: str, **more: object) -> Settings:
    """Return the settings of a site that limits nobody, with this provider."""
    changed = {"rate_limit": 0, "oidc_issuer": issuer, "oidc_client_id": CLIENT, "oidc_name": "Elm School", **more}
    return settings.model_copy(update=changed)


def visitor(client: TestClient) -> TestClient:
    """Return another browser at the same site, which follows no redirects."""
    browser = another(client)
    browser.follow_redirects = False
    return browser


def began(client: TestClient, **form: str) -> str:
    """Return the provider's address to which the site sends a browser that wants to sign in."""
    page = client.post("/account/sign-in", data=form, headers=HTML)
    assert page.status_code == 200, page.text
    found = GOING.search(page.text)
    assert found is not None
    return html.unescape(found[1])


def query_of(url: str) -> dict[str, str]:
    """Return the parts of an address's query."""
    return dict(parse_qsl(urlsplit(url).query))


@contextmanager
def mock_provider() -> Iterator[str]:
    """Run the mock provider within the block: its address."""
    port = ReservedPort()
    port.close()
    command = [sys.executable, "-m", "oidc_provider_mock", "--port", str(port.number)]
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(command, env=dict(os.environ), **quiet)  # type: ignore[call-overload]
    url = f"http://127.0.0.1:{port.number}"
    try:
        wait_until(lambda: _answers(url), "the mock provider does not answer")
        yield url
    finally:
        process.kill()
        process.wait()


def _answers(url: str) -> bool:
    try:
        return httpx.get(f"{url}/.well-known/openid-configuration", timeout=5).status_code == 200
    except httpx.TransportError:
        return False


def signed_in_at(url: str, subject: str) -> str:
    """Return the address to which the mock provider leads back somebody who has signed in there."""
    answer = httpx.post(url, data={"sub": subject}, timeout=DEADLINE)
    assert answer.status_code == 302, answer.text
    return answer.headers["location"]


Spoil = Callable[["OwnProvider", Json], str]


def honest(provider: OwnProvider, claims: Json) -> str:
    """Return the ID token that a provider should send."""
    return jwt.encode({"alg": "ES256", "kid": provider.key.kid}, claims, provider.key)


@dataclass
class OwnProvider:
    """A provider on 127.0.0.1 that checks PKCE, redirects and codes. `token` makes the ID token, `metadata` and
    `answer` what else is said otherwise; `asked` are the paths of requests. A browser that comes to it has signed in
    there already, as Ann."""

    url: str
    key: ECKey = field(default_factory=lambda: ECKey.generate_key("P-256", auto_kid=True))
    token: Spoil = honest
    metadata: Json = field(default_factory=dict)
    answer: Callable[[str], tuple[int, bytes] | None] = lambda path: None
    asked: list[str] = field(default_factory=list)
    people: str = ""
    """The beginning of its subjects: a test that shares it has people of its own."""
    _codes: dict[str, tuple[dict[str, str], Json]] = field(default_factory=dict)

    def sign_in(self, url: str, subject: str, **claims: object) -> str:
        """Return the address to which somebody who has signed in is led back, without the site's own."""
        query, code = query_of(url), secrets.token_urlsafe(8)
        assert query["response_type"] == "code"
        assert query["code_challenge_method"] == "S256"
        assert query["client_id"] == CLIENT
        now = int(time.time())
        proven = {"iss": self.url, "aud": CLIENT, "sub": self.people + subject, "iat": now, "exp": now + 600}
        self._codes[code] = (query, {**proven, "nonce": query["nonce"], **claims})
        path = urlsplit(query["redirect_uri"]).path
        return f"{path}?code={code}&state={query['state']}"

    def described(self) -> Json:
        """Return what it says of itself."""
        return {
            "issuer": self.url, "authorization_endpoint": f"{self.url}/authorize",
            "token_endpoint": f"{self.url}/token", "jwks_uri": f"{self.url}/keys",
            "id_token_signing_alg_values_supported": ["ES256", "HS256", "none"], **self.metadata,
        }  # fmt: skip

    def exchanged(self, form: dict[str, str]) -> tuple[int, object]:
        """Return the answer to somebody with a code, which is good once."""
        found = self._codes.pop(form.get("code", ""), None)
        challenge = urlsafe_b64encode(hashlib.sha256(form.get("code_verifier", "").encode()).digest()).decode()
        if found is None or found[0]["code_challenge"] != challenge.rstrip("="):
            return 400, {"error": "invalid_grant"}
        if found[0]["redirect_uri"] != form.get("redirect_uri"):
            return 400, {"error": "invalid_grant"}
        token = {"access_token": "a", "token_type": "Bearer", "expires_in": 60}
        return 200, {**token, "id_token": self.token(self, found[1])}


@contextmanager
def own_provider() -> Iterator[OwnProvider]:
    """Run such a provider within the block."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:  # the name is http.server's
            if self.path.startswith("/authorize?"):
                site = urlsplit(query_of(self.path)["redirect_uri"])
                back = provider.sign_in(self.path, "1", nickname="Ann")
                self._send(302, f"{site.scheme}://{site.netloc}{back}".encode())
                return
            known: dict[str, Callable[[], object]] = {
                "/.well-known/openid-configuration": provider.described,
                "/keys": lambda: {"keys": [provider.key.as_dict(private=False)]},
            }
            made = known.get(self.path)
            self._answer(200 if made else 404, made() if made else {})

        def do_POST(self) -> None:  # the name is http.server's
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            form = {name: values[0] for name, values in parse_qs(body).items()}
            self._answer(*provider.exchanged(form))

        def _answer(self, status: int, answer: object) -> None:
            provider.asked.append(self.path)
            spoiled = provider.answer(self.path)
            self._send(*(spoiled or (status, json.dumps(answer).encode())))

        def _send(self, status: int, body: bytes) -> None:
            self.send_response(status)
            if status == 302:
                self.send_header("Location", body.decode())
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    provider = OwnProvider(f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield provider
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
