"""Exporting the match at the table when it cannot be saved."""

from __future__ import annotations

import os
from pathlib import Path

import pygame
import pytest

from game.storage.record_files import read_match_file
from tests.fakes import make_match_setup
from tests.ui.app_driver import AppDriver, get_record, open_table
from tests.ui.match_driver import play_until
from ui.scenes.dialogs.file_prompt import FilePrompt
from ui.table.overlays.pause import PauseOverlay
from ui.table.scene import TableScene


@pytest.mark.skipif(os.name == "nt", reason="an open file cannot be deleted there")
def test_match_is_exported_from_the_pause_while_the_file_of_matches_is_gone(app: AppDriver, tmp_path: Path) -> None:
    app.skips_painting = True
    open_table(app, make_match_setup("you club"))
    play_until(app, lambda table: table.session.is_your_turn and table.session.observation.deal_number == 2)
    scene = app.expect_scene(TableScene)
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
