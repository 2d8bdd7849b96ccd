"""Unexpected errors reach the log, and the person reads a page or a line, never a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from game.storage.files import StorageError
from tests.program import ROOT, get_single_error_line
from tests.ui.app_driver import AppDriver, get_main_menu_class, open_test_app
from ui.app import launch
from ui.app.context import AppContext
from ui.app.scene import Scene
from ui.scenes.dialogs.startup_error import StartupErrorScene, StoppedProgramScene

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
    assert "ZeroDivisionError" in pages[0].error_text and "matches are safe" in pages[0].get_advice()
    assert "Traceback" not in capsys.readouterr().err


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
