"""Pending writes: one after the other, and no failure is dropped silently."""

from __future__ import annotations

from concurrent.futures import Future
from functools import partial
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


class Disk:
    """A disk on which each write ends when a test says so; ``begun``: names and futures of the writes so far."""

    def __init__(self) -> None:
        self.begun: list[tuple[str, Future[str]]] = []

    def write(self, name: str) -> Future[str]:
        self.begun.append((name, Future()))
        return self.begun[-1][1]

    @property
    def names(self) -> list[str]:
        return [name for name, _future in self.begun]


def test_write_begins_only_after_the_one_before_it_is_saved() -> None:
    queue, disk, saved = WriteQueue(), Disk(), list[str]()
    for name in ("message", "action", "remark"):
        queue.add(partial(disk.write, name), saved.append, is_step=name == "action")
    for count, name in enumerate(("message", "action", "remark"), 1):
        assert disk.names[count - 1 :] == [name] and queue.is_busy == (name != "remark")
        queue.poll()
        disk.begun[-1][1].set_result(name)
        queue.poll()
        assert len(saved) == count
    assert saved == disk.names


def test_writes_behind_a_failed_one_wait_and_are_begun_once() -> None:
    queue, disk, saved = WriteQueue(), Disk(), list[str]()
    queue.add(partial(disk.write, "message"), saved.append, is_step=False)
    queue.add(partial(disk.write, "action"), saved.append)
    disk.begun[0][1].set_exception(StorageError(DISK_FULL_MESSAGE))
    queue.poll()
    assert (queue.error, disk.names) == (DISK_FULL_MESSAGE, ["message"])
    queue.begin_all()
    queue.retry()
    assert disk.names == ["message", "message"]
    for _write in range(2):
        disk.begun[-1][1].set_result("")
        queue.poll()
    assert disk.names == ["message", "message", "action"] and not queue.error and not queue.is_busy


def test_action_behind_a_message_is_stored_when_the_match_is_closed_at_once(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "you you", **FREE_CHAT_SETUP)
    driver.play_until(is_card_play)
    action_count = driver.action_count
    driver.storage.is_paused = True
    assert driver.session.say("Buona fortuna!") is None
    action = driver.observation.legal_actions[0]
    assert driver.session.act(action) is None and driver.session.is_saving
    driver.session.close()
    driver.storage.finish_writes()
    assert driver.stored_record.deals[-1].actions[action_count:] == (action,)


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
