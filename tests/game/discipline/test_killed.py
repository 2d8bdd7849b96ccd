"""The program is killed: a bar is neither lost nor given twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.engine.actions import Play, Timeout
from game.store.files import StorageError
from tests.fakes import StorageByHand, folders_in
from tests.room import HOUR, TURN, Room, late


def test_killed_before_the_timeout_was_saved_the_bar_comes_at_the_next_start(tmp_path: Path) -> None:
    room = late(tmp_path)
    room.storage.holding = True
    room.frame(TURN)
    assert room.table.saving and not room.table.over
    back = room.again(1.0)
    assert not back.bars
    back.until(lambda: back.table.over)
    assert back.bars.keys() == {"Anna"}


def test_killed_the_moment_the_timeout_is_saved_the_bar_is_there(tmp_path: Path) -> None:
    room = late(tmp_path)
    room.frame(TURN)
    assert room.table.saving and not room.table.over, "the table has not even heard of it"
    room.table.close()
    room.storage.close()
    storage = StorageByHand(folders_in(tmp_path), room.wall)
    assert storage.journal().unfinished() == ()
    assert [bar.name for bar in storage.journal().sit_down((("Anna", "#a3361f"),))] == ["Anna"]


def test_the_action_the_end_and_the_bar_are_saved_together_or_not_at_all(tmp_path: Path) -> None:
    room = late(tmp_path)
    count = room.actions
    database = room.storage.journal().database
    database.execute("CREATE TEMP TRIGGER no BEFORE UPDATE ON profiles BEGIN SELECT RAISE(ABORT, 'no'); END")
    room.frame(TURN)
    room.frame()
    assert room.table.fault and not room.table.over
    saved = room.saved
    assert sum(len(deal.actions) for deal in saved.deals) == count and len(room.storage.journal().unfinished()) == 1
    database.execute("DROP TRIGGER no")
    room.table.retry()
    room.frame()
    assert room.table.over and room.bars.keys() == {"Anna"} and not room.storage.journal().unfinished()


def test_a_match_that_was_over_but_never_finished_bars_when_it_is_opened_once(tmp_path: Path) -> None:
    """As a program would have left it that saves the last action apart from what follows."""
    room = late(tmp_path)
    match_id = 1
    room.storage.journal().add_action(match_id, len(room.record.deals), len(room.record.deals[-1].actions) + 1,
                                      Timeout(0))  # fmt: skip
    assert not room.bars and room.storage.journal().unfinished()
    back = room.again(5.0)
    back.frame()
    assert back.bars == {"Anna": pytest.approx(HOUR, abs=2)}
    assert not back.storage.journal().unfinished()
    left = back.bars["Anna"]
    third = back.again(100.0)
    third.frame()
    assert third.bars["Anna"] <= HOUR and left


def test_a_bar_that_cannot_be_saved_is_no_bar_forgotten(tmp_path: Path) -> None:
    room = late(tmp_path)
    room.storage.fault = "The disk is full."
    room.frame(TURN)
    room.frame()
    assert room.table.fault
    room.storage.fault = ""
    room.table.retry()
    room.frame()
    assert room.table.over and room.bars.keys() == {"Anna"}


def test_who_never_sat_down_by_name_is_barred_all_the_same(tmp_path: Path) -> None:
    room = late(tmp_path)
    room.storage.journal().database.execute("DELETE FROM profiles")
    room.frame(TURN)
    room.until(lambda: room.table.over)
    assert room.bars.keys() == {"Anna"}


def test_a_finished_match_stays_finished(tmp_path: Path) -> None:
    room = Room(tmp_path, "you club", deals_to_win=1)
    room.play_out()
    assert not room.storage.journal().unfinished() and not room.bars
    with pytest.raises(StorageError):
        room.storage.journal().add_action(1, 1, 1, Play(0, room.match.pack[0]))
