"""The WebAuthn relying party that this site is: passkeys work by https under a name, and on localhost."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from app.base.errors import AppError, Code
from app.base.web.http import site_url

LOCAL: Final = "localhost"
REFUSED: Final = 409


@dataclass(frozen=True, slots=True)
class RelyingParty:
    """`domain`: the site's name without a port (the relying party's id). `origin`: its address as browsers write it."""

    domain: str
    origin: str


def relying_party(connection: HTTPConnection) -> RelyingParty:
    """Return the relying party of this site; AppError: passkeys_need_https, passkeys_need_name."""
    parts = urlsplit(site_url(connection))
    domain = (parts.hostname or "").lower()
    if _is_address(domain):
        raise AppError(Code.passkeys_need_https if parts.scheme != "https" else Code.passkeys_need_name)
    if parts.scheme != "https" and domain != LOCAL:
        raise AppError(Code.passkeys_need_https)
    return RelyingParty(domain, f"{parts.scheme}://{parts.netloc}".lower())


def why_no_passkeys(connection: HTTPConnection) -> AppError | None:
    """Return the reason why this site offers no passkeys; None where it does."""
    try:
        relying_party(connection)
    except AppError as refusal:
        return refusal
    return None


def _is_address(domain: str) -> bool:
    try:
        ipaddress.ip_address(domain)
    except ValueError:
        return not domain
    return True
