"""Pauses in long work on matches, without which the window would miss frames: only one Python thread runs at a time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from itertools import count
from typing import Final, TypeVar

PAUSE_S: Final = 0.00005
T = TypeVar("T")
_ACTIONS_BETWEEN_PAUSES: Final = 16
_ROWS_BETWEEN_PAUSES: Final = 64


def make_periodic_pause(interval: int = _ACTIONS_BETWEEN_PAUSES) -> Callable[[], None]:
    """Return a function that lets other threads run at every ``interval``-th call."""
    counter = count(1)

    def pause() -> None:
        if next(counter) % interval == 0:
            time.sleep(PAUSE_S)

    return pause


def iterate_with_pauses(rows: Iterable[T]) -> Iterator[T]:
    """Yield the rows in their order, with a `make_periodic_pause` between them."""
    pause = make_periodic_pause(_ROWS_BETWEEN_PAUSES)
    for row in rows:
        yield row
        pause()
