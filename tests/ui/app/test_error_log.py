"""Unexpected errors reach the log, and the person reads a page or a line, never a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import pygame
import pytest

from game.storage.files import Folders, StorageError, get_default_folders
from tests.fakes import make_match_setup
from tests.program import ROOT, get_single_error_line
from tests.ui.app_driver import AppDriver, get_main_menu_class, make_settings, open_app, open_test_app
from ui.app import launch
from ui.app.context import AppContext
from ui.app.match_launcher import start_match
from ui.app.scene import Scene
from ui.app.settings import Settings, WindowPlacement, save_settings
from ui.app.window import NoDisplayError
from ui.scenes.dialogs.startup_error import StartupErrorScene, StoppedProgramScene
from ui.scenes.main_menu.scene import MainMenuScene
from ui.services.error_log import describe_stop
from ui.table.scene import TableScene

LOG_PATH = Path("log") / "tavoloverde.log"


def run_with_log(home: Path, code: str) -> subprocess.CompletedProcess[str]:
    """Run ``code`` in a process of its own after the log was started."""
    values = {**os.environ, "TAVOLOVERDE_HOME": str(home), "SDL_VIDEODRIVER": "dummy", "LANGUAGE": "en"}
    start = """
        import sys, threading
        from game.storage.files import get_default_folders
        from ui.services.error_log import start_log
        get_default_folders().prepare()
        start_log(get_default_folders())
    """
    command = [sys.executable, "-c", textwrap.dedent(start) + textwrap.dedent(code)]
    return subprocess.run(command, env=values, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.slow
def test_error_in_a_frame_is_one_line_with_traceback_in_the_log(tmp_path: Path) -> None:
    completed = run_with_log(tmp_path, """
        from ui.app import launch
        from tests.ui.app.broken_scene import BrokenScene
        launch.MainMenuScene = BrokenScene
        sys.exit(launch.open_menu())
    """)  # fmt: skip
    line = get_single_error_line(completed, 1)
    log = (tmp_path / LOG_PATH).read_text("utf-8")
    assert line.startswith("tavoloverde: ") and str(tmp_path / LOG_PATH) in line and "Your matches are safe" in line
    assert "Traceback" in log and "ZeroDivisionError: the seven of coins" in log and "LookupError" in log
    assert "coins" not in line


def test_error_page_is_shown_and_program_can_restart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pages = list[StartupErrorScene]()

    def ask_until_ready(make_page: Any) -> bool:
        with open_test_app(tmp_path / "page") as other_answer:
            page = make_page(other_answer.context)
            pages.append(page)
            other_answer.context.scenes.replace(page)
            other_answer.advance_frame()
            assert page.title in page.narration
            other_answer.click_button("try-again" if len(pages) == 1 else "quit")
            return bool(page.is_retry_wanted)

    def work() -> None:
        if len(pages) == 1:
            raise StorageError("the disk is full")
        raise ZeroDivisionError

    with open_test_app(tmp_path):
        assert launch.run_guarded(work, ask_again=ask_until_ready) == 1
    assert [type(page) for page in pages] == [StoppedProgramScene, StartupErrorScene]
    assert "ZeroDivisionError" in pages[0].details and "ZeroDivisionError" not in pages[0].error_text
    assert "matches are safe" in pages[0].get_advice()
    assert "Traceback" not in capsys.readouterr().err


def test_match_that_was_open_at_an_error_is_continued_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    open_ids = list[int | None]()

    def play_until_open(app: AppDriver, run_number: int) -> list[pygame.event.Event]:
        """Start a match in the first run; raise the error, or quit in the second, once a match is open."""
        top = app.context.scenes.top
        if run_number == 1 and isinstance(top, MainMenuScene):
            start_match(app.context, make_match_setup("you club"))
        elif isinstance(top, TableScene) and top.open_match_id is not None:
            open_ids.append(top.open_match_id)
            if run_number == 1:
                raise ZeroDivisionError
            app.context.router.quit()
        return []

    def make_app(*_arguments: object, **_options: object) -> AppDriver:
        app = open_app(tmp_path)
        monkeypatch.setattr(app, "read_events", partial(play_until_open, app, len(open_ids) + 1))
        return app

    def continue_match(_make_page: object, **_offers: bool) -> object:
        return MagicMock(is_unsaved_play_wanted=False)

    monkeypatch.setattr(launch, "make_app", make_app)
    monkeypatch.setattr(launch, "show_error_page", continue_match)
    assert launch.open_menu() == 0 and open_ids == [1, 1]


@pytest.mark.parametrize("way", ["try-again", "continue-match"])
def test_page_of_an_error_offers_the_match_that_was_open(app: AppDriver, way: str) -> None:
    page = StoppedProgramScene(app.context, describe_stop(ZeroDivisionError()))
    page.can_continue_match = True
    app.context.scenes.replace(page)
    app.advance_frame()
    app.click_button(way)
    assert page.is_retry_wanted and page.is_match_wanted == (way == "continue-match")


def test_page_of_an_error_has_the_place_and_the_look_of_the_last_window(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = make_settings(felt="blue", window=WindowPlacement(size=(1000, 600), place=(40, 50)))
    monkeypatch.setenv("TAVOLOVERDE_HOME", str(tmp_path))
    folders = get_default_folders()
    folders.prepare()
    save_settings(folders, settings)
    seen = list[Settings]()

    def open_page(_folders: Folders, look: Settings, *, size: object) -> None:
        seen.append(look)
        assert size is None
        raise NoDisplayError

    monkeypatch.setattr(launch, "App", open_page)
    monkeypatch.delenv("SDL_VIDEODRIVER")
    assert not launch.show_error_page(MagicMock()) and seen == [settings]


def test_uncaught_error_is_logged_and_printed_in_one_line(tmp_path: Path) -> None:
    line = get_single_error_line(run_with_log(tmp_path, "raise ZeroDivisionError('lost count')"), 1)
    assert str(tmp_path / LOG_PATH) in line and "ZeroDivisionError" in line
    assert "ZeroDivisionError: lost count" in (tmp_path / LOG_PATH).read_text("utf-8")


FAILING_THREAD = """
def fail():
    raise ZeroDivisionError("lost count")
