"""One message to one browser, encrypted for it alone and posted to its push service; or to one hook, signed.

The libraries take half a second to load: `app/site/push/service.py` imports this module in a thread, when it is first
needed.
"""

from __future__ import annotations

import asyncio
import base64
import socket
import ssl
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from ipaddress import ip_address
from typing import Final, Literal, NamedTuple

import certifi
import http_ece
import httpx2
import joserfc.jwt  # noqa: F401  # which `VapidKey.headers` uses; loaded here, in the thread
import orjson
import structlog
from cryptography.hazmat.primitives.asymmetric import ec

from app.base.seconds import DAY
from app.site.push import answered
from app.site.push.endpoints import PushAddress, is_public
from app.site.push.target import Target
from app.site.push.vapid import VapidKey
from app.site.push.webhook import body_of, headers_of

DeliveryOutcome = Literal["sent", "gone", "later", "silent"]
"""`silent`: no answer came in time."""

TO_CONNECT: Final = 0.25  # of the time for all, for one address of several
LOOKUPS: Final = 16  # threads: the system's lookup may take far longer than a message
NO_ANSWER: Final = 0
TOO_LATE: Final = -1
TTL: Final = DAY  # seconds for which the service keeps it for a browser that is off
GONE: Final = (400, 401, 403, 404, 410)  # the subscription is dead: the browser must subscribe again
OK: Final = (200, 201, 202, 204)
ACCEPTED: Final = range(200, 300)
AUTH_BYTES: Final = 16
TLS: Final = ssl.create_default_context(cafile=certifi.where())

_HOOK_LOOKUPS: Final = ThreadPoolExecutor(LOOKUPS, thread_name_prefix="lookup")
"""Not the loop's own threads: names of strangers that nobody answers for would hold them up."""


class Receiver(NamedTuple):
    """The seconds for a message, from the DNS lookup to the answer, and the threads that look up."""

    seconds: float
    lookups: ThreadPoolExecutor | None


BROWSER: Final = Receiver(10.0, None)
HOOK: Final = Receiver(3.0, _HOOK_LOOKUPS)

log = structlog.get_logger(__name__)


class PublicTransport(httpx2.AsyncHTTPTransport):
    """Connects to exactly those addresses of a host that it has looked up and found public; `anywhere`: to any.
    `lookups` are the threads that look up; None: the loop's."""

    def __init__(self, *, anywhere: bool = False, lookups: ThreadPoolExecutor | None = None) -> None:
        super().__init__(verify=TLS, trust_env=False)
        self._anywhere = anywhere
        self._lookups = lookups

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send a request by the first address that takes it; OSError if there is none, or any of them is private."""
        host = request.url.host
        request.extensions = {**request.extensions, "sni_hostname": host}  # the certificate has to be the host's
        *others, last = await self.addresses(host)
        for address in others:
            request.url = request.url.copy_with(host=address)
            with suppress(httpx2.ConnectError, httpx2.ConnectTimeout):
                return await super().handle_async_request(request)
        request.url = request.url.copy_with(host=last)
        return await super().handle_async_request(request)

    async def addresses(self, host: str) -> list[str]:
        """Return the addresses of a host; OSError if there are none, or any of them is not public."""
        addresses = [host]
        if not _is_address(host):  # which would take a thread, too
            look_up = partial(socket.getaddrinfo, host, None, type=socket.SOCK_STREAM)
            found = await asyncio.get_running_loop().run_in_executor(self._lookups, look_up)
            addresses = list(dict.fromkeys(str(sockaddr[0]) for _, _, _, _, sockaddr in found))
        if not self._anywhere and not all(map(is_public, addresses)):
            log.warning("push_address_refused", host=host)
            raise OSError("not a public address")
        return addresses


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
    headers = {
        **key.headers(endpoint.origin, target.site),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(TTL),
        "Topic": topic,
        "Urgency": urgency,
    }
    status = await _status(endpoint, encrypted(orjson.dumps(message), *keys), headers, BROWSER, anywhere=anywhere)
    return "sent" if status in OK else "gone" if status in GONE else "later"


async def deliver_signed(
    target: Target, endpoint: PushAddress, message: Mapping[str, str | int], *, anywhere: bool
) -> DeliveryOutcome:
    """Post a message to a hook. `anywhere`: it may be in a private network."""
    body = body_of(message, target.site)
    headers = headers_of(target.auth, str(message["id"]), body, time.time())
    status = await _status(endpoint, body, headers, HOOK, anywhere=anywhere)
    if status == TOO_LATE:
        return "silent"
    return "sent" if status in ACCEPTED else "gone" if status == HTTPStatus.GONE else "later"


async def _status(
    endpoint: PushAddress, body: bytes, headers: Mapping[str, str], receiver: Receiver, *, anywhere: bool
) -> int:
    """Return the status of the answer; NO_ANSWER, or TOO_LATE if none came in time."""
    try:
        status = await _post(endpoint, body, headers, receiver, anywhere=anywhere)
    except (httpx2.TimeoutException, TimeoutError):
        log.info("push_waits", cause="TimeoutError")
        return TOO_LATE
    except (httpx2.HTTPError, httpx2.InvalidURL, OSError) as error:
        log.info("push_waits", cause=type(error).__name__)
        return NO_ANSWER
    answered.note(status)
    if status not in ACCEPTED:
        log.info("push_refused", status=status)
    return status


def encrypted(
    text: bytes, p256dh: str, auth: str, *, own: ec.EllipticCurvePrivateKey | None = None, salt: bytes | None = None
) -> bytes:
    """Return a text that only the browser with these keys can read (RFC 8291). Own key and salt are new for each
    message; they can be given to compare it with a known one."""
    body: bytes = http_ece.encrypt(
        text,
        salt=salt,
        private_key=own or ec.generate_private_key(ec.SECP256R1()),
        dh=_decoded(p256dh),
        auth_secret=_decoded(auth),
    )
    return body


async def _post(
    endpoint: PushAddress, body: bytes, headers: Mapping[str, str], receiver: Receiver, *, anywhere: bool
) -> int:
    """Return the status of the answer, of which nothing more is read."""
    as_it_is = {"target": endpoint.path.encode()}  # the library would shorten /../
    transport = PublicTransport(anywhere=anywhere, lookups=receiver.lookups)
    limits = httpx2.Timeout(None, connect=receiver.seconds * TO_CONNECT)
    async with (
        asyncio.timeout(receiver.seconds),
        httpx2.AsyncClient(transport=transport, timeout=limits, trust_env=False) as client,
        client.stream("POST", endpoint.url, content=body, headers=headers, extensions=as_it_is) as answer,
    ):
        return answer.status_code


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _decoded(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def _encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
