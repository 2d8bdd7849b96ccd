"""Leaving a match: the computer plays on, the bar comes at the end."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from game.discipline import barred
from game.engine.actions import Leave
from game.engine.cards import HIDDEN
from game.engine.events import Left
from tests.helpers import NAMES
from tests.room import HOUR, TURN, Room, phase


def test_the_computer_plays_on_at_once_for_who_has_left(tmp_path: Path) -> None:
    room = Room(tmp_path, "you club", turn_seconds=TURN)
    room.turn()
    count = room.actions
    assert room.table.act(Leave(0)) is None
    room.frame(0.1)
    assert room.table.persons == () and room.table.deserted
    assert room.mind.asked[-1].view.seat == 0 and room.mind.asked[-1].level == "club"
    room.until(lambda: room.actions >= count + 2)
    assert room.acted[count] == "0 leave" and room.record.deals[0].actions[count + 1].seat == 0
    assert Left(0) in [event for one in room.seen for event in one.events]


def test_a_seat_is_left_only_once(tmp_path: Path) -> None:
    room = Room(tmp_path, "you you", turn_seconds=0)
    room.turn()
    seat = room.table.viewer
    assert seat is not None and room.table.may_leave(Leave, seat)
    assert room.table.act(Leave(seat)) is None
    room.frame()
    reason = room.table.act(Leave(seat))
    assert reason is not None and reason.code == "left_already"
    assert room.table.speaker != seat and not room.table.may_leave(Leave, seat)


def test_the_bar_comes_when_the_match_is_over_and_not_before(tmp_path: Path) -> None:
    room = Room(tmp_path, "you you", turn_seconds=3600, deals_to_win=1)
    room.turn()
    seat = room.table.viewer
    assert seat is not None and room.table.act(Leave(seat)) is None
    rng = Random(1)
    while not room.table.over:
        assert not room.bars
        room.turn()
        if not room.table.over:
            room.play(rng)
            room.frame(0.0)
    assert room.bars == {NAMES[seat]: pytest.approx(HOUR, abs=1)}
    assert room.match.standing.winners or room.match.standing.totals


def test_when_all_have_left_the_computer_plays_the_match_to_its_end(tmp_path: Path) -> None:
    room = Room(tmp_path, "you you club", turn_seconds=TURN, deals_to_win=2)
    for _person in range(2):
        room.turn()
        seat = room.table.viewer
        assert seat is not None and room.table.act(Leave(seat)) is None
        room.frame()
        assert room.table.cover is None and room.table.viewer is None
    assert room.table.deserted
    room.end()
    assert room.bars == {"Anna": pytest.approx(HOUR, abs=1), "Bruno": pytest.approx(HOUR, abs=1)}
    assert max(room.match.standing.totals) == 2 and room.match.standing.winners
    assert room.saved == room.record


def test_the_match_of_who_left_is_played_on_after_a_restart_too(tmp_path: Path) -> None:
    room = Room(tmp_path, turn_seconds=TURN, deals_to_win=1)
    room.turn()
    assert room.table.act(Leave(0)) is None
    room.frame()
    back = room.again(100.0)
    assert back.table.deserted and not back.bars
    back.end()
    assert back.bars == {"Anna": pytest.approx(HOUR, abs=1)}


def test_nobody_sees_the_hand_of_who_has_left(tmp_path: Path) -> None:
    room = Room(tmp_path, "you you club")
    room.turn()
    seat = room.table.viewer
    assert seat is not None and room.table.act(Leave(seat)) is None
    room.frame()
    for _frame in range(60):
        hands = room.table.view.board.hands
        assert all(card is HIDDEN for card in hands[seat])
        if room.table.cover is not None:
            room.table.ready()
        if room.table.your_turn:
            room.play(Random(1))
        room.frame()


def test_a_cover_does_not_wait_for_who_has_left(tmp_path: Path) -> None:
    room = Room(tmp_path, "you you club")
    room.until(lambda: room.table.cover is not None)
    seat = room.table.cover
    assert seat is not None and room.table.act(Leave(seat)) is None
    room.frame()
    room.until(lambda: room.table.cover is not None)
    assert room.table.cover != seat


def test_a_player_who_left_with_the_clock_run_out_by_another_is_barred_with_him(tmp_path: Path) -> None:
    room = Room(tmp_path, "you " * 5, game="chiamata", turn_seconds=TURN)
    room.to(phase("Auction"))
    first = room.table.viewer
    assert first is not None and room.table.act(Leave(first)) is None
    room.frame()
    room.to(phase("Auction", "Naming"))
    second = room.table.viewer
    assert second is not None and second != first
    room.frame(TURN)
    room.until(lambda: room.table.over)
    assert room.bars.keys() == {NAMES[first], NAMES[second]}
    assert barred(room.match) == (first, second)
