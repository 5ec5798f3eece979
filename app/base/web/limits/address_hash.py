"""Addresses as the database may know them: enough to count requests from one, useless to find anybody."""

from __future__ import annotations

import hashlib
import hmac

from starlette.requests import HTTPConnection

from app.base.settings import Settings
from app.base.web.limits import RateLimits
from app.base.web.services import service_of

LENGTH = 32


def address_hash(secret: str, purpose: str, address: str) -> str:
    """Return a keyed hash of an address, another one for each purpose."""
    return hmac.new(secret.encode(), f"{purpose} {address}".encode(), hashlib.sha256).hexdigest()[:LENGTH]


def address_hash_of(connection: HTTPConnection, purpose: str) -> str | None:
    """Return the hash of the client's address; None where it does not pay (see `RateLimits.payer`)."""
    address = service_of(connection, RateLimits).payer(connection)
    return None if address is None else address_hash(service_of(connection, Settings).secret_key, purpose, address)
