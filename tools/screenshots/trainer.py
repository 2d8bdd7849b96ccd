"""The trainer: what there is to practise, each kind of task as it is asked, and what is said to an answer."""

from __future__ import annotations

import pygame

from game.trainer.values import CallTask, Kind, OutTask, kinds_of
from tests.ui.driving import still as frames
from tests.ui.stage import AppByHand
from tests.ui.tasks import right_answer
from tools.screenshots import Shots
from ui.scenes.calling import Calling
from ui.scenes.drill import Drill
from ui.scenes.menu import Menu
from ui.scenes.trainer import Trainer


def still(app: AppByHand) -> None:
    """Some frames, and some more when the cards are drawn."""
    frames(app)
    app.drawn()
    frames(app)


def trainer(game: str, app: AppByHand) -> Shots:
    """From the menu through every kind of task of a game."""
    app.stage.go(Menu(app.stage))
    app.stage.doors.trainer()
    still(app)
    page = app.stage.scene
    assert isinstance(page, Trainer)
    page.set_game(game)
    still(app)
    yield f"trainer-{game}"
    for kind in kinds_of(game):
        page.practice(kind)
        still(app)
        yield from _task(app, game, kind)
        while app.stage.scene is not page:
            app.stage.back()
        still(app)
    yield f"trainer-{game}-after"


def _task(app: AppByHand, game: str, kind: Kind) -> Shots:
    scene = app.stage.scene
    if isinstance(scene, Calling):
        assert isinstance(scene.task, CallTask)
        yield f"trainer-{game}-{kind}"
        scene.act(scene.task.options[-1].action)
        still(app)
        yield f"trainer-{game}-{kind}-judged"
        return
    assert isinstance(scene, Drill)
    if isinstance(scene.task, OutTask):
        yield f"trainer-{game}-{kind}-trick"
        while scene.trick is not None:
            app.key(pygame.K_RETURN)
        still(app)
    app.key(pygame.K_RIGHT)
    if isinstance(scene.task, OutTask):
        app.key(pygame.K_RETURN)
    still(app)
    yield f"trainer-{game}-{kind}"
    scene.check()
    still(app)
    yield f"trainer-{game}-{kind}-wrong"
    app.key(pygame.K_RETURN)
    still(app)
    while scene.trick is not None:
        app.key(pygame.K_RETURN)
    scene.answer = right_answer(scene.task)
    scene.check()
    still(app)
    yield f"trainer-{game}-{kind}-right"
