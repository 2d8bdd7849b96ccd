"""Marks on other seats: stored over a restart, only for their author, for a single deal. And the cost of time away."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.match.record import encode_record
from game.session.annotations import DealMarks, SeatMark, parse_marks
from tests.rows import check_rows
from tests.session_driver import HOUR_S, SessionDriver

SEATS_STRATEGY = st.integers(0, 5)
MARKS_STRATEGY = st.sampled_from(["partner", "against", ""])


def get_other_seat(driver: SessionDriver) -> int:
    """Return a seat other than the viewer's."""
    assert driver.observation.seat is not None
    return (driver.observation.seat + 1) % 5


def test_marks_are_kept_over_restart(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "you random random random random", game="chiamata")
    driver.advance_to_shown_turn()
    seat = get_other_seat(driver)
    driver.session.annotations.mark_seat(seat, "partner")
    assert driver.session.annotations.marks == {seat: "partner"}
    driver = driver.restart_program(closed_s=HOUR_S)
    driver.advance_to_shown_turn()
    assert driver.session.annotations.marks == {seat: "partner"}
    driver.session.annotations.mark_seat(seat, "")
    driver = driver.restart_program()
    driver.advance_to_shown_turn()
    assert driver.session.annotations.marks == {}


def test_mark_is_in_no_other_observation_and_no_record(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "you you random random random", game="chiamata")
    driver.advance_to_shown_turn()
    first, seat = driver.observation.seat, get_other_seat(driver)
    driver.session.annotations.mark_seat(seat, "partner")
    driver = driver.restart_program()
    driver.advance_to_shown_turn()
    assert driver.observation.seat == first and driver.session.annotations.marks
    assert b"partner" not in encode_record(driver.session.host.export_record())
    while driver.observation.seat == first:
        driver.play_random_action(Random(1))
        driver.advance_to_shown_turn()
    assert driver.observation.seat is not None and driver.session.annotations.marks == {}


@given(st.lists(st.tuples(SEATS_STRATEGY, SEATS_STRATEGY, MARKS_STRATEGY), max_size=20))
def test_last_mark_of_a_seat_applies_to_this_deal_only(marks: list[tuple[int, int, str]]) -> None:
    seat_marks, wanted = DealMarks(), dict[tuple[int, int], str]()
    for by, seat, word in marks:
        seat_marks = seat_marks.with_mark(3, by, seat, word)
        wanted[by, seat] = word
    for by in range(6):
        assert seat_marks.get_marks(3, by) == {
            seat: word for (deal_number, seat), word in wanted.items() if deal_number == by and word
        }
        assert seat_marks.get_marks(2, by) == seat_marks.get_marks(4, by) == {}
    assert seat_marks.with_mark(4, 0, 1, "partner").all == (SeatMark(0, 1, "partner"),)


@check_rows("kept", [None, [], 7, {"deal": "x"}, {"all": [{"by": 0, "seat": 1, "word": ""}]}])
def test_damaged_marks_are_discarded(kept: Any) -> None:
    assert parse_marks(kept) == DealMarks()


# -- time away


def test_time_while_closed_does_not_count_without_turn_clock(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "you club")
    driver.advance_to_shown_turn()
    before = driver.observation
    driver = driver.restart_program(closed_s=7 * 24 * HOUR_S)
    driver.advance_to_shown_turn()
    assert driver.session.is_your_turn and driver.session.penalties.turn_seconds_left is None
    assert driver.observation.board == before.board and driver.observation.turn == before.turn
    driver.advance_frame(24 * HOUR_S)
    assert driver.session.is_your_turn and driver.session.penalties.reasons == ()


def test_turn_clock_runs_while_program_is_closed(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "you club", turn_seconds=60)
    driver.advance_to_shown_turn()
    left = driver.session.penalties.turn_seconds_left
    driver = driver.restart_program(closed_s=20.0)
    driver.advance_to_shown_turn()
    assert left is not None and driver.session.penalties.turn_seconds_left == pytest.approx(left - 20.0, abs=5.0)
