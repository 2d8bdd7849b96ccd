"""The clock of the turn that a person has: when it began, and how often again (rules.md, "Table discipline")."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.engine.actions import Leave, Unlock
from game.record import Record


class TurnClock:
    """``clock`` gives seconds that only go forward. ``restarts``: how often talk or asking to leave began it again."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._seat: int | None = None
        self._began = clock()
        self.restarts = 0

    @property
    def running(self) -> bool:
        """Whether it is some person's turn, as far as was noticed."""
        return self._seat is not None

    @property
    def spent(self) -> float:
        """Seconds since it began."""
        return self._clock() - self._began

    def resume(self, seat: int | None, idle: float, restarts: int) -> None:
        """The turn of ``seat`` has gone on for ``idle`` seconds already."""
        self._seat, self._began, self.restarts = seat, self._clock() - idle, restarts

    def wait_for(self, seat: int) -> None:
        """It is the turn of ``seat``; the clock begins, unless it runs for that seat already."""
        if self._seat != seat:
            self._seat, self._began, self.restarts = seat, self._clock(), 0

    def restart(self) -> None:
        """Who is on turn has done something, if not yet what he must."""
        self._began, self.restarts = self._clock(), self.restarts + 1

    def clear(self) -> None:
        """Somebody has acted: whoever is on turn now has a new clock."""
        self._seat, self._began = None, self._clock()


def turn_of(record: Record) -> tuple[int, int]:
    """Which turn of the match it is: the deal, and how much was done in it, leaving and voting aside."""
    done = (one for one in record.deals[-1].actions if not isinstance(one, (Leave, Unlock))) if record.deals else ()
    return len(record.deals), sum(1 for _one in done)


def restarts_of(kept: Any, record: Record) -> int:
    """How often the clock of this turn was begun again before the program ended, as it was ``kept``."""
    if not isinstance(kept, list) or len(kept) != 3 or not all(type(one) is int for one in kept):
        return 0
    restarts: int = kept[2]
    return restarts if tuple(kept[:2]) == turn_of(record) else 0
