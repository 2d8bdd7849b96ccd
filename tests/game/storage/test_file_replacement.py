"""The file of saved matches is deleted or replaced while the program runs: what is played is written anew, and said."""

from __future__ import annotations

import shutil
import sqlite3
import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from game.storage.file_monitor import FileMonitor
from game.storage.files import Folders, StorageError, StorageNotice
from game.storage.matches import MatchRepository
from game.storage.profiles import ActivePenalty
from tests.fakes import FakeClock
from tests.game.storage.test_matches import (
    empty_record,
    make_folders_below,
    play_record,
    replace,
    shorten_record,
    store_match,
)
from tests.session_driver import SessionDriver

NOW_TIMESTAMP = 1_700_000_000.0


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    return make_folders_below(tmp_path / "casa")


@pytest.fixture
def notices() -> list[StorageNotice]:
    return []


@pytest.fixture
def repository(folders: Folders, notices: list[StorageNotice]) -> Iterator[MatchRepository]:
    opened_repository = MatchRepository(folders, FakeClock(NOW_TIMESTAMP), on_notice=notices.append)
    yield opened_repository
    opened_repository.close()


def list_database_files(folders: Folders) -> list[Path]:
    return sorted(folders.data.glob("matches.db*"))


def delete_all_files(folders: Folders) -> None:
    for file in list_database_files(folders):
        file.unlink()


def delete_main_file(folders: Folders) -> None:
    (folders.data / "matches.db").unlink()


def delete_folder(folders: Folders) -> None:
    shutil.rmtree(folders.data)


def delete_home(folders: Folders) -> None:
    shutil.rmtree(folders.data.parent)


def rename_files(folders: Folders) -> None:
    for file in list_database_files(folders):
        file.rename(file.with_name("old-" + file.name))


def make_other_database(folders: Folders, home: Path) -> Path:
    """A good file of saved matches that another program made: three of them, from other people."""
    repository = MatchRepository(make_folders_below(home), lambda: 5.0)
    for seed in (7, 8, 9):
        store_match(repository, play_record(30, seed))
    repository.save_profile("Zoe", "red")
    repository.close()
    return home / "data" / "matches.db"


def replace_file(folders: Folders) -> None:
    make_other_database(folders, folders.data.parent / "other").replace(folders.data / "matches.db")


def overwrite_file(folders: Folders) -> None:
    file = folders.data / "matches.db"
    with file.open("r+b") as stream:
        stream.truncate(0)
        stream.write(make_other_database(folders, folders.data.parent / "other").read_bytes())


def truncate_file(folders: Folders) -> None:
    with (folders.data / "matches.db").open("r+b") as stream:
        stream.truncate(0)


def write_garbage(folders: Folders) -> None:
    (folders.data / "matches.db").write_bytes(b"nothing of a database" * 999)


def delete_log(folders: Folders) -> None:
    (folders.data / "matches.db-wal").unlink()


HARMFUL_CHANGES = [
    delete_all_files,
    delete_main_file,
    delete_folder,
    delete_home,
    rename_files,
    replace_file,
    overwrite_file,
    truncate_file,
    write_garbage,
]


@pytest.mark.parametrize("harm", HARMFUL_CHANGES)
def test_match_in_progress_is_restored_and_reported_in_one_line(
    folders: Folders, repository: MatchRepository, notices: list[StorageNotice], harm: Callable[[Folders], None]
) -> None:
    full_record = play_record(60)
    match_id = store_match(repository, shorten_record(full_record, 20))
    repository.store_note(match_id, "chat", [[0, "ciao"]])
    harm(folders)
    for number, action in enumerate(full_record.deals[0].actions[20:], 21):
        repository.add_action(match_id, 1, number, action)
    repository.add_deal(match_id, 2, replace(full_record.deals[1], actions=()))
    assert any("deleted or replaced while the program ran" in item.text for item in notices)
    assert all(item.text.isprintable() and item.path.name for item in notices)
    repository.close()
    again = MatchRepository(folders, FakeClock(NOW_TIMESTAMP))
    assert again.notices == ()
    back = again.load_match(match_id)
    assert back.record == replace(full_record, deals=(full_record.deals[0], replace(full_record.deals[1], actions=())))
    assert (back.player_kinds, back.seed, back.notes) == (
        ("you", "club"),
        2**90 + 1,
        {"clock": [1.5, None], "chat": [[0, "ciao"]]},
    )
    assert not any(item.error or item.damage_message for item in again.list_unfinished_matches())
    if harm in (replace_file, overwrite_file):
        assert len(again.list_unfinished_matches()) == 4, "those of the other file are all there"
    again.close()


@pytest.mark.parametrize("harm", HARMFUL_CHANGES)
def test_deleting_the_file_lifts_no_penalty(
    folders: Folders, repository: MatchRepository, harm: Callable[[Folders], None]
) -> None:
    repository.check_in_players((("Anna", "red"),))
    repository.block_profile("Anna", 3600)
    harm(folders)
    assert repository.check_in_players((("Anna", "red"),)) == (ActivePenalty("Anna", 3600),)


def test_deleted_log_loses_nothing(folders: Folders, repository: MatchRepository, notices: list[StorageNotice]) -> None:
    match_id = store_match(repository, play_record(10))
    delete_log(folders)
    repository.add_action(match_id, 1, 11, play_record(11).deals[0].actions[10])
    repository.close()
    again = MatchRepository(folders, FakeClock(NOW_TIMESTAMP))
    assert (again.notices, notices) == ((), [])
    assert again.load_match(match_id).record == play_record(11)
    again.close()


