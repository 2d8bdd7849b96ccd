"""A session takes actions only for people at its screen, and a refusal reveals nothing about other hands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from game.core.actions import Action, Deal, LeaveMatch, Play, Timeout, VoteToEnd
from tests.fakes import FakeClock
from tests.helpers import list_conceivable_actions
from tests.session_driver import TURN_LIMIT_S, SessionDriver, confirm_ready, get_awaited_seat


def get_refusal_code(driver: SessionDriver, action: Action) -> str:
    reason = driver.session.act(action)
    assert reason is not None
    return reason.code


def play_to_computers_turn(driver: SessionDriver) -> None:
    driver.worker.is_paused = True
    driver.advance_until(lambda: driver.session.host.match.turn == 1 and not driver.session.is_saving)


@pytest.fixture
def driver(tmp_path: Path) -> SessionDriver:
    return SessionDriver(tmp_path, "you club", turn_seconds=TURN_LIMIT_S, exit_votes=2)


def test_every_action_for_a_computer_seat_is_refused_equally(driver: SessionDriver) -> None:
    """Check that the cards that it has and those that it does not have are refused alike."""
    driver.advance_until(lambda: driver.session.is_your_turn)
    plays = [
        action
        for action in list_conceivable_actions("briscola", 1)
        if not isinstance(action, (LeaveMatch, VoteToEnd, Timeout))
    ]
    assert {get_refusal_code(driver, action) for action in plays} == {"not_your_turn"}
    driver.session.act(driver.observation.legal_actions[0])
    play_to_computers_turn(driver)
    before = driver.record
    assert {get_refusal_code(driver, action) for action in plays} == {"not_here"}
    driver.advance_frame()
    assert driver.record == before


@pytest.mark.parametrize("kind", [LeaveMatch, VoteToEnd, Timeout])
def test_leaving_voting_and_timeout_for_a_computer_are_refused(driver: SessionDriver, kind: type[Action]) -> None:
    driver.advance_to_person()
    assert get_refusal_code(driver, kind(1)) in ("not_here", "not_your_turn")
    play_to_computers_turn_after_card(driver)
    assert get_refusal_code(driver, kind(1)) == "not_here"


def play_to_computers_turn_after_card(driver: SessionDriver) -> None:
    driver.session.act(driver.observation.legal_actions[0])
    play_to_computers_turn(driver)


def test_only_turn_clock_reports_a_timeout(driver: SessionDriver) -> None:
    driver.advance_to_person()
    assert get_refusal_code(driver, Timeout(0)) == "not_here"
    driver.advance_frame(TURN_LIMIT_S + 1.0)
    driver.advance_until(lambda: driver.session.host.match.auto_play_seat == 0)


def test_person_plays_only_after_hand_over_is_confirmed(tmp_path: Path) -> None:
    house = SessionDriver(tmp_path, "you you")
    house.advance_until(lambda: get_awaited_seat(house.session) is not None)
    seat = get_awaited_seat(house.session)
    assert seat is not None
    choices = house.session.host.match.legal_actions()
    assert {get_refusal_code(house, action) for action in choices} == {"not_here"}
    confirm_ready(house.session)
    assert get_refusal_code(house, Play(1 - seat, house.session.host.match.pack[0])) == "not_your_turn"
    assert house.session.act(choices[0]) is None


def test_person_leaves_and_votes_on_any_turn(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "you you club", turn_seconds=TURN_LIMIT_S, exit_votes=3)
    driver.advance_to_shown_turn()
    other = next(seat for seat in (0, 1) if seat != driver.observation.seat)
    assert driver.session.act(VoteToEnd(other)) is None
    for _frame in range(4):
        driver.advance_frame(0.0)
    assert driver.observation.is_over or driver.session.act(LeaveMatch(other)) is None


def test_leave_request_for_a_computer_restarts_no_turn_clock(tmp_path: Path) -> None:
    house = SessionDriver(tmp_path, "you club", turn_seconds=TURN_LIMIT_S)
    house.advance_to_person()
    play_to_computers_turn_after_card(house)
    house.advance_frame(5.0)
    assert isinstance(house.clock, FakeClock)
    spent = house.session.host.turn_clock.elapsed_seconds
    house.session.penalties.request_leave(1)
    assert house.session.host.turn_clock.elapsed_seconds == spent


@pytest.mark.parametrize("odd", [None, "0 play Kd", 7, Deal(())], ids=str)
def test_command_that_is_no_action_raises_an_error(driver: SessionDriver, odd: Any) -> None:
    driver.advance_to_person()
    with pytest.raises(TypeError, match="is not an action"):
        driver.session.act(odd)
