"""OpenID Connect by Authlib and joserfc: the way to the provider, and the checks of what comes back.

Loaded with the first sign-in: the libraries are 15 MB and half a second, and most sites have no provider.
"""

from __future__ import annotations

import asyncio
import ssl
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any, Final
from urllib.parse import urlsplit

import certifi
import httpx2
import structlog
from authlib.integrations.base_client import OAuthError
from authlib.integrations.httpx_client import AsyncOAuth2Client
from authlib.oidc.core import CodeIDToken
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import JWKRegistry, KeySet
from pydantic import BaseModel, ConfigDict, ValidationError, field_validator

from app.base.setting_types import is_safe_link
from app.base.tasks import SharedWork

TIMEOUT: Final = 10.0  # for one question to the provider, from the DNS lookup to the last byte
MAX_BYTES: Final = 256 * 1024  # of an answer
FRESH: Final = 3600.0  # seconds for which what the provider says of itself is kept
OLD_KEYS: Final = 60.0  # seconds after which keys that fit no token are read again
# At once: each looks up a name in a thread, of which the whole site has few.
MAX_EXCHANGES: Final = 3
# What comes of reading an answer that is none.
MALFORMED: Final = (JoseError, ValueError, TypeError, KeyError, AttributeError, ArithmeticError, RecursionError)
RETRY_DELAY: Final = 5.0  # seconds in which a provider that did not answer is not asked again
LEEWAY: Final = 60  # seconds by which its clock may differ
# Asymmetric ones: anybody who knows the client's secret could sign by the others, and "none" signs nothing.
ALGORITHMS: Final = (
    *("RS256", "RS384", "RS512", "PS256", "PS384", "PS512"),
    *("ES256", "ES384", "ES512", "EdDSA", "Ed25519"),
)

log = structlog.get_logger(__name__)


class ProviderAway(Exception):
    """The provider cannot be reached, or does not answer as a provider does."""


class NotProven(Exception):
    """The provider refused, or what it sent does not prove who somebody is."""


class Metadata(BaseModel):
    """The description that a provider publishes of itself (OpenID Connect Discovery 1.0)."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str
    token_endpoint_auth_methods_supported: list[str] = ["client_secret_basic"]
    id_token_signing_alg_values_supported: list[str] = ["RS256"]
    authorization_response_iss_parameter_supported: bool = False

    @field_validator("id_token_signing_alg_values_supported")
    @classmethod
    def _check_algorithms(cls, value: list[str]) -> list[str]:
        if not set(value) & set(ALGORITHMS):
            raise ValueError("no algorithm that this site takes")
        return value

    @field_validator("authorization_endpoint", "token_endpoint", "jwks_uri")
    @classmethod
    def _check_link(cls, value: str) -> str:
        if not is_safe_link(urlsplit(value)):
            raise ValueError("no https")
        return value

    @property
    def algorithms(self) -> list[str]:
        """The signatures of the provider that this site takes: one at least, since the library takes none for any."""
        return [name for name in ALGORITHMS if name in self.id_token_signing_alg_values_supported]


class _BoundedStream(httpx2.AsyncByteStream):
    """An answer's body that ends with an error where it gets too long."""

    def __init__(self, stream: httpx2.AsyncByteStream) -> None:
        self._stream = stream

    async def __aiter__(self) -> AsyncIterator[bytes]:
        left = MAX_BYTES
        async for part in self._stream:
            left -= len(part)
            if left < 0:
                raise httpx2.ReadError("the answer is too long")
            yield part

    async def aclose(self) -> None:
        """Close the connection's stream."""
        await self._stream.aclose()


