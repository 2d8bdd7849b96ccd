"""Guided deals: the page they are listed on, steps that are read, asked and answered wrongly, in every language."""

from __future__ import annotations

import msgspec

from game.i18n import LANGUAGES
from game.lessons.book import Learnt
from game.lessons.course import Stand
from game.store.lessons import keep_lesson
from tests.game.test_lessons import stands
from tests.ui.stage import AppByHand
from tools.screenshots.going import Shots, still
from ui.scenes.guided import Guided
from ui.scenes.menu import Menu


def page(app: AppByHand) -> Shots:
    """The list, one lesson begun and one done."""
    app.stage.go(Menu(app.stage))
    folders, name = app.stage.folders, app.stage.settings.called
    keep_lesson(folders, Learnt(name=name, game="briscola", answers=("",), done=True))
    keep_lesson(folders, Learnt(name=name, game="spades", answers=("", "")))
    app.stage.doors.lessons()
    still(app)
    yield "lessons"


def shown(app: AppByHand, game: str, stand: Stand) -> Guided:
    """A lesson at a step."""
    app.stage.go(Menu(app.stage))
    app.stage.doors.lesson(game, Learnt(name=app.stage.settings.called, game=game, answers=stand.answers))
    scene = app.stage.scene
    assert isinstance(scene, Guided)
    app.steps(lambda: scene.settled_here)
    still(app)
    return scene


def longest(game: str) -> Stand:
    """The step that says most of those where something is done."""
    return max((one for one in stands(game) if one.step.asks), key=lambda one: len(one.step.text))


def lesson(game: str, app: AppByHand) -> Shots:
    """A step in the middle; and in every language one that waits for something, answered wrongly."""
    every = stands(game)
    shown(app, game, every[len(every) // 2])
    yield f"lesson-{game}"
    stand = longest(game)
    for language in LANGUAGES:
        app.stage.apply(msgspec.structs.replace(app.stage.settings, language=language))
        scene = shown(app, game, stand)
        wrong = next(one for one in reversed(stand.match.legal()) if one.phrase not in stand.step.asks)
        scene.act(wrong)
        still(app)
        yield f"lesson-{game}-wrong-{language}"
