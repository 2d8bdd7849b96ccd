"""Scenes of the lessons: steps that are read, steps answered wrongly in every language, and the ends."""

from __future__ import annotations

import msgspec

from game.lessons import LESSONS
from game.text.gettext import LANGUAGE_NAMES
from tests.game.lessons.lesson_states import list_lesson_states, list_right_answers
from tests.ui.app_driver import AppDriver
from tests.ui.scene_registry import ViewNames
from tests.ui.scene_registry.examples import find_longest_step, show_lesson


def show_lesson_answers(game: str, app: AppDriver) -> ViewNames:
    """Show a step in the middle of a lesson, and the longest step after a wrong answer in every language."""
    steps = list_lesson_states(game)
    show_lesson(app, game, steps[len(steps) // 2])
    yield f"lesson-{game}"
    step = find_longest_step(game)
    for language in LANGUAGE_NAMES:
        app.context.apply_settings(msgspec.structs.replace(app.context.settings, language=language))
        scene = show_lesson(app, game, step)
        wrong = next(
            action
            for action in reversed(step.match.legal_actions())
            if action.text_without_seat not in step.step.expected_actions
        )
        scene.act(wrong)
        yield f"lesson-{game}-wrong-{language}"


def show_lesson_ends(app: AppDriver) -> ViewNames:
    """Show the end of each lesson, when its celebration is over."""
    for game in LESSONS:
        finish_lesson(app, game)
        app.advance_until(lambda: not app.context.scenes.top.is_busy)
        yield f"lesson-{game}-end"


def finish_lesson(app: AppDriver, game: str) -> None:
    """Show a lesson one step before its last, and go to its end."""
    *_earlier, before, last = list_lesson_states(game)
    scene = show_lesson(app, game, before)
    if scene.is_trick_held or not before.step.expected_actions:
        scene.advance()
    if before.step.expected_actions:
        scene.act(list_right_answers(before)[0])
    app.advance_until(lambda: scene.lesson.lesson_state.answers == last.answers and scene.is_step_readable)
    scene.finish()
