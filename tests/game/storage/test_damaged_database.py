"""A damaged database is set aside and never overwritten, and what is lost is named by game, players and date.

`tests.game.storage.storage_machine` damages bytes, rows and journals in any order.
"""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Final

import pytest

from game.storage.files import Folders, StorageError, StorageNotice
from game.storage.matches import MatchRepository
from game.storage.tables import select_rows
from game.text.formatting import format_date_and_time
from tests.game.storage.file_damage import record_journals
from tests.lanes import choose_sample
from tests.rows import check_rows
from tests.stored_matches import make_folders_below, play_record, replace, shorten_record

NOON_TIMESTAMP: Final = time.mktime((2026, 11, 21, 12, 0, 0, 0, 0, -1))
DATE: Final = format_date_and_time(NOON_TIMESTAMP)
LABEL: Final = f"Briscola (Anna, Bruno · {DATE})"
RECORDS_BY_ID: Final = {1: play_record(60), 2: replace(play_record(5, 2), names=("Carla", "Dino"))}
PLAYED: Final = {1: [40, 20], 2: [5]}
"""The number of actions in each deal of the matches."""


def open_repository(folders: Folders) -> MatchRepository:
    return MatchRepository(folders, lambda: NOON_TIMESTAMP)


def make_matches(folders: Folders) -> Path:
    """Store a match that has two notes, and one that has none. Return the file."""
    with closing(open_repository(folders)) as repository:
        repository.create_match(RECORDS_BY_ID[1], ("you", "club"), 1, {"chat": [[0, "ciao"]], "marks": {"0": "a"}})
        repository.create_match(RECORDS_BY_ID[2], ("you", "club"), 2, {})
    return folders.data / "matches.db"


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    return make_folders_below(tmp_path)


@pytest.fixture
def file(folders: Folders) -> Path:
    """Return a valid database that no program uses."""
    return make_matches(folders)


def recover(folders: Folders) -> tuple[StorageNotice, dict[int, list[int]]]:
    """Return the only notice at a start, and the actions in each deal of the matches that are left.

    Check that the damaged file is kept, that the matches are as they were so far, and that the next start is quiet.
    """
    damaged = (folders.data / "matches.db").read_bytes()
    with closing(open_repository(folders)) as repository:
        (notice,) = repository.notices
        records = {
            entry.id: repository.load_match(entry.id).record for entry in repository.archive.list_unfinished_matches()
        }
    assert notice.path.read_bytes() == damaged
    assert notice.text.isprintable() and f" {notice.path.name}; matches recovered: {len(records)}." in notice.text
    for match_id, record in records.items():
        count = sum(len(deal.actions) for deal in record.deals)
        kept = zip(record.deals, shorten_record(RECORDS_BY_ID[match_id], count).deals, strict=False)
        assert all(found == stored for found, stored in kept)
    with closing(open_repository(folders)) as repository:
        assert repository.notices == ()
        assert {
            entry.id: repository.load_match(entry.id).record for entry in repository.archive.list_unfinished_matches()
        } == (records)
    return notice, {match_id: [len(deal.actions) for deal in record.deals] for match_id, record in records.items()}


