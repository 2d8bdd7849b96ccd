"""Abandoning from the pause: on a full disk it is reported, the scene stays, and it can be retried."""

from __future__ import annotations

import pygame
import pytest

from tests.fakes import make_match_setup
from tests.ui.app_driver import AppDriver, open_table
from ui.scenes.main_menu.scene import MainMenuScene
from ui.table.overlays.pause import PauseOverlay
from ui.table.scene import TableScene

DISK_FULL_TEXT = "The disk is full."


@pytest.fixture(autouse=True)
def _skip_painting(app: AppDriver) -> None:
    app.skips_painting = True


def open_pause_with_narration(app: AppDriver) -> tuple[TableScene, list[str]]:
    """Return the table with the pause over a person's turn, and the narrated lines."""
    scene = open_table(app, make_match_setup("you club"))

    def is_turn() -> bool:
        scene.skip_animations()
        return scene.session.is_your_turn and not scene.pending_steps

    app.advance_until(is_turn)
    narrated = list[str]()
    app.context.narrate = narrated.append
    app.press_key(pygame.K_ESCAPE)
    app.expect_scene(PauseOverlay)
    return scene, narrated


def click_abandon(app: AppDriver) -> None:
    app.click_button("abandon")
    app.click_button("confirm")
    app.advance_frame()
    app.advance_frame()


def list_failures(narrated: list[str]) -> list[str]:
    return [line for line in narrated if DISK_FULL_TEXT in line and "not abandoned" in line]


def is_abandoned(app: AppDriver) -> bool:
    return (
        isinstance(app.context.scenes.top, MainMenuScene) and not app.storage.get_repository().list_unfinished_matches()
    )


def test_abandoning_on_full_disk_reports_error_and_can_be_retried(app: AppDriver) -> None:
    scene, narrated = open_pause_with_narration(app)
    app.storage.failure_message = DISK_FULL_TEXT
    click_abandon(app)
    assert scene in app.context.scenes and len(list_failures(narrated)) == 1
    click_abandon(app)
    assert scene in app.context.scenes and len(list_failures(narrated)) == 2
    app.storage.failure_message = ""
    click_abandon(app)
    assert is_abandoned(app)


def test_failed_abandon_is_retried_at_the_table_with_any_key(app: AppDriver) -> None:
    scene, _told = open_pause_with_narration(app)
    app.storage.failure_message = DISK_FULL_TEXT
    click_abandon(app)
    app.click_button("resume")
    app.skips_painting = False
    app.repaint()
    assert app.context.scenes.top is scene and "not abandoned" in scene.session.error
    app.storage.failure_message = ""
    app.press_key(pygame.K_SPACE)
    app.advance_frame()
    assert is_abandoned(app)


def test_pause_stays_until_the_abandon_is_stored(app: AppDriver) -> None:
    scene, _told = open_pause_with_narration(app)
    app.storage.is_paused = True
    click_abandon(app)
    assert scene in app.context.scenes
    app.storage.finish_writes()
    app.advance_frame()
    assert is_abandoned(app)
