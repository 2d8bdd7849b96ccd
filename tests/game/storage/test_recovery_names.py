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
from tests.game.storage.file_damage import record_journals
from tests.stored_matches import make_folders_below, play_record, replace, shorten_record

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
    copy_page(folders, "notes", "profiles")
    assert recover(folders).endswith("2 other profiles.")


def test_damage_to_the_index_of_names_is_noticed_at_the_start(folders: Folders) -> None:
    """Put an empty index in the place of that of the profiles: otherwise the next write of a profile would fail."""
    copy_page(folders, "sqlite_autoindex_profiles_2", "sqlite_autoindex_profiles_2", make_folders_below(folders.data))
    assert recover(folders) == ""


def copy_page(folders: Folders, source: str, target: str, other_folders: Folders | None = None) -> None:
    """Write the page of a table or index in the place of another one, from a new file if its folders are given."""
    path, other = folders.data / "matches.db", (other_folders or folders).data / "matches.db"
    if other_folders:
        MatchRepository(other_folders, lambda: TIME).close()
    with closing(sqlite3.connect(path)) as database:
        pages = dict(database.execute("SELECT name, rootpage FROM sqlite_schema").fetchall())
    data, old = path.read_bytes(), other.read_bytes()
    start, end = ((pages[target] - more) * PAGE_BYTES for more in (1, 0))
    path.write_bytes(data[:start] + old[(pages[source] - 1) * PAGE_BYTES : pages[source] * PAGE_BYTES] + data[end:])


def test_journal_of_earlier_transaction_is_not_used(folders: Folders) -> None:
    """Store actions; the journal of the first of them would take them all back without a trace."""
    path = folders.data / "matches.db"
    journal = path.with_name("matches.db-journal")
    full = play_record(30)
    with closing(MatchRepository(folders, lambda: TIME)) as repository:
        repository.truncate_match(1, shorten_record(full, 20))
        journals = record_journals(repository, journal, [])
        for number, action in enumerate(full.deals[0].actions[20:], 21):
            repository.add_action(1, 1, number, action)
        repository.database.set_trace_callback(None)
    before = path.read_bytes()
    journal.write_bytes(journals[0])
    with closing(MatchRepository(folders, lambda: TIME)) as repository:
        (notice,) = repository.notices
        assert "its journal does not fit it" in notice.text and "matches recovered: 2." in notice.text
        assert repository.load_match(1).record == full
        assert notice.path.read_bytes() == before
