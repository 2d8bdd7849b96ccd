"""Time limits for moves. The caller passes the clock, so tests can use one that does not advance."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

import msgspec

DEFAULT_TIME_LIMIT_MS: Final = 1000
"""The time limit for one move unless the caller gives another."""
TIME_RESERVE_FRACTION: Final = 0.04
"""The part of the time limit reserved for the step in progress at the deadline."""
TIME_RESERVE_MS: Final = 0.3
"""The time reserved in addition: small steps take as long with any time limit."""


class TimeUp(Exception):
    """The time ended before a search had a result."""


TimeCheck: TypeAlias = Callable[[], None]
"""Function that a search calls between two steps; raises TimeUp to end the search."""


def no_time_limit() -> None:
    """Do nothing: a `TimeCheck` that never ends the search."""


class TimeLimit(msgspec.Struct, frozen=True):
    """The time for one move: ``ms`` by ``clock``, which returns seconds.

    With a clock that does not advance the time never ends, and the action depends only on the seed. The same holds
    whenever the time is enough: the budget follows from ``ms`` alone, and the clock can only end the search early.
    """

    ms: int
    clock: Callable[[], float]

    def start(self) -> TimeCheck:
        """Return the check of a search that starts now; the time ends slightly before the limit."""
        due_s = self.clock() + ((1 - TIME_RESERVE_FRACTION) * self.ms - TIME_RESERVE_MS) / 1000

        def check_time() -> None:
            if self.clock() >= due_s:
                raise TimeUp

        return check_time
