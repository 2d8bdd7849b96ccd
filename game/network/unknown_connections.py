"""The connections of guests that have not been let in: their number, and which of them makes room for a new one."""

from __future__ import annotations

from collections import Counter
from typing import Generic, TypeVar

T = TypeVar("T")


class UnknownConnections(Generic[T]):
    """The connections that are neither let in nor closed; each origin has a share of the places.

    ``max_count``: of all connections together; ``max_count_of_origin``: of those from one origin, see `get_origin`.
    """

    def __init__(self, max_count: int, max_count_of_origin: int) -> None:
        self._max_count = max_count
        self._max_count_of_origin = max_count_of_origin
        self._origins: dict[T, bytes] = {}  # the oldest first

    def add(self, connection: T, origin: bytes) -> T | None:
        """Count a new connection from ``origin``; return the one that must be closed for it, None if there is room.

        The oldest one from the same origin must, if that has its share; if all places are taken, the oldest one from
        the origin that has the most. So a flood of connections makes room for itself.
        """
        counts = Counter(self._origins.values())
        crowded: bytes | None = None
        if counts[origin] >= self._max_count_of_origin:
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
