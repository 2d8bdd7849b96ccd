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

from game.store.files import Folders, Notice, StorageError
from game.store.journal import Journal
from game.store.profiles import Bar
from game.store.watch import Watch
from tests.fakes import Clock
from tests.game.store.test_storage import cut_to, empty_record, folders_below, played, replace, saved
from tests.house import House

NOW = 1_700_000_000.0


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    return folders_below(tmp_path / "casa")


@pytest.fixture
def told() -> list[Notice]:
    return []


@pytest.fixture
def journal(folders: Folders, told: list[Notice]) -> Iterator[Journal]:
    one = Journal(folders, Clock(NOW), tell=told.append)
    yield one
    one.close()


def files(folders: Folders) -> list[Path]:
    return sorted(folders.data.glob("matches.db*"))


def deleted(folders: Folders) -> None:
    for file in files(folders):
        file.unlink()


def deleted_alone(folders: Folders) -> None:
    (folders.data / "matches.db").unlink()


def folder_deleted(folders: Folders) -> None:
    shutil.rmtree(folders.data)


def home_deleted(folders: Folders) -> None:
    shutil.rmtree(folders.data.parent)


def moved(folders: Folders) -> None:
    for file in files(folders):
        file.rename(file.with_name("old-" + file.name))


def another(folders: Folders, home: Path) -> Path:
    """A good file of saved matches that another program made: three of them, from other people."""
    journal = Journal(folders_below(home), lambda: 5.0)
    for seed in (7, 8, 9):
        saved(journal, played(30, seed))
    journal.put_profile("Zoe", "red")
    journal.close()
    return home / "data" / "matches.db"


def replaced(folders: Folders) -> None:
    another(folders, folders.data.parent / "other").replace(folders.data / "matches.db")


def written_over(folders: Folders) -> None:
    file = folders.data / "matches.db"
    with file.open("r+b") as stream:
        stream.truncate(0)
        stream.write(another(folders, folders.data.parent / "other").read_bytes())


def emptied(folders: Folders) -> None:
    with (folders.data / "matches.db").open("r+b") as stream:
        stream.truncate(0)


def spoilt(folders: Folders) -> None:
    (folders.data / "matches.db").write_bytes(b"nothing of a database" * 999)


def log_deleted(folders: Folders) -> None:
    (folders.data / "matches.db-wal").unlink()


HARM = [deleted, deleted_alone, folder_deleted, home_deleted, moved, replaced, written_over, emptied, spoilt]


@pytest.mark.parametrize("harm", HARM)
def test_the_match_that_is_played_is_written_anew_and_said_in_one_line(
    folders: Folders, journal: Journal, told: list[Notice], harm: Callable[[Folders], None]
) -> None:
    whole = played(60)
    match_id = saved(journal, cut_to(whole, 20))
    journal.note(match_id, "chat", [[0, "ciao"]])
    harm(folders)
    for at, action in enumerate(whole.deals[0].actions[20:], 21):
        journal.add_action(match_id, 1, at, action)
    journal.add_deal(match_id, 2, replace(whole.deals[1], actions=()))
    assert any("deleted or replaced while the program ran" in one.text for one in told)
    assert all(one.text.isprintable() and one.path.name for one in told)
    journal.close()
    again = Journal(folders, Clock(NOW))
    assert again.notices == ()
    back = again.load(match_id)
    assert back.record == replace(whole, deals=(whole.deals[0], replace(whole.deals[1], actions=())))
    assert (back.players, back.seed, back.extra) == (
        ("you", "club"),
        2**90 + 1,
        {"clock": [1.5, None], "chat": [[0, "ciao"]]},
    )
    assert not any(one.fault or one.loss for one in again.unfinished())
    if harm in (replaced, written_over):
        assert len(again.unfinished()) == 4, "those of the other file are all there"
    again.close()


@pytest.mark.parametrize("harm", HARM)
def test_deleting_the_file_lifts_no_bar(folders: Folders, journal: Journal, harm: Callable[[Folders], None]) -> None:
    journal.sit_down((("Anna", "red"),))
    journal.bar_profile("Anna", 3600)
    harm(folders)
    assert journal.sit_down((("Anna", "red"),)) == (Bar("Anna", 3600),)


def test_a_log_that_is_deleted_costs_nothing(folders: Folders, journal: Journal, told: list[Notice]) -> None:
    match_id = saved(journal, played(10))
    log_deleted(folders)
    journal.add_action(match_id, 1, 11, played(11).deals[0].actions[10])
    journal.close()
    again = Journal(folders, Clock(NOW))
    assert (again.notices, told) == ((), [])
    assert again.load(match_id).record == played(11)
    again.close()


