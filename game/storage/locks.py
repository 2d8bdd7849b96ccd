"""Locks between copies of the program: which windows are open, and which matches each of them has.

The system releases a lock when the process ends. `filelock` does the locking. The files stay in their folder.
"""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Final

import filelock

from game.storage.files import PRIVATE_FILE_MODE, StorageError, make_file_private, make_private_folder
from game.text.file_errors import NoLocksError, build_opening_message, describe_os_error

CLAIM_TIMEOUT_S: Final = 0.3
POLL_INTERVAL_S: Final = 0.01
NO_LOCKS_ERRORS: Final = frozenset((errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP))
"""The errors of the system where files cannot be locked."""


class FileLock:
    """An exclusive lock on the file ``path``."""

    def __init__(self, path: Path) -> None:
        self.path = path
        # A file system without locks is an error, because filelock's soft lock would outlive the process.
        self._lock = filelock.FileLock(path, mode=PRIVATE_FILE_MODE, thread_local=False, fallback_to_soft=False)

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
        make_file_private(self.path)
        return True

    def release(self) -> None:
        """Release the lock; do nothing if it is not held."""
        self._lock.release()

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
    """The locks of this window in ``folder``: one for itself, one for each match that it has.

    ``folder``: None for a window whose matches are in its memory only; then no file is locked.
    """

    def __init__(self, folder: Path | None) -> None:
        """Lock a file for this window. Raise StorageError if the folder cannot be used."""
        self.folder = folder
        self._match_locks: dict[int, FileLock | None] = {}
        self._window_lock = None if folder is None else _acquire_window_lock(folder)

    def __contains__(self, match_id: int) -> bool:
        return match_id in self._match_locks

    def claim(self, match_id: int) -> bool:
        """Claim the match for this window; return False if another has it. Raise OSError.

        Return True also if this window has it already.
        """
        if match_id in self._match_locks:
            return True
        lock = None if self.folder is None else FileLock(_get_lock_path(self.folder, match_id))
        # A window that tests which matches are claimed holds the lock for a moment.
        if lock is not None and not lock.acquire(CLAIM_TIMEOUT_S):
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
        if self.folder is None or match_id in self._match_locks:
            return False
        return FileLock.is_held(_get_lock_path(self.folder, match_id))

    def has_other_windows(self) -> bool:
        """Return whether another window is open. Raise OSError."""
        if self.folder is None or self._window_lock is None:
            return False
        own_path = self._window_lock.path
        return any(path != own_path and FileLock.is_held(path) for path in self.folder.glob("window-*.lock"))

    def release_all(self) -> None:
        """Release all matches and the window's own lock."""
        for match_id in tuple(self._match_locks):
            self.release(match_id)
        if self._window_lock is not None:
            self._window_lock.release()


def _acquire_window_lock(folder: Path) -> FileLock:
    try:
        make_private_folder(folder)
        locks = (FileLock(folder / f"window-{number}.lock") for number in count(1))
        return next(lock for lock in locks if lock.acquire())
    except OSError as error:
        raise StorageError(build_opening_message(folder.parent, describe_os_error(error))) from error


def _get_lock_path(folder: Path, match_id: int) -> Path:
    return folder / f"match-{match_id}.lock"
