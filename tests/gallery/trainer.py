"""The trainer: what there is to practise, each kind of task as it is asked, and what is said to an answer."""

from __future__ import annotations

from typing import Final

import pygame

from game.trainer.telling import TITLES
from game.trainer.values import CallTask, CountTask, Kind, OutTask, TrickTask, kinds_of
from tests.gallery.going import Shots, still
from tests.ui.stage import AppByHand
from tests.ui.tasks import by_hand
from ui.scenes.calling import Calling
from ui.scenes.drill import Drill
from ui.scenes.menu import Menu
from ui.scenes.trainer import Trainer

WRONG: Final = 7
"""Points that are not asked for in the tasks that are drawn."""


def trainer(game: str, app: AppByHand) -> Shots:
    """From the menu through every kind of task of a game."""
    by_hand(app)
    app.stage.go(Menu(app.stage))
    app.stage.doors.trainer()
    still(app)
    page = app.stage.scene
    assert isinstance(page, Trainer)
    page._set_game(game)
    still(app)
    yield f"trainer-{game}"
    for kind in kinds_of(game):
        page._practise(kind)
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
        app.key(pygame.K_SPACE)
    still(app)
    yield f"trainer-{game}-{kind}"
    app.key(pygame.K_RETURN)
    still(app)
    yield f"trainer-{game}-{kind}-wrong"
    app.key(pygame.K_RETURN)
    still(app)
    while scene.trick is not None:
        app.key(pygame.K_RETURN)
    task = scene.task
    if isinstance(task, TrickTask):
        scene._mark(frozenset((task.place,)))
        scene._count(task.trick.points or 0)
    elif isinstance(task, CountTask):
        scene._count(task.points)
    assert TITLES
    app.key(pygame.K_RETURN)
    still(app)
    yield f"trainer-{game}-{kind}-right"
