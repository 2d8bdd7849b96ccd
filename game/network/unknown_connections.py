"""The connections of guests that have not been let in: their number, and which of them makes room for a new one."""

from __future__ import annotations

import ipaddress
from collections import Counter
from typing import Final, Generic, TypeVar

IPV6_NETWORK_BYTES: Final = 8
"""The bytes of an IPv6 address that are the same for all addresses of a machine or a home."""

T = TypeVar("T")


class UnknownConnections(Generic[T]):
    """The connections that are neither let in nor closed; each address has a share of the places.

    ``max_count``: of all connections together; ``max_count_of_address``: of those from one IPv4 address, or from one
    IPv6 network (/64).
    """

    def __init__(self, max_count: int, max_count_of_address: int) -> None:
        self._max_count = max_count
        self._max_count_of_address = max_count_of_address
        self._origins: dict[T, bytes] = {}  # the oldest first

    def add(self, connection: T, address: str) -> T | None:
        """Count a new connection from ``address``; return the one that must be closed for it, None if there is room.

        The oldest one from the same address must, if that address has its share; if all places are taken, the oldest
        one from the address that has the most. So a flood of connections makes room for itself.
        """
        origin = _get_origin(address)
        counts = Counter(self._origins.values())
        crowded: bytes | None = None
        if counts[origin] >= self._max_count_of_address:
            crowded = origin
        elif len(self._origins) >= self._max_count:
            crowded = max(counts, key=lambda counted: counts[counted])
        oldest = next((known for known, its_origin in self._origins.items() if its_origin == crowded), None)
        if oldest is not None:
            del self._origins[oldest]
        self._origins[connection] = origin
        return oldest

    def discard(self, connection: T) -> None:
        """Count a connection no longer: its guest was let in, or it is closed."""
        self._origins.pop(connection, None)


def _get_origin(address: str) -> bytes:
    packed = ipaddress.ip_address(address).packed
    return packed if len(packed) == 4 else packed[:IPV6_NETWORK_BYTES]
