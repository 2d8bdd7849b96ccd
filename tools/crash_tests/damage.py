"""Damaged databases: what becomes of the matches in them."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from game.record import Record
from game.store.files import Folders, StorageError
from game.store.journal import Journal
from tests.game.store.databases import NOON, TALK, Files, count, good_files, grow
from tests.game.store.test_storage import folders_below, replace
from tools.crash_tests.counts import Counts

PAGE = 4096
WHOLE, NAMED, SHORT, WRONG, CRASHED = "whole", "named", "silently short", "not as played", "crashed"
OUTCOMES = (WHOLE, NAMED, SHORT, WRONG, CRASHED)


Damage = Callable[[Files, Random], Files]


# -- kinds of damage -------------------------------------------------------------------------------


def flipped(data: bytes, rng: Random) -> bytes:
    at, bit = rng.randrange(len(data)), 1 << rng.randrange(8)
    return data[:at] + bytes([data[at] ^ bit]) + data[at + 1 :]


def bit(files: Files, rng: Random) -> Files:
    return replace(files, main=flipped(files.main, rng))


def several_bits(files: Files, rng: Random) -> Files:
    for _bit in range(rng.randrange(2, 40)):
        files = bit(files, rng)
    return files


def cut(files: Files, rng: Random) -> Files:
    return replace(files, main=files.main[: rng.randrange(len(files.main))])


def zeroed_page(files: Files, rng: Random) -> Files:
    at = rng.randrange(len(files.main) // PAGE) * PAGE
    return replace(files, main=files.main[:at] + bytes(PAGE) + files.main[at + PAGE :])


def swapped_pages(files: Files, rng: Random) -> Files:
    pages = [files.main[at : at + PAGE] for at in range(0, len(files.main), PAGE)]
    one, two = rng.sample(range(len(pages)), 2)
    pages[one], pages[two] = pages[two], pages[one]
    return replace(files, main=b"".join(pages))


def old_page(files: Files, rng: Random) -> Files:
    """A sector that was written long ago comes back."""
    at, back = rng.randrange(len(files.main) // 512) * 512, rng.randrange(len(files.main) // 512) * 512
    return replace(files, main=files.main[:at] + files.main[back : back + 512] + files.main[at + 512 :])


def log_bit(files: Files, rng: Random) -> Files:
    return replace(files, log=flipped(files.log, rng))


def log_cut(files: Files, rng: Random) -> Files:
    """Somewhere in a frame: a log that ends with one looks as if it had never been longer."""
    at = rng.randrange(33, len(files.log))
    return replace(files, log=files.log[: at - 1 if (at - 32) % (24 + PAGE) == 0 else at])


def log_garbage(files: Files, rng: Random) -> Files:
    at = rng.randrange(len(files.log) - 512)
    return replace(files, log=files.log[:at] + rng.randbytes(512) + files.log[at + 512 :])


def empty(files: Files, _rng: Random) -> Files:
    return replace(files, main=b"")


def cut_beside_log(files: Files, rng: Random) -> Files:
    return replace(files, main=files.main[: rng.randrange(1, len(files.main) or 2)])


KINDS: dict[str, tuple[int, str, Damage]] = {
    "a bit flipped": (600, "closed", bit),
    "a bit flipped, killed": (150, "killed", bit),
    "several bits flipped": (60, "closed", several_bits),
    "cut short": (60, "closed", cut),
    "a page zeroed": (60, "closed", zeroed_page),
    "two pages swapped": (60, "closed", swapped_pages),
    "a sector misplaced": (60, "closed", old_page),
    "empty, all in the log": (33, "log only", empty),
    "empty, log of a kill": (33, "killed", empty),
    "empty, full log": (33, "full log", empty),
    "cut short, full log": (60, "full log", cut_beside_log),
    "a bit of the log": (150, "full log", log_bit),
    "the log cut short": (60, "full log", log_cut),
    "512 bytes of the log": (60, "full log", log_garbage),
}


def damages(home: Path, rng: Random, share: float) -> Iterator[Counts]:
    """Each kind of damage, and how often the matches came out how. ``share``: of the whole number of tries."""
    good = good_files(home / "good")
    for name, (times, which, damage) in KINDS.items():
        counts = Counts(name, OUTCOMES)
        for _time in range(max(1, round(times * share))):
            outcome, why = outcome_of(home / "try", damage(good[which], rng))
            counts.add(outcome, why)
        yield counts


def outcome_of(home: Path, files: Files) -> tuple[str, str]:
    """What became of the matches in these files: the worst of them, and a word about it."""
    shutil.rmtree(home, ignore_errors=True)
    folders = folders_below(home)
    folders.prepare()
    (folders.data / "matches.db").write_bytes(files.main)
    if files.log:
        (folders.data / "matches.db-wal").write_bytes(files.log)
    try:
        return _judged(folders, files)
    except StorageError as error:
        return CRASHED, f"refused: {error}"
    except Exception as error:
        return CRASHED, repr(error)


def opened(folders: Folders) -> Journal:
    """The journal, not waiting for the disk: what a power cut leaves is not asked here."""
    journal = Journal(folders, lambda: NOON)
    journal.database.execute("PRAGMA synchronous = OFF")
    return journal


def _judged(folders: Folders, files: Files) -> tuple[str, str]:
    journal = opened(folders)
    notices = journal.notices
    torn = any("may be missing" in one.text for one in notices)
    if notices and not torn:
        kept = notices[0].path
        if kept.read_bytes() != files.main if kept.exists() else files.main:
            return WRONG, "the damaged file was not kept as it was"
        log = kept.with_name(kept.name + "-wal")
        if files.log and (not log.exists() or log.read_bytes() != files.log):
            return WRONG, "the damaged log was not kept"
    outcomes = [_of_match(journal, match_id, record, bool(notices), torn) for match_id, record in files.records.items()]
    journal.close()
    again = opened(folders)
    if again.notices or any(one.loss for one in again.unfinished()):
        outcomes.append((WRONG, "it is damaged still"))
    again.close()
    return max(outcomes, key=lambda one: OUTCOMES.index(one[0]))


def _of_match(journal: Journal, match_id: int, record: Record, noticed: bool, maybe_missing: bool) -> tuple[str, str]:
    listed = {one.id: one for one in journal.unfinished()}.get(match_id)
    if listed is None:
        return (NAMED, "gone") if noticed else (SHORT, f"match {match_id} is gone")
    if listed.fault:
        return NAMED, listed.fault
    journal.claim(match_id)
    back = journal.load(match_id)
    if back.extra != TALK and not back.loss and not noticed:
        return SHORT, f"match {match_id}: what was said is gone"
    if not _is_prefix(back.record, record):
        return WRONG, f"match {match_id}: {back.record.deals[-1:]}"
    if not back.loss and back.record != record and not maybe_missing:
        return SHORT, f"match {match_id} has {count(back.record)} actions of {count(record)}"
    loss = back.loss or (maybe_missing and back.record != record)
    if back.record != record:
        grow(journal, match_id, back.record, record)
        if journal.load(match_id).record != record:
            return WRONG, f"match {match_id} could not be played on"
    return (NAMED, back.loss) if loss else (WHOLE, "")


def _is_prefix(part: Record, whole: Record) -> bool:
    deals = whole.deals[: len(part.deals)]
    if deals:
        deals = (*deals[:-1], replace(deals[-1], actions=deals[-1].actions[: len(part.deals[-1].actions)]))
    return part == replace(whole, deals=deals)
