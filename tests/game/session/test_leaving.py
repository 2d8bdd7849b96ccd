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
from tests.program_restarts import HOUR_S, TURN_LIMIT_S, RestartableDriver
from tests.session_driver import confirm_ready, get_awaited_seat


def test_computer_plays_on_at_once_for_departed_player(tmp_path: Path) -> None:
    room = RestartableDriver(tmp_path, "you club", turn_seconds=TURN_LIMIT_S)
    room.advance_to_shown_turn()
    count = room.action_count
    assert room.session.act(LeaveMatch(0)) is None
    room.advance_frame(0.1)
    assert list_human_seats(room.session.info, room.session.observation) == () and is_abandoned(
        room.session.info, room.session.observation
    )
    assert room.worker.tasks[-1].observation.seat == 0 and room.worker.tasks[-1].level == "club"
    room.advance_until(lambda: room.action_count >= count + 2)
    assert room.action_texts[count] == "0 leave" and room.record.deals[0].actions[count + 1].seat == 0
    assert PlayerLeft(0) in [event for transition in room.transitions for event in transition.events]


def test_seat_can_leave_only_once(tmp_path: Path) -> None:
    room = RestartableDriver(tmp_path, "you you", turn_seconds=0)
    room.advance_to_shown_turn()
    seat = room.session.observation.seat
    assert seat is not None and room.session.penalties.can_leave(LeaveMatch, seat)
    assert room.session.act(LeaveMatch(seat)) is None
    room.advance_frame()
    reason = room.session.act(LeaveMatch(seat))
    assert reason is not None and reason.code == "left_already"
    assert find_active_seat(
        room.session.info, room.session.observation, room.session.hot_seat
    ) != seat and not room.session.penalties.can_leave(LeaveMatch, seat)


def test_penalty_is_given_when_match_is_over_and_not_before(tmp_path: Path) -> None:
    room = RestartableDriver(tmp_path, "you you", turn_seconds=3600, deals_to_win=1)
    room.advance_to_shown_turn()
    seat = room.session.observation.seat
    assert seat is not None and room.session.act(LeaveMatch(seat)) is None
    rng = Random(1)
    while not room.session.observation.is_over:
        assert not room.penalty_seconds
        room.advance_to_shown_turn()
        if not room.session.observation.is_over:
            room.play_random_action(rng)
            room.advance_frame(0.0)
    assert room.penalty_seconds == {PLAYER_NAMES[seat]: pytest.approx(HOUR_S, abs=1)}
    assert room.match.standing.winners or room.match.standing.totals


def test_computer_finishes_match_after_all_have_left(tmp_path: Path) -> None:
    room = RestartableDriver(tmp_path, "you you club", turn_seconds=TURN_LIMIT_S, deals_to_win=2)
    for _person in range(2):
        room.advance_to_shown_turn()
        seat = room.session.observation.seat
        assert seat is not None and room.session.act(LeaveMatch(seat)) is None
        room.advance_frame()
        assert get_awaited_seat(room.session) is None and room.session.observation.seat is None
    assert is_abandoned(room.session.info, room.session.observation)
    room.let_computer_finish()
    assert room.penalty_seconds == {"Anna": pytest.approx(HOUR_S, abs=1), "Bruno": pytest.approx(HOUR_S, abs=1)}
    assert max(room.match.standing.totals) == 2 and room.match.standing.winners
    assert room.stored_record == room.record


def test_match_of_departed_player_continues_after_restart(tmp_path: Path) -> None:
    room = RestartableDriver(tmp_path, turn_seconds=TURN_LIMIT_S, deals_to_win=1)
    room.advance_to_shown_turn()
    assert room.session.act(LeaveMatch(0)) is None
    room.advance_frame()
    back = room.restart_program(100.0)
    assert is_abandoned(back.session.info, back.session.observation) and not back.penalty_seconds
    back.let_computer_finish()
    assert back.penalty_seconds == {"Anna": pytest.approx(HOUR_S, abs=1)}


def test_hand_of_departed_player_stays_hidden(tmp_path: Path) -> None:
    room = RestartableDriver(tmp_path, "you you club")
    room.advance_to_shown_turn()
    seat = room.session.observation.seat
    assert seat is not None and room.session.act(LeaveMatch(seat)) is None
    room.advance_frame()
    for _frame in range(60):
        hands = room.session.observation.board.hands
        assert all(card is HIDDEN_CARD for card in hands[seat])
        if get_awaited_seat(room.session) is not None:
            confirm_ready(room.session)
        if room.session.is_your_turn:
            room.play_random_action(Random(1))
        room.advance_frame()


def test_hand_over_does_not_wait_for_departed_player(tmp_path: Path) -> None:
    room = RestartableDriver(tmp_path, "you you club")
    room.advance_until(lambda: get_awaited_seat(room.session) is not None)
    seat = get_awaited_seat(room.session)
    assert seat is not None and room.session.act(LeaveMatch(seat)) is None
    room.advance_frame()
    room.advance_until(lambda: get_awaited_seat(room.session) is not None)
    assert get_awaited_seat(room.session) != seat
