"""The main menu in a real window: the way to it and out of it, and where its buttons are."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import pygame

from tests.journeys.narration_reader import NarrationReader
from tests.journeys.program_screen import SCREEN_SIZE, ProgramScreen, wait_and_check, wait_for
from tests.ui.app_driver import open_test_app
from ui.scenes.main_menu.scene import MainMenuScene

CLICK_RETRY_S = 3.0
"""The seconds after which a click without effect is repeated."""


def start_to_menu(window: ProgramScreen, default_button: str = "") -> NarrationReader:
    """Start the program, wait for its menu with this default button, and return a reader of its narration."""
    narration_path = window.home / f"said{window.display}.txt"
    narration_path.unlink(missing_ok=True)
    window.start(f"--narrate={narration_path}")
    reader = NarrationReader(window, narration_path)
    reader.read_to(f"Enter: {default_button}")
    return reader


def click_slowly(window: ProgramScreen, point: tuple[float, float]) -> None:
    """Move to a point, wait for a frame or two, and press: a button must see the pointer before the press."""
    window.run_xdotool("mousemove", str(round(point[0])), str(round(point[1])), "sleep", "0.06", "click", "1")


def find_quit_button(home: Path, tmp_path: Path, size: tuple[int, int]) -> tuple[int, int]:
    """Return the middle of Quit in the menu of a window of this size, which is drawn without a display."""
    copy = Path(tempfile.mkdtemp(dir=tmp_path)) / "copy"
    shutil.copytree(home, copy, ignore=shutil.ignore_patterns("*.lock", "*.tmp"))
    with open_test_app(copy, size=size) as app:
        app.context.scenes.push(MainMenuScene(app.context))
        for _frame in range(5):
            app.advance_frame()
        return app.window.viewport.map_to_window(pygame.Rect(app.get_button("quit").get_abs_rect())).center


def quit_from_menu(
    window: ProgramScreen, tmp_path: Path, rect: tuple[int, int, int, int] = (0, 0, *SCREEN_SIZE)
) -> None:
    """Click Quit in the main menu until the program has ended; the menu may not be up at the first click.

    ``rect``: of the window.
    """
    x, y = find_quit_button(window.home, tmp_path, rect[2:])

    def has_quit() -> bool:
        click_slowly(window, (rect[0] + x, rect[1] + y))
        return wait_and_check(lambda: not window.is_running, CLICK_RETRY_S)

    wait_for(has_quit)
    assert window.process is not None and window.process.returncode == 0
