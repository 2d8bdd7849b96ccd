"""Damaged files of matches: what is not as it was must be named, and nothing may be altered without a word."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Final
from unittest.mock import patch

import msgspec

from game.match.record import Record
from game.storage.matches import MatchRepository
from tests.game.storage.file_damage import (
    BYTE_DAMAGES,
    DATABASE,
    JOURNAL,
    SEED,
    FileHistory,
    Files,
    damage_row,
    flip_bit,
    lose_file,
    record_journals,
    take_other_part,
    zero_part,
)
from tests.game.storage.stored_contents import Contents, check_losses, read_contents, read_other_contents
from tests.stored_matches import make_folders_below, play_record, replace, shorten_record
from tools.crash_tests.counts import OutcomeCounts

NAMED, HARMLESS, UNNAMED, FAILED = "named", "harmless", "not named", "failed"
OUTCOMES: Final = (NAMED, HARMLESS, UNNAMED, FAILED)
NOW_TIMESTAMP: Final = 1_700_000_000.0
SCHEMA_DAMAGES: Final = (
    "PRAGMA user_version = 0", "PRAGMA user_version = -3", "DROP TABLE actions", "DROP TABLE notes", "DROP TABLE clock",
    "ALTER TABLE deals ADD COLUMN shoe INTEGER", "ALTER TABLE actions RENAME COLUMN action TO act",
    "CREATE TRIGGER thief AFTER INSERT ON deals BEGIN DELETE FROM deals; END", "CREATE TABLE other (name TEXT)",
)  # fmt: skip
Damage = Callable[[Files, FileHistory, Random], Files]


class Crash(msgspec.Struct, frozen=True):
    """The files after a kill in the last write, what was stored before and after it, and all that was stored before."""

    files: Files
    accepted: tuple[Contents, ...]
    past: tuple[Contents, ...]
    history: FileHistory


def _damage_database(files: Files, _history: FileHistory, rng: Random) -> Files:
    return {**files, DATABASE: rng.choice(BYTE_DAMAGES)(files[DATABASE], rng)}


def _flip_bit(files: Files, _history: FileHistory, rng: Random) -> Files:
    return {**files, DATABASE: flip_bit(files[DATABASE], rng)}


def _zero_part(files: Files, _history: FileHistory, rng: Random) -> Files:
    return {**files, DATABASE: zero_part(files[DATABASE], rng)}


def _damage_row(files: Files, history: FileHistory, rng: Random) -> Files:
    return {DATABASE: damage_row(files[DATABASE], rng.choice(history.databases), rng)[0]}


def _damage_schema(files: Files, _history: FileHistory, rng: Random) -> Files:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        db.deserialize(files[DATABASE])
        db.execute(rng.choice(SCHEMA_DAMAGES))
        return {DATABASE: db.serialize()}


def _damage_journal(files: Files, _history: FileHistory, rng: Random) -> Files:
    return {**files, JOURNAL: rng.choice(BYTE_DAMAGES)(files[JOURNAL], rng)}


CLOSED_FILE_DAMAGES: Final[Mapping[str, Damage]] = {
    "a bit": _flip_bit, "bytes and pages": _damage_database, "zeros": _zero_part, "a row": _damage_row,
    "the schema": _damage_schema, "part of another file": take_other_part, "an empty file": lose_file,
}  # fmt: skip
KILLED_WRITE_DAMAGES: Final[Mapping[str, Damage]] = {
    "bytes beside a journal": _damage_database, "bytes of the journal": _damage_journal, "no journal": lose_file,
    "another journal": take_other_part,
}  # fmt: skip


def run_damages(seed: int, tries: int) -> list[OutcomeCounts]:
    """Damage files ``tries`` times, equally often in each way, and return the outcomes of each."""
    rng = Random(seed)
    with tempfile.TemporaryDirectory() as home, patch("secrets.randbelow", lambda _limit: rng.randrange(10**6)):
        closed, killed = _store_matches(Path(home))
        kinds = [(name, damage, closed) for name, damage in CLOSED_FILE_DAMAGES.items()]
        kinds += [(name, damage, killed) for name, damage in KILLED_WRITE_DAMAGES.items()]
        results = list[OutcomeCounts]()
        for index, (name, damage, crash) in enumerate(kinds):
            counts = OutcomeCounts(name, OUTCOMES)
            for number in range(index, tries, len(kinds)):
                counts.add(*_try_damage(Path(home, f"try {number}"), damage, crash, rng))
            results.append(counts)
        return results


def _store_matches(home: Path) -> tuple[Crash, Crash]:
    """Return the files of several matches after the program was closed, and after it was killed in a last write."""
    folders, history, past = make_folders_below(home / "stored"), FileHistory([], []), list[Contents]()
    path = folders.data / DATABASE
    with closing(MatchRepository(folders, lambda: NOW_TIMESTAMP)) as repository:
        record_journals(repository, folders.data / JOURNAL, history.journals)

        def remember() -> None:
            past.append(read_contents(repository))
            history.databases.append(path.read_bytes())

        for number in range(4):
            record = play_record(50 + 5 * number, number)
            record = replace(record, names=(("Anna", "Carla")[number % 2], "Bruno " + "abcd"[number] * 3))
            _play(repository, record, remember)
        repository.give_up_match(3)
        remember()
        before = read_contents(repository)
        repository.store_note(1, "chat", "the last words")
        after = read_contents(repository)
        changed = path.read_bytes()
        own_journal = history.journals[-1]
    closed = Crash({DATABASE: path.read_bytes()}, (after,), (*past, after), history)
    return closed, Crash({DATABASE: changed, JOURNAL: own_journal}, (before, after), (*past, after), history)


def _play(repository: MatchRepository, record: Record, remember: Callable[[], None]) -> None:
    """Store a match with notes, undo a part of it and play that again."""
    start = shorten_record(record, 20)
    match_id = repository.create_match(start, ("you", "club"), SEED, {"chat": "ciao"})
    remember()
    repository.truncate_match(match_id, shorten_record(record, 15), {"assisted": True})
    remember()
    for deal_number, deal in enumerate(record.deals, 1):
        done = 15 if deal_number == 1 else 0
        if deal_number > 1:
            repository.add_deal(match_id, deal_number, replace(deal, actions=()))
        for number, action in enumerate(deal.actions[done:], done + 1):
            notes = {"marks": number} if number % 10 == 0 else {}
            repository.add_action(match_id, deal_number, number, action, notes=notes)
            if number % 7 == 0:
                remember()


def _try_damage(home: Path, damage: Damage, crash: Crash, rng: Random) -> tuple[str, str]:
    """Open files with a damage. Return the outcome and its description."""
    folders = make_folders_below(home)
    folders.prepare()
    for name, data in damage(crash.files, crash.history, rng).items():
        (folders.data / name).write_bytes(data)
    try:
        with closing(MatchRepository(folders, lambda: NOW_TIMESTAMP)) as repository:
            found, notices = read_contents(repository), repository.notices
        with closing(MatchRepository(folders, lambda: NOW_TIMESTAMP)) as repository:
            assert repository.notices == () and read_contents(repository) == found, "the next start finds other matches"
    except Exception as error:
        return FAILED, repr(error)
    if not notices:
        return (HARMLESS, "") if found in crash.accepted else (UNNAMED, "no message")
    try:
        check_losses(notices[0].text, found, crash.accepted, (*crash.past, read_other_contents()))
    except AssertionError as error:
        return UNNAMED, f"{notices[0].text} {error}"
    return NAMED, ""
