"""The steps of the lessons, with every way to reach them."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.actions import Action
from game.lessons.lesson import LEARNER_SEAT
from game.lessons.runner import LessonState, answer_step, finish_reading_step, start_lesson
from tests.helpers import parse_seat_action


def list_lesson_states(lesson_id: str) -> tuple[LessonState, ...]:
    """Return every step of a lesson, with every way to reach it."""
    return tuple(_iter_states_from(start_lesson(lesson_id)))


def list_right_answers(state: LessonState) -> tuple[Action, ...]:
    """Return the right answers that the rules allow here."""
    actions = (parse_seat_action(state.match, f"{LEARNER_SEAT} {phrase}") for phrase in state.step.expected_actions)
    return tuple(action for action in actions if state.match.illegal_reason(action) is None)


def _iter_states_from(state: LessonState) -> Iterator[LessonState]:
    yield state
    if state.is_last:
        return
    if not state.step.expected_actions:
        yield from _iter_states_from(finish_reading_step(state))
    for action in list_right_answers(state):
        yield from _iter_states_from(answer_step(state, action))
