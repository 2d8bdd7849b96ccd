"""Disks that are full, read-only or busy: the player gets one line, nothing is lost, and later writes succeed."""

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

from game.storage.files import Folders, StorageError
from game.storage.matches import MatchRepository
from tests.stored_matches import empty_record, make_folders_below, play_record, replace
from tools.crash_tests.counts import OutcomeCounts

REPORTED, NOT_POSSIBLE, LOST, CRASHED, NOT_REPORTED = (
    "said, nothing lost",
    "not possible",
    "lost",
    "crashed",
    "not said",
)
OUTCOMES: Final = (REPORTED, NOT_POSSIBLE, LOST, CRASHED, NOT_REPORTED)
NOBODY_USER_ID: Final = 65534
FREE_BYTES: Final = 1_000
MAX_ACTIONS: Final = 400
"""A number of actions with which the file of an empty match grows."""


class NotPossibleError(Exception):
    """The error of a trial that this computer or this user cannot run."""


def run_disk_trials(home: Path) -> OutcomeCounts:
    """Run each trial once, in a process of its own, and return the counts of the outcomes."""
    counts = OutcomeCounts("bad disks", OUTCOMES)
    for name, trial in TRIAL_BY_NAME.items():
        (home / name).mkdir(parents=True)
        try:
            outcome, detail = _run_in_child(partial(trial, home / name))
            counts.add(outcome, f"{name}: {detail}")
            counts.notes.append(f"{name}: {detail}")
        except NotPossibleError as error:
            counts.add(NOT_POSSIBLE, f"{name}: {error}")
            counts.notes.append(f"{name}: not possible ({error})")
    return counts


