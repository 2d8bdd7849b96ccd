"""Leaving a match, votes to end it, and penalties at its end, which a kill of the program neither loses nor doubles."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest

from game.core.actions import LeaveMatch, Timeout, VoteToEnd
from game.core.events import PlayerLeft
from game.core.messages import Reason
from game.session.match_info import find_active_seat, is_left_by_all, list_human_seats
from tests.helpers import PLAYER_NAMES
from tests.session_driver import HOUR_S, TURN_LIMIT_S, start_auction_near_timeout, start_turn

CLOCK: Final[dict[str, Any]] = {"turn_seconds": TURN_LIMIT_S}


# -- leaving ---------------------------------------------------------------------------------------


def test_computer_plays_on_at_once_for_departed_player(tmp_path: Path) -> None:
    driver = start_turn(tmp_path, "you club", **CLOCK)
    count = driver.action_count
    driver.advance_frame(TURN_LIMIT_S - 0.5)
    driver.leave_match()
    driver.advance_frame(0.1)
    assert driver.worker.tasks[-1].observation.seat == 0 and driver.worker.tasks[-1].level == "club"
    driver.advance_until(lambda: driver.action_count >= count + 2)
    assert driver.action_texts[count] == "0 leave" and driver.action_texts[count + 1].startswith("0 play")
    assert PlayerLeft(0) in [event for transition in driver.transitions for event in transition.events]


def test_seat_can_leave_only_once(tmp_path: Path) -> None:
    driver = start_turn(tmp_path, "you you")
    info, seat = driver.session.info, driver.leave_match()
    driver.advance_frame()
    assert driver.session.act(LeaveMatch(seat)) == Reason("left_already")
    assert find_active_seat(info, driver.observation, driver.session.hot_seat) != seat
    assert list_human_seats(info, driver.observation) == (1 - seat,)
    assert driver.session.status.leaving_seats == (1 - seat,)


def test_penalty_is_given_when_match_is_over_and_not_before(tmp_path: Path) -> None:
    driver = start_turn(tmp_path, "you you", turn_seconds=3600, deals_to_win=1)
    seat = driver.leave_match()
    driver.advance_to_shown_turn()
    while not driver.observation.is_over:
        assert not driver.penalty_seconds
        driver.play_turn()
    assert driver.penalty_seconds == {PLAYER_NAMES[seat]: pytest.approx(HOUR_S, abs=1)}
    assert driver.match.standing.winners


def test_computer_finishes_match_after_all_have_left_also_after_restart(tmp_path: Path) -> None:
    driver = start_turn(tmp_path, "you you club", **CLOCK, deals_to_win=2)
    for _person in range(2):
        driver.advance_to_shown_turn()
        driver.leave_match()
        driver.advance_frame()
    back = driver.restart_program(100.0)
    for current in (driver, back):
        assert is_left_by_all(current.session.info, current.observation) and current.observation.seat is None
    assert not back.penalty_seconds
    back.let_computer_finish()
    assert back.penalty_seconds == {"Anna": pytest.approx(HOUR_S, abs=1), "Bruno": pytest.approx(HOUR_S, abs=1)}
    assert max(back.match.standing.totals) == 2 and back.match.standing.winners
    assert back.stored_record == back.record


# -- votes -----------------------------------------------------------------------------------------


def test_successful_vote_to_end_blocks_nobody_not_even_departed_players(tmp_path: Path) -> None:
    driver = start_turn(tmp_path, "you you you", **CLOCK, exit_votes=3)
    gone = driver.leave_match()
    driver.advance_to_shown_turn()
    seat = driver.vote_to_end()
    driver.advance_until(lambda: gone in driver.match.votes_to_end)  # the computer player in the empty seat votes too
    assert not driver.observation.is_over and driver.session.act(VoteToEnd(3 - gone - seat)) is None
    driver.advance_until(lambda: driver.observation.is_over)
    assert driver.match.is_aborted and driver.match.standing.winners == () and not driver.penalty_seconds
    assert not driver.unfinished_count


# -- penalties after a kill ------------------------------------------------------------------------


def test_penalty_of_unsaved_timeout_is_given_at_next_start(tmp_path: Path) -> None:
    driver = start_auction_near_timeout(tmp_path)
    driver.storage.is_paused = True
    driver.advance_frame(TURN_LIMIT_S)
    assert driver.session.is_saving and not driver.observation.is_over
    back = driver.restart_program(1.0)
    assert not back.penalty_seconds
    back.advance_until(lambda: back.observation.is_over)
    assert back.penalty_seconds.keys() == {"Anna"}


def test_penalty_exists_as_soon_as_timeout_is_saved(tmp_path: Path) -> None:
    driver = start_auction_near_timeout(tmp_path)
    driver.advance_frame(TURN_LIMIT_S)
    assert driver.session.is_saving and not driver.observation.is_over, "the table has not even heard of it"
    assert not driver.unfinished_count and driver.penalty_seconds.keys() == {"Anna"}


def test_action_match_end_and_penalty_are_saved_together_or_not_at_all(tmp_path: Path) -> None:
    """Check also that a player without a profile is blocked."""
    driver = start_auction_near_timeout(tmp_path)
    before, database = driver.record, driver.storage.get_repository().database
    database.execute("DELETE FROM profiles")
    database.execute("CREATE TEMP TRIGGER no BEFORE INSERT ON profiles BEGIN SELECT RAISE(ABORT, 'no'); END")
    driver.advance_frame(TURN_LIMIT_S)
    driver.advance_frame()
    assert driver.session.error and not driver.observation.is_over
    assert driver.stored_record == before and driver.unfinished_count == 1
    database.execute("DROP TRIGGER no")
    driver.session.retry()
    driver.advance_frame()
    assert driver.observation.is_over and driver.penalty_seconds.keys() == {"Anna"} and not driver.unfinished_count


def test_finished_match_without_ending_gives_its_penalty_when_opened(tmp_path: Path) -> None:
    """Check a match whose last action is stored without what follows from it."""
    driver = start_auction_near_timeout(tmp_path)
    number = len(driver.record.deals[-1].actions) + 1
    driver.storage.get_repository().add_action(1, len(driver.record.deals), number, Timeout(0))
    assert not driver.penalty_seconds and driver.unfinished_count
    back = driver.restart_program(5.0)
    back.advance_frame()
    assert back.penalty_seconds == {"Anna": pytest.approx(HOUR_S, abs=2)} and not back.unfinished_count