class _BoundedTransport(httpx2.AsyncHTTPTransport):
    """Answers of so many bytes at most; none are compressed, because they could grow beyond that."""

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send a request."""
        response = await super().handle_async_request(request)
        if response.headers.get("content-encoding", "identity") != "identity":
            await response.aclose()
            raise httpx2.ReadError("the answer is compressed")
        assert isinstance(response.stream, httpx2.AsyncByteStream)
        response.stream = _BoundedStream(response.stream)
        return response


def _asymmetric(published: list[dict[str, Any]]) -> KeySet:
    """Return those of the keys that can be read and are no shared secret; one that cannot be read spoils no other."""
    keys = []
    for one in published:
        with suppress(*MALFORMED):
            if one["kty"] in ("RSA", "EC", "OKP"):
                keys.append(JWKRegistry.import_key(one))
    return KeySet(keys)


class ProviderClient:
    """This site as a client of the provider. No address comes from visitors: they are those of the settings, and those
    that the provider names there. Raises ProviderAway and NotProven."""

    def __init__(self, issuer: str, client_id: str, secret: str | None, scopes: str) -> None:
        self._issuer = issuer
        self._client_id = client_id
        self._secret = secret
        self._scopes = scopes
        self._tls = ssl.create_default_context()
        self._tls.load_verify_locations(certifi.where())
        self._reading = SharedWork[str, object]()
        self._away_until = 0.0
        self._exchanges = asyncio.Semaphore(MAX_EXCHANGES)
        self._metadata: Metadata | None = None
        self._metadata_at = 0.0
        self._keys: KeySet | None = None
        self._keys_at = 0.0

    async def describe(self) -> None:
        """Ask the provider for its description."""
        await self._read_metadata()

    async def authorization_url(self, redirect_uri: str, state: str, nonce: str, verifier: str) -> str:
        """Return the provider's page on which somebody signs in."""
        metadata = await self._read_metadata()
        async with self._client(metadata, redirect_uri) as client:
            url, _ = client.create_authorization_url(
                metadata.authorization_endpoint, state=state, nonce=nonce, code_verifier=verifier
            )
        return str(url)

    async def claims(
        self, code: str, redirect_uri: str, nonce: str, verifier: str, issuer: str | None
    ) -> Mapping[str, object]:
        """Return the claims of the person whose code this is, all checked. `issuer`: what came with the code, which
        tells an answer of another provider from one of ours (RFC 9207)."""
        metadata = await self._read_metadata()
        if issuer is None and metadata.authorization_response_iss_parameter_supported:
            raise NotProven("the answer names no issuer")
        if issuer is not None and issuer != self._issuer:
            raise NotProven("the answer names another issuer")
        token = await self._exchange(metadata, code, redirect_uri, verifier)
        signed, access = token.get("id_token"), token.get("access_token")
        if not isinstance(signed, str):
            raise NotProven("no ID token")
        decoded = await self._verified(metadata, signed)
        claims = CodeIDToken(
            decoded.claims,
            decoded.header,
            options={
                "iss": {"essential": True, "value": self._issuer},
                "aud": {"essential": True, "value": self._client_id},
            },
            params={"nonce": nonce, "client_id": self._client_id, "access_token": access},
        )
        try:
            claims.validate(leeway=LEEWAY)
        except (JoseError, ValueError, TypeError) as error:
            raise NotProven(repr(error)) from error
        return dict(decoded.claims)

    async def _exchange(self, metadata: Metadata, code: str, redirect_uri: str, verifier: str) -> Mapping[str, object]:
        self._check_away()
        try:
            async with (
                asyncio.timeout(TIMEOUT),
                self._exchanges,
                self._client(metadata, redirect_uri) as client,
            ):
                token: Mapping[str, object] = await client.fetch_token(
                    metadata.token_endpoint, grant_type="authorization_code", code=code, code_verifier=verifier
                )
                return token
        except OAuthError as error:
            raise NotProven(repr(error)) from error
        except TimeoutError as error:
            raise self._away(repr(error)) from error
        except (httpx2.HTTPError, OSError, *MALFORMED) as error:
            raise ProviderAway(repr(error)) from error

    async def _verified(self, metadata: Metadata, signed: str) -> jwt.Token:
        """Return a token whose signature is the provider's; keys that do not fit may be old, and are read again."""
        keys = await self._read_keys(metadata)
        try:
            return jwt.decode(signed, keys, algorithms=metadata.algorithms)
        except (JoseError, ValueError, TypeError) as error:
            if time.monotonic() - self._keys_at < OLD_KEYS:
                raise NotProven(repr(error)) from error
        self._keys = None
        keys = await self._read_keys(metadata)
        try:
            return jwt.decode(signed, keys, algorithms=metadata.algorithms)
        except (JoseError, ValueError, TypeError) as error:
            raise NotProven(repr(error)) from error

    async def _read_metadata(self) -> Metadata:
        if self._metadata is None or time.monotonic() - self._metadata_at > FRESH:
            answer = await self._ask(f"{self._issuer.rstrip('/')}/.well-known/openid-configuration")
            try:
                metadata = Metadata.model_validate(answer)
            except ValidationError as error:
                raise self._away(f"no provider's answer: {error.error_count()} errors") from error
            if metadata.issuer != self._issuer:
                raise self._away(f"it calls itself {metadata.issuer}")
            self._metadata, self._metadata_at = metadata, time.monotonic()
        return self._metadata

    async def _read_keys(self, metadata: Metadata) -> KeySet:
        if self._keys is None or time.monotonic() - self._keys_at > FRESH:
            answer = await self._ask(metadata.jwks_uri)
            try:
                self._keys = _asymmetric(answer["keys"])  # type: ignore[index]  # whatever it is
            except MALFORMED as error:
                raise self._away(f"no keys: {error!r}") from error
            self._keys_at = time.monotonic()
        return self._keys

    async def _ask(self, url: str) -> object:
        """Return the JSON at an address of the provider, read once for all who wait for it."""
        self._check_away()
        return await self._reading.get(url, lambda: self._read(url))

    async def _read(self, url: str) -> object:
        try:
            async with asyncio.timeout(TIMEOUT), httpx2.AsyncClient(**self._options()) as client:
                response = await client.get(url)
                response.raise_for_status()
                answer: object = response.json()
                return answer
        except (httpx2.HTTPError, TimeoutError, OSError, *MALFORMED) as error:
            raise self._away(repr(error)) from error

    def _check_away(self) -> None:
        if time.monotonic() < self._away_until:
            raise ProviderAway("it did not answer a moment ago")

    def _away(self, reason: str) -> ProviderAway:
        """Return the complaint; nothing more is read from the provider for a moment."""
        self._away_until = time.monotonic() + RETRY_DELAY
        return ProviderAway(reason)

    def _options(self) -> dict[str, Any]:
        return {
            "transport": _BoundedTransport(verify=self._tls),
            "timeout": TIMEOUT,
            "follow_redirects": False,
            "trust_env": False,
            "headers": {"Accept": "application/json", "Accept-Encoding": "identity"},
        }

    @asynccontextmanager
    async def _client(self, metadata: Metadata, redirect_uri: str) -> AsyncIterator[AsyncOAuth2Client]:
        posted = "client_secret_basic" not in metadata.token_endpoint_auth_methods_supported
        method = "none" if self._secret is None else "client_secret_post" if posted else "client_secret_basic"
        async with AsyncOAuth2Client(
            self._client_id,
            self._secret,
            token_endpoint_auth_method=method,
            scope=self._scopes,
            redirect_uri=redirect_uri,
            code_challenge_method="S256",
            **self._options(),
        ) as client:
            yield client