DAMAGED, OLD = "some rows are damaged", "rows are missing or out of date"
CONTENT: Final = "the contents are damaged"
OLD_LOSS: Final = "possibly the latest changes (part of the file is out of date)"
NOTES_LOSS: Final = f"possibly notes from {LABEL}."
HEADER_DAMAGE: Final = [
    ("header = 'no json'", "match 1."),
    ("header = '[1]'", "match 1."),
    ("header = CAST(x'ff00fe0a' AS TEXT)", "match 1."),
    ("header = replace(header, 'briscola', 'bris' || char(92) || 'n')", rf"'bris\n' (Anna, Bruno · {DATE})."),
    ("header = replace(header, 'Anna', 'Hanna')", f"Briscola (Hanna, Bruno · {DATE})."),
    ("header = json_set(header, '$.players', json('[\"you\"]'))", f"{LABEL}."),
    ("header = json_set(header, '$.seed', 'many'), updated = 9e300", "Briscola (Anna, Bruno)."),
    ("header = json_set(header, '$.seed', '2')", f"{LABEL}."),
    ("deals = 9", f"{LABEL}."),
]
"""Damage to the row of match 1, and what can still be read of it."""
PLACE_DAMAGE: Final = [
    ("DELETE FROM deals WHERE match = 1 AND number = 2", [40], "deal 2 and everything after it"),
    ("DELETE FROM deals WHERE match = 1 AND number = 1", [], "deal 1 and everything after it"),
    ("UPDATE deals SET pack = 'Ad Ad' WHERE match = 1 AND number = 2", [40], "deal 2 and everything after it"),
    ("UPDATE deals SET extra = '[' WHERE match = 1 AND number = 1", [], "deal 1 and everything after it"),
    ("UPDATE deals SET dealer = 1 WHERE match = 1 AND number = 1", [], "deal 1 and everything after it"),
    ("UPDATE deals SET crc = 5 WHERE match = 1 AND number = 2", [40], "deal 2 and everything after it"),
    ("UPDATE actions SET crc = 5 WHERE match = 1 AND number = 8", [40, 7], "move 8 of deal 2 and everything after it"),
    ("DELETE FROM actions WHERE match = 1 AND number = 20", [40, 19], "move 20 of deal 2 and everything after it"),
    ("DELETE FROM actions WHERE match = 1 AND number < 7", [40, 0], "move 1 of deal 2 and everything after it"),
    (
        "UPDATE deals SET number = number + 10 WHERE match = 1; UPDATE deals SET number = 13 - number WHERE match = 1",
        [], "deal 1 and everything after it",
    ),
]  # fmt: skip
"""Damage to match 1, the number of actions that are left in each deal, and the place that is named."""
OTHER_CARD: Final = """
UPDATE actions SET action = (SELECT b.action FROM actions b WHERE b.match = 1 AND b.number = {other}) {crc}
WHERE match = 1 AND number = {number}
"""
"""A statement that writes another card in the place of an action; with the checksum of that card, if it is told so."""
CRC_TOO: Final = ", crc = (SELECT b.crc FROM actions b WHERE b.match = 1 AND b.number = {other})"
SWAP_PAGES: Final = (
    "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = (SELECT sum(rootpage) FROM sqlite_schema WHERE "
    "name IN {0}) - rootpage WHERE name IN {0}; PRAGMA writable_schema = RESET"
)
"""A statement after which each of two tables or indexes has the rows of the other."""
DAMAGE_ROWS: Final = [
    *((f"UPDATE matches SET {change} WHERE id = 1", DAMAGED, {2: [5]}, lost) for change, lost in HEADER_DAMAGE),
    ("UPDATE matches SET finished = 1 WHERE id = 1", DAMAGED, {2: [5]}, f"{LABEL}."),
    *((statement, DAMAGED, {1: left, 2: [5]}, f"{LABEL}: {place}.") for statement, left, place in PLACE_DAMAGE),
    *((
        OTHER_CARD.format(other=other, number=7, crc=crc.format(other=other)), DAMAGED, {1: [40, 6], 2: [5]},
        f"{LABEL}: move 7 of deal 2 and everything after it.",
    ) for other in (6, 8, 9) for crc in ("", CRC_TOO)),
    ("DELETE FROM matches WHERE id = 2", OLD, {1: [40, 20]}, f"match 2; {OLD_LOSS}."),
    ("DELETE FROM deals WHERE match = 2; DELETE FROM actions WHERE match = 2; DELETE FROM matches WHERE id = 2", OLD,
     {1: [40, 20]}, f"1 other match; {OLD_LOSS}."),
    ("DELETE FROM notes WHERE key = 'chat'", DAMAGED, PLAYED, NOTES_LOSS),
    ("DELETE FROM notes", DAMAGED, PLAYED, NOTES_LOSS),
    ("UPDATE notes SET match = 2 WHERE key = 'chat'", DAMAGED, PLAYED, NOTES_LOSS),
    ("UPDATE notes SET value = '[1.5,2]' WHERE key = 'chat'", DAMAGED, PLAYED, NOTES_LOSS),
    ("UPDATE notes SET key = CAST(x'63CE74' AS TEXT) WHERE key = 'chat'", DAMAGED, PLAYED, NOTES_LOSS),
    ("DELETE FROM profiles WHERE profile LIKE '%Anna%'", OLD, PLAYED, f"1 other profile; {OLD_LOSS}."),
    ("UPDATE profiles SET profile = 5 WHERE profile LIKE '%Anna%'", DAMAGED, PLAYED, "1 other profile."),
    ("UPDATE profiles SET profile = json_set(profile, '$.color', 'x') WHERE profile LIKE '%Anna%'", DAMAGED, PLAYED,
     "the profile Anna."),
    ("DELETE FROM clock", OLD, PLAYED, "the program's clock; possibly some matches."),
    ("UPDATE clock SET total = total + 1", OLD, PLAYED, "the program's clock; possibly some matches."),
    (SWAP_PAGES.format(("notes", "profiles")), CONTENT, PLAYED, f"{NOTES_LOSS[:-1]}; 2 other profiles; {OLD_LOSS}."),
    *((statement, "the database was made by another program", PLAYED, "") for statement in (
        "ALTER TABLE profiles ADD COLUMN shoe INTEGER", "PRAGMA user_version = -3", "PRAGMA user_version = 0",
        "PRAGMA user_version = 8388609",
        "CREATE TRIGGER thief AFTER INSERT ON deals BEGIN DELETE FROM deals; END",
    )),
    (
        "DROP TABLE deals", "the database was made by another program", {1: [], 2: []},
        "; ".join(f"Briscola ({names} · {DATE}): deal 1 and everything after it" for names in
                  ("Anna, Bruno", "Carla, Dino")) + ".",
    ),
]  # fmt: skip
"""Damage, the reason that is given, the actions that are left and the losses that are named."""


