"""A damaged file is set aside and named, never overwritten; a newer program's file is not touched."""

from __future__ import annotations

import sqlite3
import time
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from game.storage.files import Folders, StorageError
from game.storage.matches import MatchRepository
from tests.game.storage.test_matches import make_folders_below, play_record, shorten_record, store_match

NOON_TIMESTAMP = time.mktime((2026, 11, 21, 12, 0, 0, 0, 0, -1))
RECORDS_BY_ID = {1: play_record(60), 2: play_record(100, 2)}


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    return make_folders_below(tmp_path)


@pytest.fixture
def file(folders: Folders) -> Path:
    """A good file of saved matches, nobody using it."""
    repository = MatchRepository(folders, time.time)
    for record in RECORDS_BY_ID.values():
        store_match(repository, record)
    repository.save_profile("Anna", "red")
    repository.close()
    return folders.data / "matches.db"


def execute_on_file(file: Path, statement: str, *values: object) -> None:
    database = sqlite3.connect(file)
    database.execute(statement, values)
    database.commit()
    database.close()


def open_repository(folders: Folders) -> MatchRepository:
    return MatchRepository(folders, lambda: NOON_TIMESTAMP)


def read_files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def iter_damaged_copies(good: bytes) -> list[bytes]:
    rng = Random(7)
    header = [
        good[:offset] + bytes([good[offset] ^ 0xFF]) + good[offset + 1 :]
        for offset in range(100)
        if offset not in range(60, 64)
    ]
    cut = [
        good[:offset] for offset in (0, 1, 15, 16, 50, 99, 100, 101, 4095, 4096, 4097, *range(5000, len(good), 1111))
    ]
    inside = []
    for size in (1, 16, 512, 4096):
        for _round in range(30):
            offset = rng.randrange(100, len(good))
            inside.append((good[:offset] + rng.randbytes(size) + good[offset + size :])[: len(good)])
    return [b"not a database at all" * 500, bytes(len(good)), *header, *cut, *inside]


@pytest.mark.slow
def test_damage_is_set_aside_or_harmless_and_nothing_is_overwritten(folders: Folders, file: Path) -> None:
    good, aside = file.read_bytes(), 0
    for data in iter_damaged_copies(good):
        for old in folders.data.glob("matches.db*"):
            old.unlink()
        file.write_bytes(data)
        repository = open_repository(folders)
        if repository.notices:
            aside += 1
            (notice,) = repository.notices
            assert notice.path.read_bytes() == data
            assert notice.path.name == "matches.db.damaged-20261121-120000"
            assert notice.path.name in notice.text and notice.text.isprintable()
        for entry in repository.list_unfinished_matches():
            if not entry.is_damaged:
                repository.load_match(entry.id)
            else:
                with pytest.raises(StorageError, match="damaged"):
                    repository.load_match(entry.id)
        repository.list_profiles()
        match_id = store_match(repository, RECORDS_BY_ID[1])
        repository.close()
        repository = open_repository(folders)
        assert repository.notices == ()
        assert repository.load_match(match_id).record == RECORDS_BY_ID[1]
        repository.close()
    assert aside > 80


