"""After a kill of the program a penalty is neither lost nor given twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core.actions import Play, Timeout
from game.storage.files import StorageError
from tests.fakes import FakeStorageThread, make_folders
from tests.program_restarts import HOUR_S, TURN_LIMIT_S, RestartableDriver, start_auction_near_timeout


def test_penalty_of_unsaved_timeout_is_given_at_next_start(tmp_path: Path) -> None:
    room = start_auction_near_timeout(tmp_path)
    room.storage.is_paused = True
    room.advance_frame(TURN_LIMIT_S)
    assert room.session.is_saving and not room.session.observation.is_over
    back = room.restart_program(1.0)
    assert not back.penalty_seconds
    back.advance_until(lambda: back.session.observation.is_over)
    assert back.penalty_seconds.keys() == {"Anna"}


def test_penalty_exists_as_soon_as_timeout_is_saved(tmp_path: Path) -> None:
    room = start_auction_near_timeout(tmp_path)
    room.advance_frame(TURN_LIMIT_S)
    assert room.session.is_saving and not room.session.observation.is_over, "the table has not even heard of it"
    room.session.close()
    room.storage.close()
    storage = FakeStorageThread(make_folders(tmp_path), room.system_clock)
    assert storage.get_repository().list_unfinished_matches() == ()
    assert [bar.name for bar in storage.get_repository().check_in_players(("Anna",))] == ["Anna"]


def test_action_match_end_and_penalty_are_saved_together_or_not_at_all(tmp_path: Path) -> None:
    room = start_auction_near_timeout(tmp_path)
    count = room.action_count
    database = room.storage.get_repository().database
    database.execute("CREATE TEMP TRIGGER no BEFORE UPDATE ON profiles BEGIN SELECT RAISE(ABORT, 'no'); END")
    room.advance_frame(TURN_LIMIT_S)
    room.advance_frame()
    assert room.session.error and not room.session.observation.is_over
    saved = room.stored_record
    assert (
        sum(len(deal.actions) for deal in saved.deals) == count
        and len(room.storage.get_repository().list_unfinished_matches()) == 1
    )
    database.execute("DROP TRIGGER no")
    room.session.retry()
    room.advance_frame()
    assert (
        room.session.observation.is_over
        and room.penalty_seconds.keys() == {"Anna"}
        and not room.storage.get_repository().list_unfinished_matches()
    )


def test_finished_match_without_ending_gives_one_penalty_when_opened(tmp_path: Path) -> None:
    """Check a match whose last action is stored without what follows from it."""
    room = start_auction_near_timeout(tmp_path)
    match_id = 1
    room.storage.get_repository().add_action(match_id, len(room.record.deals), len(room.record.deals[-1].actions) + 1,
                                      Timeout(0))  # fmt: skip
    assert not room.penalty_seconds and room.storage.get_repository().list_unfinished_matches()
    back = room.restart_program(5.0)
    back.advance_frame()
    assert back.penalty_seconds == {"Anna": pytest.approx(HOUR_S, abs=2)}
    assert not back.storage.get_repository().list_unfinished_matches()
    left = back.penalty_seconds["Anna"]
    third = back.restart_program(100.0)
    third.advance_frame()
    assert third.penalty_seconds["Anna"] <= HOUR_S and left


def test_player_without_profile_is_blocked_too(tmp_path: Path) -> None:
    room = start_auction_near_timeout(tmp_path)
    room.storage.get_repository().database.execute("DELETE FROM profiles")
    room.advance_frame(TURN_LIMIT_S)
    room.advance_until(lambda: room.session.observation.is_over)
    assert room.penalty_seconds.keys() == {"Anna"}


def test_a_finished_match_stays_finished(tmp_path: Path) -> None:
    room = RestartableDriver(tmp_path, "you club", deals_to_win=1)
    room.play_to_end()
    assert not room.storage.get_repository().list_unfinished_matches() and not room.penalty_seconds
    with pytest.raises(StorageError):
        room.storage.get_repository().add_action(1, 1, 1, Play(0, room.match.pack[0]))
