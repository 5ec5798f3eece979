"""The addresses by which others in its networks reach this machine."""

from __future__ import annotations

import socket
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path
from typing import Final

ELSEWHERE: Final = ("192.0.2.1", "10.255.255.254", "172.31.255.254", "192.168.255.254", "2001:db8::1")
"""Somewhere in the internet and in each private network: some interface leads there, perhaps another each time."""
CONTAINERS: Final = (Path("/.dockerenv"), Path("/run/.containerenv"))


def own_addresses() -> list[str]:
    """Return the addresses of this machine but for loopback and link-local ones, as they stand in a URL; none in a
    container, whose own ones nobody outside of its host can reach. Nothing is sent."""
    if any(mark.exists() for mark in CONTAINERS):
        return []
    found: dict[str, None] = {}
    for there in ELSEWHERE:
        family = socket.AF_INET6 if ":" in there else socket.AF_INET
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asked:
            asked.connect((there, 9))  # of a datagram: the system chooses the address from which it would go
            address = ip_address(asked.getsockname()[0])
            if not (address.is_loopback or address.is_link_local or address.is_unspecified):
                found[f"[{address}]" if address.version == 6 else str(address)] = None
    return list(found)
