"""Disks that are full, read-only or busy: one line for a person, nothing lost, and on when there is room again."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
import subprocess
import time
import traceback
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from game.store.files import Folders, StorageError
from game.store.journal import Journal
from tests.game.store.test_storage import empty_record, folders_below, played, replace
from tools.crash_tests.counts import Counts

SAID, SKIPPED, LOST, CRASHED, NOT_SAID = "said, nothing lost", "not possible", "lost", "crashed", "not said"
OUTCOMES: Final = (SAID, SKIPPED, LOST, CRASHED, NOT_SAID)
NOBODY: Final = 65534
ROOM: Final = 1_000


class NotPossible(Exception):
    """This computer or this user cannot have such a disk."""


def disks(home: Path) -> Counts:
    """Every kind of bad disk once."""
    counts = Counts("bad disks", OUTCOMES)
    for name, trial in TRIALS.items():
        (home / name).mkdir(parents=True)
        try:
            outcome, words = _apart(partial(trial, home / name))
            counts.add(outcome, f"{name}: {words}")
            counts.notes.append(f"{name}: {words}")
        except NotPossible as error:
            counts.add(SKIPPED, f"{name}: {error}")
            counts.notes.append(f"{name}: not possible ({error})")
    return counts


def _apart(trial: Callable[[], tuple[str, str]]) -> tuple[str, str]:
    """The trial in a process of its own, which may then become another user or have less room."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            found = trial()
        except NotPossible as error:
            found = (SKIPPED, str(error))
        except BaseException as error:
            found = (CRASHED, "".join(traceback.format_exception(error)[-3:]))
        os.write(writing, "\n".join(found).encode())
        os._exit(0)
    os.close(writing)
    os.waitpid(child, 0)
    with os.fdopen(reading) as stream:
        outcome, _line, words = stream.read().partition("\n")
    if outcome == SKIPPED:
        raise NotPossible(words)
    return outcome, words


def _write_until_refused(journal: Journal, match_id: int, most: int = 280) -> tuple[int, str]:
    """How many actions were accepted, and the line that refused the next; empty if none did."""
    whole, accepted = played(most), 0
    try:
        for number, deal in enumerate(whole.deals, 1):
            journal.add_deal(match_id, number, replace(deal, actions=()))
            for at, action in enumerate(deal.actions, 1):
                journal.add_action(match_id, number, at, action)
                accepted += 1
    except StorageError as error:
        return accepted, str(error)
    return accepted, ""


def _after(folders: Folders, match_id: int, accepted: int, line: str) -> tuple[str, str]:
    """What is there when somebody looks later."""
    if not line or not line.isprintable():
        return NOT_SAID, repr(line)
    journal = Journal(folders, time.time)
    held = sum(len(deal.actions) for deal in journal.load(match_id).record.deals)
    journal.close()
    return (SAID, line) if held >= accepted and not journal.notices else (LOST, f"{held} of {accepted}: {line}")


def full(home: Path) -> tuple[str, str]:
    """No file may grow any more."""
    import resource
    import signal

    folders = folders_below(home)
    journal = Journal(folders, time.time)
    match_id = journal.create(empty_record(), ("you", "club"), 1, {})
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    size = (folders.data / "matches.db").stat().st_size + ROOM
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
    accepted, line = _write_until_refused(journal, match_id)
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    held = journal.load(match_id).record.deals
    whole = played(280)
    number, at = len(held), len(held[-1].actions)
    if at < len(whole.deals[number - 1].actions):
        journal.add_action(match_id, number, at + 1, whole.deals[number - 1].actions[at])
        accepted += 1
    journal.close()
    return _after(folders, match_id, accepted, line)


def small_disk(home: Path) -> tuple[str, str]:
    """A disk of its own that fills up, then grows."""
    _mount(home, "size=1m,mode=0700")
    try:
        folders = folders_below(home)
        journal = Journal(folders, time.time)
        match_id = journal.create(empty_record(), ("you", "club"), 1, {})
        ballast = home / "ballast"
        ballast.write_bytes(bytes(max(0, shutil.disk_usage(home).free - ROOM)))
        accepted, line = _write_until_refused(journal, match_id)
        if line:
            _mount(home, "remount,size=20m")
            held = journal.load(match_id).record.deals
            if sum(len(deal.actions) for deal in held) < accepted:
                return LOST, line
        journal.close()
        return _after(folders, match_id, accepted, line)
    finally:
        subprocess.run(["umount", "-l", str(home)], check=False)


