"""Votes that end a match without penalty."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core.actions import VoteToEnd
from game.core.events import VoteToEndCast
from game.match.record import decode_playable_record, encode_record, replay_deal_results
from game.session.match_info import list_human_seats
from tests.helpers import make_match
from tests.rows import check_rows
from tests.session_driver import TURN_LIMIT_S, SessionDriver, is_phase_of_class


def test_successful_vote_to_end_blocks_nobody_not_even_departed_players(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "you you you", turn_seconds=TURN_LIMIT_S, exit_votes=3)
    driver.advance_to_shown_turn()
    gone = driver.leave_match()
    driver.advance_frame()
    driver.advance_to_shown_turn()
    seat = driver.vote_to_end()
    driver.advance_until(lambda: gone in driver.match.votes_to_end)  # the computer player in the empty seat votes too
    other = next(voter for voter in list_human_seats(driver.session.info, driver.observation) if voter != seat)
    assert not driver.observation.is_over
    assert driver.session.act(VoteToEnd(other)) is None
    driver.advance_until(lambda: driver.observation.is_over)
    assert driver.match.is_aborted and driver.match.standing.winners == () and not driver.penalty_seconds
    assert not driver.storage.get_repository().list_unfinished_matches()


def test_computers_that_are_not_ahead_agree_at_once(tmp_path: Path) -> None:
    driver = SessionDriver(
        tmp_path, "you club club club club", game="chiamata", turn_seconds=TURN_LIMIT_S, exit_votes=3
    )
    driver.advance_to_shown_turn()
    assert driver.session.penalties.vote_counts == (0, 3)
    driver.vote_to_end()
    driver.advance_until(lambda: driver.observation.is_over)
    assert [item for item in driver.action_texts if "unlock" in item] == ["0 unlock", "1 unlock", "2 unlock"]
    vote_events = [event for item in driver.transitions for event in item.events if isinstance(event, VoteToEndCast)]
    assert [(event.votes, event.needed) for event in vote_events] == [(1, 3), (2, 3), (3, 3)]


@check_rows(("asked", "seats"), [(6, 2), (3, 2), (6, 3), (1, 2), (4, 4), (3, 6)])
def test_required_votes_never_exceed_seat_count(asked: int, seats: int) -> None:
    assert make_match(seats=seats, exit_votes=asked).votes_to_end_needed == min(asked, seats)


def test_seat_votes_once_per_match(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "you you you", exit_votes=3, deals_to_win=3)
    driver.advance_to_shown_turn()
    seat = driver.vote_to_end()
    driver.advance_frame()
    reason = driver.session.act(VoteToEnd(seat))
    assert reason is not None and reason.code == "voted_already"
    driver.play_deal_at_random()
    driver.session.course.start_next_deal()
    driver.advance_to_shown_turn()
    assert driver.match.illegal_reason(VoteToEnd(seat)) is not None
    assert driver.session.penalties.vote_counts == (1, 3)
    assert driver.restart_program().session.penalties.vote_counts == (1, 3)


def test_match_ended_by_votes_replays_to_same_result(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "you club club", exit_votes=3, game="spades", turn_seconds=3600)
    driver.play_deal_at_random()
    driver.session.course.start_next_deal()
    driver.advance_to_shown_turn()
    totals = driver.match.standing.totals
    driver.vote_to_end()
    for _frame in range(6):
        driver.advance_frame()
    while not driver.observation.is_over:  # a computer player that is ahead votes only later
        driver.play_until(lambda match: False, seed=2)
    if driver.action_texts[-1].endswith("unlock"):
        match, ended = replay_deal_results(decode_playable_record(encode_record(driver.stored_record)))
        assert match == driver.match
        assert match.is_over and match.standing.winners == ()
        assert ended[-1].state in ("unfinished", "scored")
        assert len(totals) == 3


@pytest.mark.parametrize("ending", ["votes", "clock"])
def test_record_of_match_without_result_says_so(tmp_path: Path, ending: str) -> None:
    driver = SessionDriver(
        tmp_path, "you club club club club", game="chiamata", exit_votes=3, turn_seconds=TURN_LIMIT_S
    )
    driver.play_until(is_phase_of_class("AuctionPhase"))
    if ending == "votes":
        driver.vote_to_end()
    else:
        driver.advance_frame(TURN_LIMIT_S)
    driver.advance_until(lambda: driver.observation.is_over)
    match, ended = replay_deal_results(decode_playable_record(encode_record(driver.stored_record)))
    assert match == driver.match and match.is_over and match.standing.winners == ()
    assert [event.state for event in ended] == ["unfinished"] and ended[0].scores == (0,) * 5
