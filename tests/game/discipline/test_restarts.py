"""The turn clock and the end of the program: who comes back gains nothing by it."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.engine.actions import Timeout
from tests.room import HOUR, TALK, TURN, Room, phase


def test_the_clock_goes_on_while_the_program_is_not_there(tmp_path: Path) -> None:
    room = Room(tmp_path, turn_seconds=TURN)
    room.turn()
    room.frame(5.0)
    spent = TURN - room.left
    back = room.again(12.0)
    back.turn()
    assert back.left <= TURN - spent - 12.0
    assert back.left == pytest.approx(TURN - spent - 12.0, abs=2.0)  # and what it took to show the turn


def test_ending_the_program_again_and_again_gains_nothing(tmp_path: Path) -> None:
    room = Room(tmp_path, turn_seconds=TURN)
    room.turn()
    count = room.actions
    for _time in range(6):
        room = room.again(5.5)
        room.frame(0.0)
    room.frame(0.0)
    assert room.acted[count] == str(Timeout(0))


def test_who_comes_back_too_late_to_an_auction_is_barred(tmp_path: Path) -> None:
    room = Room(tmp_path, "you club club club club", game="chiamata", turn_seconds=TURN)
    room.to(phase("Auction"))
    back = room.again(10_000.0)
    back.until(lambda: back.table.over)
    assert back.bars == {"Anna": pytest.approx(HOUR, abs=5)}


@pytest.mark.parametrize("back_by", [1.0, 3600.0, 1e6])
def test_a_system_clock_set_back_gives_no_more_than_the_whole_turn(tmp_path: Path, back_by: float) -> None:
    room = Room(tmp_path, turn_seconds=TURN)
    room.turn()
    room.frame(10.0)
    back = room.again(-back_by)
    back.turn()
    assert 0 < back.left <= TURN


def test_talk_out_of_turn_gains_nothing_by_a_restart(tmp_path: Path) -> None:
    room = Room(tmp_path, "you you", **TALK, turn_seconds=TURN)
    room.turn()
    room.frame(20.0)
    spent = TURN - room.left
    assert room.table.say("Calma!", 1 - (room.table.viewer or 0)) is None
    room.frame(0.0)
    back = room.again()
    back.turn()
    assert back.left <= TURN - spent
