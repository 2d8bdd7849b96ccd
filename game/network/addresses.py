"""The addresses of this machine, for an invitation."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from typing import Final

import psutil

from game.network.invitation import MAX_ADDRESSES

LOOPBACK_ADDRESS: Final = "127.0.0.1"
ROUTE_PROBES: Final = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
"""Addresses for documentation: the system chooses a route to them, and nothing is sent."""


def list_own_addresses() -> tuple[str, ...]:
    """Return the addresses of this machine for an invitation; see `choose_addresses`."""
    return choose_addresses([*_list_route_addresses(), *_list_interface_addresses()])


def choose_addresses(candidates: Iterable[str]) -> tuple[str, ...]:
    """Return at most `MAX_ADDRESSES` of the candidates: private IPv4 addresses, other ones, global IPv6, other ones.

    If there are too many, the first candidates are kept. Link-local IPv4 addresses are used only without any other,
    the loopback address only without those, and link-local IPv6 addresses never: they hold an interface's name.
    """
    addresses = [ipaddress.ip_address(text) for text in dict.fromkeys(candidates) if "%" not in text]
    addresses = [
        address
        for address in addresses
        if not (address.is_loopback or address.is_unspecified or address.is_multicast)
        and not (address.version == 6 and address.is_link_local)
    ]
    usable = [address for address in addresses if not address.is_link_local] or addresses
    kept = sorted(usable[:MAX_ADDRESSES], key=_rank)
    return tuple(map(str, kept)) or (LOOPBACK_ADDRESS,)


def _rank(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> int:
    if address.version == 4:
        return 0 if address.is_private else 1
    return 2 if address.is_global else 3


def _list_route_addresses() -> list[str]:
    """Return the addresses from which this machine would reach the internet."""
    addresses = []
    for family, target in ROUTE_PROBES:
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((target, 9))
                addresses.append(str(probe.getsockname()[0]))
        except OSError:
            continue
    return addresses


def _list_interface_addresses() -> list[str]:
    """Return the addresses of all network interfaces that are up."""
    try:
        interfaces, states = psutil.net_if_addrs(), psutil.net_if_stats()
    except OSError:
        return []
    return [
        entry.address
        for name, entries in interfaces.items()
        if name not in states or states[name].isup
        for entry in entries
        if entry.family in (socket.AF_INET, socket.AF_INET6)
    ]
