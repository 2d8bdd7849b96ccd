"""The states that the lessons lead through."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from game.core.actions import Action
from game.core.cards import DeckStyle
from game.lessons import LESSONS
from game.lessons.lesson import LEARNER_SEAT
from game.lessons.runner import LessonState, answer_step, finish_reading_step, start_lesson
from game.rules import GAMES
from tests.helpers import parse_seat_action
from tests.rows import check_rows

for_each_lesson = check_rows("game", LESSONS)


def list_right_answers(state: LessonState) -> tuple[Action, ...]:
    """Return the right answers that the rules allow here."""
    actions = (parse_seat_action(state.match, f"{LEARNER_SEAT} {phrase}") for phrase in state.step.expected_actions)
    return tuple(action for action in actions if state.match.illegal_reason(action) is None)


@lru_cache(maxsize=8)
def get_deck(lesson_id: str) -> DeckStyle:
    """Return the deck in which the cards of a lesson are named."""
    return GAMES[LESSONS[lesson_id].game_id].deck


def list_lesson_states(game: str) -> tuple[LessonState, ...]:
    """Return every step of a lesson, with every way to reach it."""

    def iter_following_states(stand: LessonState) -> Iterator[LessonState]:
        yield stand
        if not stand.is_last:
            following = (
                [answer_step(stand, action) for action in list_right_answers(stand)]
                if stand.step.expected_actions
                else [finish_reading_step(stand)]
            )
            for next_state in following:
                yield from iter_following_states(next_state)

    return tuple(iter_following_states(start_lesson(LESSONS[game])))


def describe_state(state: LessonState) -> str:
    return f"step {state.step_index + 1}: {state.step.text}"
