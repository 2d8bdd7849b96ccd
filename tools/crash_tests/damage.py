"""Damage to databases, and its effect on the matches in them."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random

from game.match.record import Record
from game.storage.database import PAGE_BYTES, TABLE_COLUMNS
from game.storage.files import Folders, StorageError
from game.storage.matches import MatchRepository
from tests.game.storage.database_files import (
    CHAT_NOTE,
    NOON_TIMESTAMP,
    DatabaseFiles,
    count_actions,
    extend_match,
    flip_bit_of_value,
    make_database_files,
)
from tests.stored_matches import make_folders_below, replace
from tools.crash_tests.counts import OutcomeCounts

COMPLETE, LOSS_REPORTED, SILENTLY_SHORT, NOT_AS_PLAYED, CRASHED = (
    "whole",
    "named",
    "silently short",
    "not as played",
    "crashed",
)
PEOPLE = [("Anna", None), ("Bruno", NOON_TIMESTAMP + 3600.0)]
OUTCOMES = (COMPLETE, LOSS_REPORTED, SILENTLY_SHORT, NOT_AS_PLAYED, CRASHED)


DamageFunction = Callable[[DatabaseFiles, Random], DatabaseFiles]


# -- kinds of damage -------------------------------------------------------------------------------


def flip_bit(data: bytes, rng: Random) -> bytes:
    offset, bit = rng.randrange(len(data)), 1 << rng.randrange(8)
    return data[:offset] + bytes([data[offset] ^ bit]) + data[offset + 1 :]


def damage_bit(files: DatabaseFiles, rng: Random) -> DatabaseFiles:
    return replace(files, database_bytes=flip_bit(files.database_bytes, rng))


def damage_several_bits(files: DatabaseFiles, rng: Random) -> DatabaseFiles:
    for _bit in range(rng.randrange(2, 40)):
        files = damage_bit(files, rng)
    return files


def cut_short(files: DatabaseFiles, rng: Random) -> DatabaseFiles:
    return replace(files, database_bytes=files.database_bytes[: rng.randrange(len(files.database_bytes))])


def zero_page(files: DatabaseFiles, rng: Random) -> DatabaseFiles:
    offset = rng.randrange(len(files.database_bytes) // PAGE_BYTES) * PAGE_BYTES
    return replace(
        files,
        database_bytes=files.database_bytes[:offset] + bytes(PAGE_BYTES) + files.database_bytes[offset + PAGE_BYTES :],
    )


def swap_pages(files: DatabaseFiles, rng: Random) -> DatabaseFiles:
    pages = [
        files.database_bytes[offset : offset + PAGE_BYTES] for offset in range(0, len(files.database_bytes), PAGE_BYTES)
    ]
    first, second = rng.sample(range(len(pages)), 2)
    pages[first], pages[second] = pages[second], pages[first]
    return replace(files, database_bytes=b"".join(pages))


def misplace_sector(files: DatabaseFiles, rng: Random) -> DatabaseFiles:
    """Return the files with a sector of 512 bytes written in the place of another one."""
    offset, source_offset = (
        rng.randrange(len(files.database_bytes) // 512) * 512,
        rng.randrange(len(files.database_bytes) // 512) * 512,
    )
    return replace(
        files,
        database_bytes=files.database_bytes[:offset]
        + files.database_bytes[source_offset : source_offset + 512]
        + files.database_bytes[offset + 512 :],
    )


def damage_journal_bit(files: DatabaseFiles, rng: Random) -> DatabaseFiles:
    return replace(files, journal_bytes=flip_bit(files.journal_bytes, rng))


def cut_journal_short(files: DatabaseFiles, rng: Random) -> DatabaseFiles:
    return replace(files, journal_bytes=files.journal_bytes[: rng.randrange(len(files.journal_bytes))])


def overwrite_journal(files: DatabaseFiles, rng: Random) -> DatabaseFiles:
    offset = rng.randrange(len(files.journal_bytes) - 512)
    journal = files.journal_bytes[:offset] + rng.randbytes(512) + files.journal_bytes[offset + 512 :]
    return replace(files, journal_bytes=journal)


def remove_journal(files: DatabaseFiles, _rng: Random) -> DatabaseFiles:
    return replace(files, journal_bytes=b"")


def zero_journal(files: DatabaseFiles, rng: Random) -> DatabaseFiles:
    """Return the files with a part of the journal zeroed, or the whole of it."""
    size = len(files.journal_bytes)
    start, end = rng.choice(((0, size), (0, 512), (rng.randrange(size), size)))
    return replace(files, journal_bytes=files.journal_bytes[:start] + bytes(end - start) + files.journal_bytes[end:])


def take_older_journal(files: DatabaseFiles, rng: Random) -> DatabaseFiles:
    return replace(files, journal_bytes=rng.choice(files.older_journals))


def take_other_journal(files: DatabaseFiles, rng: Random) -> DatabaseFiles:
    """Return the files with a journal of another database."""
    assert files.other is not None
    return replace(files, journal_bytes=rng.choice((files.other.journal_bytes, *files.other.older_journals)))


def take_other_wal(files: DatabaseFiles, rng: Random) -> DatabaseFiles:
    """Return the files with a write-ahead log of another database, which may be damaged."""
    assert files.other is not None
    wal_bytes = files.other.wal_bytes
    return replace(files, wal_bytes=rng.choice((wal_bytes, flip_bit(wal_bytes, rng), rng.randbytes(4096))))


def take_other_page(files: DatabaseFiles, rng: Random) -> DatabaseFiles:
    """Return the files with a page of another database in the place of one of its own."""
    assert files.other is not None
    data, other = files.database_bytes, files.other.database_bytes
    offset = rng.randrange(min(len(data), len(other)) // PAGE_BYTES) * PAGE_BYTES
    page = other[offset : offset + PAGE_BYTES]
    return replace(files, database_bytes=data[:offset] + page + data[offset + PAGE_BYTES :])


def empty_file(files: DatabaseFiles, _rng: Random) -> DatabaseFiles:
    return replace(files, database_bytes=b"")


def damage_value(files: DatabaseFiles, rng: Random) -> DatabaseFiles:
    """Return the files with a flipped bit of a value in a row; the database file itself stays valid."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "matches.db"
        path.write_bytes(files.database_bytes)
        table = rng.choice(tuple(TABLE_COLUMNS))
        flip_bit_of_value(path, table, rng.choice(TABLE_COLUMNS[table]), rng)
        return replace(files, database_bytes=path.read_bytes())