def test_older_copy_of_the_file_is_brought_up_to_date(
    folders: Folders, repository: MatchRepository, notices: list[StorageNotice]
) -> None:
    match_id = store_match(repository, play_record(10))
    file = folders.data / "matches.db"
    older = file.read_bytes()
    for number in range(11, 15):
        repository.add_action(match_id, 1, number, play_record(number).deals[0].actions[number - 1])
    new = file.with_name("new")
    new.write_bytes(older)
    new.replace(file)
    repository.add_action(match_id, 1, 15, play_record(15).deals[0].actions[14])
    assert len(notices) == 1
    repository.close()
    again = MatchRepository(folders, FakeClock(NOW_TIMESTAMP))
    assert again.load_match(match_id).record == play_record(15)
    again.close()


def test_resumed_and_undone_match_is_restored(folders: Folders, repository: MatchRepository) -> None:
    match_id = store_match(repository, play_record(30))
    repository.release_match(match_id)
    assert repository.claim_match(match_id)
    repository.load_match(match_id)
    repository.truncate_match(match_id, shorten_record(play_record(30), 12))
    delete_all_files(folders)
    repository.add_action(match_id, 1, 13, play_record(13).deals[0].actions[12])
    assert repository.load_match(match_id).record == play_record(13)


@pytest.mark.slow
def test_two_instances_restore_their_own_matches(
    folders: Folders, repository: MatchRepository, notices: list[StorageNotice]
) -> None:
    other = MatchRepository(folders, FakeClock(NOW_TIMESTAMP), on_notice=notices.append)
    own_id, other_id = store_match(repository, play_record(10)), store_match(other, play_record(20, 2))
    delete_folder(folders)
    repository.add_action(own_id, 1, 11, play_record(11).deals[0].actions[10])
    other.add_action(other_id, 1, 21, play_record(21, 2).deals[0].actions[20])
    assert not repository.claim_match(other_id) and not other.claim_match(own_id)
    assert repository.load_match(own_id).record == play_record(11) and repository.load_match(
        other_id
    ).record == play_record(21, 2)
    assert len(notices) == 2
    assert {entry.is_open_elsewhere for entry in repository.list_unfinished_matches()} == {True, False}
    other.close()


@pytest.mark.slow
def test_alternating_writes_of_two_instances_are_no_file_replacement(
    folders: Folders, repository: MatchRepository, notices: list[StorageNotice]
) -> None:
    other = MatchRepository(folders, FakeClock(NOW_TIMESTAMP), on_notice=notices.append)
    connections = (repository.database, other.database)
    own_id, other_id, rng = store_match(repository, empty_record()), store_match(other, empty_record()), Random(1)
    windows = {own_id: repository, other_id: other}
    positions = dict.fromkeys(windows, 0)
    for match_id, window in windows.items():
        window.add_deal(match_id, 1, replace(play_record(1).deals[0], actions=()))
    for _round in range(70):
        match_id = rng.choice([item for item in windows if positions[item] < 40])
        positions[match_id] += 1
        windows[match_id].add_action(
            match_id, 1, positions[match_id], play_record(40).deals[0].actions[positions[match_id] - 1]
        )
        windows[rng.choice([own_id, other_id])].list_unfinished_matches()
    assert (repository.database, other.database) == connections, "neither was opened anew"
    other.close()
    assert notices == []


def test_failed_restore_is_reported_and_retried(folders: Folders, repository: MatchRepository) -> None:
    match_id = store_match(repository, play_record(10))
    shutil.rmtree(folders.data)
    folders.data.write_text("a file stands here")
    eleventh = play_record(11).deals[0].actions[10]
    for _again in range(2):
        with pytest.raises(StorageError, match="a file stands where a folder is needed") as refusal:
            repository.add_action(match_id, 1, 11, eleventh)
        assert str(refusal.value).isprintable()
    folders.data.unlink()
    repository.add_action(match_id, 1, 11, eleventh)
    assert repository.load_match(match_id).record == play_record(11)


def test_checking_for_the_file_is_cheap(folders: Folders, repository: MatchRepository) -> None:
    store_match(repository, play_record(3))
    watch, spent = FileMonitor(folders.data / "matches.db", repository.database), []
    for _round in range(500):
        before = time.perf_counter()
        assert watch.is_unchanged()
        spent.append(time.perf_counter() - before)
    assert statistics.median(spent) < 0.0005


def test_session_restores_all_earlier_actions_with_next_action(tmp_path: Path) -> None:
    house = SessionDriver(tmp_path)
    for _turn in range(4):
        house.advance_to_person()
        house.play_random_action(Random(1))
    house.advance_to_person()
    for file in (tmp_path / "data").glob("matches.db*"):
        file.unlink()
    house.play_random_action(Random(2))
    house.advance_to_person()
    assert not house.session.error
    assert [notice.text for notice in house.storage.take_notices()] != []
    assert house.storage.take_notices() == ()
    database = sqlite3.connect(tmp_path / "data" / "matches.db")
    (count,) = database.execute("SELECT count(*) FROM actions").fetchone()
    database.close()
    assert count == sum(len(deal.actions) for deal in house.record.deals)
    assert house.storage.load_record() == house.record
