"""Pending writes: one after the other, and no failure is dropped silently."""

from __future__ import annotations

from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from game.session.write_queue import WriteQueue
from game.storage.files import StorageError
from tests.session_driver import FREE_CHAT_SETUP, TURN_LIMIT_S, SessionDriver, is_card_play

DISK_FULL_MESSAGE = "The disk is full."


def test_one_step_at_a_time_is_accepted_and_retried_after_a_failure() -> None:
    saving, accepted, tries = WriteQueue(), list[str](), list[Future[str]]()

    def save() -> Future[str]:
        tries.append(Future())
        return tries[-1]

    def send_next(result: str) -> None:
        accepted.append(result)
        saving.add(save, accepted.append)

    def check_that_another_is_refused() -> None:
        with pytest.raises(RuntimeError, match="still being saved"):
            saving.add(save, accepted.append)

    saving.add(save, send_next)
    check_that_another_is_refused()
    tries[0].set_exception(StorageError(DISK_FULL_MESSAGE))
    saving.poll()
    check_that_another_is_refused()
    assert (saving.error, len(tries)) == (DISK_FULL_MESSAGE, 1)
    saving.retry()
    tries[1].set_result("first")
    saving.poll()
    assert (saving.error, accepted, len(tries)) == ("", ["first"], 3)
    tries[2].set_result("second")
    saving.poll()
    saving.poll()
    assert accepted == ["first", "second"] and not saving.is_busy


def test_failed_save_of_turn_clock_restarts_is_retried(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "you you", **FREE_CHAT_SETUP, turn_seconds=TURN_LIMIT_S)
    driver.play_until(is_card_play)
    driver.storage.failure_message = DISK_FULL_MESSAGE
    assert driver.session.say("Momento.") is None
    driver.advance_frame(0.0)
    assert driver.session.error == DISK_FULL_MESSAGE and not driver.session.chat_messages
    driver.storage.failure_message = ""
    driver.session.retry()
    driver.advance_frame(0.0)
    stored_notes: Any = driver.load_match().notes
    assert len(driver.session.chat_messages) == len(stored_notes["chat"]) == 1
    assert stored_notes["restarts"][-1] == 1
    assert driver.restart_program().session.host.turn_clock.restart_count == 1
