"""The system's file dialog: long answers, any file name, and no dialog without its prompt."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.match.record import encode_record
from tests.helpers import make_match, make_record, play_random_actions
from tests.ui.app_driver import AppDriver
from ui.app.context import AppContext
from ui.app.scene import Scene
from ui.scenes.history.scene import HistoryScene
from ui.scenes.main_menu.scene import MainMenuScene
from ui.services.file_dialogs import FileDialog, build_save_command

TIMEOUT_S = 20.0
"""The seconds in which a process of a test must end."""


@pytest.fixture
def first_scene() -> Callable[[AppContext], Scene]:
    return MainMenuScene


def wait_for_dialog(dialog: FileDialog) -> FileDialog:
    """Return the dialog once its process has ended. Raise AssertionError if it does not end."""
    end = time.monotonic() + TIMEOUT_S
    while dialog.is_open:
        assert time.monotonic() < end, "the dialog never ended"
        time.sleep(0.01)
    return dialog


def open_import_prompt(app: AppDriver, command: list[str]) -> HistoryScene:
    """Return the history with its import prompt, whose dialog is ``command``."""
    app.context.router.open_history(lambda: None)
    for _frame in range(4):
        app.advance_frame()
    scene = app.expect_scene(HistoryScene)
    app.click_menu_entry("page-menu", "import")
    prompt: Any = app.context.scenes.top
    prompt.command = command
    app.context.scenes.rebuild()
    return scene


def test_answer_longer_than_a_pipe_buffer_is_read() -> None:
    paths = [f"/matches/{number:05d} {'x' * 90}.tvr" for number in range(3000)]
    script = "print('\\n'.join(f'/matches/{number:05d} ' + 'x' * 90 + '.tvr' for number in range(3000)))"
    dialog = FileDialog([sys.executable, "-c", script])
    try:
        assert wait_for_dialog(dialog).read_paths() == tuple(map(Path, paths))
    finally:
        dialog.close()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
def test_file_with_non_utf8_name_is_imported(app: AppDriver, tmp_path: Path) -> None:
    match = make_match("briscola", seats=2)
    name = os.fsencode(tmp_path) + b"/partita perch\xe9.tvr"
    Path(os.fsdecode(name)).write_bytes(
        encode_record(make_record(match, list(play_random_actions(match, 1, deal_count=30))))
    )
    scene = open_import_prompt(app, [sys.executable, "-c", f"import sys; sys.stdout.buffer.write({name!r})"])
    app.click_button("choose-file")
    end = time.monotonic() + TIMEOUT_S
    while not scene.rows and not app.toast_text:
        app.advance_frame()
        assert time.monotonic() < end
    for _frame in range(6):
        app.advance_frame()
    assert len(scene.rows) == 1, app.toast_text


def test_starting_dialog_closes_with_its_prompt(app: AppDriver, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[FileDialog] = []

    class Recorded(FileDialog):
        def __init__(self, command: list[str]) -> None:
            super().__init__(command)
            started.append(self)

    monkeypatch.setattr("ui.scenes.dialogs.file_prompt.FileDialog", Recorded)
    scene = open_import_prompt(app, [sys.executable, "-c", "import time; time.sleep(60)"])
    app.storage.is_paused = True
    app.click_button("choose-file")
    app.press_key(pygame.K_ESCAPE)
    assert app.expect_scene(HistoryScene) is scene
    app.storage.run_waiting_calls()
    try:
        for dialog in started:
            wait_for_dialog(dialog)
    finally:
        for dialog in started:
            dialog.close()


def test_file_and_folder_are_proposed_on_every_system() -> None:
    file = Path("/home/l'anna/par’tita.tvr")

    def find_program(program: str) -> Any:
        return lambda name: name if name == program else None

    mac = build_save_command("Export", file, find_program("osascript"), "darwin")
    assert mac is not None and mac[-3:] == ["Export", file.name, str(file.parent)]
    assert any("default location (POSIX file (item 3 of argv))" in line for line in mac)
    windows = build_save_command("Export", file, find_program("powershell"), "win32")
    assert windows is not None
    assert "$d.InitialDirectory = '/home/l''anna'; $d.FileName = 'par’’tita.tvr';" in windows[-1]
