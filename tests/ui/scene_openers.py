"""Functions that open the pages of the program, for tests that concern all of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from game.lessons.progress import LessonProgress
from game.trainer.model import TaskKind
from tests.ui.app_driver import AppDriver
from tests.ui.match_driver import run_settling_frames
from ui.app.router import HelpTopic
from ui.scenes.trainer.drill import DrillScene
from ui.scenes.trainer.scene import TrainerScene

Opener = Callable[[AppDriver], None]


def open_drill(app: AppDriver, kind: TaskKind) -> None:
    app.context.router.open_trainer()
    trainer = app.expect_scene(TrainerScene)
    trainer.practice(kind)
    run_settling_frames(app)
    app.expect_scene(DrillScene)


def open_lesson(app: AppDriver) -> None:
    progress = LessonProgress(profile=app.context.own_profile.id, game="briscola")
    app.context.router.open_lesson("briscola", progress)


PAGE_OPENERS: Mapping[str, Opener] = {
    "menu": lambda _app: None,
    "new match": lambda app: app.context.router.open_new_match(),
    "daily deal": lambda app: app.context.router.open_daily_deal(),
    "trainer": lambda app: app.context.router.open_trainer(),
    "trick drill": partial(open_drill, kind="trick"),
    "count drill": partial(open_drill, kind="count"),
    "out drill": partial(open_drill, kind="out"),
    "settings": lambda app: app.context.router.open_settings("general"),
    "house rules": lambda app: app.context.router.open_settings("house-rules"),
    "profiles": lambda app: app.context.router.open_settings("profiles"),
    "shortcuts": lambda app: app.context.router.open_shortcuts(),
    "help": lambda app: app.context.router.open_help(HelpTopic()),
    "history": lambda app: app.context.router.open_history(lambda: None),
    "statistics": lambda app: app.context.router.open_statistics(),
    "medals": lambda app: app.context.router.open_medals(),
    "lessons": lambda app: app.context.router.open_lessons(),
    "lesson": open_lesson,
    "replay": lambda app: app.context.router.open_replay(2),
    "comparison": lambda app: app.context.router.open_comparison(2),
    "analysis": lambda app: app.context.router.open_analysis(1),
}
"""The openers of pages over the main menu, by name; the history has four matches, and the analysis is a fake one."""