@pytest.mark.nightly
@check_rows(("statement", "reason", "left", "losses"), choose_sample(DAMAGE_ROWS, 3))
def test_damage_is_named_and_everything_else_stays(
    tmp_path: Path, statement: str, reason: str, left: dict[int, list[int]], losses: str
) -> None:
    folders = make_folders_below(tmp_path / str(len([*tmp_path.iterdir()])))
    with closing(sqlite3.connect(make_matches(folders))) as database:
        database.executescript(statement)
    notice, found = recover(folders)
    assert f" ({reason})." in notice.text
    assert (found, notice.text.partition("Missing or damaged: ")[2]) == (left, losses)


@check_rows("change", [change for change, _label in HEADER_DAMAGE])
def test_match_damaged_while_program_runs_is_marked_and_refused(tmp_path: Path, change: str) -> None:
    folders = make_folders_below(tmp_path / str(len([*tmp_path.iterdir()])))
    make_matches(folders)
    with closing(open_repository(folders)) as repository:
        repository.database.execute(f"UPDATE matches SET {change} WHERE id = 1")
        listed = {entry.id: entry for entry in repository.archive.list_unfinished_matches()}
        assert (bool(listed[1].error), bool(listed[2].error)) == (True, False)
        assert all(text.isprintable() for text in (listed[1].error, listed[1].game_id, *listed[1].names))
        time.localtime(listed[1].updated_at)
        for call in (repository.load_match, repository.open_match, partial(repository.store_note, key="chat", value=1)):
            with pytest.raises(StorageError, match="Saved match 1 is damaged") as refusal:
                call(1)
            assert str(refusal.value).isprintable()
        repository.delete_match(1)
        assert [entry.id for entry in repository.archive.list_unfinished_matches()] == [2]


def test_profile_damaged_while_program_runs_is_not_written_again(folders: Folders, file: Path) -> None:
    with closing(open_repository(folders)) as repository:
        repository.database.execute("UPDATE profiles SET profile = json_set(profile, '$.blocked_until', 5.0)")
        for call in (repository.list_profiles, partial(repository.check_in_players, ("Anna",))):
            with pytest.raises(StorageError, match=r"The profile (Anna|Carla) is damaged"):
                call()


OLD_ROW_DAMAGE: Final = [
    ("deals", "WHERE match = 1 AND number = 1", [], "deal 1 and everything after it"),
    ("actions", "WHERE match = 1 AND number = 1", [40, 0], "move 1 of deal 2 and everything after it"),
]
"""A row of match 1 that comes back as it was in an earlier deal, what is left then, and the place that is named."""


