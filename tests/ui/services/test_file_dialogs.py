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
from tests.rows import check_rows
from tests.ui.app_driver import AppDriver, get_main_menu_class
from tests.ui.match_driver import run_settling_frames
from ui.app.context import AppContext
from ui.app.scene import Scene
from ui.scenes.dialogs.prompts import TextPrompt
from ui.scenes.history.scene import HistoryScene
from ui.services.file_dialogs import FileDialog, build_open_command, build_save_command, get_documents_folder

TIMEOUT_S = 20.0
"""The seconds in which a process of a test must end."""


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
    run_settling_frames(app)
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


def test_starting_dialog_closes_with_its_prompt(app: AppDriver, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[FileDialog] = []

    class Recorded(FileDialog):
        def __init__(self, command: list[str]) -> None:
            super().__init__(command)
            started.append(self)

    monkeypatch.setattr("ui.scenes.dialogs.prompts.FileDialog", Recorded)
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
    mac = build_save_command("Export", file, find_program("osascript"), "darwin")
    assert mac is not None and mac[-3:] == ["Export", file.name, str(file.parent)]
    assert any("default location (POSIX file (item 3 of argv))" in line for line in mac)
    windows = build_save_command("Export", file, find_program("powershell"), "win32")
    assert windows is not None
    assert "$d.InitialDirectory = '/home/l''anna'; $d.FileName = 'par’’tita.tvr';" in windows[-1]


@pytest.fixture
def first_scene() -> Callable[[AppContext], Scene]:
    return get_main_menu_class()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
def test_all_files_chosen_in_the_dialog_are_imported_whatever_their_names(app: AppDriver, tmp_path: Path) -> None:
    paths = [os.fsencode(tmp_path) + name for name in (b"/partita perch\xe9.tvr", b"/two.tvr")]
    for seed, path in enumerate(paths):
        match = make_match("briscola", seats=2)
        record = make_record(match, list(play_random_actions(match, seed, deal_count=30)))
        Path(os.fsdecode(path)).write_bytes(encode_record(record))
    script = f"import sys; sys.stdout.buffer.write(b'\\n'.join({paths!r}))"
    scene = open_import_prompt(app, [sys.executable, "-c", script])
    app.click_button("choose-file")
    end = time.monotonic() + TIMEOUT_S
    while len(scene.rows) < 2 and not app.toast_text:
        run_settling_frames(app)
        assert time.monotonic() < end
    assert len(scene.rows) == 2, app.toast_text


def test_dialog_that_does_not_open_leaves_the_text_input(app: AppDriver) -> None:
    open_import_prompt(app, ["/no/such/program"])
    app.click_button("choose-file")
    app.advance_frame()
    app.expect_scene(TextPrompt)
    assert "Type the path" in " ".join(app.list_line_texts())


def test_open_dialog_is_closed_without_an_answer() -> None:
    dialog = FileDialog([sys.executable, "-c", "import time; time.sleep(60)"])
    assert dialog.is_open
    dialog.close()
    assert wait_for_dialog(dialog).read_paths() == ()


def find_program(program: str) -> Callable[[str], str | None]:
    """Return a function that finds only this program."""
    return lambda name: name if name == program else None


@check_rows("platform, program", [
    ("linux", "zenity"), ("linux", "kdialog"), ("darwin", "osascript"), ("win32", "powershell"),
    ("linux", "osascript"), ("linux", ""),
])  # fmt: skip
def test_system_file_dialog_is_offered_only_where_it_exists(platform: str, program: str) -> None:
    finder, has_dialog = find_program(program), (platform, program) not in (("linux", "osascript"), ("linux", ""))
    for command in (
        build_open_command("Import", Path("/home/anna"), finder, platform),
        build_save_command("Export", Path("/home/anna/a.tvr"), finder, platform),
    ):
        assert (command is not None and command[0] == program) == has_dialog


def test_environment_variable_moves_the_proposed_folder(tmp_path: Path) -> None:
    assert get_documents_folder({"TAVOLOVERDE_HOME": str(tmp_path)}) == tmp_path
