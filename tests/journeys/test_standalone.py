"""A journey in the built program: from the menu through a deal, closed in its middle and continued."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.journeys.program_screen import contains_beginning, wait_and_check, wait_for
from tests.journeys.test_mouse_and_keyboard import play_turns, resume_and_play_turn, start_new_match
from tests.journeys.window_people import (
    CLICK_RETRY_S,
    WindowPeople,
    click_slowly,
    find_button_positions,
    open_window_and_reference,
    skip_without_tools,
)
from tests.standalone.built_program import get_built_program

pytestmark = pytest.mark.window


@pytest.fixture(name="program")
def _program() -> tuple[str, ...]:
    skip_without_tools()
    return (str(get_built_program()),)


def test_built_program_plays_deal_and_resumes_it_after_being_closed(program: tuple[str, ...], tmp_path: Path) -> None:
    with open_window_and_reference(tmp_path, command_to_run=program) as (window, store, reference):
        start_new_match(window, store, tmp_path)
        play_turns(window, store, "mouse", actions=9)
        record = store.load_record()
        assert record is not None
        person = WindowPeople(window, store, reference, ("you", *["club"] * (len(record.names) - 1)))
        person.wait_for_turn()
        person.save_and_quit()
        quit_position = find_button_positions(window.home, tmp_path)["quit"]

        def has_quit() -> bool:
            click_slowly(window, quit_position)
            return wait_and_check(lambda: not window.is_running, CLICK_RETRY_S)

        wait_for(has_quit)
        assert window.process is not None and window.process.returncode == 0
        left = store.load_record()
        assert left is not None and not left.replay().results

        resume_and_play_turn(window, store, tmp_path)
        play_turns(window, store, "mouse", deals=1)
        record = store.load_record()
        assert record is not None and contains_beginning(record, left)
        (result,) = record.replay().results
        assert sum(result.points) == 120
        assert window.is_running
