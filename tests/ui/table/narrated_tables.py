"""A table at a turn, with what was narrated until then."""

from __future__ import annotations

from tests.ui.app_driver import AppDriver
from ui.table.scene import TableScene


def advance_to_turn(app: AppDriver) -> TableScene:
    scene = app.table_scene
    app.advance_until(lambda: scene.session.is_your_turn and not scene.pending_steps, 1.0)
    app.advance_frame()
    return scene
