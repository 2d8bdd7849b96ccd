"""Pictures that are kept while there is room: what has not been looked at for longest goes first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

import pygame

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


def weight(picture: pygame.Surface) -> int:
    """The bytes of its pixels."""
    return picture.get_pitch() * picture.get_height()


class Kept(Generic[K, V]):
    """Values by their keys, of at most ``room`` bytes together as ``weigh`` says; the last one always stays."""

    def __init__(self, room: int, weigh: Callable[[V], int]) -> None:
        self.room = room
        self.taken = 0
        self._weigh = weigh
        self._values: OrderedDict[K, V] = OrderedDict()

    def __contains__(self, key: object) -> bool:
        return key in self._values

    def __len__(self) -> int:
        return len(self._values)

    def __getitem__(self, key: K) -> V:
        """What is kept under ``key``; it has been looked at by this. KeyError if there is nothing."""
        self._values.move_to_end(key)
        return self._values[key]

    def __setitem__(self, key: K, value: V) -> None:
        if key in self._values:
            self.taken -= self._weigh(self._values.pop(key))
        self._values[key] = value
        self.taken += self._weigh(value)
        while self.taken > self.room and len(self._values) > 1:
            _key, oldest = self._values.popitem(last=False)
            self.taken -= self._weigh(oldest)
