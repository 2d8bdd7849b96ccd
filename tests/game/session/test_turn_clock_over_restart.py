"""The turn clock and the end of the program: a restart gains no time."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core.actions import Timeout
from tests.session_driver import FREE_CHAT_SETUP, HOUR_S, TURN_LIMIT_S, SessionDriver, is_phase_of_class


def test_turn_clock_keeps_running_while_program_is_closed(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, turn_seconds=TURN_LIMIT_S)
    driver.advance_to_shown_turn()
    driver.advance_frame(5.0)
    spent = TURN_LIMIT_S - driver.turn_seconds_left
    back = driver.restart_program(12.0)
    back.advance_to_shown_turn()
    assert back.turn_seconds_left <= TURN_LIMIT_S - spent - 12.0
    # with the time that it took to show the turn
    assert back.turn_seconds_left == pytest.approx(TURN_LIMIT_S - spent - 12.0, abs=2.0)


def test_repeated_restarts_gain_no_time(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, turn_seconds=TURN_LIMIT_S)
    driver.advance_to_shown_turn()
    count = driver.action_count
    for _time in range(6):
        driver = driver.restart_program(5.5)
        driver.advance_frame(0.0)
    driver.advance_frame(0.0)
    assert driver.action_texts[count] == str(Timeout(0))


def test_player_returning_too_late_to_auction_is_blocked(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "you club club club club", game="chiamata", turn_seconds=TURN_LIMIT_S)
    driver.play_until(is_phase_of_class("AuctionPhase"))
    back = driver.restart_program(10_000.0)
    back.advance_until(lambda: back.session.observation.is_over)
    assert back.penalty_seconds == {"Anna": pytest.approx(HOUR_S, abs=5)}


@pytest.mark.parametrize("back_by", [1.0, 3600.0, 1e6])
def test_system_clock_set_back_gives_at_most_one_full_turn(tmp_path: Path, back_by: float) -> None:
    driver = SessionDriver(tmp_path, turn_seconds=TURN_LIMIT_S)
    driver.advance_to_shown_turn()
    driver.advance_frame(10.0)
    back = driver.restart_program(-back_by)
    back.advance_to_shown_turn()
    assert 0 < back.turn_seconds_left <= TURN_LIMIT_S


def test_chat_out_of_turn_gains_no_time_by_restart(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "you you", **FREE_CHAT_SETUP, turn_seconds=TURN_LIMIT_S)
    driver.advance_to_shown_turn()
    driver.advance_frame(20.0)
    spent = TURN_LIMIT_S - driver.turn_seconds_left
    assert driver.session.chat.say("Calma!", 1 - (driver.observation.seat or 0)) is None
    driver.advance_frame(0.0)
    back = driver.restart_program()
    back.advance_to_shown_turn()
    assert back.turn_seconds_left <= TURN_LIMIT_S - spent
