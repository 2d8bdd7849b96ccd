"""The system's file dialog: long answers, any file name, and no dialog that outlives its prompt."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.record import dump
from tests.helpers import fresh, playout, recorded
from tests.ui.stage import AppByHand
from ui.dialogs import Dialog, saving
from ui.scene import Scene, Stage
from ui.scenes.history import History
from ui.scenes.menu import Menu

PATIENCE = 20.0
"""Seconds that a process of a test gets to end before the test fails."""


@pytest.fixture
def first_scene() -> Callable[[Stage], Scene]:
    return Menu


def answered(dialog: Dialog) -> Dialog:
    """The dialog once its process has ended; AssertionError if it never ends."""
    end = time.monotonic() + PATIENCE
    while dialog.open:
        assert time.monotonic() < end, "the dialog never ended"
        time.sleep(0.01)
    return dialog


def asked_for_import(app: AppByHand, command: list[str]) -> History:
    """The history with its prompt for files to import over it, whose dialog is ``command``."""
    app.stage.doors.history(lambda: None)
    for _frame in range(4):
        app.step()
    scene = app.shows(History)
    app.press("import")
    prompt: Any = app.stage.scene
    prompt.command = command
    app.stage.rebuild()
    return scene


def test_answer_longer_than_a_pipe_holds_is_read() -> None:
    paths = [f"/matches/{number:05d} {'x' * 90}.tvr" for number in range(3000)]
    script = "print('\\n'.join(f'/matches/{number:05d} ' + 'x' * 90 + '.tvr' for number in range(3000)))"
    dialog = Dialog([sys.executable, "-c", script])
    try:
        assert answered(dialog).chosen() == tuple(map(Path, paths))
    finally:
        dialog.close()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
def test_file_whose_name_is_not_utf8_is_imported(app: AppByHand, tmp_path: Path) -> None:
    match = fresh("briscola", seats=2)
    name = os.fsencode(tmp_path) + b"/partita perch\xe9.tvr"
    Path(os.fsdecode(name)).write_bytes(dump(recorded(match, list(playout(match, 1, deals=30)))))
    scene = asked_for_import(app, [sys.executable, "-c", f"import sys; sys.stdout.buffer.write({name!r})"])
    app.press("choose-file")
    end = time.monotonic() + PATIENCE
    while not scene.rows and not app.toasts.words:
        app.step()
        assert time.monotonic() < end
    for _frame in range(6):
        app.step()
    assert len(scene.rows) == 1, app.toasts.words


def test_dialog_that_is_still_starting_ends_with_its_prompt(app: AppByHand, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Dialog] = []

    class Recorded(Dialog):
        def __init__(self, command: list[str]) -> None:
            super().__init__(command)
            started.append(self)

    monkeypatch.setattr("ui.scenes.files.Dialog", Recorded)
    scene = asked_for_import(app, [sys.executable, "-c", "import time; time.sleep(60)"])
    app.storage.holding = True
    app.press("choose-file")
    app.key(pygame.K_ESCAPE)
    assert app.shows(History) is scene
    app.storage.let()
    try:
        for dialog in started:
            answered(dialog)
    finally:
        for dialog in started:
            dialog.close()


def test_file_and_folder_are_proposed_on_every_system() -> None:
    file = Path("/home/l'anna/par’tita.tvr")

    def finds(program: str) -> Any:
        return lambda name: name if name == program else None

    mac = saving("Export", file, finds("osascript"), "darwin")
    assert mac is not None and mac[-3:] == ["Export", file.name, str(file.parent)]
    assert any("default location (POSIX file (item 3 of argv))" in line for line in mac)
    windows = saving("Export", file, finds("powershell"), "win32")
    assert windows is not None
    assert "$d.InitialDirectory = '/home/l''anna'; $d.FileName = 'par’’tita.tvr';" in windows[-1]
