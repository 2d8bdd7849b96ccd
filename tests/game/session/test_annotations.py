"""Marks and hand orders: stored over a restart, only for their author, for a single deal, and in no record."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core.cards import Card, parse_cards
from game.match.record import encode_record
from game.session.annotations import encode_notes, parse_notes
from game.session.messages import ArrangeHand, MarkSeat, SeatNotes
from tests.rows import check_rows
from tests.session_driver import HOUR_S, SessionDriver, start_turn

DISK_FULL_MESSAGE = "The disk is full."
SEATS_STRATEGY = st.integers(0, 5)
MARKS_STRATEGY = st.sampled_from(["partner", "against", ""])


def annotate(driver: SessionDriver, word: str = "partner") -> tuple[dict[int, str], tuple[Card, ...]]:
    """Mark the seat after the viewer's and reverse the viewer's hand; without a word, take both back."""
    seat, hand = driver.seat, driver.observation.board.hands[driver.seat][::-1] if word else ()
    marked_seat = (seat + 1) % 5
    driver.session.mark_seat(marked_seat, word)
    driver.session.arrange_hand(hand)
    return ({marked_seat: word} if word else {}), hand


def get_annotations(driver: SessionDriver) -> tuple[dict[int, str], tuple[Card, ...]]:
    return dict(driver.session.notes.marks), driver.session.notes.hand


def restart(driver: SessionDriver) -> SessionDriver:
    driver = driver.restart_program(closed_s=HOUR_S)
    driver.advance_to_shown_turn()
    return driver


def test_annotations_are_kept_over_restart(tmp_path: Path) -> None:
    driver = start_turn(tmp_path, "you random random random random", game="chiamata")
    for word in ("partner", ""):
        wanted = annotate(driver, word)
        assert get_annotations(driver) == wanted
        driver = restart(driver)
        assert get_annotations(driver) == wanted


def test_annotations_are_in_no_other_observation_and_no_record(tmp_path: Path) -> None:
    driver = start_turn(tmp_path, "you you random random random", game="chiamata")
    first, before = driver.seat, encode_record(driver.record)
    annotate(driver)
    driver = restart(driver)
    assert driver.seat == first and all(get_annotations(driver)) and encode_record(driver.record) == before
    while driver.seat == first:
        driver.play_turn()
    assert get_annotations(driver) == ({}, ())


def test_hand_order_applies_to_its_deal_only() -> None:
    hand = parse_cards("Ad 3d")
    notes = SeatNotes(0, deal=2).with_change(ArrangeHand(hand)).with_change(ArrangeHand(hand[::-1]))
    assert [notes.in_deal(deal).hand for deal in (1, 2, 3)] == [(), hand[::-1], ()]


@given(st.lists(st.tuples(SEATS_STRATEGY, MARKS_STRATEGY), max_size=20))
def test_last_mark_of_a_seat_applies_to_this_deal_only(marks: list[tuple[int, str]]) -> None:
    notes = SeatNotes(0, deal=3)
    for seat, word in marks:
        notes = notes.with_change(MarkSeat(seat, word))
    wanted = {seat: word for seat, word in dict(marks).items() if word}
    assert [dict(notes.in_deal(deal).marks) for deal in (2, 3, 4)] == [{}, wanted, {}]
    assert parse_notes(encode_notes({0: notes})) == {0: notes}


@check_rows("kept", [
    None, 7, {"deal": 1}, [{"deal": "x"}], [{"seat": 0, "marks": [[1, ""]]}], [{"seat": 0, "hand": ["Ad", "1x"]}],
])  # fmt: skip
def test_damaged_annotations_are_discarded(kept: Any) -> None:
    assert parse_notes(kept) == {}


def take_notice_texts(driver: SessionDriver) -> list[str]:
    return [notice.text for notice in driver.storage.take_notices()]


@pytest.mark.parametrize("kind", ["mark", "arrange"])
def test_failed_note_is_reported_once_until_one_succeeds(driver: SessionDriver, kind: str) -> None:
    driver.advance_to_shown_turn()
    session, hand = driver.session, driver.observation.board.hands[0]

    def save_note(number: int, failure_message: str = "") -> list[str]:
        driver.storage.failure_message = failure_message
        if kind == "mark":
            session.mark_seat(1, f"mark {number}")
        else:
            session.arrange_hand(hand[number % 3 :] + hand[: number % 3])
        return take_notice_texts(driver)

    for number in (1, 4):
        assert save_note(number) == []
        (line,) = save_note(number + 1, DISK_FULL_MESSAGE)
        assert DISK_FULL_MESSAGE in line and "n't saved" in line
        assert save_note(number + 2, DISK_FULL_MESSAGE) == []
        assert not driver.session.error and driver.session.is_your_turn


def test_failed_note_is_reported_after_session_is_closed(driver: SessionDriver) -> None:
    driver.advance_to_shown_turn()
    driver.storage.is_paused = True
    driver.session.mark_seat(1, "partner")
    driver.session.close()
    driver.storage.failure_message = DISK_FULL_MESSAGE
    driver.storage.run_waiting_calls()
    assert len(take_notice_texts(driver)) == 1
