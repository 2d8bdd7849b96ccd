"""A limit of how often somebody may do a thing that everybody else is told of."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final

MAX_AT_ONCE: Final = 5
"""The number of times that one person may do a thing within `LIMIT_INTERVAL_S`."""
LIMIT_INTERVAL_S: Final = 10.0


class RateLimit:
    """The times at which each person did a thing lately. ``clock``: returns seconds and never goes back."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._times: dict[Hashable, tuple[float, ...]] = {}

    def find_wait(self, person: Hashable) -> float:
        """Return the seconds after which ``person`` may do the thing again; 0.0 if they may now."""
        times = self._times.get(person, ())
        if len(times) < MAX_AT_ONCE:
            return 0.0
        return max(0.0, times[-MAX_AT_ONCE] + LIMIT_INTERVAL_S - self._clock())

    def count(self, person: Hashable) -> None:
        """Note that ``person`` does the thing now, and forget what no longer matters."""
        now = self._clock()
        self._times = {other: times for other, times in self._times.items() if times[-1] + LIMIT_INTERVAL_S > now}
        self._times[person] = (*self._times.get(person, ()), now)[-MAX_AT_ONCE:]
