"""Playback of events one after the other: the current step and its elapsed time."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

import msgspec

from game.core.events import DealerDrawn, Event, TrickTaken
from game.core.phase import Board, DealResult
from game.match.observation import Observation, Transition
from ui.table.animation.events import apply_event


class EventStep(msgspec.Struct, frozen=True):
    """An event to be shown, with the boards before and after it.

    ``observation``: the observation to use while it is shown; ``is_replayed``: the event is shown again to a person who
    was away; ``result``: the result of the deal after the transition, None if the deal goes on.
    """

    event: Event
    board_before: Board
    board_after: Board
    observation: Observation
    is_replayed: bool = False
    result: DealResult | None = None


def split_transition(transition: Transition) -> tuple[EventStep, ...]:
    """Return the steps of a transition, with the boards between its events."""
    steps, board, final_board = [], transition.before.board, transition.after.board
    result = transition.after.result
    for event in transition.events:
        next_board = apply_event(event, board, final_board)
        steps.append(EventStep(event, board, next_board, transition.before, transition.is_replayed, result))
        board = next_board
    return tuple(steps)


class EventPlayback:
    """A queue of steps.

    ``board``: the board before the current step, or the one at rest; ``elapsed_seconds``: the time that the current
    step has been shown; ``holds_event``: whether the step of an event stays until `release`; ``drawn_dealer``: the
    dealer of a draw that has been shown, None if there was none.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.pending_steps: deque[EventStep] = deque()
        self.elapsed_seconds = 0.0
        self.holds_event: Callable[[Event], bool] = lambda _event: False
        self.drawn_dealer: int | None = None
        self._is_step_started = False
        self._is_released = False

    @property
    def is_held(self) -> bool:
        """Whether the current step is held."""
        return bool(self.pending_steps) and not self._is_released and self.holds_event(self.pending_steps[0].event)

    @property
    def current_step(self) -> EventStep | None:
        """The step that is being shown, None if the queue is empty."""
        return self.pending_steps[0] if self.pending_steps else None

    def has_pending_event(self, kind: type[Event]) -> bool:
        """Return whether an event of this kind is being shown or still to be shown."""
        return any(isinstance(step.event, kind) for step in self.pending_steps)

    def find_turn(self, observation: Observation) -> int | None:
        """Return the seat on turn in ``observation``; from the end of a trick on, while steps are shown, its winner."""
        step = self.current_step
        if step is None:
            return observation.turn
        if isinstance(step.event, TrickTaken):
            return step.event.winner
        board = step.board_before
        return observation.turn if board.trick or board.last_trick_winner is None else board.last_trick_winner

    def add_transition(self, transition: Transition) -> None:
        """Append the steps of a transition to the queue."""
        if not self.pending_steps:
            self.elapsed_seconds = 0.0
        self.pending_steps.extend(split_transition(transition))

    def advance(
        self, seconds: float, get_duration: Callable[[EventStep], float], on_start: Callable[[EventStep], None]
    ) -> None:
        """Advance the time by ``seconds``; a step without a duration is finished at once.

        ``get_duration``: returns the seconds of a step; ``on_start``: called once for each step when it begins.
        """
        while self.pending_steps:
            step = self.pending_steps[0]
            self._start_step(on_start)
            if self.is_held:
                return
            duration = get_duration(step)
            if self.elapsed_seconds + seconds < duration:
                self.elapsed_seconds += seconds
                return
            seconds -= max(duration - self.elapsed_seconds, 0.0)
            self._finish_step()

    def skip_all(self, on_start: Callable[[EventStep], None]) -> bool:
        """Finish all steps up to one that is held, and return whether there were any.

        ``on_start``: as for `advance`.
        """
        was_skipped = bool(self.pending_steps) and not self.is_held
        while self.pending_steps:
            self._start_step(on_start)
            if self.is_held:
                break
            self._finish_step()
        return was_skipped

    def release(self, elapsed_seconds: float) -> None:
        """Let the held step go on as if it had been shown for ``elapsed_seconds``."""
        self._is_released, self.elapsed_seconds = True, elapsed_seconds

    def _start_step(self, on_start: Callable[[EventStep], None]) -> None:
        if not self._is_step_started:
            self._is_step_started = True
            on_start(self.pending_steps[0])

    def _finish_step(self) -> None:
        step = self.pending_steps.popleft()
        self.board = step.board_after
        if isinstance(step.event, DealerDrawn):
            self.drawn_dealer = step.event.dealer
        self.elapsed_seconds, self._is_step_started, self._is_released = 0.0, False, False