def _run_in_child(trial: Callable[[], tuple[str, str]]) -> tuple[str, str]:
    """Run a trial in a process of its own, because it may change its user or its limits.

    Return its outcome and detail. Raise NotPossibleError if the trial does.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            result = trial()
        except NotPossibleError as error:
            result = (NOT_POSSIBLE, str(error))
        except BaseException as error:
            result = (CRASHED, "".join(traceback.format_exception(error)[-3:]))
        os.write(writing, "\n".join(result).encode())
        os._exit(0)
    os.close(writing)
    os.waitpid(child, 0)
    with os.fdopen(reading) as stream:
        outcome, _line, detail = stream.read().partition("\n")
    if outcome == NOT_POSSIBLE:
        raise NotPossibleError(detail)
    return outcome, detail


def _write_until_refused(journal: MatchRepository, match_id: int, max_actions: int = MAX_ACTIONS) -> tuple[int, str]:
    """Return how many actions were accepted, and the error of the next one; "" if none was refused."""
    full_record, accepted = play_record(max_actions), 0
    try:
        for number, deal in enumerate(full_record.deals, 1):
            journal.add_deal(match_id, number, replace(deal, actions=()))
            for action_number, action in enumerate(deal.actions, 1):
                journal.add_action(match_id, number, action_number, action)
                accepted += 1
    except StorageError as error:
        return accepted, str(error)
    return accepted, ""


def _check_afterwards(folders: Folders, match_id: int, accepted: int, line: str) -> tuple[str, str]:
    """Return the outcome, and its description, after the database was opened again.

    ``accepted``: the number of actions that must be there; ``line``: the error that was reported.
    """
    if not line or not line.isprintable():
        return NOT_REPORTED, repr(line)
    journal = MatchRepository(folders, time.time)
    stored_count = sum(len(deal.actions) for deal in journal.load_match(match_id).record.deals)
    journal.close()
    return (
        (REPORTED, line)
        if stored_count >= accepted and not journal.notices
        else (LOST, f"{stored_count} of {accepted}: {line}")
    )


def try_full_disk(home: Path) -> tuple[str, str]:
    """Play while no file may grow, then with space again. Return the outcome and the reported error."""
    import resource
    import signal

    folders = make_folders_below(home)
    journal = MatchRepository(folders, time.time)
    journal.create_match(play_record(280, seed=2), ("you", "club"), 1, {})  # so that the pages have little space left
    match_id = journal.create_match(empty_record(), ("you", "club"), 1, {})
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    size = (folders.data / "matches.db").stat().st_size + FREE_BYTES
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
    accepted, line = _write_until_refused(journal, match_id)
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    stored_deals = journal.load_match(match_id).record.deals
    full_record = play_record(MAX_ACTIONS)
    deal_number, action_count = len(stored_deals), len(stored_deals[-1].actions)
    if action_count < len(full_record.deals[deal_number - 1].actions):
        journal.add_action(
            match_id, deal_number, action_count + 1, full_record.deals[deal_number - 1].actions[action_count]
        )
        accepted += 1
    journal.close()
    return _check_afterwards(folders, match_id, accepted, line)


def try_small_disk(home: Path) -> tuple[str, str]:
    """Play on a disk that is full, then larger. Return the outcome and the reported error.

    Raise NotPossibleError where no disk can be mounted.
    """
    _mount(home, "size=1m,mode=0700")
    try:
        folders = make_folders_below(home)
        journal = MatchRepository(folders, time.time)
        match_id = journal.create_match(empty_record(), ("you", "club"), 1, {})
        ballast = home / "ballast"
        ballast.write_bytes(bytes(max(0, shutil.disk_usage(home).free - FREE_BYTES)))
        accepted, line = _write_until_refused(journal, match_id)
        if line:
            _mount(home, "remount,size=20m")
            stored_deals = journal.load_match(match_id).record.deals
            if sum(len(deal.actions) for deal in stored_deals) < accepted:
                return LOST, line
        journal.close()
        return _check_afterwards(folders, match_id, accepted, line)
    finally:
        subprocess.run(["umount", "-l", str(home)], check=False)


def try_read_only_disk(home: Path) -> tuple[str, str]:
    """Start on a disk that is read-only, and again when it is writable. Return the outcome and the error.

    Raise NotPossibleError where no disk can be mounted.
    """
    _mount(home, "size=20m,mode=0700")
    try:
        folders = make_folders_below(home)
        journal = MatchRepository(folders, time.time)
        match_id = journal.create_match(play_record(5), ("you", "club"), 1, {})
        journal.close()
        _mount(home, "remount,ro")
        line = _get_refusal(lambda: MatchRepository(folders, time.time))
        _mount(home, "remount,rw")
        return _check_afterwards(folders, match_id, 5, line)
    finally:
        subprocess.run(["umount", "-l", str(home)], check=False)


def _mount(folder: Path, options: str) -> None:
    if os.getuid() != 0 or not shutil.which("mount"):
        raise NotPossibleError("only the system's administrator can mount a disk")
    command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)]
    completed = subprocess.run(command, capture_output=True, text=True, check=False)
    if completed.returncode:
        raise NotPossibleError(" ".join(completed.stderr.split()))


def _get_refusal(function: Callable[[], object]) -> str:
    try:
        function()
    except StorageError as error:
        return str(error)
    return ""


def _switch_to_nobody_user(home: Path) -> None:
    """Switch to another user, who owns the folder, because nothing is read-only for the administrator."""
    for path in (home, *home.rglob("*")):
        if os.getuid() == 0:
            os.chown(path, NOBODY_USER_ID, NOBODY_USER_ID)
    if os.getuid() == 0:
        for parent in home.parents:
            if not parent.stat().st_mode & stat.S_IXOTH:
                parent.chmod(parent.stat().st_mode | stat.S_IXOTH)
        os.setgroups([])
        os.setgid(NOBODY_USER_ID)
        os.setuid(NOBODY_USER_ID)


def try_read_only_folder(home: Path) -> tuple[str, str]:
    """Start with a folder that the user cannot write to, then can. Return the outcome and the error."""
    folders = make_folders_below(home)
    _switch_to_nobody_user(home)
    journal = MatchRepository(folders, time.time)
    match_id = journal.create_match(play_record(5), ("you", "club"), 1, {})
    journal.close()
    folders.data.chmod(0o500)
    line = _get_refusal(lambda: MatchRepository(folders, time.time))
    folders.data.chmod(0o700)
    return _check_afterwards(folders, match_id, 5, line)


def try_foreign_folder(home: Path) -> tuple[str, str]:
    """Start with a folder of another user, which this one can neither write to nor take over.

    This process gives up its rights. Return the outcome and the line that was reported. Raise NotPossibleError unless
    it runs as the administrator.
    """
    folders = make_folders_below(home)
    folders.prepare()
    if os.getuid() != 0:
        raise NotPossibleError("only the administrator can be two users")
    for path in (home, *folders.data.parents):
        if path == Path("/tmp"):
            break
        path.chmod(0o755)
    for path in (folders.data, folders.config, folders.log):
        path.chmod(0o755)
    os.setgroups([])
    os.setgid(NOBODY_USER_ID)
    os.setuid(NOBODY_USER_ID)
    line = _get_refusal(lambda: MatchRepository(folders, time.time))
    return (REPORTED, line) if line and line.isprintable() else (NOT_REPORTED, repr(line))


def try_read_only_file(home: Path) -> tuple[str, str]:
    """Play with a file that the user cannot write to, then can. Return the outcome and the error."""
    folders = make_folders_below(home)
    _switch_to_nobody_user(home)
    journal = MatchRepository(folders, time.time)
    match_id = journal.create_match(play_record(5), ("you", "club"), 1, {})
    journal.close()
    file = folders.data / "matches.db"
    file.chmod(0o400)

    def play_one_action() -> None:
        journal = MatchRepository(folders, time.time)
        try:
            journal.add_action(match_id, 1, 6, play_record(6).deals[0].actions[5])
        finally:
            journal.close()

    line = _get_refusal(play_one_action)
    file.chmod(0o600)
    return _check_afterwards(folders, match_id, 5, line)


def try_locked_database(home: Path) -> tuple[str, str]:
    """Play while another program holds the database beyond the time-out, then after it lets go.

    Return the outcome and the reported error.
    """
    folders = make_folders_below(home)
    journal = MatchRepository(folders, time.time)
    match_id = journal.create_match(play_record(5), ("you", "club"), 1, {})
    journal.database.execute("PRAGMA busy_timeout = 100")
    holder = sqlite3.connect(folders.data / "matches.db", isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    sixth = play_record(6).deals[0].actions[5]
    line = _get_refusal(lambda: journal.add_action(match_id, 1, 6, sixth))
    holder.execute("ROLLBACK")
    holder.close()
    journal.add_action(match_id, 1, 6, sixth)
    journal.close()
    return _check_afterwards(folders, match_id, 6, line)


TRIAL_BY_NAME: Final[dict[str, Callable[[Path], tuple[str, str]]]] = {
    "full": try_full_disk,
    "small-disk": try_small_disk,
    "read-only-disk": try_read_only_disk,
    "read-only-folder": try_read_only_folder,
    "foreign-folder": try_foreign_folder,
    "read-only-file": try_read_only_file,
    "locked": try_locked_database,
}
