"""A damaged file is set aside and named, never overwritten; a newer program's file is not touched."""

from __future__ import annotations

import sqlite3
import time
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from game.store.files import Folders, StorageError
from game.store.journal import Journal
from tests.game.store.test_storage import cut_to, folders_below, played, saved

NOON = time.mktime((2026, 11, 21, 12, 0, 0, 0, 0, -1))
RECORDS = {1: played(60), 2: played(100, 2)}


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    return folders_below(tmp_path)


@pytest.fixture
def file(folders: Folders) -> Path:
    """A good file of saved matches, nobody using it."""
    journal = Journal(folders, time.time)
    for record in RECORDS.values():
        saved(journal, record)
    journal.put_profile("Anna", "red")
    journal.close()
    return folders.data / "matches.db"


def change(file: Path, statement: str, *values: object) -> None:
    database = sqlite3.connect(file)
    database.execute(statement, values)
    database.commit()
    database.close()


def opened(folders: Folders) -> Journal:
    return Journal(folders, lambda: NOON)


def files_in(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def damage_everywhere(good: bytes) -> list[bytes]:
    rng = Random(7)
    header = [good[:at] + bytes([good[at] ^ 0xFF]) + good[at + 1 :] for at in range(100) if at not in range(60, 64)]
    cut = [good[:at] for at in (0, 1, 15, 16, 50, 99, 100, 101, 4095, 4096, 4097, *range(5000, len(good), 1111))]
    inside = []
    for size in (1, 16, 512, 4096):
        for _round in range(30):
            at = rng.randrange(100, len(good))
            inside.append((good[:at] + rng.randbytes(size) + good[at + size :])[: len(good)])
    return [b"not a database at all" * 500, bytes(len(good)), *header, *cut, *inside]


@pytest.mark.slow
def test_damage_anywhere_is_set_aside_or_harmless_and_nothing_is_ever_overwritten(folders: Folders, file: Path) -> None:
    good, aside = file.read_bytes(), 0
    for data in damage_everywhere(good):
        for old in folders.data.glob("matches.db*"):
            old.unlink()
        file.write_bytes(data)
        journal = opened(folders)
        if journal.notices:
            aside += 1
            (notice,) = journal.notices
            assert notice.path.read_bytes() == data
            assert notice.path.name == "matches.db.damaged-20261121-120000"
            assert notice.path.name in notice.text and notice.text.isprintable()
        for one in journal.unfinished():
            if not one.damaged:
                journal.load(one.id)
            else:
                with pytest.raises(StorageError, match="damaged"):
                    journal.load(one.id)
        journal.profiles()
        match_id = saved(journal, RECORDS[1])
        journal.close()
        journal = opened(folders)
        assert journal.notices == ()
        assert journal.load(match_id).record == RECORDS[1]
        journal.close()
    assert aside > 80


def test_what_can_still_be_read_is_brought_over(folders: Folders, file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[18] = 77
    file.write_bytes(data)
    journal = opened(folders)
    assert "matches read from it: 2" in journal.notices[0].text
    assert {one.id: journal.load(one.id).record for one in journal.unfinished()} == RECORDS
    assert [one.name for one in journal.profiles()] == ["Anna"]
    journal.close()


def test_damaged_files_do_not_replace_each_other(folders: Folders, file: Path) -> None:
    wanted = []
    for number in range(3):
        wanted.append(b"%d" % number * 200)
        file.write_bytes(wanted[-1])
        opened(folders).close()
    stem = "matches.db.damaged-20261121-120000"
    kept = files_in(folders.data)
    assert [kept[stem], kept[f"{stem}-2"], kept[f"{stem}-3"]] == wanted


def test_a_log_without_its_file_is_kept(folders: Folders, file: Path) -> None:
    file.unlink()
    log = file.with_name("matches.db-wal")
    log.write_bytes(b"the last actions")
    journal = opened(folders)
    assert journal.notices[0].path.with_name(journal.notices[0].path.name + "-wal").read_bytes() == b"the last actions"
    journal.close()


@pytest.mark.parametrize(
    "statement",
    [
        "DROP TABLE actions",
        "ALTER TABLE profiles ADD COLUMN shoe INTEGER",
        "CREATE TRIGGER thief AFTER INSERT ON actions BEGIN DELETE FROM actions; END",
        "PRAGMA user_version = -3",
        "PRAGMA user_version = 0",
    ],
)
def test_a_file_whose_tables_are_not_ours_is_set_aside(folders: Folders, file: Path, statement: str) -> None:
    change(file, statement)
    before = file.read_bytes()
    journal = opened(folders)
    assert journal.notices[0].path.read_bytes() == before
    assert "tables" in journal.notices[0].text
    journal.close()


def test_a_file_in_use_is_not_set_aside_under_the_other_window(folders: Folders, file: Path) -> None:
    first = opened(folders)
    damaged = b"x" * 5000
    file.write_bytes(damaged)
    with pytest.raises(StorageError, match="Close the program's other windows"):
        opened(folders)
    assert file.read_bytes() == damaged
    with suppress(sqlite3.DatabaseError):
        first.close()
    opened(folders).close()
    assert damaged in files_in(folders.data).values()


@pytest.mark.parametrize("killed", [False, True])
def test_a_newer_programs_file_is_named_and_not_touched(folders: Folders, file: Path, killed: bool) -> None:
    database = sqlite3.connect(file)
    database.execute("PRAGMA wal_autocheckpoint = 0")
    database.execute("PRAGMA user_version = 2")
    if not killed:
        database.close()
    before = files_in(folders.data)
    with pytest.raises(StorageError, match=r"matches\.db are of version 2, from a newer program; this one reads 1\.$"):
        opened(folders)
    after = files_in(folders.data)
    # The index of the log is SQLite's scratch paper, rebuilt by whoever opens the file.
    assert {name: data for name, data in after.items() if not name.endswith("-shm")} == {
        name: data for name, data in before.items() if not name.endswith("-shm")
    }
    assert after.keys() == before.keys()
    database.close()


HEADERS = [
    "UPDATE matches SET header = 'no json' WHERE id = 1",
    "UPDATE matches SET header = '[1]' WHERE id = 1",
    "UPDATE matches SET header = CAST(x'ff00fe0a' AS TEXT) WHERE id = 1",
    "UPDATE matches SET header = replace(header, 'briscola', 'bris' || char(92) || 'n') WHERE id = 1",
    "UPDATE matches SET header = replace(header, 'Anna', 'Hanna') WHERE id = 1",
    "UPDATE matches SET players = '[\"you\"]' WHERE id = 1",
    "UPDATE matches SET seed = 'many', updated = 9e300 WHERE id = 1",
    "UPDATE matches SET seed = seed + 1 WHERE id = 1",
]


@pytest.mark.parametrize("statement", HEADERS)
def test_a_match_whose_head_is_damaged_is_marked_and_takes_no_other_down(
    folders: Folders, file: Path, statement: str
) -> None:
    change(file, statement)
    journal = opened(folders)
    assert journal.notices == ()
    listed = {one.id: one for one in journal.unfinished()}
    assert (listed[1].damaged, listed[2].damaged) == (True, False)
    assert listed[1].fault == "its header is damaged"
    assert all(text.isprintable() for text in (listed[1].fault, listed[1].game, *listed[1].names))
    time.localtime(listed[1].updated)
    with pytest.raises(StorageError, match="The saved match 1 is damaged: ") as refusal:
        journal.load(1)
    assert str(refusal.value).isprintable()
    assert journal.load(2).record == RECORDS[2]
    journal.close()
    again = opened(folders)
    assert {one.id for one in again.unfinished()} == {1, 2}
    again.close()


LEGAL = "UPDATE actions SET text = (SELECT text FROM actions a WHERE a.match = 2 AND a.deal = 1 AND a.number = 1)"
TAILS = [
    ("UPDATE actions SET text = '0 play ??' WHERE match = 1 AND deal = 1 AND number = 4", 3, "Deal 1, action 4"),
    ("UPDATE actions SET text = 'xyz' WHERE match = 1 AND deal = 2 AND number = 1", 40, "Deal 2, action 1"),
    (f"{LEGAL} WHERE match = 1 AND deal = 1 AND number = 1", 0, "Deal 1, action 1"),
    ("UPDATE actions SET digest = x'00' WHERE match = 1 AND deal = 2 AND number = 20", 59, "Deal 2, action 20"),
    ("DELETE FROM actions WHERE match = 1 AND deal = 1 AND number = 7", 6, "Deal 1, action 7"),
    ("DELETE FROM actions WHERE match = 1 AND deal = 2 AND number = 20", 59, "Deal 2, action 20"),
    ("DELETE FROM actions WHERE match = 1 AND deal = 2", 40, "Deal 2, action 1"),
    ("DELETE FROM deals WHERE match = 1 AND number = 2", 40, "Deal 1, action 41"),
    ("DELETE FROM deals WHERE match = 1 AND number = 1", 0, "Deal 1 "),
    ("UPDATE deals SET pack = 'Ad Ad' WHERE match = 1 AND number = 2", 40, "Deal 2 "),
    ("UPDATE deals SET extra = '[' WHERE match = 1 AND number = 1", 0, "Deal 1 "),
    ("UPDATE deals SET dealer = 1 WHERE match = 1 AND number = 1", 0, "Deal 1 "),
    ("UPDATE matches SET tip = x'00', deals = 9 WHERE id = 1", 60, "The end of this match was damaged"),
    ("UPDATE matches SET finished = 1 WHERE id = 1", 60, "nothing that was played is lost"),
    ("UPDATE matches SET updated = 1e10, moment = 1e10 WHERE id = 1", 60, "nothing that was played is lost"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("statement", "held", "place"), TAILS)
def test_a_match_with_a_damaged_end_goes_on_from_before_it(
    folders: Folders, file: Path, statement: str, held: int, place: str
) -> None:
    """And says so, by deal and action; what was cut off is kept."""
    database = sqlite3.connect(file)
    database.execute("PRAGMA foreign_keys = ON")
    database.execute(statement)
    database.commit()
    database.close()
    journal = opened(folders)
    assert journal.notices == ()
    listed = {one.id: one for one in journal.unfinished()}
    assert (listed[1].damaged, listed[2].damaged, listed[2].loss) == (False, False, "")
    assert place in listed[1].loss and listed[1].loss.isprintable()
    looked_at = journal.load(1)
    assert looked_at.loss == listed[1].loss
    assert journal.claim(1)
    back = journal.load(1)
    assert place in back.loss and back.record == looked_at.record and back.idle == looked_at.idle
    assert sum(len(deal.actions) for deal in back.record.deals) == held
    whole = cut_to(RECORDS[1], held)
    assert all(was == now for was, now in zip(whole.deals, back.record.deals, strict=False))
    (kept,) = folders.data.glob("match-1.damaged-*.json")
    assert kept.name in back.loss and b"briscola" in kept.read_bytes()
    at = len(back.record.deals) - 1
    done = len(back.record.deals[at].actions) if held else 0
    rest = iter(RECORDS[1].deals[at].actions[done:] if held else ())
    action = next(rest, None)
    if action is not None:
        journal.add_action(1, at + 1, done + 1, action)
    journal.close()
    again = opened(folders)
    assert again.notices == ()
    assert {one.id: one.loss for one in again.unfinished()} == {1: "", 2: ""}
    assert again.load(1).record == (back.record if action is None else back.record.acted(action))
    again.close()


NOTES = [
    "UPDATE notes SET value = '[1.5,2]' WHERE match = 1",
    "UPDATE notes SET key = 'clodk' WHERE match = 1",
    "UPDATE notes SET key = CAST(x'636CEF636B' AS TEXT) WHERE match = 1",
]
"""What was said is damaged, the word it stands under, or a letter of that word so that it is no letter any more."""


@pytest.mark.parametrize("statement", NOTES)
def test_what_was_said_is_lost_once_and_named_once(folders: Folders, file: Path, statement: str) -> None:
    change(file, statement)
    journal = opened(folders)
    assert journal.claim(1)
    back = journal.load(1)
    assert "What was said was damaged" in back.loss
    assert back.record == RECORDS[1] and back.extra == {}
    journal.close()
    again = opened(folders)
    assert [one.loss for one in again.unfinished()] == ["", ""]
    assert again.claim(1) and again.load(1).loss == ""
    assert again.load(2).extra != {}
    again.close()
    assert len(list(folders.data.glob("match-1.damaged-*.json"))) == 1


@pytest.mark.slow
def test_a_match_in_another_window_is_not_mended_under_it(folders: Folders, file: Path) -> None:
    change(file, TAILS[0][0])
    one, two = opened(folders), opened(folders)
    assert one.claim(1)
    assert two.load(1).loss and not two.claim(1)
    assert list(folders.data.glob("match-*")) == []
    assert one.load(1).loss
    assert len(list(folders.data.glob("match-*"))) == 1
    one.close()
    two.close()


@pytest.mark.slow
def test_a_file_cut_short_gives_up_only_what_was_cut_off(folders: Folders) -> None:
    journal = Journal(folders, time.time)
    records = {saved(journal, played(280, seed)): played(280, seed) for seed in range(20)}
    journal.close()
    file = folders.data / "matches.db"
    data = file.read_bytes()
    file.write_bytes(data[: len(data) * 9 // 10 + 100])
    journal = opened(folders)
    whole = [
        one.id for one in journal.unfinished() if not one.damaged and journal.load(one.id).record == records[one.id]
    ]
    assert len(whole) >= 5
    journal.close()
