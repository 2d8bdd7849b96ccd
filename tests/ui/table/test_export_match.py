"""Exporting the match at the table when it cannot be saved."""

from __future__ import annotations

import os
from pathlib import Path

import pygame
import pytest

from game.storage.record_files import read_match_file
from tests.fakes import make_match_setup
from tests.ui.app_driver import AppDriver, get_record, get_session, open_table
from ui.scenes.dialogs.file_prompt import FilePrompt
from ui.table.overlays.pause import PauseOverlay
from ui.table.scene import TableScene


def advance_to_turn(app: AppDriver, scene: TableScene) -> None:
    def is_turn() -> bool:
        scene.skip_animations()
        return scene.session.is_your_turn and not scene.pending_steps

    app.advance_until(is_turn)


def open_second_deal(app: AppDriver) -> TableScene:
    """Return a table at a person's turn in the second deal."""
    scene = open_table(app, make_match_setup("you club"))
    while len(get_record(scene).deals) < 2:
        if scene.session.is_your_turn:
            scene.act(scene.session.observation.legal_actions[0])
        if get_session(scene).course.is_between_deals:
            get_session(scene).course.start_next_deal()
        app.advance_frame()
        scene.skip_animations()
    while not isinstance(app.context.scenes.top, TableScene):
        app.context.scenes.pop()
    advance_to_turn(app, scene)
    return scene


@pytest.mark.skipif(os.name == "nt", reason="an open file cannot be deleted there")
def test_match_is_exported_from_the_pause_while_the_file_of_matches_is_gone(app: AppDriver, tmp_path: Path) -> None:
    app.skips_painting = True
    scene = open_second_deal(app)
    app.press_key(pygame.K_ESCAPE)
    app.expect_scene(PauseOverlay)
    assert "export" not in app.widget_ids, "it is saved where it belongs"
    app.press_key(pygame.K_ESCAPE)
    (app.context.folders.data / "matches.db").unlink()
    scene.act(scene.session.observation.legal_actions[0])
    app.advance_until(lambda: bool(scene.session.error))
    assert "was moved or deleted" in scene.session.error
    app.press_key(pygame.K_ESCAPE)
    app.expect_scene(PauseOverlay)
    app.click_button("export")
    path = tmp_path / "table.tvr"
    app.expect_scene(FilePrompt).text = str(path)
    app.click_button("confirm")
    app.advance_until(path.exists)
    match = read_match_file(path, 0.0)
    assert [deal.actions for deal in match.record.deals] == [get_record(scene).deals[0].actions]
    assert match.player_kinds == ("you", "club")
