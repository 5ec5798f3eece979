"""For whom an address counts: one customer may have a whole network of them."""

from __future__ import annotations

import ipaddress
from functools import lru_cache


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