def read_only_disk(home: Path) -> tuple[str, str]:
    """The disk is read-only when the program begins, and is not any more the next time."""
    _mount(home, "size=20m,mode=0700")
    try:
        folders = folders_below(home)
        journal = Journal(folders, time.time)
        match_id = journal.create(played(5), ("you", "club"), 1, {})
        journal.close()
        _mount(home, "remount,ro")
        line = _refusal(lambda: Journal(folders, time.time))
        _mount(home, "remount,rw")
        return _after(folders, match_id, 5, line)
    finally:
        subprocess.run(["umount", "-l", str(home)], check=False)


def _mount(folder: Path, how: str) -> None:
    if os.getuid() != 0 or not shutil.which("mount"):
        raise NotPossible("only the system's administrator can mount a disk")
    command = ["mount", "-t", "tmpfs", "-o", how, "tmpfs", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NotPossible(" ".join(done.stderr.split()))


def _refusal(work: Callable[[], object]) -> str:
    try:
        work()
    except StorageError as error:
        return str(error)
    return ""


def _as_nobody(home: Path) -> None:
    """From now on another user, to whom the folder belongs: to the administrator nothing is read-only."""
    for one in (home, *home.rglob("*")):
        if os.getuid() == 0:
            os.chown(one, NOBODY, NOBODY)
    if os.getuid() == 0:
        for above in home.parents:
            if not above.stat().st_mode & stat.S_IXOTH:
                above.chmod(above.stat().st_mode | stat.S_IXOTH)
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)


def read_only_folder(home: Path) -> tuple[str, str]:
    """The folder may not be written to, by a user for whom that counts."""
    folders = folders_below(home)
    _as_nobody(home)
    journal = Journal(folders, time.time)
    match_id = journal.create(played(5), ("you", "club"), 1, {})
    journal.close()
    folders.data.chmod(0o500)
    line = _refusal(lambda: Journal(folders, time.time))
    folders.data.chmod(0o700)
    return _after(folders, match_id, 5, line)


def foreign_folder(home: Path) -> tuple[str, str]:
    """The folder is another user's: this one can neither write nor make it his own."""
    folders = folders_below(home)
    folders.prepare()
    if os.getuid() != 0:
        raise NotPossible("only the administrator can be two users")
    for one in (home, *folders.data.parents):
        if one == Path("/tmp"):
            break
        one.chmod(0o755)
    for one in (folders.data, folders.config, folders.log):
        one.chmod(0o755)
    os.setgroups([])
    os.setgid(NOBODY)
    os.setuid(NOBODY)
    line = _refusal(lambda: Journal(folders, time.time))
    return (SAID, line) if line and line.isprintable() else (NOT_SAID, repr(line))


def read_only_file(home: Path) -> tuple[str, str]:
    """The file itself may not be written to."""
    folders = folders_below(home)
    _as_nobody(home)
    journal = Journal(folders, time.time)
    match_id = journal.create(played(5), ("you", "club"), 1, {})
    journal.close()
    file = folders.data / "matches.db"
    file.chmod(0o400)

    def play() -> None:
        one = Journal(folders, time.time)
        try:
            one.add_action(match_id, 1, 6, played(6).deals[0].actions[5])
        finally:
            one.close()

    line = _refusal(play)
    file.chmod(0o600)
    return _after(folders, match_id, 5, line)


def locked(home: Path) -> tuple[str, str]:
    """Another program holds the database for longer than anyone waits; then it lets go."""
    folders = folders_below(home)
    journal = Journal(folders, time.time)
    match_id = journal.create(played(5), ("you", "club"), 1, {})
    journal.database.execute("PRAGMA busy_timeout = 100")
    holder = sqlite3.connect(folders.data / "matches.db", isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    sixth = played(6).deals[0].actions[5]
    line = _refusal(lambda: journal.add_action(match_id, 1, 6, sixth))
    holder.execute("ROLLBACK")
    holder.close()
    journal.add_action(match_id, 1, 6, sixth)
    journal.close()
    return _after(folders, match_id, 6, line)


TRIALS: Final[dict[str, Callable[[Path], tuple[str, str]]]] = {
    "full": full, "small-disk": small_disk, "read-only-disk": read_only_disk, "read-only-folder": read_only_folder,
    "foreign-folder": foreign_folder, "read-only-file": read_only_file, "locked": locked,
}  # fmt: skip
