"""Addresses as limits count them: IPv6 by its /64 network, which may belong to one customer."""

from __future__ import annotations

import ipaddress
from collections import Counter
from functools import lru_cache

from starlette.requests import HTTPConnection


@lru_cache(maxsize=10_000)
def network_of(host: str) -> str:
    """Return an address, or its network where one customer gets a whole one (IPv6 /64)."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    return str(address.ipv4_mapped or ipaddress.ip_network((address, 64), strict=False))


def as_ipv4(client: tuple[str, int] | None) -> tuple[str, int] | None:
    """Return a client's address; one of IPv4 as such, also where it came to a socket of IPv6 (::ffff:127.0.0.1)."""
    if client is None or not client[0].lower().startswith("::ffff:"):
        return client
    return network_of(client[0]), client[1]


@lru_cache(maxsize=10_000)
def is_address(host: str) -> bool:
    """True if a host is an address; local sockets have none."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def address_of(connection: HTTPConnection) -> str:
    """Return the address for which a connection counts."""
    client = connection.scope.get("client")
    return network_of(client[0] if client else "unknown")


class OpenCount:
    """A count of open things by address, at most `most` each; 0: any number."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._open: Counter[str] = Counter()

    def has_room(self, address: str) -> bool:
        """True if one more may be opened."""
        return not self.most or self._open[address] < self.most

    def open(self, address: str) -> None:
        """Count one more."""
        self._open[address] += 1

    def close(self, address: str) -> None:
        """Count one less."""
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]
