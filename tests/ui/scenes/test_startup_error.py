"""If the program's folder cannot be written, a window says so and offers another try."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from pathlib import Path
from unittest.mock import patch

import pygame
import pytest

from game.storage.files import StorageError
from tests.ui.app_driver import AppDriver
from ui.app import launch
from ui.scenes.dialogs.startup_error import StartupErrorScene
from ui.widgets.nodes import TextLabel

STARTUP_ERROR_TEXT = "Couldn't write to the folder /home/anna/tavolo: you don't have permission."


@pytest.fixture
def page(app: AppDriver) -> StartupErrorScene:
    page = StartupErrorScene(app.context, STARTUP_ERROR_TEXT)
    app.context.scenes.replace(page)
    app.advance_frame()
    return page


def test_startup_error_page_names_problem_and_remedy(app: AppDriver, page: StartupErrorScene) -> None:
    labels = (widget for widget in app.list_widgets() if isinstance(widget, TextLabel))
    shown = " ".join(line for label in labels for line in label.lines)
    assert STARTUP_ERROR_TEXT in shown and "TAVOLOVERDE_HOME" in shown
    for size in ((960, 540), (2560, 1440)):
        app.resize(size)
        assert page.body.contains(page.boards[0])
    app.click_button("try-again")
    assert page.is_retry_wanted and not app.context.is_running


@pytest.mark.parametrize("way", ["Quit", "Escape"])
def test_startup_error_page_can_be_closed(app: AppDriver, page: StartupErrorScene, way: str) -> None:
    if way == "Quit":
        app.click_button("quit")
    else:
        app.post_event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode="", scancode=0)
    assert not page.is_retry_wanted and not app.context.is_running


def test_startup_error_page_offers_unsaved_play_where_it_is_possible(app: AppDriver, page: StartupErrorScene) -> None:
    assert "play-unsaved" not in app.widget_ids
    page.can_play_unsaved = True
    app.resize((960, 540))
    assert page.body.contains(page.boards[0])
    app.click_button("play-unsaved")
    assert page.is_unsaved_play_wanted and page.is_retry_wanted and not app.context.is_running


@pytest.mark.parametrize(("answers", "status", "tries"), [([False], 1, 1), ([True, False], 1, 2), ([True], 0, 2)])
def test_startup_is_retried_as_often_as_requested(
    answers: list[bool], status: int, tries: int, capsys: pytest.CaptureFixture[str]
) -> None:
    begun = 0

    def work() -> None:
        nonlocal begun
        begun += 1
        if begun <= len(answers) and not (status == 0 and begun > 1):
            raise StorageError(STARTUP_ERROR_TEXT)

    left = iter(answers)
    assert launch.run_guarded(work, ask_again=lambda _line: next(left)) == status
    assert begun == tries
    assert capsys.readouterr().err == f"tavoloverde: {STARTUP_ERROR_TEXT}\n" * (tries - (status == 0))


def test_startup_error_opens_no_window_without_display() -> None:
    with patch.dict("os.environ", {"SDL_VIDEODRIVER": "dummy"}):
        assert not launch.show_error_page(partial(StartupErrorScene, error_text=STARTUP_ERROR_TEXT))


@pytest.mark.slow
@pytest.mark.window
def test_unwritable_home_folder_is_reported_in_a_window(tmp_path: Path) -> None:
    from tests.journeys.program_screen import open_screen, wait_for

    home = tmp_path / "home"
    with open_screen(home) as look:
        blocked = tmp_path / "file"
        blocked.write_text("in the way")
        look.home = blocked / "below"
        look.start()
        wait_for(lambda: look.is_running)
        wait_for(lambda: has_default_button_pixels(look.display, tmp_path / "shot.png"))
        look.press_keys("Escape")
        assert look.process is not None and look.process.stderr is not None
        assert look.process.wait(120) == 1
        line = look.process.stderr.read().decode()
        assert line.startswith("tavoloverde: ") and str(blocked) in line and line.count("\n") == 1
        look.process = None


def has_default_button_pixels(display: str, file: Path) -> bool:
    """Return whether the page with its default button is on the display."""
    subprocess.run(["import", "-display", display, "-window", "root", str(file)], check=True, timeout=120)
    picture = pygame.image.load(file)
    gold = pygame.Color("#f3b72f")
    threshold = pygame.mask.from_threshold(picture, gold, (8, 8, 8, 255))
    return threshold.count() > 1000 and sys.platform == "linux"
