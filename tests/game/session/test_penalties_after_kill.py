"""After a kill of the program a penalty is neither lost nor given twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core.actions import Play, Timeout
from game.storage.files import StorageError
from tests.fakes import FakeStorageThread, make_folders
from tests.session_driver import HOUR_S, TURN_LIMIT_S, SessionDriver, start_auction_near_timeout


def test_penalty_of_unsaved_timeout_is_given_at_next_start(tmp_path: Path) -> None:
    driver = start_auction_near_timeout(tmp_path)
    driver.storage.is_paused = True
    driver.advance_frame(TURN_LIMIT_S)
    assert driver.session.is_saving and not driver.observation.is_over
    back = driver.restart_program(1.0)
    assert not back.penalty_seconds
    back.advance_until(lambda: back.session.observation.is_over)
    assert back.penalty_seconds.keys() == {"Anna"}


def test_penalty_exists_as_soon_as_timeout_is_saved(tmp_path: Path) -> None:
    driver = start_auction_near_timeout(tmp_path)
    driver.advance_frame(TURN_LIMIT_S)
    assert driver.session.is_saving and not driver.observation.is_over, "the table has not even heard of it"
    driver.session.close()
    driver.storage.close()
    storage = FakeStorageThread(make_folders(tmp_path), driver.system_clock)
    assert storage.get_repository().list_unfinished_matches() == ()
    assert [bar.name for bar in storage.get_repository().check_in_players(("Anna",))] == ["Anna"]


def test_action_match_end_and_penalty_are_saved_together_or_not_at_all(tmp_path: Path) -> None:
    driver = start_auction_near_timeout(tmp_path)
    count = driver.action_count
    database = driver.storage.get_repository().database
    database.execute("CREATE TEMP TRIGGER no BEFORE UPDATE ON profiles BEGIN SELECT RAISE(ABORT, 'no'); END")
    driver.advance_frame(TURN_LIMIT_S)
    driver.advance_frame()
    assert driver.session.error and not driver.observation.is_over
    saved = driver.stored_record
    assert (
        sum(len(deal.actions) for deal in saved.deals) == count
        and len(driver.storage.get_repository().list_unfinished_matches()) == 1
    )
    database.execute("DROP TRIGGER no")
    driver.session.retry()
    driver.advance_frame()
    assert (
        driver.observation.is_over
        and driver.penalty_seconds.keys() == {"Anna"}
        and not driver.storage.get_repository().list_unfinished_matches()
    )


def test_finished_match_without_ending_gives_one_penalty_when_opened(tmp_path: Path) -> None:
    """Check a match whose last action is stored without what follows from it."""
    driver = start_auction_near_timeout(tmp_path)
    number = len(driver.record.deals[-1].actions) + 1
    driver.storage.get_repository().add_action(1, len(driver.record.deals), number, Timeout(0))
    assert not driver.penalty_seconds and driver.storage.get_repository().list_unfinished_matches()
    back = driver.restart_program(5.0)
    back.advance_frame()
    assert back.penalty_seconds == {"Anna": pytest.approx(HOUR_S, abs=2)}
    assert not back.storage.get_repository().list_unfinished_matches()
    left = back.penalty_seconds["Anna"]
    third = back.restart_program(100.0)
    third.advance_frame()
    assert third.penalty_seconds["Anna"] <= HOUR_S and left


def test_player_without_profile_is_blocked_too(tmp_path: Path) -> None:
    driver = start_auction_near_timeout(tmp_path)
    driver.storage.get_repository().database.execute("DELETE FROM profiles")
    driver.advance_frame(TURN_LIMIT_S)
    driver.advance_until(lambda: driver.observation.is_over)
    assert driver.penalty_seconds.keys() == {"Anna"}


def test_a_finished_match_stays_finished(tmp_path: Path) -> None:
    driver = SessionDriver(tmp_path, "you club", deals_to_win=1)
    driver.play_to_end()
    assert not driver.storage.get_repository().list_unfinished_matches() and not driver.penalty_seconds
    with pytest.raises(StorageError):
        driver.storage.get_repository().add_action(1, 1, 1, Play(0, driver.match.pack[0]))
