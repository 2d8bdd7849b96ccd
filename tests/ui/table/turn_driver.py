"""A table in the window at a person's turn."""

from __future__ import annotations

from typing import Any

import pygame

from game.session.local import LocalSession
from tests.fakes import make_match_setup
from tests.session_driver import confirm_ready
from tests.ui.app_driver import AppDriver, get_session, open_table
from ui.scenes.main_menu.scene import MainMenuScene
from ui.table.overlays.pause import PauseOverlay


def advance_to_turn(app: AppDriver) -> LocalSession:
    """Advance to a person's turn with that person at the screen, and return the session."""
    table = get_session(app.table_scene)

    def is_reached() -> bool:
        app.table_scene.skip_animations()
        confirm_ready(table)
        return table.is_your_turn and not app.table_scene.pending_steps

    app.advance_until(is_reached)
    app.advance_frame(0.0)
    return table


def open_pause(app: AppDriver) -> PauseOverlay:
    app.press_key(pygame.K_ESCAPE)
    scene = app.context.scenes.top
    assert isinstance(scene, PauseOverlay)
    return scene


def start_match_at_turn(app: AppDriver, kinds: str = "you club", **options: Any) -> LocalSession:
    open_table(app, make_match_setup(kinds, **options))
    return advance_to_turn(app)


def request_match(app: AppDriver, kinds: str) -> None:
    app.context.scenes.push(MainMenuScene(app.context))
    app.advance_frame()
    app.context.router.start_match(make_match_setup(kinds))
    app.advance_frame()
    app.advance_frame()
