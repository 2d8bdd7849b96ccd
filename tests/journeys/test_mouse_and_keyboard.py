"""Journeys in a real window: deals by mouse and by keyboard, a kill and a resumed match, two windows."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.match.observation import observe
from tests.journeys.played_turns import ACTION_RETRY_S, play_turns, resume_and_play_turn, start_new_match
from tests.journeys.program_screen import (
    StoredMatchReader,
    contains_beginning,
    open_screen,
    wait_and_check,
    wait_for,
)
from tests.journeys.window_people import (
    WindowPeople,
    open_window_and_reference,
    quit_from_menu,
    skip_without_tools,
)

pytestmark = pytest.mark.window


@pytest.fixture(autouse=True)
def _tools() -> None:
    skip_without_tools()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[StoredMatchReader]:
    (tmp_path / "home" / "data").mkdir(parents=True)
    reader = StoredMatchReader(tmp_path / "home")
    yield reader
    reader.close()


@pytest.mark.slow
def test_deal_begun_by_mouse_is_ended_by_keyboard(tmp_path: Path, store: StoredMatchReader) -> None:
    with open_screen(tmp_path / "home") as window:
        start_new_match(window, store, tmp_path)
        play_turns(window, store, "mouse", actions=20)
        play_turns(window, store, "keyboard", deals=1)
        first = store.load_record()
        assert first is not None

        def is_next_deal_open() -> bool:
            window.press_keys("Return")
            return wait_and_check(has_next_deal, ACTION_RETRY_S)

        def has_next_deal() -> bool:
            record = store.load_record()
            return record is not None and len(record.deals) == 2

        wait_for(is_next_deal_open)
        play_turns(window, store, "mouse", actions=len(first.deals[0].actions) + 2)
        record = store.load_record()
        assert record is not None and contains_beginning(record, first)
        assert [sum(result.points) for result in record.replay().results] == [120]
        assert window.is_running


@pytest.mark.slow
def test_match_killed_at_any_moment_is_offered_and_continues(tmp_path: Path, store: StoredMatchReader) -> None:
    with open_screen(tmp_path / "home") as window:
        start_new_match(window, store, tmp_path, speed=2.0)
        rng = random.Random(8)
        for actions in (1, 12):
            play_turns(window, store, "mouse", actions=actions)
            time.sleep(rng.random() * 0.4)  # the moment of the kill is random
            accepted = store.load_record()
            window.kill()
            left = store.load_record()
            assert accepted is not None and left is not None and contains_beginning(left, accepted)
            resume_and_play_turn(window, store, tmp_path)
            record = store.load_record()
            assert record is not None and contains_beginning(record, left)


@pytest.mark.slow
def test_two_running_programs_play_two_matches(tmp_path: Path, store: StoredMatchReader) -> None:
    home = tmp_path / "home"
    with open_screen(home) as first_screen, open_screen(home) as second_screen:
        start_new_match(first_screen, store, tmp_path)
        start_new_match(second_screen, store, tmp_path, match_id=2)
        play_turns(first_screen, store, "mouse", actions=6)
        play_turns(second_screen, store, "keyboard", actions=6, match_id=2)
        play_turns(first_screen, store, "keyboard", actions=12)
        first, second = store.load_record(1), store.load_record(2)
        assert first is not None and second is not None
        assert first.deals[0].pack != second.deals[0].pack
        assert first_screen.is_running and second_screen.is_running
        assert {match.id for match in store.journal.list_unfinished_matches() if match.is_open_elsewhere} == {1, 2}


@pytest.mark.slow
def test_match_left_by_pause_can_be_resumed(tmp_path: Path) -> None:
    with open_window_and_reference(tmp_path) as (window, store, reference):
        person = WindowPeople(window, store, reference, ("you", "club", "novice"))
        window.start("play", "briscola", "--seats", "3", "--players", ",".join(person.players), "--seed", "3")
        for _turn in range(2):
            person.play_action(observe(person.wait_for_turn(), 0).legal_actions[0])
        person.wait_for_turn()
        person.save_and_quit()
        quit_from_menu(window, tmp_path)
        assert [match.id for match in store.journal.list_unfinished_matches() if not match.is_open_elsewhere] == [1]