thread = threading.Thread(target=fail)
thread.start()
thread.join()
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "exit_code", "logged"),
    [
        ("import warnings; warnings.warn('the window was resized', RuntimeWarning)", 0, "the window was resized"),
        ("sys.stderr = None; raise ZeroDivisionError('lost count')", 1, "ZeroDivisionError: lost count"),
        (FAILING_THREAD, 0, "ZeroDivisionError: lost count"),
    ],
    ids=["warning of a library", "without standard error", "thread"],
)
def test_error_is_in_the_log_and_not_on_the_terminal(tmp_path: Path, code: str, exit_code: int, logged: str) -> None:
    completed = run_with_log(tmp_path, code)
    assert (completed.stdout, completed.stderr, completed.returncode) == ("", "", exit_code)
    assert logged in (tmp_path / LOG_PATH).read_text("utf-8")


@pytest.mark.skipif(os.name != "posix", reason="signals are POSIX")
@pytest.mark.parametrize(
    ("code", "logged"),
    [
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "Segmentation fault"),
        ("raise KeyboardInterrupt", ""),
    ],
    ids=["crash", "Ctrl+C"],
)
def test_crash_of_the_interpreter_is_logged_and_an_interrupt_is_not(tmp_path: Path, code: str, logged: str) -> None:
    completed = run_with_log(tmp_path, code)
    log = (tmp_path / LOG_PATH).read_text("utf-8")
    assert completed.returncode != 0 and logged in log and bool(logged) == bool(log)


# -- a future that fails


@pytest.fixture
def first_scene() -> Callable[[AppContext], Scene]:
    return get_main_menu_class()


def list_toasts(app: AppDriver) -> list[str]:
    return [app.toast_text, *app.context.notices]


def test_failed_future_shows_a_toast_and_program_continues(app: AppDriver, caplog: pytest.LogCaptureFixture) -> None:
    failed, loaded = Future[None](), list[bool]()
    failed.set_exception(ZeroDivisionError("lost count"))
    app.context.reload_profiles(failed, on_loaded=lambda: loaded.append(True))
    app.advance_until(lambda: bool(loaded))
    assert any("unexpected error" in words and "tavoloverde.log" in words for words in list_toasts(app))
    assert "lost count" in caplog.text and "lost count" not in "".join(list_toasts(app))
    assert app.context.is_running


def test_computer_player_error_is_a_toast_once(app: AppDriver) -> None:
    app.context.ai_client.fault = "FileNotFoundError: strong-model.npz"
    for _frame in range(2):
        app.advance_frame()
        assert sum("strong-model.npz" in words for words in list_toasts(app)) == 1
