"""Turns that are played with mouse and keyboard in a real window."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path

from game.core.cards import ITALIAN_PACK
from game.match.match import Match
from game.match.observation import observe
from tests.journeys.program_screen import (
    SCREEN_SIZE,
    ProgramScreen,
    StoredMatchReader,
    wait_and_check,
    wait_for,
    write_settings,
)
from tests.journeys.window_people import (
    click_button_in_picture,
    find_button_positions,
    start_to_menu,
    store_last_choices,
    take_stable_screenshot,
)
from ui.games import get_presentation
from ui.table.layout.hands import compute_hand_pose
from ui.table.layout.seats import compute_table_layout

ACTION_RETRY_S = 0.2
"""The seconds after which a click or a key without effect is repeated."""


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
