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
    """The time is over before a search has a result."""


class Deadline(msgspec.Struct, frozen=True):
    """When a search that has started must end: at ``due_s`` by ``clock``, both in seconds."""

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
    """The time for one move: ``ms`` by ``clock``, which gives seconds.

    With a clock that does not advance the time never ends, and what a player does depends only on its seed. The same
    holds whenever the time is enough: the effort follows from ``ms`` alone, the clock can only end it early.
    """

    ms: int
    clock: Callable[[], float]

    def start(self) -> Deadline:
        """The thought begins now, and is told to end a little before its time is over."""
        return Deadline(self.clock() + ((1 - TIME_RESERVE_FRACTION) * self.ms - TIME_RESERVE_MS) / 1000, self.clock)
