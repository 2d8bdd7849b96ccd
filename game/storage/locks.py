"""Locks between copies of the program: which windows are open, and which matches each of them has.

The system releases a lock when the process ends. `filelock` does the locking; this module removes lock files on
release, and can test whether a lock is held.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Final

import filelock

from game.storage.files import (
    PRIVATE_FILE_MODE,
    NoLocksError,
    StorageError,
    build_opening_message,
    describe_os_error,
    make_private_folder,
    read_file_identity,
)

CLAIM_TIMEOUT_S: Final = 0.3
POLL_INTERVAL_S: Final = 0.01
NO_LOCKS_ERRORS: Final = frozenset((errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP))
"""The errors of the system where files cannot be locked."""
_held_locks: Final[set[FileLock]] = set()
"""All held locks, so that none is garbage collected before its release."""


class FileLock:
    """An exclusive lock on the file ``path``."""

    def __init__(self, path: Path) -> None:
        self.path = path
        # A file system without locks is an error, because filelock's soft lock would outlive the process.
        self._lock = filelock.FileLock(path, mode=PRIVATE_FILE_MODE, thread_local=False, fallback_to_soft=False)
        self._file_identity: tuple[int, int] | None = None

    def acquire(self, timeout_s: float = 0.0) -> bool:
        """Acquire the lock; return False if another holds it after ``timeout_s`` seconds.

        Raise NoLocksError if files cannot be locked there, else OSError.
        """
        try:
            self._lock.acquire(timeout=timeout_s, poll_interval=POLL_INTERVAL_S)
        except filelock.Timeout:
            return False
        except OSError as error:
            if error.errno in NO_LOCKS_ERRORS:
                raise NoLocksError(error.errno, error.strerror) from error
            raise
        _held_locks.add(self)
        self._file_identity = read_file_identity(self.path)
        return True

    @property
    def is_lost(self) -> bool:
        """Whether the lock is held on a file that was removed, so that another may hold it too."""
        return self._lock.is_locked and read_file_identity(self.path) != self._file_identity

    def release(self) -> None:
        """Release the lock and remove its file; do nothing if it is not held."""
        if not self._lock.is_locked:
            return
        if os.name != "nt" and not self.is_lost:
            # It is removed while it is held: a process that waits for a removed file starts again with a new one.
            # Windows cannot remove an open file; filelock removes it there afterwards.
            with suppress(OSError):
                self.path.unlink()
        self._lock.release()
        _held_locks.discard(self)

    @staticmethod
    def is_held(path: Path) -> bool:
        """Return whether any process, also this one, holds the lock on ``path``. Raise OSError."""
        if not path.exists():
            return False
        probe = FileLock(path)
        is_free = probe.acquire()
        probe.release()
        return not is_free

    @staticmethod
    @contextmanager
    def hold(path: Path, timeout_s: float, *, is_required: bool = True) -> Iterator[None]:
        """Return a context manager that holds the lock on ``path`` inside its block.

        ``is_required``: False runs the block without a lock where files cannot be locked. Raise TimeoutError if another
        holds it after ``timeout_s`` seconds, OSError if locking fails.
        """
        lock = FileLock(path)
        try:
            if not lock.acquire(timeout_s):
                raise TimeoutError(f"{path.name} is locked")
        except NoLocksError:
            if is_required:
                raise
        try:
            yield
        finally:
            lock.release()


class MatchClaims:
    """The locks of this window in ``folder``: one for itself, one for each match that it has."""

    def __init__(self, folder: Path) -> None:
        """Lock a file for this window. Raise StorageError if the folder cannot be used."""
        self.folder = folder
        self._match_locks: dict[int, FileLock] = {}
        self._window_lock = self._acquire_window_lock()

    def _acquire_window_lock(self) -> FileLock:
        try:
            make_private_folder(self.folder)
            locks = (FileLock(self.folder / f"window-{number}.lock") for number in count(1))
            return next(lock for lock in locks if lock.acquire())
        except OSError as error:
            raise StorageError(build_opening_message(self.folder.parent, describe_os_error(error))) from error

    def _get_lock_path(self, match_id: int) -> Path:
        return self.folder / f"match-{match_id}.lock"

    def __contains__(self, match_id: int) -> bool:
        return match_id in self._match_locks

    def claim(self, match_id: int) -> bool:
        """Claim the match for this window; return False if another has it. Raise OSError.

        Return True also if this window has it already.
        """
        if match_id in self._match_locks:
            return True
        lock = FileLock(self._get_lock_path(match_id))
        # A window that tests which matches are claimed holds the lock for a moment.
        if not lock.acquire(CLAIM_TIMEOUT_S):
            return False
        self._match_locks[match_id] = lock
        return True

    def release(self, match_id: int) -> None:
        """Release the match; do nothing if this window does not have it."""
        lock = self._match_locks.pop(match_id, None)
        if lock is not None:
            lock.release()

    def is_claimed_elsewhere(self, match_id: int) -> bool:
        """Return whether another window has the match. Raise OSError."""
        return match_id not in self._match_locks and FileLock.is_held(self._get_lock_path(match_id))

    def has_other_windows(self) -> bool:
        """Return whether another window is open, or has a match. Raise OSError."""
        own_paths = {self._window_lock.path, *(lock.path for lock in self._match_locks.values())}
        return any(lock not in own_paths and FileLock.is_held(lock) for lock in self.folder.glob("*-*.lock"))

    def release_all(self) -> None:
        """Release all matches and the window's own lock."""
        for match_id in tuple(self._match_locks):
            self.release(match_id)
        self._window_lock.release()


class UnsharedClaims(MatchClaims):
    """The claims of a window whose matches are in its memory only, so that no other window has them."""

    def __init__(self) -> None:
        """Begin without a match; no file is locked."""
        self._match_ids = set[int]()

    def __contains__(self, match_id: int) -> bool:
        return match_id in self._match_ids

    def claim(self, match_id: int) -> bool:
        """Claim the match and return True."""
        self._match_ids.add(match_id)
        return True

    def release(self, match_id: int) -> None:
        """Release the match; do nothing if it is not claimed."""
        self._match_ids.discard(match_id)

    def is_claimed_elsewhere(self, match_id: int) -> bool:
        """Return False."""
        return False

    def has_other_windows(self) -> bool:
        """Return False."""
        return False

    def release_all(self) -> None:
        """Release all matches."""
        self._match_ids.clear()
