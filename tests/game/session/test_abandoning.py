"""Abandoning a match takes effect on disk or is reported, and nothing is accepted afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from game.core.actions import LeaveMatch
from game.core.messages import Reason
from game.storage.match_rows import STATUS_FINISHED
from tests.fakes import FakeClock, FakeStorageThread, make_folders
from tests.session_driver import SessionDriver

DISK_FULL_MESSAGE = "The disk is full."


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[SessionDriver]:
    driver = SessionDriver(tmp_path)
    yield driver
    driver.storage.close()


@pytest.fixture
def driver_before_creation(tmp_path: Path) -> Iterator[SessionDriver]:
    """Return a session whose match is still being created."""
    storage = FakeStorageThread(make_folders(tmp_path), FakeClock())
    storage.is_paused = True
    driver = SessionDriver(tmp_path, storage=storage)
    yield driver
    storage.close()


def advance_frames(driver: SessionDriver, count: int = 5) -> None:
    for _frame in range(count):
        driver.advance_frame()


def count_unfinished_matches(driver: SessionDriver) -> int:
    """Return the number of matches that can be continued."""
    return len(driver.storage.get_repository().list_unfinished_matches())


def finish_all_writes(driver: SessionDriver) -> None:
    """Let the disk work again and finish all writes."""
    driver.storage.finish_writes()


def can_other_instance_claim(home: Path) -> bool:
    """Return whether another window can claim the match."""
    other = FakeStorageThread(make_folders(home), FakeClock())
    try:
        return other.get_repository().claim_match(1)
    finally:
        other.close()


# -- memory and disk agree -------------------------------------------------------------------------


def test_action_then_abandon_keeps_disk_and_memory_equal(driver: SessionDriver) -> None:
    driver.advance_to_person()
    count = driver.action_count
    driver.storage.is_paused = True
    driver.play_random_action(Random(1))
    driver.session.course.abandon()
    advance_frames(driver)
    assert not driver.session.course.is_given_up
    finish_all_writes(driver)
    advance_frames(driver)
    assert driver.session.course.is_given_up and count_unfinished_matches(driver) == 0
    assert driver.record == driver.stored_record and driver.action_count == count + 1


@pytest.mark.parametrize("end", ["abandon", "close"])
def test_nothing_is_accepted_after_the_end(driver: SessionDriver, end: str) -> None:
    driver.advance_to_person()
    before, action = driver.stored_record, driver.observation.legal_actions[0]
    (driver.session.course.abandon if end == "abandon" else driver.session.close)()
    for refused_action in (action, LeaveMatch(0)):
        reason = driver.session.act(refused_action)
        assert reason is not None and reason.code == "match_over"
    for refused in (
        driver.session.chat.say("Ciao"),
        driver.session.assistance.undo(),
        driver.session.assistance.request_hint(),
    ):
        assert refused is not None
    annotations = driver.session.annotations
    assert annotations.mark_seat(1, "partner") == Reason("match_over")
    assert annotations.arrange_hand(driver.observation.board.hands[0][::-1]) == Reason("match_over")
    assert not annotations.marks and not annotations.hand_order
    advance_frames(driver)
    assert driver.stored_record == before and "marks" not in driver.load_match().notes


def test_abandon_after_close_changes_nothing(driver: SessionDriver) -> None:
    driver.advance_to_person()
    driver.session.close()
    driver.session.course.abandon()
    advance_frames(driver)
    assert count_unfinished_matches(driver) == 1


def test_match_ended_by_pending_action_is_over_not_abandoned(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "you you", deals_to_win=1)
    driver.advance_to_person()
    while not driver.session.host.match.apply(driver.observation.legal_actions[0]).match.is_over:
        assert driver.session.act(driver.observation.legal_actions[0]) is None
        driver.advance_to_person()
    driver.storage.is_paused = True
    assert driver.session.act(driver.observation.legal_actions[0]) is None
    driver.session.course.abandon()
    finish_all_writes(driver)
    advance_frames(driver)
    assert driver.observation.is_over and driver.session.course.is_given_up and driver.record == driver.stored_record
    assert driver.storage.get_repository().database.execute("SELECT finished FROM matches").fetchall() == [
        (STATUS_FINISHED,)
    ]
    driver.storage.close()


# -- before the match is created -------------------------------------------------------------------


def test_abandon_before_match_is_created_takes_effect(driver_before_creation: SessionDriver) -> None:
    driver_before_creation.session.course.abandon()
    advance_frames(driver_before_creation)
    assert not driver_before_creation.session.course.is_given_up
    finish_all_writes(driver_before_creation)
    advance_frames(driver_before_creation)
    assert driver_before_creation.session.course.is_given_up and count_unfinished_matches(driver_before_creation) == 0


def test_abandon_and_close_before_match_is_created_take_effect(
    driver_before_creation: SessionDriver, tmp_path: Path
) -> None:
    driver_before_creation.session.course.abandon()
    driver_before_creation.session.close()
    finish_all_writes(driver_before_creation)
    assert count_unfinished_matches(driver_before_creation) == 0 and can_other_instance_claim(tmp_path)


def test_match_closed_before_creation_is_free_for_other_instance(
    driver_before_creation: SessionDriver, tmp_path: Path
) -> None:
    driver_before_creation.session.close()
    assert driver_before_creation.storage.waiting_calls
    finish_all_writes(driver_before_creation)
    assert count_unfinished_matches(driver_before_creation) == 1 and can_other_instance_claim(tmp_path)


def test_close_after_failed_creation_reports_nothing(driver_before_creation: SessionDriver) -> None:
    driver_before_creation.storage.failure_message = DISK_FULL_MESSAGE
    driver_before_creation.session.close()
    finish_all_writes(driver_before_creation)
    driver_before_creation.storage.failure_message = ""
    assert count_unfinished_matches(driver_before_creation) == 0


# -- on a full disk --------------------------------------------------------------------------------


def take_notice_texts(driver: SessionDriver) -> list[str]:
    return [notice.text for notice in driver.storage.take_notices()]


@pytest.mark.parametrize("again", ["retry", "abandon"])
def test_abandon_that_cannot_be_saved_is_reported_and_retried(driver: SessionDriver, again: str) -> None:
    driver.advance_to_person()
    driver.storage.failure_message = DISK_FULL_MESSAGE
    driver.session.course.abandon()
    advance_frames(driver)
    assert not driver.session.course.is_given_up
    assert DISK_FULL_MESSAGE in driver.session.error and "not abandoned" in driver.session.error
    assert take_notice_texts(driver) == [driver.session.error]
    driver.storage.failure_message = ""
    assert count_unfinished_matches(driver) == 1
    (driver.session.course.abandon if again == "abandon" else driver.session.retry)()
    advance_frames(driver)
    assert driver.session.course.is_given_up and not driver.session.error and count_unfinished_matches(driver) == 0
    assert take_notice_texts(driver) == []


def test_abandon_while_action_is_unsaved_follows_it(driver: SessionDriver) -> None:
    driver.advance_to_person()
    count = driver.action_count
    driver.storage.failure_message = DISK_FULL_MESSAGE
    driver.play_random_action(Random(1))
    advance_frames(driver)
    driver.session.course.abandon()
    advance_frames(driver)
    assert not driver.session.course.is_given_up and len(take_notice_texts(driver)) == 1
    driver.storage.failure_message = ""
    driver.session.retry()
    advance_frames(driver)
    assert (
        driver.session.course.is_given_up and driver.record == driver.stored_record and driver.action_count == count + 1
    )


def test_session_closed_with_unsaved_abandon_retries_once_and_reports(driver: SessionDriver) -> None:
    driver.advance_to_person()
    driver.storage.is_paused = True
    driver.session.course.abandon()
    driver.session.close()
    driver.storage.failure_message = DISK_FULL_MESSAGE
    finish_all_writes(driver)
    assert len(take_notice_texts(driver)) == 1
    driver.storage.failure_message = ""
    assert count_unfinished_matches(driver) == 1
