"""A browser that can be called, as it was stored."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Target:
    """A browser's subscription; `site` is the address under which it knows this site."""

    id: str
    endpoint: str
    p256dh: str
    auth: str
    language: str
    site: str
