"""Turns that are played with the mouse in a real window."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path

from game.core.cards import ITALIAN_PACK
from game.match.match import Match
from game.match.observation import observe
from tests.journeys.main_menu import quit_from_menu, start_to_menu
from tests.journeys.narration_reader import NarrationReader
from tests.journeys.network_windows import make_home
from tests.journeys.program_screen import (
    SCREEN_SIZE,
    ProgramScreen,
    StoredMatchReader,
    contains_beginning,
    wait_and_check,
    wait_for,
    write_settings,
)
from ui.games import get_presentation
from ui.table.layout.hands import compute_hand_pose
from ui.table.layout.search import compute_table_layout

ACTION_RETRY_S = 0.2
"""The seconds after which a click without effect is repeated."""


def start_new_match(window: ProgramScreen, store: StoredMatchReader, speed: float = 0.0) -> NarrationReader:
    """Start the program and a new match of Briscola with eight tricks in a deal; ``speed`` 0: no animations."""
    write_settings(window.home, speed)
    make_home(window.home, "Anna")
    reader = start_to_menu(window)
    reader.tab_to("Play.")
    reader.press_keys("Return")
    reader.read_to("Enter: Play")
    reader.press_keys("Return")
    wait_for(lambda: (match := store.load_match()) is not None and match.is_deal_in_progress)
    return reader


def click_card(window: ProgramScreen, match: Match) -> None:
    """Click a card of the hand, which may only skip an animation."""
    hand = len(match.phase.board().hands[0]) if match.phase else 0
    largest_hand = get_presentation(match.game_id).get_hand_size(observe(match, 0))
    layout = compute_table_layout(SCREEN_SIZE, match.seats, 0, False, hand_size=largest_hand)
    pose = compute_hand_pose(layout, 0, random.randrange(hand), ITALIAN_PACK[:hand])
    window.click((pose.x, pose.y))


def play_turns(window: ProgramScreen, store: StoredMatchReader, *, actions: int = 0) -> None:
    """Take every turn of seat 0 until ``actions`` actions are saved, or to the end of the deal."""
    random.seed(5)

    def is_finished(seen: int) -> bool:
        match = store.load_match()
        assert match is not None and window.is_running
        if match.results or (actions and store.count_actions() >= actions):
            return True
        if match.turn == 0:
            click_card(window, match)
        return wait_and_check(lambda: store.count_actions() > seen, ACTION_RETRY_S)

    seen = -1
    while (now := store.count_actions()) > seen:
        seen = now
        wait_for(partial(is_finished, now))


def resume_and_play_turn(window: ProgramScreen, store: StoredMatchReader) -> NarrationReader:
    """Start the program, continue the match of its menu, and take a turn."""
    reader, before = start_to_menu(window, "Continue"), store.count_actions()
    reader.press_keys("Return")
    reader.read_to("Your hand: ")
    play_turns(window, store, actions=before + 1)
    return reader


def leave_and_finish_deal(
    window: ProgramScreen, store: StoredMatchReader, reader: NarrationReader, tmp_path: Path
) -> None:
    """Leave the match by its pause, quit the program, start it again, and play the deal to its end."""
    reader.press_keys("Escape")
    reader.read_to("Pause.")
    reader.tab_to("Save and leave")
    reader.press_keys("Return")
    reader.read_to("Enter: Continue")
    quit_from_menu(window, tmp_path)
    left = store.load_record()
    assert left is not None and not left.replay().results
    resume_and_play_turn(window, store)
    play_turns(window, store)
    record = store.load_record()
    assert record is not None and contains_beginning(record, left)
    assert [sum(result.points) for result in record.replay().results] == [120]
    assert window.is_running
