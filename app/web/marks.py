"""Addresses as the database may know them: enough to count what comes from one, useless to find anybody."""

from __future__ import annotations

import hashlib
import hmac

from starlette.requests import HTTPConnection

from app.web.current_site import site_of

LENGTH = 32


def mark(secret: str, purpose: str, address: str) -> str:
    """Return a keyed hash of an address, another one for each purpose."""
    return hmac.new(secret.encode(), f"{purpose} {address}".encode(), hashlib.sha256).hexdigest()[:LENGTH]


def mark_of(connection: HTTPConnection, purpose: str) -> str | None:
    """Return the mark of whoever asks; None where the address is not counted (see `Budget.address_of`)."""
    budget = site_of(connection).limits.budget
    address = budget.address_of(connection) if budget is not None else None
    return None if address is None else mark(site_of(connection).settings.secret_key, purpose, address)
