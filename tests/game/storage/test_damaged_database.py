"""A damaged database is set aside and reported, never overwritten; that of a newer program is not touched."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from random import Random

import pytest

from game.storage.database import TABLE_COLUMNS
from game.storage.files import Folders, StorageError
from game.storage.matches import MatchRepository
from game.text.formatting import format_date_and_time
from tests.fakes import add_profile
from tests.game.storage.file_damage import flip_bit_of_value, open_bytes
from tests.stored_matches import make_folders_below, play_record, shorten_record, store_match

NOON_TIMESTAMP = time.mktime((2026, 11, 21, 12, 0, 0, 0, 0, -1))
RECORDS_BY_ID = {1: play_record(60), 2: play_record(100, 2)}


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    return make_folders_below(tmp_path)


@pytest.fixture
def file(folders: Folders) -> Path:
    """Return a valid database that no program uses."""
    repository = MatchRepository(folders, time.time)
    for record in RECORDS_BY_ID.values():
        store_match(repository, record)
    add_profile(repository, "Anna")
    repository.close()
    return folders.data / "matches.db"


def execute_on_file(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file)) as database:
        database.executescript(statement)


def open_repository(folders: Folders) -> MatchRepository:
    return MatchRepository(folders, lambda: NOON_TIMESTAMP)


def read_files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def test_readable_matches_are_recovered(folders: Folders, file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[18] = 77
    file.write_bytes(data)
    repository = open_repository(folders)
    assert "matches recovered: 2" in repository.notices[0].text
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


def test_journal_without_its_database_is_kept(folders: Folders, file: Path) -> None:
    file.unlink()
    journal = file.with_name("matches.db-journal")
    journal.write_bytes(b"the last actions")
    repository = open_repository(folders)
    (notice,) = repository.notices
    assert notice.path.with_name(notice.path.name + "-journal").read_bytes() == b"the last actions"
    repository.close()


@pytest.mark.parametrize(
    "statement",
    [
        "DROP TABLE deals",
        "ALTER TABLE profiles ADD COLUMN shoe INTEGER",
        "CREATE TRIGGER thief AFTER INSERT ON deals BEGIN DELETE FROM deals; END",
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


@pytest.mark.parametrize("is_journal_left", [False, True])
def test_file_of_newer_program_is_reported_and_not_touched(folders: Folders, file: Path, is_journal_left: bool) -> None:
    execute_on_file(file, "PRAGMA user_version = 2")
    if is_journal_left:
        database = sqlite3.connect(file, isolation_level=None)
        database.execute("PRAGMA cache_size = 1")
        database.execute("BEGIN IMMEDIATE")
        database.execute("UPDATE deals SET pack = pack || ' '")
        file_bytes, journal = file.read_bytes(), file.with_name("matches.db-journal")
        journal_bytes = journal.read_bytes()
        database.close()
        file.write_bytes(file_bytes)
        journal.write_bytes(journal_bytes)
    before = read_files(folders.data)
    with pytest.raises(StorageError, match=r"matches\.db have version 2; this program reads 1\. Update the program\.$"):
        open_repository(folders)
    assert read_files(folders.data) == before


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


HEADER_LABELS = [
    *["match 1."] * 3, r"'bris\n' (Anna, Bruno · ", "Briscola (Hanna, Bruno · ", "Briscola (Anna, Bruno · ",
    "Briscola (Anna, Bruno).", "Briscola (Anna, Bruno · ",
]  # fmt: skip
"""What can still be read of each of these matches."""


@pytest.mark.parametrize(("statement", "label"), list(zip(HEADER_DAMAGE, HEADER_LABELS, strict=True)))
def test_match_with_damaged_header_is_named_and_others_stay_usable(
    folders: Folders, file: Path, statement: str, label: str
) -> None:
    execute_on_file(file, statement)
    damaged = file.read_bytes()
    repository = open_repository(folders)
    (notice,) = repository.notices
    lost = notice.text.partition("Missing or damaged: ")[2]
    assert lost.startswith(label) and notice.text.isprintable()
    assert notice.path.read_bytes() == damaged
    assert {entry.id for entry in repository.list_unfinished_matches()} == {2}
    with pytest.raises(StorageError, match="deleted"):
        repository.load_match(1)
    assert repository.load_match(2).record == RECORDS_BY_ID[2]
    repository.close()
    again = open_repository(folders)
    assert again.notices == ()
    assert {entry.id for entry in again.list_unfinished_matches()} == {2}
    again.close()


@pytest.mark.parametrize("statement", HEADER_DAMAGE)
def test_match_damaged_while_program_runs_is_marked_and_refused(folders: Folders, file: Path, statement: str) -> None:
    repository = open_repository(folders)
    repository.database.execute(statement)
    listed = {entry.id: entry for entry in repository.list_unfinished_matches()}
    assert (listed[1].is_damaged, listed[2].is_damaged) == (True, False)
    assert all(text.isprintable() for text in (listed[1].error, listed[1].game_id, *listed[1].names))
    time.localtime(listed[1].updated_at)
    with pytest.raises(StorageError, match="The saved match 1 is damaged") as refusal:
        repository.load_match(1)
    assert str(refusal.value).isprintable()
    with pytest.raises(StorageError, match="The saved match 1 is damaged"):
        repository.store_note(1, "chat", [])
    repository.delete_match(1)
    assert [entry.id for entry in repository.list_unfinished_matches()] == [2]
    repository.close()


END_DAMAGE = [
    ("DELETE FROM deals WHERE match = 1 AND number = 2", 40, "deal 1, action 41"),
    ("DELETE FROM deals WHERE match = 1 AND number = 1", 0, "deal 1 "),
    ("UPDATE deals SET pack = 'Ad Ad' WHERE match = 1 AND number = 2", 40, "deal 2 "),
    ("UPDATE deals SET extra = '[' WHERE match = 1 AND number = 1", 0, "deal 1 "),
    ("UPDATE deals SET dealer = 1 WHERE match = 1 AND number = 1", 0, "deal 1 "),
    ("UPDATE deals SET crc = 5 WHERE match = 1 AND number = 2", 60, "deal 2, action 21 "),
    (
        "UPDATE deals SET number = number + 10 WHERE match = 1;"
        "UPDATE deals SET number = 13 - number WHERE match = 1", 0, "deal 1 ",
    ),
    ("UPDATE matches SET running_crc = 0, deals = 9 WHERE id = 1", 60, "perhaps everything after deal 2, action 20"),
    ("UPDATE matches SET finished = 1 WHERE id = 1", 60, "only its date"),
    ("UPDATE matches SET updated = 1e10, moment = 1e10 WHERE id = 1", 60, "only its date"),
]  # fmt: skip
"""Damage to a match, the number of actions that are left, and the place that is named."""


@pytest.mark.slow
@pytest.mark.parametrize(("statement", "held", "place"), END_DAMAGE)
def test_match_with_damaged_end_continues_before_the_damage(
    folders: Folders, file: Path, statement: str, held: int, place: str
) -> None:
    """Check also that the notice names deal and action, and that the damaged file is kept."""
    execute_on_file(file, statement)
    damaged = file.read_bytes()
    repository = open_repository(folders)
    (notice,) = repository.notices
    assert f"): {place}" in notice.text and notice.text.isprintable()
    assert notice.text.count("Briscola (Anna, Bruno · ") == 1 and "match" not in notice.text.partition("Missing")[2]
    assert notice.path.read_bytes() == damaged
    assert repository.claim_match(1)
    back = repository.load_match(1)
    assert sum(len(deal.actions) for deal in back.record.deals) == held
    shortened = shorten_record(RECORDS_BY_ID[1], held)
    assert all(was == now for was, now in zip(shortened.deals, back.record.deals, strict=False))
    assert not any(entry.is_damaged for entry in repository.list_unfinished_matches())
    assert repository.load_match(2).record == RECORDS_BY_ID[2]
    repository.close()
    again = open_repository(folders)
    assert again.notices == ()
    assert again.load_match(1).record == back.record
    again.close()


NOTE_DAMAGE = [
    "UPDATE notes SET value = '[1.5,2]' WHERE match = 1",
    "UPDATE notes SET key = 'clodk' WHERE match = 1",
    "UPDATE notes SET key = CAST(x'636CEF636B' AS TEXT) WHERE match = 1",
]
"""Damage to a note, to its key, and to a letter of its key so that it is not a letter any more."""


@pytest.mark.parametrize("statement", NOTE_DAMAGE)
def test_damaged_note_is_lost_and_reported_once(folders: Folders, file: Path, statement: str) -> None:
    execute_on_file(file, statement)
    repository = open_repository(folders)
    date = format_date_and_time(repository.list_unfinished_matches()[-1].updated_at)
    assert f"Missing or damaged: a note from Briscola (Anna, Bruno · {date})." in repository.notices[0].text
    back = repository.load_match(1)
    assert back.record == RECORDS_BY_ID[1] and back.notes == {}
    repository.close()
    again = open_repository(folders)
    assert again.notices == () and again.load_match(2).notes != {}
    again.close()


@pytest.mark.parametrize("column", ["name", "color"])
def test_damaged_profile_is_named(folders: Folders, file: Path, column: str) -> None:
    execute_on_file(file, f"UPDATE profiles SET {column} = 5")
    repository = open_repository(folders)
    name = "5" if column == "name" else "Anna"
    assert f"Missing or damaged: the profile {name}." in repository.notices[0].text
    assert repository.list_profiles() == ()
    assert {match.id: match.is_damaged for match in repository.list_unfinished_matches()} == {1: False, 2: False}
    repository.close()


def test_profile_damaged_while_program_runs_is_not_written_again(folders: Folders, file: Path) -> None:
    repository = open_repository(folders)
    repository.database.execute("UPDATE profiles SET blocked_until = 5.0")
    for call in (repository.list_profiles, partial(repository.check_in_players, ("Anna",))):
        with pytest.raises(StorageError, match="The profile Anna is damaged"):
            call()
    repository.close()


@pytest.mark.slow
def test_flipped_bit_in_any_column_is_named(folders: Folders, file: Path) -> None:
    good = file.read_bytes()
    for table, columns in TABLE_COLUMNS.items():
        for column in columns:
            with closing(open_bytes(good)) as database:
                flip_bit_of_value(database, table, column, Random(f"{table}.{column}"))
                damaged = database.serialize()
            file.write_bytes(damaged)
            repository = open_repository(folders)
            texts = [notice.text for notice in repository.notices]
            assert len(texts) == 1 and "Missing or damaged: " in texts[0], f"{table}.{column}: {texts}"
            assert repository.notices[0].path.read_bytes() == damaged, f"{table}.{column}"
            repository.close()


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
