"""What happened, shown one event after the other: which one is on, and how far it is."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

import msgspec

from game.core.events import Event
from game.core.phase import Board, DealResult
from game.match.observation import Observation, Transition
from ui.table.animation.events import apply_event


class EventStep(msgspec.Struct, frozen=True):
    """One event to be shown: the boards before and after it, and the view that holds while it is shown.

    ``is_replayed``: it is shown again for somebody who was away; ``result``: how the deal ended, where it is what
    ended it.
    """

    event: Event
    board_before: Board
    board_after: Board
    observation: Observation
    is_replayed: bool = False
    result: DealResult | None = None


def split_transition(transition: Transition) -> tuple[EventStep, ...]:
    """The events of a happening with the boards between them."""
    steps, board, final_board = [], transition.before.board, transition.after.board
    result = transition.after.result
    for event in transition.events:
        next_board = apply_event(event, board, final_board)
        steps.append(EventStep(event, board, next_board, transition.before, transition.is_replayed, result))
        board = next_board
    return tuple(steps)


class EventPlayback:
    """The beats that are still to come; ``board`` is the one before them, or the one that lies still.

    ``elapsed_seconds``: seconds that the first of them has been shown.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.pending_steps: deque[EventStep] = deque()
        self.elapsed_seconds = 0.0
        self._is_step_started = False

    @property
    def current_step(self) -> EventStep | None:
        """What is being shown."""
        return self.pending_steps[0] if self.pending_steps else None

    def add_transition(self, transition: Transition) -> None:
        """Show this too, after what is still to come."""
        if not self.pending_steps:
            self.elapsed_seconds = 0.0
        self.pending_steps.extend(split_transition(transition))

    def advance(
        self, seconds: float, get_duration: Callable[[EventStep], float], on_start: Callable[[EventStep], None]
    ) -> None:
        """Time passes. ``get_duration``: seconds that a beat takes; one that takes none is passed over at once.

        ``on_start`` is told of every beat once, when it begins to be shown.
        """
        while self.pending_steps:
            step = self.pending_steps[0]
            self._start_step(on_start)
            duration = get_duration(step)
            if self.elapsed_seconds + seconds < duration:
                self.elapsed_seconds += seconds
                return
            seconds -= max(duration - self.elapsed_seconds, 0.0)
            self._finish_step()

    def skip_all(self, on_start: Callable[[EventStep], None]) -> bool:
        """Jump to the end of it all. Whether there was anything. ``on_start``: as for `advance`."""
        was_skipped = bool(self.pending_steps)
        while self.pending_steps:
            self._start_step(on_start)
            self._finish_step()
        return was_skipped

    def _start_step(self, on_start: Callable[[EventStep], None]) -> None:
        if not self._is_step_started:
            self._is_step_started = True
            on_start(self.pending_steps[0])

    def _finish_step(self) -> None:
        self.board = self.pending_steps.popleft().board_after
        self.elapsed_seconds, self._is_step_started = 0.0, False
