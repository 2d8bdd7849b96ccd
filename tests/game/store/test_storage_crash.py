"""Nothing accepted is lost: not by kill -9, a full disk, a read-only one or one that reports errors."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from game.store.files import Folders, StorageError
from game.store.journal import Journal
from game.store.storage import Storage
from tests.game.store.test_storage import ROOT, cut_to, empty_record, folders_below, played, replace, saved

PLAYING = """
import sys, time
from game.store.files import default_folders
from game.store.storage import Storage
from tests.game.store.test_storage import empty_record, played
storage = Storage.open(default_folders(), time.time)
whole = played(280, seed=int(sys.argv[1]))
match = storage.create(empty_record(), ("you", "club"), 1, {}).result()
for number, deal in enumerate(whole.deals, 1):
    storage.add_deal(match, number, type(deal)(deal.dealer, deal.pack)).result()
    for at, action in enumerate(deal.actions, 1):
        storage.add_action(match, number, at, action).result()
        print(match, number, at, flush=True)
"""


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    return folders_below(tmp_path)


def accepted_until_killed(home: Path, seed: int, lines: int) -> list[str]:
    """What a program says it has accepted before it is killed some time after so many lines."""
    environment = {"TAVOLOVERDE_HOME": str(home), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", PLAYING, str(seed)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT, env=environment, text=True)
    assert process.stdout is not None
    first = [process.stdout.readline() for _line in range(lines)]
    process.kill()
    rest, _errors = process.communicate()
    # The last line may be cut by the kill; then it was not told to anyone.
    return "".join([*first, rest]).rpartition("\n")[0].splitlines()


@pytest.mark.slow
def test_what_was_accepted_before_kill_9_is_there_afterwards(tmp_path: Path, folders: Folders) -> None:
    told: dict[int, tuple[int, list[str]]] = {}
    for seed, lines in enumerate((1, 7, 39, 41, 90), 1):
        accepted = accepted_until_killed(tmp_path, seed, lines)
        assert len(accepted) >= lines
        match_id = int(accepted[-1].split()[0])
        told[match_id] = (seed, accepted)
    assert len(told) == 5
    journal = Journal(folders, time.time)
    # A kill may cut off the frame of an action that nobody was told of yet; that much is said.
    assert all("what was done last may be missing" in one.text for one in journal.notices)
    for match_id, (seed, accepted) in told.items():
        back = journal.load(match_id).record
        held = sum(len(deal.actions) for deal in back.deals)
        assert len(accepted) <= held <= len(accepted) + 1
        assert cut_to(back, len(accepted)).deals == played(len(accepted), seed).deals
        assert journal.claim(match_id)
    journal.close()


def test_an_action_is_in_the_file_itself_not_only_in_its_log(folders: Folders) -> None:
    """SQLite drops a damaged log without a word: a match must not depend on it."""
    journal = Journal(folders, time.time)
    match_id = saved(journal, played(60))
    journal.add_action(match_id, 2, 21, played(61).deals[1].actions[20])
    data = (folders.data / "matches.db").read_bytes()
    journal.close()
    for file in folders.data.glob("matches.db*"):
        file.unlink()
    (folders.data / "matches.db").write_bytes(data)
    again = Journal(folders, time.time)
    assert again.load(match_id).record == played(61)
    again.close()


# -- full and broken disks -----------------------------------------------------------------------------


def fill_up(journal: Journal) -> None:
    (pages,) = journal.database.execute("PRAGMA page_count").fetchone()
    journal.database.execute(f"PRAGMA max_page_count = {pages}")


def make_room(journal: Journal) -> None:
    journal.database.execute("PRAGMA max_page_count = 1000000")


@pytest.mark.slow
def test_a_full_disk_is_said_in_one_line_and_the_match_goes_on_when_there_is_room(folders: Folders) -> None:
    journal = Journal(folders, time.time)
    match_id = saved(journal, empty_record())
    whole = played(280)
    fill_up(journal)
    failures = 0
    for number, deal in enumerate(whole.deals, 1):
        failures += retried(journal, partial(journal.add_deal, match_id, number, replace(deal, actions=())))
        for at, action in enumerate(deal.actions, 1):
            failures += retried(journal, partial(journal.add_action, match_id, number, at, action))
    assert failures
    assert journal.load(match_id).record.deals == whole.deals
    journal.close()


def retried(journal: Journal, save: Callable[[], None]) -> int:
    """Save, making room when there is none; how often that was needed."""
    try:
        save()
    except StorageError as error:
        assert str(error) == "The match cannot be saved: the disk is full. Free some space and try again."
        make_room(journal)
        save()
        fill_up(journal)
        return 1
    return 0


def test_a_match_that_found_the_disk_full_is_not_half_there(folders: Folders) -> None:
    journal, other = Journal(folders, time.time), Journal(folders, time.time)
    fill_up(journal)
    with pytest.raises(StorageError, match="the disk is full"):
        saved(journal, played(280))
    assert journal.unfinished() == ()
    assert saved(other, played(3)) == 1
    make_room(journal)
    assert saved(journal, played(280)) == 2
    journal.close()
    other.close()


def test_an_undo_that_fails_leaves_the_match_as_it_was(folders: Folders) -> None:
    journal = Journal(folders, time.time)
    match_id = saved(journal, played(60))
    journal.database.execute("PRAGMA query_only = ON")
    for save in (partial(journal.cut, match_id, played(3)), partial(journal.finish, match_id)):
        with pytest.raises(StorageError, match=r"^The match cannot be saved: the file or its disk is read-only\.$"):
            save()
    journal.database.execute("PRAGMA query_only = OFF")
    assert journal.load(match_id).record == played(60)
    journal.cut(match_id, played(3))
    assert journal.load(match_id).record == played(3)
    journal.close()


WRITING_TO_A_LIMIT = """
import resource, signal, sys, time
from game.store.files import StorageError, default_folders
from game.store.journal import Journal
from tests.game.store.test_storage import played, saved
journal = Journal(default_folders(), time.time)
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
whole = played(40)
last = saved(journal, played(39)), 39
resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))
try:
    while True:
        match = saved(journal, played(39))
        last = match, 39
        journal.add_action(match, 1, 40, whole.deals[0].actions[39])
        last = match, 40
