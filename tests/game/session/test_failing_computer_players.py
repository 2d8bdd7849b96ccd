"""Computer players that fail: the match waits, says so, and goes on with their own choice and no other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from game.ai.client import CHOOSE_FUNCTION
from game.core.actions import Play
from game.core.cards import Card
from game.session.computer_seats import COMPUTER_RETRY_S
from tests.fakes import FakeWorker
from tests.session_driver import SessionDriver

PLAYER_KINDS = "you club club club"
SECRET_FAULT = "no move with 7d in the hand"


def raise_error(*_arguments: object) -> None:
    raise ZeroDivisionError(SECRET_FAULT)


def choose_illegal_card(*_arguments: object) -> Play:
    return Play(0, Card("7d"))


def choose_nothing(*_arguments: object) -> None:
    return None


def break_process(worker: FakeWorker) -> None:
    worker.fault = SECRET_FAULT


def break_player(choose: Callable[..., object]) -> Callable[[FakeWorker], None]:
    def replace(worker: FakeWorker) -> None:
        worker.replacements[CHOOSE_FUNCTION] = choose

    return replace


def repair(worker: FakeWorker) -> None:
    worker.fault = ""
    worker.replacements.clear()


for_each_fault = pytest.mark.parametrize(
    "break_computer",
    [break_process, break_player(raise_error), break_player(choose_illegal_card), break_player(choose_nothing)],
    ids=["process", "error", "illegal", "nothing"],
)


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[SessionDriver]:
    driver = SessionDriver(tmp_path, PLAYER_KINDS)
    driver.advance_to_person()
    driver.play_random_action(Random(1))
    yield driver
    driver.storage.close()


def wait_for_failure(driver: SessionDriver) -> None:
    driver.advance_until(lambda: driver.session.has_computer_failed)


def is_computers_turn(driver: SessionDriver) -> bool:
    turn = driver.observation.turn
    return turn is not None and turn not in driver.session.info.seats and not driver.session.is_saving


@for_each_fault
def test_match_says_so_and_goes_on_as_if_computer_player_had_not_failed(
    tmp_path: Path, break_computer: Callable[[FakeWorker], None]
) -> None:
    records = []
    for is_broken in (False, True):
        driver = SessionDriver(tmp_path / str(is_broken), PLAYER_KINDS)
        driver.advance_until(lambda: is_computers_turn(driver))  # noqa: B023
        if is_broken:
            break_computer(driver.worker)
            wait_for_failure(driver)
            record, observation = driver.record, driver.observation
            for _frame in range(100):
                driver.advance_frame()
                assert driver.session.error == "The computer player can't make its move. The match is saved."
            assert driver.record == record == driver.stored_record and driver.observation == observation
            repair(driver.worker)
            driver.session.retry()
        driver.play_deal_at_random()
        assert not driver.session.error
        records.append(driver.record)
    assert records[0] == records[1]


def test_retry_that_fails_is_told_without_a_gap(driver: SessionDriver) -> None:
    break_process(driver.worker)
    wait_for_failure(driver)
    driver.worker.is_paused = True
    driver.session.retry()
    for _frame in range(3):
        driver.advance_frame(0.1)
        assert driver.session.error
    driver.session.retry()
    assert len(driver.worker.open_tasks) == 1, "a retry is not asked twice"
    driver.worker.is_paused = False
    driver.advance_frame(0.1)
    driver.advance_frame(0.1)
    assert driver.session.error and not driver.worker.open_tasks


def test_failed_computer_player_is_asked_again_after_a_pause(driver: SessionDriver) -> None:
    break_process(driver.worker)
    wait_for_failure(driver)
    task_count = len(driver.worker.tasks)
    driver.advance_frame(0.0)
    driver.advance_frame(COMPUTER_RETRY_S - 1.0)
    assert len(driver.worker.tasks) == task_count
    repair(driver.worker)
    driver.advance_frame(1.0)
    driver.advance_until(lambda: driver.session.is_your_turn)
    assert not driver.session.error


def test_undo_and_leaving_work_while_a_computer_player_fails(driver: SessionDriver) -> None:
    break_process(driver.worker)
    wait_for_failure(driver)
    assert driver.session.undo() is None
    driver.advance_frame()
    driver.advance_frame()
    assert not driver.session.error and driver.session.is_your_turn
    driver.play_random_action(Random(2))
    wait_for_failure(driver)
    driver.session.give_up()
    driver.advance_until(lambda: driver.session.status.is_given_up)
    assert not driver.session.error


def test_failure_of_disk_is_told_before_that_of_a_computer_player(driver: SessionDriver) -> None:
    break_process(driver.worker)
    wait_for_failure(driver)
    driver.storage.failure_message = "The disk is full."
    driver.session.undo()
    driver.advance_frame()
    driver.advance_frame()
    assert driver.session.error == "The disk is full." and not driver.session.has_computer_failed


def test_failure_names_no_card(driver: SessionDriver, caplog: pytest.LogCaptureFixture) -> None:
    break_player(choose_illegal_card)(driver.worker)
    wait_for_failure(driver)
    assert "7d" not in driver.session.error + caplog.text and "not legal" in caplog.text
