"""Recovery names what is lost by game, players and date, also what left no trace in the damaged file."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from game.storage.database import PAGE_BYTES
from game.storage.files import Folders
from game.storage.matches import MatchRepository
from game.text.formatting import format_date_and_time
from tests.game.storage.database_files import complete_journal, extend_match
from tests.game.storage.test_matches import make_folders_below, play_record, replace, shorten_record

TIME = time.mktime((2026, 11, 21, 12, 0, 0, 0, 0, -1))
LABEL = f"Briscola (Anna, Bruno · {format_date_and_time(TIME)})"


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    """Return folders with a match that has two notes, and one that has none."""
    folders = make_folders_below(tmp_path)
    with closing(MatchRepository(folders, lambda: TIME)) as repository:
        repository.create_match(play_record(30), ("you", "club"), 1, {"chat": [[0, "ciao"]], "marks": {"0": "a"}})
        repository.create_match(replace(play_record(5, 2), names=("Carla", "Dino")), ("you", "club"), 2, {})
    return folders


def recover(folders: Folders) -> str:
    """Return the list of losses in the only notice."""
    with closing(MatchRepository(folders, lambda: TIME)) as repository:
        (notice,) = repository.notices
    with closing(MatchRepository(folders, lambda: TIME)) as repository:
        assert repository.notices == ()
    return notice.text.partition("Missing or damaged: ")[2]


@pytest.mark.parametrize(
    ("statement", "losses"),
    [
        ("DELETE FROM notes WHERE key = 'chat'", f"a note from {LABEL}."),
        ("DELETE FROM notes", f"2 notes from {LABEL}."),
        ("UPDATE notes SET match = 2 WHERE key = 'chat'", f"a note from {LABEL}."),
        ("DELETE FROM profiles WHERE name = 'Anna'", "1 other profile."),
        ("DELETE FROM matches WHERE id = 2", "match 2."),
        ("DELETE FROM deals WHERE match = 2; DELETE FROM matches WHERE id = 2", "1 other match."),
        ("DELETE FROM clock", "the program's clock; perhaps matches."),
        ("PRAGMA application_id = 5", "perhaps the latest changes, because a part of the file is old."),
    ],
)
def test_missing_row_is_named(folders: Folders, statement: str, losses: str) -> None:
    with closing(sqlite3.connect(folders.data / "matches.db")) as database:
        database.executescript(statement)
    assert recover(folders) == losses


def test_rows_of_another_table_are_not_named_as_profiles(folders: Folders) -> None:
    """Put the page of the notes in the place of that of the profiles: its rows would be named, not the people."""
    path = folders.data / "matches.db"
    with closing(sqlite3.connect(path)) as database:
        pages = dict(database.execute("SELECT name, rootpage FROM sqlite_schema").fetchall())
    data = path.read_bytes()
    notes, profiles = ((pages[name] - 1) * PAGE_BYTES for name in ("notes", "profiles"))
    path.write_bytes(data[:profiles] + data[notes : notes + PAGE_BYTES] + data[profiles + PAGE_BYTES :])
    assert recover(folders).endswith("2 other profiles.")


def test_journal_of_earlier_transaction_is_not_used(folders: Folders) -> None:
    """Store actions; the journal of the first of them would take them all back without a trace."""
    path, journals = folders.data / "matches.db", list[bytes]()
    journal = path.with_name("matches.db-journal")
    full, short = play_record(30), shorten_record(play_record(30), 20)
    with closing(MatchRepository(folders, lambda: TIME)) as repository:
        repository.truncate_match(1, short)
        repository.database.set_trace_callback(
            lambda sql: journals.append(complete_journal(journal.read_bytes())) if sql == "COMMIT" else None
        )
        extend_match(repository, 1, short, full)
        repository.database.set_trace_callback(None)
    before = path.read_bytes()
    journal.write_bytes(journals[0])
    with closing(MatchRepository(folders, lambda: TIME)) as repository:
        (notice,) = repository.notices
        assert "its journal does not fit it" in notice.text and "matches recovered: 2." in notice.text
        assert repository.load_match(1).record == full
        assert notice.path.read_bytes() == before
