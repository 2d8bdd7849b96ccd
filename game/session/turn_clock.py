"""The clock of a person's turn, and its restarts.

Source: docs/rules.md, "Table discipline".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.core.actions import LeaveMatch, VoteToEnd
from game.match.match import Match
from game.match.record import Record
from game.match.table_discipline import can_restart_clock


class TurnClock:
    """The clock of the person on turn.

    ``clock``: returns seconds and never goes back. ``restart_count``: the restarts of this turn by chat or
    `RequestLeave`. ``started_at``: the time of the last start or restart, by ``clock``.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._seat: int | None = None
        self.started_at = clock()
        self.restart_count = 0

    @property
    def is_running(self) -> bool:
        """Whether it was started for a seat."""
        return self._seat is not None

    @property
    def elapsed_seconds(self) -> float:
        """The seconds since the last start or restart."""
        return self._clock() - self.started_at

    def resume(self, seat: int | None, idle_seconds: float, restart_count: int) -> None:
        """Continue the turn of ``seat`` after ``idle_seconds`` of it."""
        self._seat, self.started_at, self.restart_count = seat, self._clock() - idle_seconds, restart_count

    def start_for(self, seat: int) -> None:
        """Start the clock for ``seat``, unless it runs for that seat already."""
        if self._seat != seat:
            self._seat, self.started_at, self.restart_count = seat, self._clock(), 0

    def can_restart_for(self, match: Match, seat: int) -> bool:
        """Return whether chat or `RequestLeave` of ``seat`` restarts the clock now."""
        return can_restart_clock(match, seat, self.restart_count)

    def restart_for(self, match: Match, seat: int) -> bool:
        """Restart if `can_restart_for`. Return whether it did."""
        is_restarted = self.can_restart_for(match, seat)
        if is_restarted:
            self.started_at, self.restart_count = self._clock(), self.restart_count + 1
        return is_restarted

    def reset(self) -> None:
        """Stop the clock after an action; the next turn starts it again."""
        self._seat, self.started_at = None, self._clock()


def identify_turn(record: Record) -> tuple[int, int]:
    """Return the number of the last deal, from 1, and of the actions in it; (0, 0) without a deal.

    Leaving and votes do not count. Equal values mean the same turn of the match.
    """
    action_count = 0
    for action in record.deals[-1].actions if record.deals else ():
        action_count += not isinstance(action, (LeaveMatch, VoteToEnd))
    return len(record.deals), action_count


def read_restart_count(stored: Any, record: Record) -> int:
    """Return the stored number of restarts of the present turn.

    ``stored``: the note "restarts", (deal number, actions in the deal, restarts). Return 0 if it is of another turn,
    damaged or missing.
    """
    if not isinstance(stored, list) or len(stored) != 3 or not all(type(number) is int for number in stored):
        return 0
    restart_count: int = stored[2]
    return restart_count if tuple(stored[:2]) == identify_turn(record) else 0
