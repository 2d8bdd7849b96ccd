"""Scenes of the trainer: its menu, each kind of task, and the replies to answers."""

from __future__ import annotations

import pygame

from game.trainer.model import CallTask, OutTask, TaskKind, list_task_kinds
from tests.ui.app_driver import AppDriver
from tests.ui.match_driver import run_settling_frames as frames
from tests.ui.scene_registry import ViewNames
from tests.ui.trainer_answers import get_right_answer
from ui.scenes.main_menu.scene import MainMenuScene
from ui.scenes.trainer.bidding_drill import BiddingDrillScene
from ui.scenes.trainer.drill import DrillScene
from ui.scenes.trainer.scene import TrainerScene


def run_until_drawn(app: AppDriver) -> None:
    """Run frames until nothing moves and the card images are drawn."""
    frames(app)
    app.wait_for_card_images()
    frames(app)


def show_trainer(game: str, app: AppDriver) -> ViewNames:
    """Show the menu and each kind of task of a game."""
    app.context.scenes.replace(MainMenuScene(app.context))
    app.context.router.open_trainer()
    run_until_drawn(app)
    page = app.context.scenes.top
    assert isinstance(page, TrainerScene)
    page.set_game(game)
    run_until_drawn(app)
    yield f"trainer-{game}"
    for kind in list_task_kinds(game):
        page.practice(kind)
        run_until_drawn(app)
        yield from _show_task(app, game, kind)
        while app.context.scenes.top is not page:
            app.context.scenes.pop()
        run_until_drawn(app)
    yield f"trainer-{game}-after"


def _show_task(app: AppDriver, game: str, kind: TaskKind) -> ViewNames:
    scene = app.context.scenes.top
    if isinstance(scene, BiddingDrillScene):
        assert isinstance(scene.task, CallTask)
        yield f"trainer-{game}-{kind}"
        scene.act(scene.task.options[-1].action)
        run_until_drawn(app)
        yield f"trainer-{game}-{kind}-judged"
        return
    assert isinstance(scene, DrillScene)
    if isinstance(scene.task, OutTask):
        yield f"trainer-{game}-{kind}-trick"
        while scene.trick_index is not None:
            app.press_key(pygame.K_RETURN)
        run_until_drawn(app)
    if isinstance(scene.task, OutTask):
        app.press_key(pygame.K_RIGHT)
        app.press_key(pygame.K_RETURN)
        run_until_drawn(app)
    yield f"trainer-{game}-{kind}"
    if not isinstance(scene.task, OutTask):
        app.press_key(pygame.K_RIGHT)
    scene.check()
    run_until_drawn(app)
    yield f"trainer-{game}-{kind}-wrong"
    app.press_key(pygame.K_RETURN)
    run_until_drawn(app)
    while scene.trick_index is not None:
        app.press_key(pygame.K_RETURN)
    scene.answer = get_right_answer(scene.task)
    scene.check()
    run_until_drawn(app)
    yield f"trainer-{game}-{kind}-right"
