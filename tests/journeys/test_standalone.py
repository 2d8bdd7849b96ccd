"""A journey in the built program: from the menu through a deal, closed in its middle and continued."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.journeys.program_screen import contains_beginning
from tests.journeys.test_mouse_and_keyboard import play_turns, resume_and_play_turn, start_new_match
from tests.journeys.window_people import (
    WindowPeople,
    open_window_and_reference,
    quit_from_menu,
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
        quit_from_menu(window, tmp_path)
        left = store.load_record()
        assert left is not None and not left.replay().results

        resume_and_play_turn(window, store, tmp_path)
        play_turns(window, store, "mouse", deals=1)
        record = store.load_record()
        assert record is not None and contains_beginning(record, left)
        (result,) = record.replay().results
        assert sum(result.points) == 120
        assert window.is_running
