"""A subscribed browser, as it was stored."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Target:
    """A browser's subscription; `site` is the address at which it uses this site."""

    id: str
    endpoint: str
    p256dh: str
    auth: str
    language: str
    site: str
