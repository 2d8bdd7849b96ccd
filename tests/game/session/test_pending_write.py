"""Pending writes: one at a time, and no failure is dropped silently."""

from __future__ import annotations

from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from game.session.pending_write import PendingWrite
from game.storage.files import StorageError
from tests.session_driver import FREE_CHAT_SETUP, TURN_LIMIT_S, SessionDriver, is_card_play

DISK_FULL_MESSAGE = "The disk is full."


def make_finished_future(result: str) -> Future[str]:
    future: Future[str] = Future()
    future.set_result(result)
    return future


def make_failed_future() -> Future[str]:
    future: Future[str] = Future()
    future.set_exception(StorageError(DISK_FULL_MESSAGE))
    return future


# -- one write at a time ---------------------------------------------------------------------------


def test_second_write_while_busy_is_refused() -> None:
    saving, accepted, first = PendingWrite(), list[str](), Future[str]()
    begun = list[str]()

    def send_second() -> Future[str]:
        begun.append("second")
        return make_finished_future("second")

    saving.add(lambda: first, accepted.append)
    with pytest.raises(RuntimeError, match="still being saved"):
        saving.add(send_second, accepted.append)
    first.set_result("first")
    saving.poll()
    assert (accepted, begun) == (["first"], [])
    assert not saving.is_busy


def test_write_after_failure_is_refused_and_retry_writes_once() -> None:
    saving, accepted, tries = PendingWrite(), list[str](), list[Future[str]]()

    def save() -> Future[str]:
        tries.append(make_finished_future("first") if tries else make_failed_future())
        return tries[-1]

    saving.add(save, accepted.append)
    saving.poll()
    with pytest.raises(RuntimeError):
        saving.add(lambda: make_finished_future("second"), accepted.append)
    assert saving.error == DISK_FULL_MESSAGE
    saving.retry()
    saving.poll()
    saving.poll()
    assert (accepted, len(tries), saving.error) == (["first"], 2, "")


def test_accepted_write_may_send_the_next() -> None:
    saving, accepted = PendingWrite(), list[str]()

    def send_next(result: str) -> None:
        accepted.append(result)
        saving.add(lambda: make_finished_future("second"), accepted.append)

    saving.add(lambda: make_finished_future("first"), send_next)
    saving.poll()
    saving.poll()
    assert accepted == ["first", "second"]


# -- notes beside the match ------------------------------------------------------------------------


def take_notice_texts(driver: SessionDriver) -> list[str]:
    return [notice.text for notice in driver.storage.take_notices()]


@pytest.mark.parametrize("kind", ["mark", "arrange"])
def test_failed_note_is_reported_once_until_one_succeeds(tmp_path: Path, kind: str) -> None:
    driver = SessionDriver(tmp_path)
    driver.advance_to_shown_turn()
    hand = driver.observation.board.hands[0]

    def save_note(number: int) -> None:
        if kind == "mark":
            driver.session.annotations.mark_seat(1, f"mark {number}")
        else:
            driver.session.annotations.arrange_hand(hand[number % 3 :] + hand[: number % 3])

    save_note(1)
    assert take_notice_texts(driver) == []
    for _time in range(2):
        driver.storage.failure_message = DISK_FULL_MESSAGE
        save_note(2)
        save_note(3)
        (line,) = take_notice_texts(driver)
        assert DISK_FULL_MESSAGE in line and "not saved" in line
        assert not driver.session.error and driver.session.is_your_turn
        driver.storage.failure_message = ""
        save_note(4)
        assert take_notice_texts(driver) == []


def test_failed_note_is_reported_after_session_is_closed(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path)
    driver.advance_to_shown_turn()
    driver.storage.is_paused = True
    driver.session.annotations.mark_seat(1, "partner")
    driver.session.close()
    driver.storage.failure_message = DISK_FULL_MESSAGE
    driver.storage.run_waiting_calls()
    assert len(take_notice_texts(driver)) == 1


def test_failed_save_of_turn_clock_restarts_is_retried(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "you you", **FREE_CHAT_SETUP, turn_seconds=TURN_LIMIT_S)
    driver.play_until(is_card_play)
    driver.storage.failure_message = DISK_FULL_MESSAGE
    assert driver.session.chat.say("Momento.") is None
    driver.advance_frame(0.0)
    assert driver.session.error == DISK_FULL_MESSAGE and not driver.session.chat.messages
    driver.storage.failure_message = ""
    driver.session.retry()
    driver.advance_frame(0.0)
    stored_notes: Any = driver.load_match().notes
    assert len(driver.session.chat.messages) == len(stored_notes["chat"]) == 1
    assert stored_notes["restarts"][-1] == 1
    assert driver.restart_program().session.host.turn_clock.restart_count == 1
