"""The course of a lesson: a state and an action give the next state.

Nothing is stored here. A lesson uses the rules of the game: they decide which actions are legal and who takes a trick.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from game.core.actions import Action, Deal, map_actions_by_verb, parse_action
from game.core.events import Event, TrickTaken
from game.core.messages import Reason
from game.lessons.lesson import LEARNER_SEAT, Lesson, LessonStep, LessonValue
from game.match.match import FullTransition, Match, create_match

READ_ON_REASON = Reason("lesson_read_on")
TRICK_HELD_REASON = Reason("lesson_trick_held")
OTHER_ACTION_REASON = Reason("lesson_other")


class LessonChangedError(Exception):
    """The error of stored answers that the lesson no longer accepts, because it has changed."""


class LessonState(msgspec.Struct, frozen=True):
    """The progress through a lesson.

    ``answers``: the learner's action at each finished step, without its seat, or "" where the text was only read.
    ``events``: those of this deal so far. ``transitions``: those since the step before, the oldest first; if
    ``is_instant`` the screen does not show them one by one.
    """

    lesson: Lesson
    answers: tuple[str, ...]
    match: Match
    events: tuple[Event, ...] = ()
    transitions: tuple[FullTransition, ...] = ()
    is_instant: bool = False

    @property
    def step_index(self) -> int:
        """The number of finished steps, which is the index of the present one."""
        return len(self.answers)

    @property
    def step(self) -> LessonStep:
        return self.lesson.steps[self.step_index]

    @property
    def is_last(self) -> bool:
        return self.step_index + 1 == len(self.lesson.steps)

    @property
    def explained_trick(self) -> TrickTaken | None:
        """The last trick, as the learner saw it, if the step has a text about it or nothing was played since.

        The last step has none of its own, so that the score of the deal is shown.
        """
        events = self.explaining_transitions[0].events if self.explaining_transitions else ()
        return next((event.seen_by(LEARNER_SEAT) for event in events if isinstance(event, TrickTaken)), None)

    def find_page_number(self, *, is_trick_held: bool) -> int:
        """Return the number of the page that is read: a step with a text about a trick has two."""
        return self.lesson.count_pages(self.step_index) + (1 if is_trick_held else self.step.page_count)

    @property
    def explaining_transitions(self) -> tuple[FullTransition, ...]:
        """The transitions from the explained trick on."""
        transitions = () if self.is_instant else self.transitions
        indices = [
            index
            for index, transition in enumerate(transitions)
            if any(isinstance(event, TrickTaken) for event in transition.events)
        ]
        is_last_event = bool(indices) and indices[-1] + 1 == len(transitions)
        is_explained = bool(indices) and (bool(self.step.trick_text) or (is_last_event and not self.is_last))
        return transitions[indices[-1] :] if is_explained else ()

    @property
    def values(self) -> Mapping[str, LessonValue]:
        """The values of the present step, with those that depend on the last answer."""
        return {**self.step.values, **self.step.values_after.get(self.answers[-1] if self.answers else "", {})}


class WrongAnswer(NamedTuple):
    """An action that the step does not expect.

    ``reason``: the rules' reason if it is illegal, else a general one. ``message``: the lesson's reply in English, or
    "".
    """

    reason: Reason
    message: str = ""


def start_lesson(lesson: Lesson) -> LessonState:
    """Return the first step of a lesson."""
    match = create_match(lesson.game_id, lesson.options, len(lesson.other_names) + 1, lesson.first_dealer)
    return _enter_step(LessonState(lesson, (), match))


def find_wrong_answer(lesson_state: LessonState, action: Action) -> WrongAnswer | None:
    """Return the reply to an action that this step does not expect; None if it is expected and legal."""
    step = lesson_state.step
    if not step.expected_actions:
        return WrongAnswer(READ_ON_REASON)
    illegal_reason = lesson_state.match.illegal_reason(action)
    if illegal_reason is None and action.text_without_seat in step.expected_actions:
        return None
    message = step.wrong_answers.get(action.text_without_seat, "" if illegal_reason else step.wrong_answers.get("", ""))
    return WrongAnswer(illegal_reason or OTHER_ACTION_REASON, message)


def answer_step(lesson_state: LessonState, action: Action) -> LessonState:
    """Return the next step after an expected action, which is applied to the match.

    Raise ValueError if the action is not expected, or if this is the last step.
    """
    if find_wrong_answer(lesson_state, action) is not None:
        raise ValueError(f"{action} is not what the step waits for")
    return _enter_step(_apply_action(_advance(lesson_state, action.text_without_seat), action))


def finish_reading_step(lesson_state: LessonState) -> LessonState:
    """Return the next step after one that is only read.

    Raise ValueError if the step expects an action or is the last.
    """
    if lesson_state.step.expected_actions:
        raise ValueError("the step waits for an action")
    return _enter_step(_advance(lesson_state, ""))


def resume_lesson(lesson: Lesson, answers: tuple[str, ...]) -> LessonState:
    """Return the state after these answers, with the transitions from a trick that the step explains.

    The answer to a step that was only read is "". Raise LessonChangedError if the lesson does not accept them.
    """
    lesson_state = start_lesson(lesson)
    for answer in answers:
        if lesson_state.is_last or (
            answer not in lesson_state.step.expected_actions if lesson_state.step.expected_actions else answer
        ):
            raise LessonChangedError(answer)
        lesson_state = (
            answer_step(lesson_state, _parse_lesson_action(lesson_state, f"{LEARNER_SEAT} {answer}"))
            if answer
            else finish_reading_step(lesson_state)
        )
    return msgspec.structs.replace(lesson_state, transitions=lesson_state.explaining_transitions)


def _advance(lesson_state: LessonState, answer: str) -> LessonState:
    if lesson_state.is_last:
        raise ValueError("the lesson is over")
    return LessonState(lesson_state.lesson, (*lesson_state.answers, answer), lesson_state.match, lesson_state.events)


def _enter_step(lesson_state: LessonState) -> LessonState:
    """Return the state after what happens before the text of a step is read.

    Raise IllegalActionError if the rules refuse it, InputError for an unknown action.
    """
    step = lesson_state.step
    if step.pack:
        lesson_state = _apply_action(msgspec.structs.replace(lesson_state, events=()), Deal(step.pack))
    for text in step.actions:
        lesson_state = _apply_action(lesson_state, _parse_lesson_action(lesson_state, text))
    return msgspec.structs.replace(lesson_state, is_instant=step.is_instant)


def _parse_lesson_action(lesson_state: LessonState, text: str) -> Action:
    return parse_action(text, map_actions_by_verb(*lesson_state.match.game.actions))


def _apply_action(lesson_state: LessonState, action: Action | Deal) -> LessonState:
    next_match, events = lesson_state.match.apply(action)
    transitions = (*lesson_state.transitions, FullTransition(lesson_state.match, next_match, events))
    return msgspec.structs.replace(
        lesson_state, match=next_match, events=(*lesson_state.events, *events), transitions=transitions
    )
