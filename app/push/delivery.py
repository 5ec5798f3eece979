"""One message to one browser: encrypted for it alone, and handed to its push service.

Its address comes from the browser, which is to say from anybody: only the services that the host names are spoken to,
and where they lead elsewhere is not followed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal
from urllib.parse import urlsplit

import orjson
import structlog

from app.push.vapid import VapidKey

DeliveryOutcome = Literal["sent", "gone", "later"]

TIMEOUT: Final = 10.0  # seconds
TTL: Final = 24 * 3600  # seconds for which the service keeps it for a browser that is off
NONE: Final = "none"
GONE: Final = (400, 401, 403, 404, 410)  # the subscription is of no use any more: the browser must ask anew
OK: Final = (200, 201, 202, 204)

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Target:
    """A browser's subscription, as it was stored."""

    id: str
    endpoint: str
    p256dh: str
    auth: str
    language: str
    site: str


class Services:
    """The push services that the host allows: `fcm.googleapis.com`, `.push.apple.com` for all below it, or an origin
    with its scheme, for a service of one's own; `none` allows none."""

    def __init__(self, listed: str) -> None:
        names = (part.strip().lower() for part in listed.split(","))
        self._listed = tuple(name for name in names if name not in ("", NONE))

    def __bool__(self) -> bool:
        return bool(self._listed)

    def allow(self, endpoint: str) -> bool:
        """Return whether this is an address of one of them."""
        try:
            parts = urlsplit(endpoint)
            host, port = (parts.hostname or "").lower(), parts.port
        except ValueError:
            return False
        if parts.username is not None or parts.password is not None or not host:
            return False
        if f"{parts.scheme}://{parts.netloc}".lower() in self._listed:
            return True
        if parts.scheme != "https" or port not in (None, 443):
            return False
        return any(host == name or (name.startswith(".") and host.endswith(name)) for name in self._listed)


def deliver(target: Target, message: Mapping[str, object], key: VapidKey, topic: str, urgency: str) -> DeliveryOutcome:
    """Hand a message to the browser's push service; for a thread. A later one of the same topic takes its place."""
    import requests
    from pywebpush import WebPusher

    keys = {"p256dh": target.p256dh, "auth": target.auth}
    pusher = WebPusher({"endpoint": target.endpoint, "keys": keys})
    body = pusher.encode(orjson.dumps(message))["body"]
    headers = {
        **key.headers(target.endpoint, target.site),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(TTL),
        "Topic": topic,
        "Urgency": urgency,
    }
    try:
        answer = requests.post(target.endpoint, body, headers=headers, timeout=TIMEOUT, allow_redirects=False)
    except requests.RequestException as error:
        log.info("push_waits", cause=type(error).__name__)
        return "later"
    if answer.status_code in OK:
        return "sent"
    log.info("push_refused", status=answer.status_code)
    return "gone" if answer.status_code in GONE else "later"