@check_rows(("table", "condition", "left", "place"), OLD_ROW_DAMAGE)
def test_row_as_it_was_in_an_earlier_deal_is_noticed(
    tmp_path: Path, table: str, condition: str, left: list[int], place: str
) -> None:
    folders = make_folders_below(tmp_path / table)
    record = RECORDS_BY_ID[1]
    with closing(open_repository(folders)) as repository:
        repository.create_match(replace(record, deals=record.deals[:1]), ("you", "club"), 1, {})
        (row,) = select_rows(repository.database, table, condition)
        repository.add_deal(1, 2, replace(record.deals[1], actions=()))
        for number, action in enumerate(record.deals[1].actions, 1):
            repository.add_action(1, 2, number, action)
        repository.database.execute(f"REPLACE INTO {table} VALUES ({', '.join('?' * len(row))})", row)
    notice, found = recover(folders)
    assert found == {1: left} and f"{LABEL}: {place}." in notice.text


# -- pages and journals --------------------------------------------------------------------------------


def test_journal_of_earlier_transaction_is_not_used(folders: Folders, file: Path) -> None:
    """Store actions; the journal of the first of them would take them all back without a trace."""
    journal = file.with_name("matches.db-journal")
    with closing(open_repository(folders)) as repository:
        repository.truncate_match(1, shorten_record(RECORDS_BY_ID[1], 50))
        journals = record_journals(repository, journal, [])
        for number, action in enumerate(RECORDS_BY_ID[1].deals[1].actions[10:], 11):
            repository.add_action(1, 2, number, action)
        repository.database.set_trace_callback(None)
    journal.write_bytes(journals[0])
    notice, left = recover(folders)
    assert "the journal doesn't match the file" in notice.text and left == PLAYED


def test_journal_without_its_database_is_kept(folders: Folders, file: Path) -> None:
    file.unlink()
    file.with_name("matches.db-journal").write_bytes(b"the last actions")
    with closing(open_repository(folders)) as repository:
        (notice,) = repository.notices
    assert notice.path.with_name(notice.path.name + "-journal").read_bytes() == b"the last actions"


def test_damaged_files_do_not_replace_each_other(folders: Folders, file: Path) -> None:
    stem = file.with_name("matches.db.damaged-20261121-120000")
    for number, name in enumerate((stem.name, f"{stem.name}-2", f"{stem.name}-3")):
        file.write_bytes(b"%d" % number * 200)
        open_repository(folders).close()
        assert stem.with_name(name).read_bytes() == b"%d" % number * 200


# -- other programs ------------------------------------------------------------------------------------


def test_file_in_use_by_another_instance_is_not_set_aside(folders: Folders, file: Path) -> None:
    first = open_repository(folders)
    damaged = b"x" * 5000
    file.write_bytes(damaged)
    with pytest.raises(StorageError, match="Close all windows of the program"):
        open_repository(folders)
    assert file.read_bytes() == damaged
    first.close()
    with closing(open_repository(folders)) as repository:
        assert repository.notices[0].path.read_bytes() == damaged


@check_rows("is_journal_left", [False, True])
def test_file_of_newer_program_is_reported_and_not_touched(tmp_path: Path, is_journal_left: bool) -> None:
    folders = make_folders_below(tmp_path / str(is_journal_left))
    file = make_matches(folders)
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        database.execute("PRAGMA user_version = 2")
        database.execute("PRAGMA cache_size = 1")
        database.execute("BEGIN IMMEDIATE")
        database.execute("UPDATE deals SET pack = pack || ' '")
        before = {path: path.read_bytes() for path in folders.data.iterdir() if path.is_file()}
    if is_journal_left:
        for path, data in before.items():
            path.write_bytes(data)
    before = {path: path.read_bytes() for path in before if path.exists()}
    with pytest.raises(
        StorageError, match=r"matches\.db, is version 2; this program reads version 1\. Update the program\.$"
    ):
        open_repository(folders)
    assert {path: path.read_bytes() for path in folders.data.iterdir() if path.is_file()} == before
