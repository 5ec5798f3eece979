"""The OpenID Connect provider with whose accounts players may sign in: what the settings say of it, and who somebody is
there."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import structlog

from app.base.errors import AppError, Code
from app.base.settings import Settings
from app.people.players.models import SUBJECT_LENGTH

if TYPE_CHECKING:
    from app.people.players.sign_in.provider_client import ProviderClient

MAX_CODE: Final = 4096  # characters of an answer's parts
NAMES: Final = ("nickname", "preferred_username", "name")

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class ProvenAccount:
    """An account at the provider: `subject` never changes and is nobody else's. `organizer`: in the group that may open
    tournaments. The name is a proposal for a new guest; the e-mail address is not read."""

    subject: str
    name: str
    organizer: bool


class Provider:
    """Takes people to the provider, and reads its answer. Refuses with AppError, and logs why."""

    def __init__(self, settings: Settings) -> None:
        self.issuer: Final = settings.oidc_issuer
        self.offered: Final = bool(settings.oidc_issuer)
        self.required: Final = settings.oidc_only
        self.organizers: Final = settings.oidc_organizers
        self.name: Final = settings.oidc_name or urlsplit(settings.oidc_issuer).hostname or ""
        self._settings = settings
        self._client: ProviderClient | None = None

    def refusal(self, code: Code) -> AppError:
        """Return a refusal that names the provider."""
        return AppError(code, provider=self.name)

    def check_offered(self) -> None:
        """Raise AppError(no_page) on a site without a provider."""
        if not self.offered:
            raise AppError(Code.no_page)

    async def trouble(self) -> str:
        """Ask the provider for its description; return what is wrong with it, "" for nothing."""
        client = await self._loaded()
        from app.people.players.sign_in import provider_client

        try:
            await client.describe()
        except provider_client.ProviderAway as error:
            return str(error)
        return ""

    async def authorization_url(self, redirect_uri: str, state: str, nonce: str, verifier: str) -> str:
        """Return the provider's page to sign in; AppError(provider_away)."""
        client = await self._loaded()
        from app.people.players.sign_in import provider_client

        try:
            return await client.authorization_url(redirect_uri, state, nonce, verifier)
        except provider_client.ProviderAway as error:
            raise self._away(error) from error

    async def account(
        self, code: str, redirect_uri: str, nonce: str, verifier: str, issuer: str | None
    ) -> ProvenAccount:
        """Return the account whose code this is; AppError: provider_away, sign_in_refused."""
        client = await self._loaded()
        from app.people.players.sign_in import provider_client

        try:
            claims = await client.claims(code, redirect_uri, nonce, verifier, issuer)
        except provider_client.ProviderAway as error:
            raise self._away(error) from error
        except provider_client.NotProven as error:
            log.warning("sign-in refused", reason=str(error)[:300])
            raise self.refusal(Code.sign_in_refused) from error
        subject = claims.get("sub")
        if not isinstance(subject, str) or not 0 < len(subject) <= SUBJECT_LENGTH or not subject.isprintable():
            log.warning("sign-in refused", reason="no usable subject")
            raise self.refusal(Code.sign_in_refused)
        return ProvenAccount(subject, _name(claims), self._is_organizer(claims))

    def _away(self, error: Exception) -> AppError:
        log.warning("provider of accounts away", reason=str(error)[:300])
        return self.refusal(Code.provider_away)

    def _is_organizer(self, claims: Mapping[str, object]) -> bool:
        groups = claims.get(self._settings.oidc_groups)
        named = groups if isinstance(groups, list) else [groups]
        return bool(self.organizers) and self.organizers in named

    async def _loaded(self) -> ProviderClient:
        """Return the client; its libraries are loaded in a thread, with the first sign-in."""
        await asyncio.to_thread(import_module, "app.people.players.sign_in.provider_client")
        if self._client is None:
            from app.people.players.sign_in.provider_client import ProviderClient

            settings, secret = self._settings, self._settings.oidc_secret
            known = secret.get_secret_value() if secret else None
            self._client = ProviderClient(self.issuer, settings.oidc_client_id, known, settings.oidc_scopes)
        return self._client


def _name(claims: Mapping[str, object]) -> str:
    """Return a name by which the person is known there, never an e-mail address; "" for none."""
    found = (claims.get(name) for name in NAMES)
    return next((name for name in found if isinstance(name, str) and name.strip() and "@" not in name), "")
