"""What people mark at other seats: kept over a restart, for one's own eyes, for one deal. And what time away costs."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.marks import Mark, Marks, marks_of
from game.record import dump
from tests.room import HOUR, Room

SEATS = st.integers(0, 5)
WORDS = st.sampled_from(["partner", "against", ""])


def other(room: Room) -> int:
    """A seat beside the viewer's."""
    assert room.table.viewer is not None
    return (room.table.viewer + 1) % 5


def test_marks_are_kept_over_a_restart(tmp_path: Path) -> None:
    room = Room(tmp_path, "you random random random random", game="chiamata")
    room.turn()
    seat = other(room)
    room.table.mark(seat, "partner")
    assert room.table.marks == {seat: "partner"}
    room = room.again(away=HOUR)
    room.turn()
    assert room.table.marks == {seat: "partner"}
    room.table.mark(seat, "")
    room = room.again()
    room.turn()
    assert room.table.marks == {}


def test_nobody_else_sees_a_mark_and_no_record_has_it(tmp_path: Path) -> None:
    room = Room(tmp_path, "you you random random random", game="chiamata")
    room.turn()
    first, seat = room.table.viewer, other(room)
    room.table.mark(seat, "partner")
    room = room.again()
    room.turn()
    assert room.table.viewer == first and room.table.marks
    assert b"partner" not in dump(room.table.export())
    while room.table.viewer == first:
        room.play(Random(1))
        room.turn()
    assert room.table.viewer is not None and room.table.marks == {}


@given(st.lists(st.tuples(SEATS, SEATS, WORDS), max_size=20))
def test_the_last_mark_of_a_seat_holds_for_this_deal_only(marks: list[tuple[int, int, str]]) -> None:
    kept, wanted = Marks(), dict[tuple[int, int], str]()
    for by, seat, word in marks:
        kept = kept.marked(3, by, seat, word)
        wanted[by, seat] = word
    for by in range(6):
        assert kept.of(3, by) == {seat: word for (one, seat), word in wanted.items() if one == by and word}
        assert kept.of(2, by) == kept.of(4, by) == {}
    assert kept.marked(4, 0, 1, "partner").all == (Mark(0, 1, "partner"),)


@pytest.mark.parametrize("kept", [None, [], 7, {"deal": "x"}, {"all": [{"by": 0, "seat": 1, "word": ""}]}])
def test_damaged_marks_are_forgotten(kept: Any) -> None:
    assert marks_of(kept) == Marks()


# -- time away


def test_without_discipline_no_time_counts_be_the_program_closed_for_a_week(tmp_path: Path) -> None:
    room = Room(tmp_path, "you club")
    room.turn()
    before = room.table.view
    room = room.again(away=7 * 24 * HOUR)
    room.turn()
    assert room.table.your_turn and room.table.seconds_left is None
    assert room.table.view.board == before.board and room.table.view.to_act == before.to_act
    room.frame(24 * HOUR)
    assert room.table.your_turn and room.table.barred == ()


def test_under_discipline_the_clock_runs_on_while_the_program_is_closed(tmp_path: Path) -> None:
    room = Room(tmp_path, "you club", turn_seconds=60)
    room.turn()
    left = room.table.seconds_left
    room = room.again(away=20.0)
    room.turn()
    assert left is not None and room.table.seconds_left == pytest.approx(left - 20.0, abs=5.0)
