"""One message to one browser: encrypted for it alone, and posted to its push service.

The libraries take half a second to load: `app/push/service.py` imports this module in a thread, when it is first
needed.
"""

from __future__ import annotations

import asyncio
import base64
import socket
import ssl
from collections.abc import Mapping
from typing import Final, Literal

import certifi
import orjson
import structlog
from aiohttp import ClientError, ClientSession, ClientTimeout, DummyCookieJar, TCPConnector
from aiohttp.abc import AbstractResolver, ResolveResult
from cryptography.hazmat.primitives.asymmetric import ec
from pywebpush import WebPusher
from yarl import URL

from app.push.endpoints import PushAddress, is_public
from app.push.target import Target
from app.push.vapid import VapidKey

DeliveryOutcome = Literal["sent", "gone", "later"]

TIMEOUT: Final = 10.0  # seconds for everything, from the DNS lookup to the answer
TTL: Final = 24 * 3600  # seconds for which the service keeps it for a browser that is off
GONE: Final = (400, 401, 403, 404, 410)  # the subscription is dead: the browser must subscribe again
OK: Final = (200, 201, 202, 204)
AUTH_BYTES: Final = 16
TLS: Final = ssl.create_default_context(cafile=certifi.where())

log = structlog.get_logger(__name__)


def usable_keys(p256dh: str, auth: str) -> tuple[str, str] | None:
    """Return the keys of a subscription in their one form (base64url); None if nothing can be encrypted with them."""
    try:
        point, secret = _decoded(p256dh), _decoded(auth)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        return None
    whole = point[0] == 4 and len(secret) == AUTH_BYTES  # 4: an uncompressed point
    return (_encoded(point), _encoded(secret)) if whole else None


async def deliver(
    target: Target,
    endpoint: PushAddress,
    message: Mapping[str, object],
    key: VapidKey,
    *,
    topic: str,
    urgency: str,
    anywhere: bool,
) -> DeliveryOutcome:
    """Post a message to the browser's push service; a later one of the same topic takes its place.

    `anywhere`: the service may be in a private network.
    """
    keys = usable_keys(target.p256dh, target.auth)
    if keys is None:
        return "gone"
    pusher = WebPusher({"endpoint": endpoint.url, "keys": {"p256dh": keys[0], "auth": keys[1]}})
    body = pusher.encode(orjson.dumps(message))["body"]
    headers = {
        **key.headers(endpoint.origin, target.site),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(TTL),
        "Topic": topic,
        "Urgency": urgency,
    }
    try:
        status = await _post(endpoint, body, headers, Resolver(anywhere=anywhere))
    except (ClientError, OSError, TimeoutError) as error:
        log.info("push_waits", cause=type(error).__name__)
        return "later"
    if status in OK:
        return "sent"
    log.info("push_refused", status=status)
    return "gone" if status in GONE else "later"


async def _post(endpoint: PushAddress, body: bytes, headers: Mapping[str, str], resolver: Resolver) -> int:
    connector = TCPConnector(resolver=resolver, use_dns_cache=False, ssl=TLS, force_close=True)
    timeout = ClientTimeout(total=TIMEOUT)
    async with (
        ClientSession(connector=connector, timeout=timeout, cookie_jar=DummyCookieJar()) as session,
        session.post(URL(endpoint.url, encoded=True), data=body, headers=headers, allow_redirects=False) as answer,
    ):
        return answer.status


class Resolver(AbstractResolver):
    """Looks names up, and refuses those that lead into a private network: connections go to exactly what it returns."""

    def __init__(self, *, anywhere: bool = False) -> None:
        self._anywhere = anywhere

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        """Return the addresses of a host; OSError if there are none, or any of them is not public."""
        loop = asyncio.get_running_loop()
        found = await loop.getaddrinfo(host, port, family=family, type=socket.SOCK_STREAM)
        addresses = [(kind, str(sockaddr[0])) for kind, _, _, _, sockaddr in found]
        if not self._anywhere and not all(is_public(address) for _, address in addresses):
            log.warning("push_address_refused", host=host)
            raise OSError("not a public address")
        flags = socket.AI_NUMERICHOST | socket.AI_NUMERICSERV
        return [
            ResolveResult(hostname=host, host=address, port=port, family=kind, proto=0, flags=flags)
            for kind, address in addresses
        ]

    async def close(self) -> None:
        """Nothing is held."""


def _decoded(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def _encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
