"""Scenes of the lessons: steps that are read, steps answered wrongly in every language, and the ends."""

from __future__ import annotations

import msgspec

from game.lessons import LESSONS
from game.text.gettext import LANGUAGE_NAMES
from tests.game.lessons.lesson_states import list_lesson_states
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
        show_lesson(app, game, list_lesson_states(game)[-1]).finish()
        app.advance_until(lambda: not app.context.scenes.top.is_busy)
        yield f"lesson-{game}-end"
