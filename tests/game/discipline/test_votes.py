"""Votes that unlock the exit."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.engine.actions import Leave, Unlock
from game.engine.events import Unlocked
from game.record import dump, read, results
from tests.helpers import fresh
from tests.room import TURN, Room, phase


def test_votes_that_unlock_the_exit_bar_nobody_not_even_who_left(tmp_path: Path) -> None:
    room = Room(tmp_path, "you you you", turn_seconds=TURN, exit_votes=3)
    room.turn()
    gone = room.table.viewer
    assert gone is not None and room.table.act(Leave(gone)) is None
    room.frame()
    room.turn()
    seat = room.table.viewer
    assert seat is not None and room.table.act(Unlock(seat)) is None
    room.until(lambda: gone in room.match.votes)  # the computer in the empty seat votes as well
    other = next(one for one in room.table.persons if one != seat)
    assert not room.table.over
    assert room.table.act(Unlock(other)) is None
    room.until(lambda: room.table.over)
    assert room.match.aborted and room.match.standing.winners == () and not room.bars
    assert not room.storage.journal().unfinished()


def test_computers_that_are_not_ahead_agree_at_once(tmp_path: Path) -> None:
    room = Room(tmp_path, "you club club club club", game="chiamata", turn_seconds=TURN, exit_votes=3)
    room.turn()
    assert room.table.votes == (0, 3)
    assert room.table.act(Unlock(0)) is None
    room.until(lambda: room.table.over)
    assert [one for one in room.acted if "unlock" in one] == ["0 unlock", "1 unlock", "2 unlock"]
    told = [event for one in room.seen for event in one.events if isinstance(event, Unlocked)]
    assert [(event.votes, event.needed) for event in told] == [(1, 3), (2, 3), (3, 3)]


@pytest.mark.parametrize(("asked", "seats"), [(6, 2), (3, 2), (6, 3), (1, 2), (4, 4), (3, 6)])
def test_never_more_votes_are_needed_than_there_are_seats(asked: int, seats: int) -> None:
    assert fresh(seats=seats, exit_votes=asked).votes_needed == min(asked, seats)


def test_a_seat_votes_once_in_a_match(tmp_path: Path) -> None:
    room = Room(tmp_path, "you you you", exit_votes=3, deals_to_win=3)
    room.turn()
    seat = room.table.viewer
    assert seat is not None and room.table.act(Unlock(seat)) is None
    room.frame()
    reason = room.table.act(Unlock(seat))
    assert reason is not None and reason.code == "voted_already"
    room.play_deal()
    room.table.next_deal()
    room.turn()
    assert room.match.why_not(Unlock(seat)) is not None
    assert room.table.votes == (1, 3)
    assert room.again().table.votes == (1, 3)


def test_a_match_ended_by_votes_replays_to_the_same_result(tmp_path: Path) -> None:
    room = Room(tmp_path, "you club club", exit_votes=3, game="spades", turn_seconds=3600)
    room.play_deal()
    room.table.next_deal()
    room.turn()
    totals = room.match.standing.totals
    assert room.table.act(Unlock(0)) is None
    for _frame in range(6):
        room.frame()
    while not room.table.over:  # a computer that was ahead says no; the match goes on until it is not
        room.to(lambda match: False, seed=2)
    if room.acted[-1].endswith("unlock"):
        match, ended = results(read(dump(room.saved)))
        assert match == room.match
        assert match.over and match.standing.winners == ()
        assert ended[-1].state in ("unfinished", "scored")
        assert len(totals) == 3


@pytest.mark.parametrize("ending", ["votes", "clock"])
def test_the_record_of_a_match_without_a_result_says_so(tmp_path: Path, ending: str) -> None:
    room = Room(tmp_path, "you club club club club", game="chiamata", exit_votes=3, turn_seconds=TURN)
    room.to(phase("Auction"))
    if ending == "votes":
        assert room.table.act(Unlock(0)) is None
    else:
        room.frame(TURN)
    room.until(lambda: room.table.over)
    match, ended = results(read(dump(room.saved)))
    assert match == room.match and match.over and match.standing.winners == ()
    assert [one.state for one in ended] == ["unfinished"] and ended[0].scores == (0,) * 5