except StorageError as error:
    print(*last, error)
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="needs a limit on the size of files")
def test_a_disk_that_reports_errors_loses_nothing_accepted(tmp_path: Path, folders: Folders) -> None:
    environment = {"TAVOLOVERDE_HOME": str(tmp_path), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", WRITING_TO_A_LIMIT]
    done = subprocess.run(command, cwd=ROOT, env=environment, text=True, capture_output=True, check=True)
    match_id, actions, line = done.stdout.strip().split(" ", 2)
    assert line == "The match cannot be saved: the disk reports an error."
    journal = Journal(folders, time.time)
    # The log ends within a frame, as one does from which something was cut off: that much is said.
    assert all("what was done last may be missing" in one.text for one in journal.notices)
    last = journal.unfinished()[0]
    assert last.id == int(match_id) > 5
    assert journal.load(last.id).record == played(int(actions))
    assert not any(one.damaged for one in journal.unfinished())
    journal.close()


def test_a_busy_file_is_said_and_the_action_can_be_tried_again(folders: Folders) -> None:
    storage = Storage.open(folders, time.time)
    match_id = storage.create(played(3), ("you", "club"), 1, {}).result()
    storage.run(lambda: storage.journal().database.execute("PRAGMA busy_timeout = 20")).result()
    holder = sqlite3.connect(folders.data / "matches.db", isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    action = played(4).deals[0].actions[3]
    with pytest.raises(StorageError, match="another window of the program is busy with it"):
        storage.add_action(match_id, 1, 4, action).result()
    holder.execute("ROLLBACK")
    holder.close()
    storage.add_action(match_id, 1, 4, action).result()
    assert storage.load(match_id).result().record == played(4)
    storage.close()