def test_readable_matches_are_recovered(folders: Folders, file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[18] = 77
    file.write_bytes(data)
    repository = open_repository(folders)
    assert "matches read from it: 2" in repository.notices[0].text
    assert {
        item.id: repository.load_match(item.id).record for item in repository.list_unfinished_matches()
    } == RECORDS_BY_ID
    assert [item.name for item in repository.list_profiles()] == ["Anna"]
    repository.close()


def test_damaged_files_do_not_replace_each_other(folders: Folders, file: Path) -> None:
    wanted = []
    for number in range(3):
        wanted.append(b"%d" % number * 200)
        file.write_bytes(wanted[-1])
        open_repository(folders).close()
    stem = "matches.db.damaged-20261121-120000"
    files_before = read_files(folders.data)
    assert [files_before[stem], files_before[f"{stem}-2"], files_before[f"{stem}-3"]] == wanted


def test_log_without_its_database_is_kept(folders: Folders, file: Path) -> None:
    file.unlink()
    log = file.with_name("matches.db-wal")
    log.write_bytes(b"the last actions")
    repository = open_repository(folders)
    assert (
        repository.notices[0].path.with_name(repository.notices[0].path.name + "-wal").read_bytes()
        == b"the last actions"
    )
    repository.close()


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
def test_file_with_foreign_tables_is_set_aside(folders: Folders, file: Path, statement: str) -> None:
    execute_on_file(file, statement)
    before = file.read_bytes()
    repository = open_repository(folders)
    assert repository.notices[0].path.read_bytes() == before
    assert "tables" in repository.notices[0].text
    repository.close()


def test_file_in_use_by_another_instance_is_not_set_aside(folders: Folders, file: Path) -> None:
    first = open_repository(folders)
    damaged = b"x" * 5000
    file.write_bytes(damaged)
    with pytest.raises(StorageError, match="Close the program's other windows"):
        open_repository(folders)
    assert file.read_bytes() == damaged
    with suppress(sqlite3.DatabaseError):
        first.close()
    open_repository(folders).close()
    assert damaged in read_files(folders.data).values()


@pytest.mark.parametrize("killed", [False, True])
def test_file_of_newer_program_is_reported_and_not_touched(folders: Folders, file: Path, killed: bool) -> None:
    database = sqlite3.connect(file)
    database.execute("PRAGMA wal_autocheckpoint = 0")
    database.execute("PRAGMA user_version = 2")
    if not killed:
        database.close()
    before = read_files(folders.data)
    with pytest.raises(StorageError, match=r"matches\.db are of version 2, from a newer program; this one reads 1\.$"):
        open_repository(folders)
    after = read_files(folders.data)
    # The index of the log is SQLite's scratch paper, rebuilt by whoever opens the file.
    assert {name: data for name, data in after.items() if not name.endswith("-shm")} == {
        name: data for name, data in before.items() if not name.endswith("-shm")
    }
    assert after.keys() == before.keys()
    database.close()


HEADER_DAMAGE = [
    "UPDATE matches SET header = 'no json' WHERE id = 1",
    "UPDATE matches SET header = '[1]' WHERE id = 1",
    "UPDATE matches SET header = CAST(x'ff00fe0a' AS TEXT) WHERE id = 1",
    "UPDATE matches SET header = replace(header, 'briscola', 'bris' || char(92) || 'n') WHERE id = 1",
    "UPDATE matches SET header = replace(header, 'Anna', 'Hanna') WHERE id = 1",
    "UPDATE matches SET players = '[\"you\"]' WHERE id = 1",
    "UPDATE matches SET seed = 'many', updated = 9e300 WHERE id = 1",
    "UPDATE matches SET seed = seed + 1 WHERE id = 1",
]


@pytest.mark.parametrize("statement", HEADER_DAMAGE)
def test_match_with_damaged_header_is_marked_and_others_stay_usable(
    folders: Folders, file: Path, statement: str
) -> None:
    execute_on_file(file, statement)
    repository = open_repository(folders)
    assert repository.notices == ()
    listed = {entry.id: entry for entry in repository.list_unfinished_matches()}
    assert (listed[1].is_damaged, listed[2].is_damaged) == (True, False)
    assert listed[1].error == "its header is damaged"
    assert all(text.isprintable() for text in (listed[1].error, listed[1].game_id, *listed[1].names))
    time.localtime(listed[1].updated_at)
    with pytest.raises(StorageError, match="The saved match 1 is damaged: ") as refusal:
        repository.load_match(1)
    assert str(refusal.value).isprintable()
    assert repository.load_match(2).record == RECORDS_BY_ID[2]
    repository.close()
    again = open_repository(folders)
    assert {entry.id for entry in again.list_unfinished_matches()} == {1, 2}
    again.close()


VALID_CHANGE = (
    "UPDATE actions SET text = (SELECT text FROM actions a WHERE a.match = 2 AND a.deal = 1 AND a.number = 1)"
)
END_DAMAGE = [
    ("UPDATE actions SET text = '0 play ??' WHERE match = 1 AND deal = 1 AND number = 4", 3, "Deal 1, action 4"),
    ("UPDATE actions SET text = 'xyz' WHERE match = 1 AND deal = 2 AND number = 1", 40, "Deal 2, action 1"),
    (f"{VALID_CHANGE} WHERE match = 1 AND deal = 1 AND number = 1", 0, "Deal 1, action 1"),
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
@pytest.mark.parametrize(("statement", "held", "place"), END_DAMAGE)
def test_match_with_damaged_end_continues_before_the_damage(
    folders: Folders, file: Path, statement: str, held: int, place: str
) -> None:
    """And says so, by deal and action; what was cut off is kept."""
    database = sqlite3.connect(file)
    database.execute("PRAGMA foreign_keys = ON")
    database.execute(statement)
    database.commit()
    database.close()
    repository = open_repository(folders)
    assert repository.notices == ()
    listed = {entry.id: entry for entry in repository.list_unfinished_matches()}
    assert (listed[1].is_damaged, listed[2].is_damaged, listed[2].damage_message) == (False, False, "")
    assert place in listed[1].damage_message and listed[1].damage_message.isprintable()
    looked_at = repository.load_match(1)
    assert looked_at.damage_message == listed[1].damage_message
    assert repository.claim_match(1)
    back = repository.load_match(1)
    assert (
        place in back.damage_message and back.record == looked_at.record and back.idle_seconds == looked_at.idle_seconds
    )
    assert sum(len(deal.actions) for deal in back.record.deals) == held
    shortened = shorten_record(RECORDS_BY_ID[1], held)
    assert all(was == now for was, now in zip(shortened.deals, back.record.deals, strict=False))
    (damage_file,) = folders.data.glob("match-1.damaged-*.json")
    assert damage_file.name in back.damage_message and b"briscola" in damage_file.read_bytes()
    deal_index = len(back.record.deals) - 1
    done = len(back.record.deals[deal_index].actions) if held else 0
    rest = iter(RECORDS_BY_ID[1].deals[deal_index].actions[done:] if held else ())
    action = next(rest, None)
    if action is not None:
        repository.add_action(1, deal_index + 1, done + 1, action)
    repository.close()
    again = open_repository(folders)
    assert again.notices == ()
    assert {entry.id: entry.damage_message for entry in again.list_unfinished_matches()} == {1: "", 2: ""}
    assert again.load_match(1).record == (back.record if action is None else back.record.with_action(action))
    again.close()


NOTE_DAMAGE = [
    "UPDATE notes SET value = '[1.5,2]' WHERE match = 1",
    "UPDATE notes SET key = 'clodk' WHERE match = 1",
    "UPDATE notes SET key = CAST(x'636CEF636B' AS TEXT) WHERE match = 1",
]
"""What was said is damaged, the word it stands under, or a letter of that word so that it is no letter any more."""


@pytest.mark.parametrize("statement", NOTE_DAMAGE)
def test_damaged_note_is_lost_and_reported_once(folders: Folders, file: Path, statement: str) -> None:
    execute_on_file(file, statement)
    repository = open_repository(folders)
    assert repository.claim_match(1)
    back = repository.load_match(1)
    assert "What was said was damaged" in back.damage_message
    assert back.record == RECORDS_BY_ID[1] and back.notes == {}
    repository.close()
    again = open_repository(folders)
    assert [entry.damage_message for entry in again.list_unfinished_matches()] == ["", ""]
    assert again.claim_match(1) and again.load_match(1).damage_message == ""
    assert again.load_match(2).notes != {}
    again.close()
    assert len(list(folders.data.glob("match-1.damaged-*.json"))) == 1


@pytest.mark.slow
def test_match_open_in_another_instance_is_not_repaired(folders: Folders, file: Path) -> None:
    execute_on_file(file, END_DAMAGE[0][0])
    first, two = open_repository(folders), open_repository(folders)
    assert first.claim_match(1)
    assert two.load_match(1).damage_message and not two.claim_match(1)
    assert list(folders.data.glob("match-*")) == []
    assert first.load_match(1).damage_message
    assert len(list(folders.data.glob("match-*"))) == 1
    first.close()
    two.close()


@pytest.mark.slow
def test_truncated_file_loses_only_the_missing_part(folders: Folders) -> None:
    repository = MatchRepository(folders, time.time)
    records = {store_match(repository, play_record(280, seed)): play_record(280, seed) for seed in range(20)}
    repository.close()
    file = folders.data / "matches.db"
    data = file.read_bytes()
    file.write_bytes(data[: len(data) * 9 // 10 + 100])
    repository = open_repository(folders)
    undamaged_ids = [
        entry.id
        for entry in repository.list_unfinished_matches()
        if not entry.is_damaged and repository.load_match(entry.id).record == records[entry.id]
    ]
    assert len(undamaged_ids) >= 5
    repository.close()