def test_an_older_copy_put_in_its_place_is_brought_up_to_date(
    folders: Folders, journal: Journal, told: list[Notice]
) -> None:
    match_id = saved(journal, played(10))
    file = folders.data / "matches.db"
    older = file.read_bytes()
    for at in range(11, 15):
        journal.add_action(match_id, 1, at, played(at).deals[0].actions[at - 1])
    new = file.with_name("new")
    new.write_bytes(older)
    new.replace(file)
    journal.add_action(match_id, 1, 15, played(15).deals[0].actions[14])
    assert len(told) == 1
    journal.close()
    again = Journal(folders, Clock(NOW))
    assert again.load(match_id).record == played(15)
    again.close()


def test_a_match_that_was_resumed_and_undone_is_known_too(folders: Folders, journal: Journal) -> None:
    match_id = saved(journal, played(30))
    journal.release(match_id)
    assert journal.claim(match_id)
    journal.load(match_id)
    journal.cut(match_id, cut_to(played(30), 12))
    deleted(folders)
    journal.add_action(match_id, 1, 13, played(13).deals[0].actions[12])
    assert journal.load(match_id).record == played(13)


@pytest.mark.slow
def test_two_windows_bring_back_one_match_each(folders: Folders, journal: Journal, told: list[Notice]) -> None:
    other = Journal(folders, Clock(NOW), tell=told.append)
    mine, theirs = saved(journal, played(10)), saved(other, played(20, 2))
    folder_deleted(folders)
    journal.add_action(mine, 1, 11, played(11).deals[0].actions[10])
    other.add_action(theirs, 1, 21, played(21, 2).deals[0].actions[20])
    assert not journal.claim(theirs) and not other.claim(mine)
    assert journal.load(mine).record == played(11) and journal.load(theirs).record == played(21, 2)
    assert len(told) == 2
    assert {one.elsewhere for one in journal.unfinished()} == {True, False}
    other.close()


@pytest.mark.slow
def test_two_windows_that_write_in_turn_never_think_the_file_replaced(
    folders: Folders, journal: Journal, told: list[Notice]
) -> None:
    other = Journal(folders, Clock(NOW), tell=told.append)
    connections = (journal.database, other.database)
    mine, theirs, rng = saved(journal, empty_record()), saved(other, empty_record()), Random(1)
    windows = {mine: journal, theirs: other}
    at = dict.fromkeys(windows, 0)
    for match_id, window in windows.items():
        window.add_deal(match_id, 1, replace(played(1).deals[0], actions=()))
    for _round in range(70):
        match_id = rng.choice([one for one in windows if at[one] < 40])
        at[match_id] += 1
        windows[match_id].add_action(match_id, 1, at[match_id], played(40).deals[0].actions[at[match_id] - 1])
        windows[rng.choice([mine, theirs])].unfinished()
    assert (journal.database, other.database) == connections, "neither was opened anew"
    other.close()
    assert told == []


def test_where_nothing_can_be_written_anew_it_is_said_and_tried_again(folders: Folders, journal: Journal) -> None:
    match_id = saved(journal, played(10))
    shutil.rmtree(folders.data)
    folders.data.write_text("a file stands here")
    eleventh = played(11).deals[0].actions[10]
    for _again in range(2):
        with pytest.raises(StorageError, match="a file stands where a folder is needed") as refusal:
            journal.add_action(match_id, 1, 11, eleventh)
        assert str(refusal.value).isprintable()
    folders.data.unlink()
    journal.add_action(match_id, 1, 11, eleventh)
    assert journal.load(match_id).record == played(11)


def test_looking_whether_the_file_is_still_there_costs_next_to_nothing(folders: Folders, journal: Journal) -> None:
    saved(journal, played(3))
    watch, spent = Watch(folders.data / "matches.db", journal.database), []
    for _round in range(500):
        before = time.perf_counter()
        assert watch.same()
        spent.append(time.perf_counter() - before)
    assert statistics.median(spent) < 0.0005


def test_at_a_table_the_next_action_is_taken_and_all_before_it_is_there(tmp_path: Path) -> None:
    house = House(tmp_path)
    for _turn in range(4):
        house.your_turn()
        house.play(Random(1))
    house.your_turn()
    for file in (tmp_path / "data").glob("matches.db*"):
        file.unlink()
    house.play(Random(2))
    house.your_turn()
    assert not house.table.fault
    assert [one.text for one in house.storage.news()] != []
    assert house.storage.news() == ()
    database = sqlite3.connect(tmp_path / "data" / "matches.db")
    (count,) = database.execute("SELECT count(*) FROM actions").fetchone()
    database.close()
    assert count == sum(len(deal.actions) for deal in house.record.deals)
    assert house.storage.saved() == house.record
