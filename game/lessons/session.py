"""The session of a guided deal, with a learner and players that follow the lesson."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

import msgspec

from game.core.actions import Action
from game.core.events import Event
from game.core.messages import Reason
from game.lessons.lesson import LEARNER_SEAT
from game.lessons.runner import (
    LessonState,
    answer_step,
    find_wrong_answer,
    finish_reading_step,
    resume_lesson,
)
from game.match.match import FullTransition, Match
from game.match.observation import Observation, Transition, observe
from game.session.match_info import make_solo_info
from game.session.pending_write import PendingWrite
from game.session.session import MatchSession


class LessonSession(MatchSession):
    """The session of a lesson.

    ``lesson_state``: the state that was saved last. ``name``: of the learner. ``save_state`` stores the answers of a
    state. ``clock`` returns seconds and never goes back. Transitions are shown one after the other, and only once the
    state is saved; while any are left, ``is_showing_events`` is true.
    """

    def __init__(
        self,
        lesson_state: LessonState,
        name: str,
        save_state: Callable[[LessonState], Future[Any]],
        clock: Callable[[], float],
    ) -> None:
        self.lesson_state = lesson_state
        self._save_state = save_state
        self._clock = clock
        self._saving = PendingWrite()
        self._pending_transitions: deque[FullTransition] = deque()
        self._has_jumped = False
        self._last_shown_at = clock()
        self._set_start(lesson_state)
        super().__init__(make_solo_info(self.observation, (name, *lesson_state.lesson.other_names)))
        self.min_thinking_s = 0.0

    # -- what the screen may know

    @property
    def observation(self) -> Observation:
        return self._observation

    def _set_match(self, match: Match) -> None:
        self._match, self._observation = match, observe(match, LEARNER_SEAT)

    def _set_start(self, lesson_state: LessonState) -> None:
        """Start before the transitions of a state, which are then shown."""
        transitions = lesson_state.transitions
        self._set_match(transitions[0].before if transitions else lesson_state.match)
        new_event_count = sum(len(transition.events) for transition in transitions)
        self._events = lesson_state.events[: max(0, len(lesson_state.events) - new_event_count)]
        self._pending_transitions.clear()
        self._pending_transitions.extend(transitions)

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(event.seen_by(LEARNER_SEAT) for event in self._events)

    @property
    def is_showing_events(self) -> bool:
        """Whether transitions are still to be shown or saved before the text is read."""
        return bool(self._pending_transitions) or self._has_jumped or self.is_saving

    @property
    def is_your_turn(self) -> bool:
        return bool(self.lesson_state.step.expected_actions) and not self.is_showing_events

    @property
    def is_saving(self) -> bool:
        return self._saving.is_busy

    @property
    def error(self) -> str:
        return self._saving.error

    # -- what the person does

    def act(self, action: Action) -> Reason | None:
        if self.is_showing_events:
            return Reason("being_saved")
        wrong_answer = find_wrong_answer(self.lesson_state, action)
        if wrong_answer is not None:
            return wrong_answer.reason
        self._save_and_show(answer_step(self.lesson_state, action))
        return None

    @property
    def can_go_to_next_step(self) -> bool:
        """Whether the step is only read, is completely shown, and has a next step."""
        return (
            not self.lesson_state.step.expected_actions and not self.lesson_state.is_last and not self.is_showing_events
        )

    def go_to_next_step(self) -> None:
        """Save and show the next step after one that is only read; do nothing unless `can_go_to_next_step`."""
        if self.can_go_to_next_step:
            self._save_and_show(finish_reading_step(self.lesson_state))

    def go_to_previous_step(self) -> None:
        """Save and show the step before; do nothing at the first step and during a write.

        It is shown at once, without the transitions that lead to it.
        """
        if self.lesson_state.answers and not self.is_saving:
            self._save_and_jump(resume_lesson(self.lesson_state.match.game_id, self.lesson_state.answers[:-1]))

    def _save_and_show(self, lesson_state: LessonState) -> None:
        self._saving.add(lambda: self._save_state(lesson_state), lambda _kept: self._show_transitions(lesson_state))

    def _save_and_jump(self, lesson_state: LessonState) -> None:
        self._saving.add(lambda: self._save_state(lesson_state), lambda _kept: self._jump_to_state(lesson_state))

    def _show_transitions(self, lesson_state: LessonState) -> None:
        if lesson_state.is_instant:
            self._jump_to_state(msgspec.structs.replace(lesson_state, transitions=()))
            return
        self.lesson_state, self._last_shown_at = lesson_state, self._clock()
        self._pending_transitions.extend(lesson_state.transitions)

    def _jump_to_state(self, lesson_state: LessonState) -> None:
        """Show the state, after its transitions, without those that led from the state before."""
        self.lesson_state, self._has_jumped = lesson_state, True
        self._set_start(lesson_state)

    def set_computer_play(self, min_thinking_s: float, *, is_chat_enabled: bool) -> None:
        self.min_thinking_s = min_thinking_s

    def retry(self) -> None:
        self._saving.retry()

    # -- the frame

    def update(self, is_idle: bool) -> list[Transition]:
        self._saving.poll()
        if self._has_jumped:
            self._has_jumped = False
            return [Transition(self.observation, self.observation, ())]
        if not is_idle or not self._pending_transitions or not self._is_due:
            return []
        return [self._show_transition(self._pending_transitions.popleft())]

    @property
    def _is_due(self) -> bool:
        """Whether the next transition may be shown.

        That is ``min_thinking_s`` after the last one on a turn of a computer player, else at once.
        """
        turn = self._match.turn
        return turn in (None, LEARNER_SEAT) or self._clock() - self._last_shown_at >= self.min_thinking_s

    def _show_transition(self, lesson_transition: FullTransition) -> Transition:
        before, is_new_deal = self.observation, not lesson_transition.before.is_deal_in_progress
        self._set_match(lesson_transition.after)
        self._last_shown_at = self._clock()
        self._events = (*(() if is_new_deal else self._events), *lesson_transition.events)
        events = tuple(event.seen_by(LEARNER_SEAT) for event in lesson_transition.events)
        return Transition(before, self.observation, events)
