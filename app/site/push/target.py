"""A subscription of a guest, as it was stored: a browser, or a hook (an address outside)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Target:
    """A subscription; `site` is the address at which this site was used then. A hook has no `p256dh`, and its secret in
    `auth`."""

    id: str
    endpoint: str
    p256dh: str
    auth: str
    language: str
    site: str
    hook: str | None = None
    failing_since: float | None = None
    is_off: bool = False
    address: str | None = None  # a keyed hash of the one from which a hook was set; empty where addresses say nothing
