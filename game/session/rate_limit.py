"""A limit of how often a person may do a thing that everybody is told of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

MAX_AT_ONCE: Final = 5
"""The number of times that one person may do a thing within `LIMIT_INTERVAL_S`."""
LIMIT_INTERVAL_S: Final = 10.0


class RateLimit:
    """The times at which the person at each seat, or each watcher by name, did a thing lately.

    ``clock``: returns seconds, never goes back; ``interval_s``: the seconds in which they may do it `MAX_AT_ONCE`
    times.
    """

    def __init__(self, clock: Callable[[], float], interval_s: float = LIMIT_INTERVAL_S) -> None:
        self._clock = clock
        self._interval_s = interval_s
        self._times: dict[int | str, tuple[float, ...]] = {}

    def find_wait(self, seat: int | str) -> float:
        """Return the seconds after which the person may do the thing again; 0.0 if they may now."""
        times = self._times.get(seat, ())
        return max(0.0, times[0] + self._interval_s - self._clock()) if len(times) == MAX_AT_ONCE else 0.0

    def count(self, seat: int | str) -> None:
        """Note that the person does the thing now."""
        self._times[seat] = (*self._times.get(seat, ()), self._clock())[-MAX_AT_ONCE:]
