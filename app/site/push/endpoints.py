"""The addresses of push services and hooks. They come from anybody: one strict form is accepted, which every parser
reads in the same way."""

from __future__ import annotations

import ipaddress
import re
from typing import Final, NamedTuple

NONE: Final = "none"
ANY: Final = "*"
HTTPS_PORT: Final = 443
MAX_PORT: Final = 65_535
HOST_LENGTH: Final = 253
NAT64: Final = ipaddress.ip_network("64:ff9b::/96")
LOCAL: Final = tuple(
    ipaddress.ip_network(network)
    for network in ("192.88.99.0/24", "::/96", "64:ff9b:1::/48", "fec0::/10", "3fff::/20", "5f00::/16")
)
"""Relays of 6to4, IPv4 written as IPv6, local NAT64, sites' own addresses, documentation and segment routing: none
leads to somebody in the public internet, and not every version of Python knows that."""
ISATAP: Final = 0x5EFE
"""The middle of an address that carries an IPv4 address through a network of its own (RFC 5214)."""

_LABEL: Final = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_CHARACTER: Final = r"(?:[A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})"
_ORIGIN: Final = re.compile(rf"(https?)://({_LABEL}(?:\.{_LABEL})*)(?::([1-9][0-9]{{0,4}}))?", re.ASCII | re.IGNORECASE)
_PATH: Final = re.compile(rf"(?:/{_CHARACTER}*)?(?:\?(?:{_CHARACTER}|\?)*)?", re.ASCII)

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class PushAddress(NamedTuple):
    """The address of a subscription; `port` is None where it is the scheme's own."""

    scheme: str
    host: str
    port: int | None
    path: str

    @property
    def origin(self) -> str:
        """The scheme, the host and the port."""
        return f"{self.scheme}://{self.host}" + (f":{self.port}" if self.port else "")

    @property
    def url(self) -> str:
        """The whole address, built from its parts."""
        return self.origin + self.path


def parse_endpoint(text: str) -> PushAddress | None:
    """Return the parts of an address: letters, digits, dots and hyphens for a host, labels of 1 to 63, no user, no
    fragment, no backslash. None for anything else."""
    found = _ORIGIN.match(text)
    if found is None:
        return None
    scheme, host, path = found[1].lower(), found[2].lower(), text[found.end() :]
    port = int(found[3]) if found[3] else None
    if len(host) > HOST_LENGTH or (port or 0) > MAX_PORT or not _PATH.fullmatch(path):
        return None
    own_port = HTTPS_PORT if scheme == "https" else 80
    return PushAddress(scheme, host, None if port == own_port else port, path if path.startswith("/") else f"/{path}")


class PushServices:
    """The push services that the host allows: `fcm.googleapis.com`, `.push.apple.com` for all below it, or an origin
    with its scheme, for a service of the host's own; `*` allows any host, `none` none."""

    def __init__(self, listed: str) -> None:
        entries = [part.strip().lower() for part in listed.split(",")]
        self._names = tuple(entry for entry in entries if entry not in ("", NONE) and "://" not in entry)
        origins = (parse_endpoint(entry) for entry in entries if "://" in entry)
        self._origins = frozenset(endpoint.origin for endpoint in origins if endpoint is not None)

    def __bool__(self) -> bool:
        return bool(self._names or self._origins)

    def allowed(self, text: str) -> PushAddress | None:
        """Return the address in its strict form if it belongs to an allowed service; None otherwise."""
        endpoint = parse_endpoint(text)
        if endpoint is None or self.is_origin(endpoint):
            return endpoint
        if endpoint.scheme != "https" or endpoint.port is not None:
            return None
        host = endpoint.host
        known = any(name in (host, ANY) or (name.startswith(".") and host.endswith(name)) for name in self._names)
        return endpoint if known else None

    def is_origin(self, endpoint: PushAddress) -> bool:
        """True if the host has listed its whole origin, which may then be in a network of the host's own."""
        return endpoint.origin in self._origins


def is_public(text: str) -> bool:
    """True if an IP address belongs to the public internet, also if it embeds an IPv4 address."""
    try:
        given = ipaddress.ip_address(text)
    except ValueError:
        return False
    address = _target(given)
    is_local = any(address in network for network in LOCAL) or (given.version == 6 and _is_isatap(given))
    return address.is_global and not address.is_multicast and not is_local


def _is_isatap(address: Address) -> bool:
    return int(address) >> 32 & 0xFDFFFFFF == ISATAP  # with and without the mark of a global IPv4 address


def _target(address: Address) -> Address:
    """Return the IPv4 address embedded in an IPv6 one, if there is one; else the address itself."""
    if isinstance(address, ipaddress.IPv4Address):
        return address
    if address in NAT64:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour or address
