"""A cache that drops the least recently used values when it exceeds a number of bytes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

import pygame

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


def count_surface_bytes(surface: pygame.Surface) -> int:
    """Return the number of bytes of a surface's pixels."""
    return surface.get_pitch() * surface.get_height()


class ByteBoundedLRUCache(Generic[K, V]):
    """A mapping whose values have at most ``max_bytes`` bytes in total, counted by ``count_bytes``.

    The least recently used values are dropped first; the last one is always kept.
    """

    def __init__(self, max_bytes: int, count_bytes: Callable[[V], int]) -> None:
        self.max_bytes = max_bytes
        self.used_bytes = 0
        self._count_bytes = count_bytes
        self._values: OrderedDict[K, V] = OrderedDict()

    def __contains__(self, key: object) -> bool:
        return key in self._values

    def __len__(self) -> int:
        return len(self._values)

    def __getitem__(self, key: K) -> V:
        """Return the value of ``key`` and mark it as used most recently. Raise KeyError if the key is missing."""
        self._values.move_to_end(key)
        return self._values[key]

    def __setitem__(self, key: K, value: V) -> None:
        if key in self._values:
            self.used_bytes -= self._count_bytes(self._values.pop(key))
        self._values[key] = value
        self.used_bytes += self._count_bytes(value)
        while self.used_bytes > self.max_bytes and len(self._values) > 1:
            _key, oldest = self._values.popitem(last=False)
            self.used_bytes -= self._count_bytes(oldest)
