"""The addresses of this machine, for an invitation."""

from __future__ import annotations

import ipaddress
import socket
from typing import Final

ROUTE_PROBES: Final = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
"""Addresses for documentation: the system chooses a route to them, and nothing is sent."""


def list_own_addresses() -> tuple[str, ...]:
    """Return the addresses of this machine, those on the way to the internet first, the loopback address last."""
    addresses: dict[str, None] = {}
    for family, target in ROUTE_PROBES:
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((target, 9))
                addresses[probe.getsockname()[0]] = None
        except OSError:
            continue
    try:
        found = socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM)
    except OSError:
        found = []
    addresses.update({str(entry[4][0]): None for entry in found})
    usable = [address for address in addresses if _is_usable(address)]
    return (*usable, "127.0.0.1")


def _is_usable(text: str) -> bool:
    address = ipaddress.ip_address(text.partition("%")[0])
    return not (address.is_loopback or address.is_link_local or address.is_unspecified or address.is_multicast)
