"""Guided deals: the page they are listed on, steps that are read, asked and answered wrongly, in every language."""

from __future__ import annotations

import msgspec

from game.i18n import LANGUAGES
from tests.game.test_lessons import stands
from tests.ui.driving import still
from tests.ui.pages import longest_step, show_lesson
from tests.ui.stage import AppByHand
from tools.screenshots import Shots


def lesson(game: str, app: AppByHand) -> Shots:
    """A step in the middle; and in every language one that waits for something, answered wrongly."""
    every = stands(game)
    show_lesson(app, game, every[len(every) // 2])
    yield f"lesson-{game}"
    stand = longest_step(game)
    for language in LANGUAGES:
        app.stage.apply(msgspec.structs.replace(app.stage.settings, language=language))
        scene = show_lesson(app, game, stand)
        wrong = next(one for one in reversed(stand.match.legal()) if one.phrase not in stand.step.asks)
        scene.act(wrong)
        still(app)
        yield f"lesson-{game}-wrong-{language}"
