"""The clock of the turn that a person has: when it began, and how often again (rules.md, "Table discipline")."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.core.actions import LeaveMatch, VoteToEnd
from game.match.record import Record


class TurnClock:
    """``clock`` gives seconds that only go forward. ``restart_count``: how often talk or asking to leave began it
    again."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._seat: int | None = None
        self._started_at = clock()
        self.restart_count = 0

    @property
    def is_running(self) -> bool:
        """Whether it is some person's turn, as far as was noticed."""
        return self._seat is not None

    @property
    def started_at(self) -> float:
        """The moment at which it began, or began again."""
        return self._started_at

    @property
    def elapsed_seconds(self) -> float:
        """Seconds since it began."""
        return self._clock() - self._started_at

    def resume(self, seat: int | None, idle_seconds: float, restart_count: int) -> None:
        """Go on with the turn of ``seat``, which has lasted ``idle_seconds`` already."""
        self._seat, self._started_at, self.restart_count = seat, self._clock() - idle_seconds, restart_count

    def start_for(self, seat: int) -> None:
        """It is the turn of ``seat``; the clock begins, unless it runs for that seat already."""
        if self._seat != seat:
            self._seat, self._started_at, self.restart_count = seat, self._clock(), 0

    def restart(self) -> None:
        """Who is on turn has done something, if not yet what he must."""
        self._started_at, self.restart_count = self._clock(), self.restart_count + 1

    def reset(self) -> None:
        """Somebody has acted: whoever is on turn now has a new clock."""
        self._seat, self._started_at = None, self._clock()


def identify_turn(record: Record) -> tuple[int, int]:
    """Which turn of the match it is: the deal, and how much was done in it, leaving and voting aside."""
    turn_actions = (
        (action for action in record.deals[-1].actions if not isinstance(action, (LeaveMatch, VoteToEnd)))
        if record.deals
        else ()
    )
    return len(record.deals), sum(1 for _action in turn_actions)


def read_restart_count(stored: Any, record: Record) -> int:
    """Return how often the clock of this turn was restarted before the program ended, from the note ``stored``."""
    if not isinstance(stored, list) or len(stored) != 3 or not all(type(number) is int for number in stored):
        return 0
    restart_count: int = stored[2]
    return restart_count if tuple(stored[:2]) == identify_turn(record) else 0
