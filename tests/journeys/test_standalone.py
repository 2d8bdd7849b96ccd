"""A journey in the built program: from the menu through a deal, closed in its middle and continued."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.journeys.program_screen import StoredMatchReader, contains_beginning, open_screen, wait_for
from tests.journeys.test_mouse_and_keyboard import play_turns, resume_and_play_turn, start_new_match
from tests.journeys.window_people import skip_without_tools
from tests.standalone.built_program import get_built_program

pytestmark = pytest.mark.window


@pytest.fixture(name="program")
def _program() -> tuple[str, ...]:
    skip_without_tools()
    return (str(get_built_program()),)


@contextmanager
def read_store_anew(home: Path) -> Iterator[StoredMatchReader]:
    """Return a context manager that opens the stored matches again.

    It is needed because `places` copies the file, and then the locks of an earlier reader are lost.
    """
    eye = StoredMatchReader(home)
    try:
        yield eye
    finally:
        eye.close()


def test_built_program_plays_deal_and_resumes_it_after_being_closed(program: tuple[str, ...], tmp_path: Path) -> None:
    home = tmp_path / "home"
    (home / "data").mkdir(parents=True)
    with open_screen(home, program) as window:
        with read_store_anew(home) as eye:
            start_new_match(window, eye, tmp_path)
            play_turns(window, eye, "mouse", actions=9)

            def has_quit() -> bool:
                window.press_keys("Escape", "Shift+Tab", "Return")  # the last button of the pause: save and leave
                time.sleep(0.3)
                window.press_keys("Shift+Tab", "Return")  # the last button of the menu: quit
                time.sleep(0.3)
                return not window.is_running

            wait_for(has_quit)
            assert window.process is not None and window.process.returncode == 0
            left = eye.load_record()
        assert left is not None and not left.replay().results

        with read_store_anew(home) as eye:
            resume_and_play_turn(window, eye, tmp_path)
            play_turns(window, eye, "mouse", deals=1)
            record = eye.load_record()
        assert record is not None and contains_beginning(record, left)
        (result,) = record.replay().results
        assert sum(result.points) == 120
        assert window.is_running
