"""The journal keeps what it was given, and two copies of the program do not harm each other."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random

import msgspec
import pytest

from game.engine.actions import Deal
from game.engine.options import adapt
from game.fairness import shuffled
from game.record import Record
from game.rules import GAMES
from game.store.files import Folders, StorageError, default_folders
from game.store.journal import Journal
from game.store.locks import FileLock
from game.store.reading import head_of
from game.store.storage import Storage
from game.store.writing import put_head

try:
    import fcntl
except ImportError:
    fcntl = None  # type: ignore[assignment]

ROOT = Path(__file__).resolve().parents[3]
replace = msgspec.structs.replace


def folders_below(root: Path) -> Folders:
    return default_folders({"TAVOLOVERDE_HOME": str(root)})


def empty_record() -> Record:
    game = GAMES["briscola"]
    options = adapt(game.presets["classic"], {"deals_to_win": 7})
    return Record(
        game="briscola", preset="classic", options=options, names=("Anna", "Bruno"), first_dealer=0,
        extra={"chat": ["ciao ♠"]},
    )  # fmt: skip


def played(actions: int, seed: int = 1) -> Record:
    """A record of so many random actions, 280 at most, and the deals they need."""
    record, rng = empty_record(), Random(seed)
    match = record.start()
    while actions:
        if match.awaits_deal:
            pack = shuffled(match.pack, rng)
            record = record.dealt(match.dealer, pack)
            match = match.apply(Deal(pack)).match
        action = rng.choice(match.legal())
        record, match = record.acted(action), match.apply(action).match
        actions -= 1
    return record


def cut_to(record: Record, actions: int) -> Record:
    while sum(len(deal.actions) for deal in record.deals) > actions:
        record = record.undo()
    return record


def saved(journal: Journal, record: Record) -> int:
    return journal.create(record, ("you", "club"), 2**90 + 1, {"clock": [1.5, None]})


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    return folders_below(tmp_path / "casa")


@pytest.fixture
def ticks() -> Iterator[float]:
    return map(float, count(1_000_000))


@pytest.fixture
def journal(folders: Folders, ticks: Iterator[float]) -> Iterator[Journal]:
    one = Journal(folders, lambda: next(ticks))
    yield one
    one.close()


@pytest.fixture
def other(folders: Folders, journal: Journal, ticks: Iterator[float]) -> Iterator[Journal]:
    """Another window of the program on the same folders."""
    one = Journal(folders, lambda: next(ticks))
    yield one
    one.close()


# -- what is saved comes back ------------------------------------------------------------------------


@pytest.mark.slow
def test_a_match_saved_action_by_action_comes_back_whole(folders: Folders, journal: Journal) -> None:
    whole = played(60)
    assert len(whole.deals) == 2
    match_id = saved(journal, empty_record())
    for number, deal in enumerate(whole.deals, 1):
        journal.add_deal(match_id, number, replace(deal, actions=(), extra={"fairness": "ab"}))
        for at, action in enumerate(deal.actions, 1):
            journal.add_action(match_id, number, at, action)
    journal.close()
    again = Journal(folders, time.time)
    back = again.load(match_id)
    again.close()
    deals = tuple(replace(deal, extra={"fairness": "ab"}) for deal in whole.deals)
    assert back.record == replace(whole, deals=deals)
    assert (back.id, back.players, back.seed, back.extra) == (
        match_id, ("you", "club"), 2**90 + 1, {"clock": [1.5, None]},
    )  # fmt: skip


def test_a_match_created_with_deals_comes_back_whole(journal: Journal) -> None:
    assert journal.load(saved(journal, played(50))).record == played(50)


@pytest.mark.parametrize("left", [59, 41, 40, 39, 1, 0])
def test_an_undone_match_comes_back_shortened_and_goes_on(journal: Journal, left: int) -> None:
    whole = played(60)
    match_id = saved(journal, whole)
    short = cut_to(whole, left)
    journal.cut(match_id, short)
    assert journal.load(match_id).record == short
    at = len(short.deals[-1].actions)
    deal = whole.deals[len(short.deals) - 1]
    if at < len(deal.actions):
        journal.add_action(match_id, len(short.deals), at + 1, deal.actions[at])
        assert journal.load(match_id).record == short.acted(deal.actions[at])


def test_what_is_kept_beside_a_match_comes_with_the_cut_or_not_at_all(journal: Journal) -> None:
    match_id = saved(journal, played(10))
    with pytest.raises(StorageError, match="another window"):
        journal.cut(match_id, played(60), {"assisted": True})
    assert "assisted" not in journal.load(match_id).extra
    journal.cut(match_id, cut_to(played(10), 4), {"assisted": True})
    assert journal.load(match_id).extra["assisted"] is True


def test_a_cut_to_more_than_there_is_is_refused_and_changes_nothing(journal: Journal) -> None:
    match_id = saved(journal, played(10))
    with pytest.raises(StorageError, match="another window"):
        journal.cut(match_id, played(60))
    assert journal.load(match_id).record == played(10)


def test_a_refused_cut_takes_nothing_back_on_the_way(journal: Journal) -> None:
    match_id, whole = saved(journal, played(10)), played(60)
    with pytest.raises(StorageError, match="another window"):
        journal.cut(match_id, replace(whole, deals=(cut_to(whole, 5).deals[0], whole.deals[1])))
    assert journal.load(match_id).record == played(10)


def test_the_list_is_right_though_the_clock_stands_still(folders: Folders) -> None:
    journal = Journal(folders, lambda: 5.0)
    match_id = saved(journal, played(39))
    assert [one.deals for one in journal.unfinished()] == [0]
    journal.add_action(match_id, 1, 40, played(40).deals[0].actions[39])
    assert [one.deals for one in journal.unfinished()] == [1]
    journal.close()


def test_the_list_has_unfinished_matches_the_latest_first(journal: Journal) -> None:
    first, second, third = (saved(journal, played(n)) for n in (3, 60, 5))
    journal.add_action(first, 1, 4, played(4).deals[0].actions[3])
    journal.finish(third)
    listed = journal.unfinished()
    assert [(one.id, one.deals, one.damaged, one.elsewhere) for one in listed] == [
        (first, 0, False, False),
        (second, 1, False, False),
    ]
    assert (listed[0].game, listed[0].names, listed[0].players) == ("briscola", ("Anna", "Bruno"), ("you", "club"))
    journal.cut(third, played(4))
    assert journal.unfinished()[0].id == third
    assert journal.load(third).record == played(4)


def test_the_list_follows_what_is_played_after_it_was_shown(journal: Journal, other: Journal) -> None:
    whole = played(60)
    match_id = saved(journal, cut_to(whole, 39))
    assert [one.deals for one in other.unfinished()] == [0]
    journal.add_action(match_id, 1, 40, whole.deals[0].actions[39])
    assert [one.deals for one in journal.unfinished()] == [1]
    assert [one.deals for one in other.unfinished()] == [1]


def test_a_deleted_match_is_gone_and_its_number_is_not_used_again(journal: Journal) -> None:
    kept, gone = saved(journal, played(3)), saved(journal, played(4))
    journal.delete(gone)
    assert [one.id for one in journal.unfinished()] == [kept]
    with pytest.raises(StorageError, match="deleted"):
        journal.load(gone)
    with pytest.raises(StorageError, match="deleted"):
        journal.add_action(gone, 1, 5, played(5).deals[0].actions[4])
    assert saved(journal, played(4)) > gone


def test_profiles_keep_their_bar_when_the_colour_changes(journal: Journal) -> None:
    journal.put_profile("Zoe", "green")
    journal.put_profile("Anna", "red")
    journal.bar_profile("Zoe", 3600)
    until = journal.profiles()[0].barred_until
    assert until is not None
    journal.put_profile("Zoe", "blue")
    assert [(one.name, one.colour, one.barred_until) for one in journal.profiles()] == [
        ("Zoe", "blue", until),
        ("Anna", "red", None),
    ]


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "\ud800", "x" * 81])
def test_a_name_that_is_none_is_refused_in_one_line(journal: Journal, name: str) -> None:
    with pytest.raises(StorageError, match="A name is"):
        journal.put_profile(name, "red")
    assert journal.profiles() == ()


def test_a_bar_needs_a_profile(journal: Journal) -> None:
    with pytest.raises(StorageError, match="no profile 'Ugo'"):
        journal.bar_profile("Ugo", 1.0)


# -- two copies of the program -----------------------------------------------------------------------


def test_two_windows_never_both_write_the_same_action(journal: Journal, other: Journal) -> None:
    match_id = saved(journal, played(3))
    fourth = played(4).deals[0].actions[3]
    journal.add_action(match_id, 1, 4, fourth)
    with pytest.raises(StorageError, match="being played in another window"):
        other.add_action(match_id, 1, 4, fourth)
    with pytest.raises(StorageError, match="being played in another window"):
        other.add_deal(match_id, 1, played(3).deals[0])
    assert journal.load(match_id).record == played(4)


def test_the_tables_themselves_refuse_the_same_action_twice(journal: Journal) -> None:
    match_id = saved(journal, played(3))
    head = head_of(journal.database, match_id)
    put_head(journal.database, replace(head, actions=2))
    with pytest.raises(StorageError, match="being played in another window"):
        journal.add_action(match_id, 1, 3, played(4).deals[0].actions[3])
    put_head(journal.database, head)
    assert journal.load(match_id).record == played(3)


def test_an_action_after_another_window_undid_leaves_no_hole(journal: Journal, other: Journal) -> None:
    match_id = saved(journal, played(5))
    other.cut(match_id, played(3))
    with pytest.raises(StorageError, match="being played in another window"):
        journal.add_action(match_id, 1, 6, played(6).deals[0].actions[5])
    assert not journal.unfinished()[0].damaged


@pytest.mark.slow
def test_a_match_is_claimed_by_one_window_until_it_is_released(journal: Journal, other: Journal) -> None:
    match_id = saved(journal, played(3))
    assert not other.claim(match_id)
    assert [one.elsewhere for one in other.unfinished()] == [True]
    assert [one.elsewhere for one in journal.unfinished()] == [False]
    with pytest.raises(StorageError, match="being played in another window"):
        other.delete(match_id)
    journal.release(match_id)
    assert [one.elsewhere for one in other.unfinished()] == [False]
    assert other.claim(match_id) and other.claim(match_id)
    assert not journal.claim(match_id)


@pytest.mark.skipif(fcntl is None, reason="an open file cannot be removed there")
def test_a_lock_is_not_taken_on_a_file_that_its_holder_has_just_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "match-1.lock"
    holder, waiting, third = FileLock(path), FileLock(path), FileLock(path)
    assert holder.acquire()
    flock = fcntl.flock

    def holder_goes_first(handle: int, deed: int) -> None:
        monkeypatch.undo()
        holder.release()
        flock(handle, deed)

    monkeypatch.setattr(fcntl, "flock", holder_goes_first)
    assert waiting.acquire(1)
    assert not third.acquire()
    waiting.release()


def test_a_match_that_was_not_saved_after_all_claims_no_number(journal: Journal, other: Journal) -> None:
    def refuse_commit(action: int, what: str | None, *_more: object) -> int:
        is_commit = action == sqlite3.SQLITE_TRANSACTION and what == "COMMIT"
        return sqlite3.SQLITE_DENY if is_commit else sqlite3.SQLITE_OK

    journal.database.set_authorizer(refuse_commit)
    with pytest.raises(StorageError, match="not authorized"):
        saved(journal, played(3))
    journal.database.set_authorizer(None)
    assert saved(other, played(3)) == 1


@pytest.mark.slow
def test_looking_who_plays_does_not_take_the_match_away(folders: Folders, journal: Journal, other: Journal) -> None:
    match_id = saved(journal, played(3))
    journal.release(match_id)
    stop = threading.Event()

    def look() -> None:
        watcher = Journal(folders, time.time)
        while not stop.is_set():
            watcher.unfinished()
        watcher.close()

    thread = threading.Thread(target=look)
    thread.start()
    try:
        for _round in range(100):
            assert journal.claim(match_id)
            assert not other.claim(match_id) if _round % 50 == 0 else True
            journal.release(match_id)
    finally:
        stop.set()
        thread.join()


@pytest.mark.slow
def test_a_killed_window_gives_its_match_back(folders: Folders, journal: Journal) -> None:
    match_id = saved(journal, played(3))
    journal.release(match_id)
    program = (
        "import sys, time; from pathlib import Path; from game.store.files import default_folders; "
        "from game.store.journal import Journal; "
        f"print(Journal(default_folders(), time.time).claim({match_id}), flush=True); time.sleep(60)"
    )
    home = {"TAVOLOVERDE_HOME": str(folders.data.parent), "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, cwd=ROOT, env=home)
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == b"True\n"
        assert not journal.claim(match_id)
        assert [one.elsewhere for one in journal.unfinished()] == [True]
    finally:
        process.kill()
        process.communicate()
    assert journal.claim(match_id)


def test_windows_that_create_at_once_get_their_own_matches(folders: Folders) -> None:
    made: list[int] = []

    def window() -> None:
        one = Journal(folders, time.time)
        made.extend(saved(one, played(3)) for _round in range(5))
        one.close()

    threads = [threading.Thread(target=window) for _window in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(made)) == 30


# -- the storage thread ------------------------------------------------------------------------------


def test_opening_and_saving_return_at_once(folders: Folders) -> None:
    """A disk that hangs must not hang the window: calls come back while the thread still waits."""
    gate = threading.Event()
    storage = Storage.open(folders, time.time)
    storage.run(gate.wait, 120)  # who waited for the thread would find it all done
    match = storage.create(played(3), ("you", "club"), 1, {})
    action = storage.add_action(1, 1, 4, played(4).deals[0].actions[3])
    listed = storage.unfinished()
    assert not (match.done() or action.done() or listed.done())
    gate.set()
    assert listed.result(120)[0].id == match.result() == 1
    storage.close()


def test_closing_waits_for_what_is_queued(folders: Folders) -> None:
    storage = Storage.open(folders, time.time)
    storage.run(time.sleep, 0.1)
    storage.create(played(3), ("you", "club"), 1, {})
    storage.add_action(1, 1, 4, played(4).deals[0].actions[3])
    storage.close()
    journal = Journal(folders, time.time)
    assert journal.load(1).record == played(4)
    journal.close()


def test_every_call_of_the_journal_is_one_of_the_storage() -> None:
    public = {name for name in vars(Journal) if not name.startswith("_")}
    assert public - {"close", "database"} <= set(vars(Storage))


def test_a_folder_that_cannot_be_made_is_named_and_can_be_tried_again(tmp_path: Path) -> None:
    (tmp_path / "casa").write_text("a file")
    storage = Storage.open(folders_below(tmp_path / "casa"), time.time)
    with pytest.raises(StorageError, match="casa/data cannot be written to: a file stands where a folder is needed"):
        storage.opened.result()
    with pytest.raises(StorageError, match="not open"):
        storage.unfinished().result()
    (tmp_path / "casa").unlink()
    assert storage.reopen().result() == ()
    assert storage.unfinished().result() == ()
    storage.close()
