"""The host of a guided deal, in which the other players follow the lesson."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

import msgspec

from game.core.events import Event
from game.core.messages import Reason
from game.lessons.lesson import LEARNER_SEAT
from game.lessons.runner import (
    READ_ON_REASON,
    LessonState,
    answer_step,
    find_wrong_answer,
    finish_reading_step,
    resume_lesson,
)
from game.match.match import FullTransition, Match
from game.match.observation import observe
from game.session.match_info import make_solo_info
from game.session.messages import (
    NO_HELP_STATUS,
    Answer,
    Command,
    FirstMessage,
    HostMessage,
    MatchStatus,
    ReportShown,
    Request,
    Retry,
    SeatView,
    SetComputerPlay,
    TakeAction,
    TransitionMessage,
)
from game.session.transport import Transport
from game.session.write_queue import WriteQueue

replace = msgspec.structs.replace


class LessonHost(Transport):
    """The host of a lesson, for the session of its learner.

    ``lesson_state``: the state that was saved last. ``name``: of the learner. ``save_state`` stores the answers of a
    state. ``clock`` returns seconds and never goes back. Transitions are sent one after the other, and only once the
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
        self._name = name
        self._save_state = save_state
        self._clock = clock
        self._saving = WriteQueue()
        self._pending_transitions: deque[FullTransition] = deque()
        self._messages: list[HostMessage] = []
        self._status: MatchStatus | None = None
        self._revision = self._event_count = self._shown_revision = 0
        self._last_shown_at = clock()
        self._min_thinking_s = 0.0
        self._set_start(lesson_state)

    def _set_start(self, lesson_state: LessonState) -> None:
        """Send the match before the transitions of a state, which are then sent one by one."""
        transitions = lesson_state.transitions
        self._match = transitions[0].before if transitions else lesson_state.match
        new_event_count = sum(len(transition.events) for transition in transitions)
        events = lesson_state.events[: max(0, len(lesson_state.events) - new_event_count)]
        self._event_count = len(events)
        self._pending_transitions.clear()
        self._pending_transitions.extend(transitions)
        observation, names = observe(self._match, LEARNER_SEAT), (self._name, *lesson_state.lesson.other_names)
        info, views = make_solo_info(observation, names), (_make_view(self._match, events),)
        self._revision += 1
        self._messages.append(
            FirstMessage(
                info=info, revision=self._revision, turn=(0, 0), views=views, results=self._match.results,
                chat_messages=(),
            )
        )  # fmt: skip

    @property
    def is_showing_events(self) -> bool:
        """Whether transitions are still to be shown or saved before the text is read."""
        return bool(self._pending_transitions) or self._saving.is_busy

    # -- what the learner does

    @property
    def refusal_reason(self) -> Reason | None:
        if self.is_showing_events:
            return Reason("being_saved")
        return None if self.lesson_state.step.expected_actions else READ_ON_REASON

    def send(self, command: Command) -> None:
        self._messages.append(Answer(command.number, self._handle(command.request)))

    def _handle(self, request: Request) -> Reason | None:
        """Carry out a request. Return the reason if it is refused, else None."""
        match request:
            case TakeAction(action=action):
                wrong_answer = find_wrong_answer(self.lesson_state, action)
                if wrong_answer is not None:
                    return wrong_answer.reason
                self._save_and_show(answer_step(self.lesson_state, action))
            case ReportShown(revision=revision, is_shown=is_shown):
                self._shown_revision = revision if is_shown else 0
            case SetComputerPlay(min_thinking_s=seconds):
                self._min_thinking_s = seconds
            case Retry():
                self._saving.retry()
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

    def go_to_previous_page(self, *, is_trick_held: bool) -> None:
        """Save and show the page before; do nothing at the first one and during a write.

        It is shown at once, without the transitions that lead to it: the trick again that the step explains, else the
        last text of the step before.
        """
        lesson, answers, step = self.lesson_state.lesson, self.lesson_state.answers, self.lesson_state.step
        if self._saving.is_busy or not answers:
            return
        if step.trick_text and not is_trick_held:
            self._save_and_jump(resume_lesson(lesson, answers))
            return
        before = resume_lesson(lesson, answers[:-1])
        self._save_and_jump(replace(before, transitions=()) if before.step.trick_text else before)

    def _save_and_show(self, lesson_state: LessonState) -> None:
        self._saving.add(lambda: self._save_state(lesson_state), lambda _kept: self._show_transitions(lesson_state))

    def _save_and_jump(self, lesson_state: LessonState) -> None:
        self._saving.add(lambda: self._save_state(lesson_state), lambda _kept: self._jump_to_state(lesson_state))

    def _show_transitions(self, lesson_state: LessonState) -> None:
        if lesson_state.is_instant:
            self._jump_to_state(replace(lesson_state, transitions=()))
            return
        self.lesson_state, self._last_shown_at = lesson_state, self._clock()
        self._pending_transitions.extend(lesson_state.transitions)

    def _jump_to_state(self, lesson_state: LessonState) -> None:
        """Show the state, after its transitions, without those that led from the state before."""
        self.lesson_state = lesson_state
        self._set_start(lesson_state)

    # -- the frame

    def update(self) -> None:
        self._saving.poll()
        if self._pending_transitions and self._shown_revision == self._revision and self._is_due:
            self._send_transition(self._pending_transitions.popleft())

    @property
    def _is_due(self) -> bool:
        """Whether the next transition may be shown.

        That is some time after the last one on a turn of a computer player, else at once.
        """
        turn = self._match.turn
        return turn in (None, LEARNER_SEAT) or self._clock() - self._last_shown_at >= self._min_thinking_s

    def _send_transition(self, transition: FullTransition) -> None:
        before, after, events = transition
        event_count, result_count = self._event_count if before.is_deal_in_progress else 0, len(before.results)
        self._match, self._last_shown_at, self._event_count = after, self._clock(), event_count + len(events)
        self._revision += 1
        self._messages.append(
            TransitionMessage(
                revision=self._revision, turn=(0, 0), views=(_make_view(after, events),),
                results=after.results[result_count:], event_count=event_count, result_count=result_count,
            )
        )  # fmt: skip

    def receive(self) -> list[HostMessage]:
        status = replace(NO_HELP_STATUS, is_saving=self._saving.is_busy, error=self._saving.error)
        messages, self._messages = self._messages, []
        if status != self._status:
            self._status = status
            messages.append(status)
        return messages


def _make_view(match: Match, events: tuple[Event, ...]) -> SeatView:
    """Return what the learner may know of ``match`` and of ``events``."""
    observation = replace(observe(match, LEARNER_SEAT), results=())
    return SeatView(LEARNER_SEAT, observation, tuple(event.seen_by(LEARNER_SEAT) for event in events), ())
