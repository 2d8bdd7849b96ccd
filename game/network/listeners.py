"""The sockets at which a server listens, and the origin of what comes in at them."""

from __future__ import annotations

import ipaddress
import socket
from typing import Final

BACKLOG: Final = 256
IPV6_NETWORK_BYTES: Final = 8
"""The bytes of an IPv6 address that are the same for all addresses of a machine or a home."""


def open_listeners(port: int) -> list[socket.socket]:
    """Return sockets that listen at the same port of all addresses of this machine; 0 chooses one.

    Raise OSError if the port is taken.
    """
    listeners = list[socket.socket]()
    for family, address in ((socket.AF_INET, "0.0.0.0"), (socket.AF_INET6, "::")):
        if family == socket.AF_INET6 and not socket.has_ipv6:
            continue
        try:
            listener = open_listener(address, port)
        except OSError:
            if family == socket.AF_INET:
                raise
            continue  # a machine without IPv6
        port = listener.getsockname()[1]
        listeners.append(listener)
    return listeners


def open_listener(address: str, port: int) -> socket.socket:
    """Return a socket that listens at a port of an address of this machine; 0 chooses one. Raise OSError."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, _get_bind_option(), 1)
        if family == socket.AF_INET6:
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        listener.bind((address, port))
        listener.listen(BACKLOG)
        listener.setblocking(False)
    except OSError:
        listener.close()
        raise
    return listener


def get_origin(address: str) -> bytes:
    """Return what an IP address has in common with the others of its machine or home: for IPv6, its network (/64)."""
    packed = ipaddress.ip_address(address).packed
    return packed if len(packed) == 4 else packed[:IPV6_NETWORK_BYTES]


def is_outside(address: str, own_address: str) -> bool:
    """Return whether a connection from an address to one of this machine has come from another network."""
    return ipaddress.ip_address(address).is_global and get_origin(address) != get_origin(own_address)


def _get_bind_option() -> int:
    """Return the option with which a port is taken from nobody and can be opened again at once.

    On Windows SO_REUSEADDR would let two programs have the same port.
    """
    exclusive: int | None = getattr(socket, "SO_EXCLUSIVEADDRUSE", None)
    return socket.SO_REUSEADDR if exclusive is None else exclusive
