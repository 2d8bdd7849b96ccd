"""Journeys in a real window: deals by mouse and by keyboard, a kill and a resumed match, two windows."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from game.core.cards import ITALIAN_PACK
from game.match.match import Match
from game.match.observation import observe
from tests.journeys.program_screen import (
    SCREEN_SIZE,
    ProgramScreen,
    StoredMatchReader,
    contains_beginning,
    open_screen,
    wait_and_check,
    wait_for,
    write_settings,
)
from tests.journeys.window_people import (
    WindowPeople,
    click_button_in_picture,
    find_button_positions,
    open_window_and_reference,
    quit_from_menu,
    skip_without_tools,
    start_to_menu,
    store_last_choices,
    take_stable_screenshot,
)
from ui.games import get_presentation
from ui.table.layout.hands import compute_hand_pose
from ui.table.layout.seats import compute_table_layout

pytestmark = pytest.mark.window
ACTION_RETRY_S = 0.2
"""The seconds after which a click or a key without effect is repeated."""


@pytest.fixture(autouse=True)
def _tools() -> None:
    skip_without_tools()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[StoredMatchReader]:
    (tmp_path / "home" / "data").mkdir(parents=True)
    reader = StoredMatchReader(tmp_path / "home")
    yield reader
    reader.close()


def start_new_match(
    window: ProgramScreen, store: StoredMatchReader, tmp_path: Path, match_id: int = 1, speed: float = 0.0
) -> None:
    """Start the program and, with the mouse, a new match of Briscola with eight tricks in a deal.

    ``speed`` 0: no animations.
    """
    if match_id == 1:
        write_settings(window.home, speed)
        store_last_choices(window.home, "briscola", seats=5)
    reader = start_to_menu(window)
    where = find_button_positions(window.home, tmp_path, elsewhere=match_id > 1)
    click_button_in_picture(
        window, where["new-match"], take_stable_screenshot(window), lambda: reader.has_line("Enter: Play")
    )
    click_button_in_picture(window, where["play"], take_stable_screenshot(window), lambda: store.load_record(match_id))
    wait_for(lambda: (match := store.load_match(match_id)) is not None and match.is_deal_in_progress)


def play_by_mouse(window: ProgramScreen, match: Match) -> None:
    """Click a card of the hand, which may only skip an animation."""
    hand = len(match.phase.board().hands[0]) if match.phase else 0
    largest_hand = get_presentation(match.game_id).get_hand_size(observe(match, 0))
    layout = compute_table_layout(SCREEN_SIZE, match.seats, 0, False, hand_size=largest_hand)
    pose = compute_hand_pose(layout, 0, random.randrange(hand), ITALIAN_PACK[:hand])
    window.click((pose.x, pose.y))


def play_by_keyboard(window: ProgramScreen, match: Match) -> None:
    """Press a digit, or the arrows and Enter."""
    hand = len(match.phase.board().hands[0]) if match.phase else 0
    if random.random() < 0.5:
        window.press_keys(str(random.randint(1, hand)))
    else:
        window.press_keys(*["Right"] * random.randint(1, hand), "Return")


def play_turns(
    window: ProgramScreen,
    store: StoredMatchReader,
    input_device: object,
    *,
    deals: int = 0,
    actions: int = 0,
    match_id: int = 1,
) -> None:
    """Take every turn of seat 0 for a number of ``deals``, or until ``actions`` actions are saved."""
    act = play_by_mouse if input_device == "mouse" else play_by_keyboard
    random.seed(5)

    def is_finished(seen: int) -> bool:
        match = store.load_match(match_id)
        assert match is not None and window.is_running
        if (deals and len(match.results) >= deals) or (actions and store.count_actions(match_id) >= actions):
            return True
        if match.turn == 0:
            act(window, match)
        return wait_and_check(lambda: store.count_actions(match_id) > seen, ACTION_RETRY_S)

    seen = -1
    while (now := store.count_actions(match_id)) > seen:
        seen = now
        wait_for(partial(is_finished, now))


def resume_and_play_turn(window: ProgramScreen, store: StoredMatchReader, tmp_path: Path) -> None:
    """Start the program, continue the match of its menu, and take a turn with the mouse."""
    reader, before = start_to_menu(window, "Continue"), store.count_actions()
    where = find_button_positions(window.home, tmp_path)["continue"]
    click_button_in_picture(window, where, take_stable_screenshot(window), lambda: reader.has_line("Your hand: "))
    play_turns(window, store, "mouse", actions=before + 1)


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