DAMAGE_KINDS: dict[str, tuple[int, str, DamageFunction]] = {
    "a bit flipped": (600, "closed", damage_bit),
    "a bit flipped, killed": (150, "killed", damage_bit),
    "a bit of a value": (1000, "closed", damage_value),
    "several bits flipped": (60, "closed", damage_several_bits),
    "cut short": (60, "closed", cut_short),
    "cut short, killed": (60, "killed", cut_short),
    "empty": (3, "closed", empty_file),
    "empty, killed": (3, "killed", empty_file),
    "a page zeroed": (60, "closed", zero_page),
    "two pages swapped": (60, "closed", swap_pages),
    "a sector misplaced": (60, "closed", misplace_sector),
    "a bit of the journal": (150, "killed", damage_journal_bit),
    "the journal cut short": (60, "killed", cut_journal_short),
    "512 bytes of the journal": (60, "killed", overwrite_journal),
    "the journal removed": (3, "killed", remove_journal),
    "the journal zeroed": (60, "killed", zero_journal),
    "an older journal": (60, "closed", take_older_journal),
    "another file's journal": (60, "closed", take_other_journal),
    "another's, killed": (60, "killed", take_other_journal),
    "another file's WAL": (60, "closed", take_other_wal),
    "another file's page": (60, "closed", take_other_page),
}


def run_damage_trials(home: Path, rng: Random, share: float) -> Iterator[OutcomeCounts]:
    """Yield the counts of each kind of damage.

    ``share``: the share of the full number of tries to run, 0 to 1.
    """
    good = add_other_files(make_database_files(home / "good"), home)
    for name, (tries, state, damage) in DAMAGE_KINDS.items():
        counts = OutcomeCounts(name, OUTCOMES)
        for _time in range(max(1, round(tries * share))):
            outcome, example = open_damaged(home / "try", damage(good[state], rng))
            counts.add(outcome, example)
        yield counts


def add_other_files(good: dict[str, DatabaseFiles], home: Path) -> dict[str, DatabaseFiles]:
    """Return the files with those of another database, which is made below ``home``."""
    other = make_database_files(home / "other", first_seed=11)
    other_files = replace(other["killed"], older_journals=other["closed"].older_journals, wal_bytes=make_wal(home))
    return {name: replace(files, other=other_files) for name, files in good.items()}


def make_wal(home: Path) -> bytes:
    """Return the write-ahead log of the database below ``home / "other"`` after a change of every page."""
    path = home / "other" / "data" / "matches.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("UPDATE notes SET value = value || ' '")
        database.execute("UPDATE matches SET header = header || ' '")
        return path.with_name("matches.db-wal").read_bytes()


