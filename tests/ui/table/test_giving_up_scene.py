"""Giving a match up from the pause: on a full disk it is said, the scene stays, and it can be tried again."""

from __future__ import annotations

import pygame
import pytest

from tests.fakes import seating
from tests.ui.stage import AppByHand, at_table
from ui.scenes.menu import Menu
from ui.table.pause import Pause
from ui.table.scene import TableScene

FULL = "The disk is full."


@pytest.fixture(autouse=True)
def _unseen(app: AppByHand) -> None:
    app.unseen = True


def paused(app: AppByHand) -> tuple[TableScene, list[str]]:
    """The pause over a person's turn; and the lines that are told."""
    scene = at_table(app, seating("you club"))

    def turn() -> bool:
        scene.skip()
        return scene.table.your_turn and not scene.beats

    app.steps(turn)
    told = list[str]()
    app.stage.narrate = told.append
    app.key(pygame.K_ESCAPE)
    app.shows(Pause)
    return scene, told


def give_up(app: AppByHand) -> None:
    app.press("abandon")
    app.press("confirm")
    app.step()
    app.step()


def failures(told: list[str]) -> list[str]:
    return [line for line in told if FULL in line and "not given up" in line]


def is_given_up(app: AppByHand) -> bool:
    return isinstance(app.stage.scene, Menu) and not app.storage.journal().unfinished()


def test_give_up_on_a_full_disk_is_told_and_can_be_tried_again(app: AppByHand) -> None:
    scene, told = paused(app)
    app.storage.fault = FULL
    give_up(app)
    assert scene in app.stage.scenes and len(failures(told)) == 1
    give_up(app)
    assert scene in app.stage.scenes and len(failures(told)) == 2
    app.storage.fault = ""
    give_up(app)
    assert is_given_up(app)


def test_give_up_that_failed_is_tried_again_at_the_table_with_any_key(app: AppByHand) -> None:
    scene, _told = paused(app)
    app.storage.fault = FULL
    give_up(app)
    app.press("resume")
    app.unseen = False
    app.draw()
    assert app.stage.scene is scene and "not given up" in scene.table.fault
    app.storage.fault = ""
    app.key(pygame.K_SPACE)
    app.step()
    assert is_given_up(app)


def test_scene_stays_until_the_give_up_is_on_the_disk(app: AppByHand) -> None:
    scene, _told = paused(app)
    app.storage.holding = True
    give_up(app)
    assert scene in app.stage.scenes
    app.storage.let()
    app.storage.holding = False
    app.step()
    assert is_given_up(app)
