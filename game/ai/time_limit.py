"""How long a player may think. The clock is passed in: whoever asks says what time is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

import msgspec

DEFAULT_TIME_LIMIT_MS: Final = 1000
"""How long a player may think for a move if nobody says otherwise."""
TIME_RESERVE_FRACTION: Final = 0.04
"""The part of the time that is kept for the step a thought is in when it is told to end."""
TIME_RESERVE_MS: Final = 0.3
"""So much of any time is kept for it besides: the smallest steps take as long on a slow machine."""


class TimeUp(Exception):
    """The time was over before a thought came to anything."""


class Deadline(msgspec.Struct, frozen=True):
    """When a thought that has begun must be over: at ``due`` by ``clock``, both in seconds."""

    due_s: float
    clock: Callable[[], float]

    def remaining_ms(self) -> float:
        """How much time is left, in milliseconds; 0 when it is over."""
        return max(0.0, (self.due_s - self.clock()) * 1000)

    def check(self) -> None:
        """Go on only if there is time left. TimeUp if there is not."""
        if self.remaining_ms() <= 0:
            raise TimeUp


TimeCheck: TypeAlias = Callable[[], None]
"""Asked between two steps of a thought: TimeUp ends it."""


def no_time_limit() -> None:
    """A `TimeCheck` of who has all the time."""


class TimeLimit(msgspec.Struct, frozen=True):
    """The time for one move: so many ``ms`` by ``clock``, which gives seconds.

    By a clock that stands still the time never ends: what a player then does depends on nothing but its seed. So it is
    whenever the time was enough: how much is thought of follows from ``ms`` alone, the clock only ends it early.
    """

    ms: int
    clock: Callable[[], float]

    def start(self) -> Deadline:
        """The thought begins now, and is told to end a little before its time is over."""
        return Deadline(self.clock() + ((1 - TIME_RESERVE_FRACTION) * self.ms - TIME_RESERVE_MS) / 1000, self.clock)
