"""Giving up a match takes effect on disk or is reported, and nothing is accepted afterwards."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from game.core.actions import LeaveMatch
from game.core.messages import Reason
from game.storage.match_rows import STATUS_FINISHED
from tests.fakes import FakeClock, FakeStorageThread, make_folders
from tests.rows import check_rows
from tests.session_driver import SessionDriver

DISK_FULL_MESSAGE = "The disk is full."


def take_notice_texts(driver: SessionDriver) -> list[str]:
    return [notice.text for notice in driver.storage.take_notices()]


def is_given_up(driver: SessionDriver) -> bool:
    """Return whether the session and the disk have it that the match was given up; they must agree."""
    driver.advance_frames(5)
    assert driver.session.status.is_given_up == (driver.unfinished_count == 0)
    return driver.session.status.is_given_up


@pytest.mark.parametrize("fault", ["pause", "failure"])
def test_giving_up_follows_action_that_is_being_saved(driver: SessionDriver, fault: str) -> None:
    driver.advance_to_person()
    count = driver.action_count
    driver.storage.is_paused, driver.storage.failure_message = fault == "pause", DISK_FULL_MESSAGE
    driver.play_random_action(Random(1))
    driver.session.give_up()
    driver.advance_frames(5)
    assert not driver.session.status.is_given_up and len(take_notice_texts(driver)) == (fault == "failure")
    driver.storage.failure_message = ""
    driver.storage.finish_writes()
    driver.session.retry()
    assert is_given_up(driver) and driver.record == driver.stored_record and driver.action_count == count + 1


@pytest.mark.parametrize("end", ["give up", "close"])
def test_nothing_is_accepted_after_the_end(driver: SessionDriver, end: str) -> None:
    driver.advance_to_person()
    before, session = driver.stored_record, driver.session
    (session.give_up if end == "give up" else session.close)()
    refusals = (
        session.act(driver.observation.legal_actions[0]),
        session.act(LeaveMatch(0)),
        session.request_hint(),
        session.mark_seat(1, "partner"),
        session.arrange_hand(driver.observation.board.hands[0][::-1]),
    )
    assert refusals == (Reason("match_over"),) * 5
    assert session.say("Good luck!") is not None and session.undo() is not None
    assert not session.notes.marks and not session.notes.hand
    session.give_up()
    assert is_given_up(driver) == (end == "give up"), "a closed match is not given up"
    assert driver.stored_record == before and "notes" not in driver.load_match().notes


def test_match_ended_by_pending_action_is_over_not_given_up(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "you you", deals_to_win=1)
    driver.advance_to_person()
    while not driver.session.host.match.apply(driver.observation.legal_actions[0]).match.is_over:
        assert driver.session.act(driver.observation.legal_actions[0]) is None
        driver.advance_to_person()
    driver.storage.is_paused = True
    assert driver.session.act(driver.observation.legal_actions[0]) is None
    driver.session.give_up()
    driver.storage.finish_writes()
    assert is_given_up(driver) and driver.observation.is_over and driver.record == driver.stored_record
    rows = driver.storage.get_repository().database.execute("SELECT finished FROM matches")
    assert rows.fetchall() == [(STATUS_FINISHED,)]


@check_rows(("gives_up", "closes", "fails", "unfinished_count"), [
    (True, False, False, 0), (True, True, False, 0), (False, True, False, 1), (False, True, True, 0),
])  # fmt: skip
def test_match_ended_before_it_is_created_is_free_for_other_instance(
    tmp_path: Path, gives_up: bool, closes: bool, fails: bool, unfinished_count: int
) -> None:
    folders = make_folders(tmp_path / f"{gives_up} {closes} {fails}")
    storage = FakeStorageThread(folders, FakeClock())
    storage.is_paused = True
    driver = SessionDriver(tmp_path, storage=storage)
    if gives_up:
        driver.session.give_up()
    if closes:
        driver.session.close()
    driver.advance_frames(5)
    assert not driver.session.status.is_given_up and storage.waiting_calls
    storage.failure_message = DISK_FULL_MESSAGE if fails else ""
    storage.finish_writes()
    storage.failure_message = ""
    driver.advance_frames(5)
    assert driver.unfinished_count == unfinished_count
    if closes and not fails:
        assert FakeStorageThread(folders, FakeClock()).get_repository().claim_match(1)


@pytest.mark.parametrize("again", ["retry", "give up"])
def test_giving_up_that_cannot_be_saved_is_reported_and_retried(driver: SessionDriver, again: str) -> None:
    driver.advance_to_person()
    driver.storage.failure_message = DISK_FULL_MESSAGE
    driver.session.give_up()
    driver.advance_frames(5)
    assert not driver.session.status.is_given_up
    assert DISK_FULL_MESSAGE in driver.session.error and "n't been given up" in driver.session.error
    assert take_notice_texts(driver) == [driver.session.error]
    driver.storage.failure_message = ""
    assert driver.unfinished_count == 1
    (driver.session.give_up if again == "give up" else driver.session.retry)()
    assert is_given_up(driver) and not driver.session.error and take_notice_texts(driver) == []


def test_session_closed_with_unsaved_giving_up_retries_once_and_reports(driver: SessionDriver) -> None:
    driver.advance_to_person()
    driver.storage.is_paused = True
    driver.session.give_up()
    driver.session.close()
    driver.storage.failure_message = DISK_FULL_MESSAGE
    driver.storage.finish_writes()
    assert len(take_notice_texts(driver)) == 1
    driver.storage.failure_message = ""
    assert driver.unfinished_count == 1
