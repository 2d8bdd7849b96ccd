"""Errors that nobody expected: they reach the log, and the person reads a page or a line, never a traceback."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import textwrap
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.store.files import StorageError
from tests.fakes import seating
from tests.test_front_door import ROOT, one_line
from tests.ui.stage import AppByHand, at_table, close, menu, open_app, opened
from ui import front
from ui.scene import Scene, Stage
from ui.scenes.trouble import Stopped, Trouble

LOG = Path("log") / "tavoloverde.log"


class Broken(Scene):
    """A scene that cannot be painted, nor left."""

    def draw(self, surface: pygame.Surface) -> None:
        raise ZeroDivisionError("the seven of coins")

    def leave(self) -> None:
        raise LookupError("nothing to leave")


def run(home: Path, code: str) -> subprocess.CompletedProcess[str]:
    """Run ``code`` after the log has been started, as a program of its own."""
    values = {**os.environ, "TAVOLOVERDE_HOME": str(home), "SDL_VIDEODRIVER": "dummy", "LANGUAGE": "en"}
    start = """
        import sys, threading
        from game.store.files import default_folders
        from ui.log import start_log
        default_folders().prepare()
        start_log(default_folders())
    """
    command = [sys.executable, "-c", textwrap.dedent(start) + textwrap.dedent(code)]
    return subprocess.run(command, env=values, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.slow
def test_frame_that_raises_is_one_line_and_its_traceback_is_in_the_log(tmp_path: Path) -> None:
    done = run(tmp_path, """
        from ui import front
        from tests.ui.test_log import Broken
        front.Menu = Broken
        sys.exit(front.open_menu())
    """)  # fmt: skip
    line = one_line(done, 1)
    log = (tmp_path / LOG).read_text("utf-8")
    assert line.startswith("tavoloverde: ") and str(tmp_path / LOG) in line and "Your matches are safe" in line
    assert "Traceback" in log and "ZeroDivisionError: the seven of coins" in log and "LookupError" in log
    assert "coins" not in line


def test_person_gets_a_page_about_it_and_starts_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pages = list[Trouble]()
    app = open_app(tmp_path)

    def ask_again(make_page: Any) -> bool:
        with opened(tmp_path / "page") as other:
            page = make_page(other.stage)
            pages.append(page)
            other.stage.go(page)
            other.step()
            assert page.title in page.told
            other.press("try-again" if len(pages) == 1 else "quit")
            return bool(page.again)

    def work() -> None:
        if len(pages) == 1:
            raise StorageError("the disk is full")
        raise ZeroDivisionError

    assert front.run_guarded(work, ask_again=ask_again) == 1
    assert [type(page) for page in pages] == [Stopped, Trouble]
    assert "ZeroDivisionError" in pages[0].fault and "matches are safe" in pages[0].advice()
    assert "Traceback" not in capsys.readouterr().err
    close(app)


@pytest.mark.slow
def test_accepted_actions_are_on_the_disk_after_a_frame_that_raises(tmp_path: Path) -> None:
    app = open_app(tmp_path)
    at_table(app, seating("club club"))
    app.steps(lambda: sum(len(deal.actions) for deal in app.storage.saved().deals) > 3)
    before = app.storage.saved()
    with pytest.raises(ZeroDivisionError):
        app.run(Broken)
    gc.unfreeze()
    assert not app.stage.scenes and not pygame.get_init()
    pygame.init()
    with opened(tmp_path) as again:
        assert again.storage.saved() == before


def test_uncaught_error_is_logged_and_said_in_one_line(tmp_path: Path) -> None:
    line = one_line(run(tmp_path, "raise ZeroDivisionError('lost count')"), 1)
    assert str(tmp_path / LOG) in line and "ZeroDivisionError" in line
    assert "ZeroDivisionError: lost count" in (tmp_path / LOG).read_text("utf-8")


def test_uncaught_error_without_standard_error_is_logged(tmp_path: Path) -> None:
    done = run(tmp_path, "sys.stderr = None; raise ZeroDivisionError('lost count')")
    assert (done.returncode, done.stderr) == (1, "")
    assert "ZeroDivisionError: lost count" in (tmp_path / LOG).read_text("utf-8")


def test_uncaught_error_of_a_thread_is_logged(tmp_path: Path) -> None:
    done = run(tmp_path, """
        def fail():
            raise ZeroDivisionError("lost count")
        thread = threading.Thread(target=fail)
        thread.start()
        thread.join()
    """)  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert "ZeroDivisionError: lost count" in (tmp_path / LOG).read_text("utf-8")


@pytest.mark.skipif(os.name != "posix", reason="signals are POSIX")
def test_crash_of_python_is_logged(tmp_path: Path) -> None:
    done = run(tmp_path, "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)")
    assert done.returncode == -signal.SIGSEGV
    assert "Segmentation fault" in (tmp_path / LOG).read_text("utf-8")


def test_interrupt_at_the_keyboard_is_not_logged(tmp_path: Path) -> None:
    run(tmp_path, "raise KeyboardInterrupt")
    assert (tmp_path / LOG).read_text("utf-8") == ""


# -- a future that fails


@pytest.fixture
def first_scene() -> Callable[[Stage], Scene]:
    return menu()


def toasts(app: AppByHand) -> list[str]:
    return [app.toasts.words, *app.stage.notices]


def test_future_that_fails_is_a_toast_and_the_program_goes_on(app: AppByHand, caplog: pytest.LogCaptureFixture) -> None:
    failed: Future[None] = Future()
    failed.set_exception(ZeroDivisionError("lost count"))
    told = list[str]()
    app.stage.meet(failed, then=lambda: told.append("met"))
    app.steps(lambda: bool(told))
    assert any("unexpected error" in words and "tavoloverde.log" in words for words in toasts(app))
    assert "lost count" in caplog.text and "lost count" not in "".join(toasts(app))
    assert app.stage.running


def test_fault_of_a_computer_player_is_a_toast_once(app: AppByHand) -> None:
    app.mind.fault = "FileNotFoundError: strong-model.npz"
    app.step()
    assert sum("strong-model.npz" in words for words in toasts(app)) == 1
    app.step()
    assert sum("strong-model.npz" in words for words in toasts(app)) == 1


@pytest.mark.parametrize("size", [(960, 540), (2560, 1440)])
def test_page_fits_the_window(tmp_path: Path, size: tuple[int, int]) -> None:
    make: partial[Stopped] = partial(Stopped, fault="It stopped (ZeroDivisionError).", advice="words " * 40)
    with opened(tmp_path, size=size) as app:
        page = make(app.stage)
        app.stage.go(page)
        app.step()
        assert page.body.contains(page.box)
