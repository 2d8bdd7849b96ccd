"""Votes that end a match without penalty."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core.actions import LeaveMatch, VoteToEnd
from game.core.events import VoteToEndCast
from game.match.record import decode_playable_record, encode_record, replay_deal_results
from game.session.match_info import list_human_seats
from tests.helpers import make_match
from tests.program_restarts import TURN_LIMIT_S, RestartableDriver, is_phase_of_class
from tests.rows import check_rows


def test_successful_vote_to_end_blocks_nobody_not_even_departed_players(tmp_path: Path) -> None:
    room = RestartableDriver(tmp_path, "you you you", turn_seconds=TURN_LIMIT_S, exit_votes=3)
    room.advance_to_shown_turn()
    gone = room.session.observation.seat
    assert gone is not None and room.session.act(LeaveMatch(gone)) is None
    room.advance_frame()
    room.advance_to_shown_turn()
    seat = room.session.observation.seat
    assert seat is not None and room.session.act(VoteToEnd(seat)) is None
    room.advance_until(lambda: gone in room.match.votes_to_end)  # the computer player in the empty seat votes too
    other = next(voter for voter in list_human_seats(room.session.info, room.session.observation) if voter != seat)
    assert not room.session.observation.is_over
    assert room.session.act(VoteToEnd(other)) is None
    room.advance_until(lambda: room.session.observation.is_over)
    assert room.match.is_aborted and room.match.standing.winners == () and not room.penalty_seconds
    assert not room.storage.get_repository().list_unfinished_matches()


def test_computers_that_are_not_ahead_agree_at_once(tmp_path: Path) -> None:
    room = RestartableDriver(
        tmp_path, "you club club club club", game="chiamata", turn_seconds=TURN_LIMIT_S, exit_votes=3
    )
    room.advance_to_shown_turn()
    assert room.session.penalties.vote_counts == (0, 3)
    assert room.session.act(VoteToEnd(0)) is None
    room.advance_until(lambda: room.session.observation.is_over)
    assert [item for item in room.action_texts if "unlock" in item] == ["0 unlock", "1 unlock", "2 unlock"]
    vote_events = [event for item in room.transitions for event in item.events if isinstance(event, VoteToEndCast)]
    assert [(event.votes, event.needed) for event in vote_events] == [(1, 3), (2, 3), (3, 3)]


@check_rows(("asked", "seats"), [(6, 2), (3, 2), (6, 3), (1, 2), (4, 4), (3, 6)])
def test_required_votes_never_exceed_seat_count(asked: int, seats: int) -> None:
    assert make_match(seats=seats, exit_votes=asked).votes_to_end_needed == min(asked, seats)


def test_seat_votes_once_per_match(tmp_path: Path) -> None:
    room = RestartableDriver(tmp_path, "you you you", exit_votes=3, deals_to_win=3)
    room.advance_to_shown_turn()
    seat = room.session.observation.seat
    assert seat is not None and room.session.act(VoteToEnd(seat)) is None
    room.advance_frame()
    reason = room.session.act(VoteToEnd(seat))
    assert reason is not None and reason.code == "voted_already"
    room.play_deal_at_random()
    room.session.course.start_next_deal()
    room.advance_to_shown_turn()
    assert room.match.illegal_reason(VoteToEnd(seat)) is not None
    assert room.session.penalties.vote_counts == (1, 3)
    assert room.restart_program().session.penalties.vote_counts == (1, 3)


def test_match_ended_by_votes_replays_to_same_result(tmp_path: Path) -> None:
    room = RestartableDriver(tmp_path, "you club club", exit_votes=3, game="spades", turn_seconds=3600)
    room.play_deal_at_random()
    room.session.course.start_next_deal()
    room.advance_to_shown_turn()
    totals = room.match.standing.totals
    assert room.session.act(VoteToEnd(0)) is None
    for _frame in range(6):
        room.advance_frame()
    while not room.session.observation.is_over:  # a computer player that is ahead votes only later
        room.play_until(lambda match: False, seed=2)
    if room.action_texts[-1].endswith("unlock"):
        match, ended = replay_deal_results(decode_playable_record(encode_record(room.stored_record)))
        assert match == room.match
        assert match.is_over and match.standing.winners == ()
        assert ended[-1].state in ("unfinished", "scored")
        assert len(totals) == 3


@pytest.mark.parametrize("ending", ["votes", "clock"])
def test_record_of_match_without_result_says_so(tmp_path: Path, ending: str) -> None:
    room = RestartableDriver(
        tmp_path, "you club club club club", game="chiamata", exit_votes=3, turn_seconds=TURN_LIMIT_S
    )
    room.play_until(is_phase_of_class("AuctionPhase"))
    if ending == "votes":
        assert room.session.act(VoteToEnd(0)) is None
    else:
        room.advance_frame(TURN_LIMIT_S)
    room.advance_until(lambda: room.session.observation.is_over)
    match, ended = replay_deal_results(decode_playable_record(encode_record(room.stored_record)))
    assert match == room.match and match.is_over and match.standing.winners == ()
    assert [event.state for event in ended] == ["unfinished"] and ended[0].scores == (0,) * 5