def open_damaged(home: Path, files: DatabaseFiles) -> tuple[str, str]:
    """Open a database with these files below ``home`` and return the worst outcome of its matches.

    The second text describes it. An exception is an outcome too, and is not raised.
    """
    shutil.rmtree(home, ignore_errors=True)
    folders = make_folders_below(home)
    folders.prepare()
    (folders.data / "matches.db").write_bytes(files.database_bytes)
    if files.journal_bytes:
        (folders.data / "matches.db-journal").write_bytes(files.journal_bytes)
    if files.wal_bytes:
        (folders.data / "matches.db-wal").write_bytes(files.wal_bytes)
    try:
        return _judge_journal(folders, files)
    except StorageError as error:
        return CRASHED, f"refused: {error}"
    except Exception as error:
        return CRASHED, repr(error)


def open_journal(folders: Folders) -> MatchRepository:
    """Return the repository of ``folders``, without waits for the disk: these tests include no power cuts."""
    journal = MatchRepository(folders, lambda: NOON_TIMESTAMP)
    journal.database.execute("PRAGMA synchronous = OFF")
    return journal


def _judge_journal(folders: Folders, files: DatabaseFiles) -> tuple[str, str]:
    journal = open_journal(folders)
    notices = journal.notices
    if notices and not files.journal_bytes:  # with a journal SQLite rolls back what was not accepted
        kept_path = notices[0].path
        if kept_path.read_bytes() != files.database_bytes if kept_path.exists() else files.database_bytes:
            return NOT_AS_PLAYED, "the damaged file was not kept as it was"
    text = notices[0].text if notices else ""
    if "None" in text:
        return NOT_AS_PLAYED, text
    outcomes = [_judge_match(journal, match_id, record, text) for match_id, record in files.records.items()]
    people = [(profile.name, profile.blocked_until) for profile in journal.list_profiles()]
    if people != PEOPLE:
        outcomes.append((LOSS_REPORTED, text) if notices else (SILENTLY_SHORT, f"profiles: {people}"))
    journal.close()
    reopened = open_journal(folders)
    if reopened.notices or any(match.error for match in reopened.list_unfinished_matches()):
        outcomes.append((NOT_AS_PLAYED, "it is damaged still"))
    reopened.close()
    return max(outcomes, key=lambda outcome: OUTCOMES.index(outcome[0]))


def _judge_match(journal: MatchRepository, match_id: int, record: Record, notice: str) -> tuple[str, str]:
    summary = {match.id: match for match in journal.list_unfinished_matches()}.get(match_id)
    if summary is None:
        return _judge_loss(match_id, record, notice, "gone")
    if summary.error:
        return NOT_AS_PLAYED, summary.error
    journal.claim_match(match_id)
    loaded = journal.load_match(match_id)
    if not _is_prefix(loaded.record, record):
        return NOT_AS_PLAYED, f"match {match_id}: {loaded.record.deals[-1:]}"
    if loaded.record == record and loaded.notes == CHAT_NOTE:
        return COMPLETE, ""
    loss = f"{count_actions(loaded.record)} actions of {count_actions(record)}, notes {loaded.notes}"
    outcome = _judge_loss(match_id, record, notice, loss)
    if outcome[0] != LOSS_REPORTED:
        return outcome
    extend_match(journal, match_id, loaded.record, record)
    if journal.load_match(match_id).record != record:
        return NOT_AS_PLAYED, f"match {match_id} could not be played on"
    return LOSS_REPORTED, notice


def _judge_loss(match_id: int, record: Record, notice: str, loss: str) -> tuple[str, str]:
    """Return whether the notice names a match that lost something, or says that a nameless one did."""
    losses = notice.partition("Missing or damaged: ")[2]
    words = (*record.names[1:], f"match {match_id}", "other match", "perhaps matches", "latest changes")
    is_named = any(_has_word(losses, word) for word in words) or "recovered: 0" in notice
    return (LOSS_REPORTED, notice) if is_named else (SILENTLY_SHORT, f"match {match_id}: {loss}. {notice}")


def _has_word(text: str, word: str) -> bool:
    """Return whether a text has a word; one letter may differ, because the damage may be in a name."""
    places = range(len(text) - len(word) + 1)
    return any(sum(a != b for a, b in zip(text[place:], word, strict=False)) < 2 for place in places)


def _is_prefix(record: Record, full_record: Record) -> bool:
    deals = full_record.deals[: len(record.deals)]
    if deals:
        deals = (*deals[:-1], replace(deals[-1], actions=deals[-1].actions[: len(record.deals[-1].actions)]))
    return record == replace(full_record, deals=deals)
