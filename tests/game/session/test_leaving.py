"""Leaving a match: a computer player plays on, and the penalty comes at the end."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from game.core.actions import LeaveMatch
from game.core.cards import HIDDEN_CARD
from game.core.events import PlayerLeft
from game.session.match_info import find_active_seat, is_abandoned, list_human_seats
from tests.helpers import PLAYER_NAMES
from tests.session_driver import HOUR_S, TURN_LIMIT_S, SessionDriver, confirm_ready, get_awaited_seat


def test_computer_plays_on_at_once_for_departed_player(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "you club", turn_seconds=TURN_LIMIT_S)
    driver.advance_to_shown_turn()
    count = driver.action_count
    driver.leave_match()
    driver.advance_frame(0.1)
    assert list_human_seats(driver.session.info, driver.observation) == () and is_abandoned(
        driver.session.info, driver.observation
    )
    assert driver.worker.tasks[-1].observation.seat == 0 and driver.worker.tasks[-1].level == "club"
    driver.advance_until(lambda: driver.action_count >= count + 2)
    assert driver.action_texts[count] == "0 leave" and driver.record.deals[0].actions[count + 1].seat == 0
    assert PlayerLeft(0) in [event for transition in driver.transitions for event in transition.events]


def test_seat_can_leave_only_once(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "you you", turn_seconds=0)
    driver.advance_to_shown_turn()
    seat = driver.seat
    assert driver.session.penalties.can_leave(LeaveMatch, seat)
    assert driver.session.act(LeaveMatch(seat)) is None
    driver.advance_frame()
    reason = driver.session.act(LeaveMatch(seat))
    assert reason is not None and reason.code == "left_already"
    assert find_active_seat(
        driver.session.info, driver.observation, driver.session.hot_seat
    ) != seat and not driver.session.penalties.can_leave(LeaveMatch, seat)


def test_penalty_is_given_when_match_is_over_and_not_before(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "you you", turn_seconds=3600, deals_to_win=1)
    driver.advance_to_shown_turn()
    seat = driver.leave_match()
    rng = Random(1)
    while not driver.observation.is_over:
        assert not driver.penalty_seconds
        driver.advance_to_shown_turn()
        if not driver.observation.is_over:
            driver.play_random_action(rng)
            driver.advance_frame(0.0)
    assert driver.penalty_seconds == {PLAYER_NAMES[seat]: pytest.approx(HOUR_S, abs=1)}
    assert driver.match.standing.winners or driver.match.standing.totals


def test_computer_finishes_match_after_all_have_left(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "you you club", turn_seconds=TURN_LIMIT_S, deals_to_win=2)
    for _person in range(2):
        driver.advance_to_shown_turn()
        driver.leave_match()
        driver.advance_frame()
        assert get_awaited_seat(driver.session) is None and driver.observation.seat is None
    assert is_abandoned(driver.session.info, driver.observation)
    driver.let_computer_finish()
    assert driver.penalty_seconds == {"Anna": pytest.approx(HOUR_S, abs=1), "Bruno": pytest.approx(HOUR_S, abs=1)}
    assert max(driver.match.standing.totals) == 2 and driver.match.standing.winners
    assert driver.stored_record == driver.record


def test_match_of_departed_player_continues_after_restart(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, turn_seconds=TURN_LIMIT_S, deals_to_win=1)
    driver.advance_to_shown_turn()
    driver.leave_match()
    driver.advance_frame()
    back = driver.restart_program(100.0)
    assert is_abandoned(back.session.info, back.session.observation) and not back.penalty_seconds
    back.let_computer_finish()
    assert back.penalty_seconds == {"Anna": pytest.approx(HOUR_S, abs=1)}


def test_hand_of_departed_player_stays_hidden(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "you you club")
    driver.advance_to_shown_turn()
    seat = driver.leave_match()
    driver.advance_frame()
    for _frame in range(60):
        hands = driver.observation.board.hands
        assert all(card is HIDDEN_CARD for card in hands[seat])
        if get_awaited_seat(driver.session) is not None:
            confirm_ready(driver.session)
        if driver.session.is_your_turn:
            driver.play_random_action(Random(1))
        driver.advance_frame()


def test_hand_over_does_not_wait_for_departed_player(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "you you club")
    driver.advance_until(lambda: get_awaited_seat(driver.session) is not None)
    seat = get_awaited_seat(driver.session)
    assert seat is not None and driver.session.act(LeaveMatch(seat)) is None
    driver.advance_frame()
    driver.advance_until(lambda: get_awaited_seat(driver.session) is not None)
    assert get_awaited_seat(driver.session) != seat
