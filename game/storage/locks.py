"""Locks between copies of the program: which windows are open, and which matches each of them has.

The system releases a lock when the process ends. `filelock` does the locking. The files stay in their folder.
"""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
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


def acquire_lock(path: Path, timeout_s: float = 0.0) -> filelock.BaseFileLock | None:
    """Return an exclusive lock on ``path`` until its release; None if another holds it after ``timeout_s`` seconds.

    Raise NoLocksError if files cannot be locked there, else OSError.
    """
    # A file system without locks is an error, because filelock's soft lock would outlive the process.
    lock = filelock.FileLock(path, mode=PRIVATE_FILE_MODE, thread_local=False, fallback_to_soft=False)
    try:
        lock.acquire(timeout=timeout_s, poll_interval=POLL_INTERVAL_S)
    except filelock.Timeout:
        return None
    except OSError as error:
        if error.errno in NO_LOCKS_ERRORS:
            raise NoLocksError(error.errno, error.strerror) from error
        raise
    make_file_private(path)
    return lock


@contextmanager
def hold_lock(path: Path, timeout_s: float, *, is_required: bool = True) -> Iterator[None]:
    """Return a context manager that holds the lock on ``path`` inside its block.

    ``is_required``: False runs the block without a lock where files cannot be locked. Raise TimeoutError if another
    holds it after ``timeout_s`` seconds, OSError if locking fails.
    """
    with ExitStack() as held_locks:
        try:
            lock = acquire_lock(path, timeout_s)
            if lock is None:
                raise TimeoutError(f"{path.name} is locked")
            held_locks.callback(lock.release)
        except NoLocksError:
            if is_required:
                raise
        yield


def is_locked(path: Path) -> bool:
    """Return whether any process, also this one, holds the lock on ``path``. Raise OSError."""
    lock = acquire_lock(path) if path.exists() else None
    if lock is not None:
        lock.release()
    return lock is None and path.exists()


class MatchClaims:
    """The locks of this window in ``folder``: one for itself, one for each match that it has.

    ``folder``: None for a window whose matches are in its memory only; then no file is locked.
    """

    def __init__(self, folder: Path | None) -> None:
        """Lock a file for this window. Raise StorageError if the folder cannot be used."""
        self.folder = folder
        self._match_locks: dict[int, filelock.BaseFileLock | None] = {}
        self._window_lock = None if folder is None else _acquire_window_lock(folder)

    def __contains__(self, match_id: int) -> bool:
        return match_id in self._match_locks

    def claim(self, match_id: int) -> bool:
        """Claim the match for this window; return False if another has it. Raise OSError.

        Return True also if this window has it already.
        """
        if match_id in self._match_locks:
            return True
        # A window that tests which matches are claimed holds the lock for a moment.
        lock = None if self.folder is None else acquire_lock(_get_lock_path(self.folder, match_id), CLAIM_TIMEOUT_S)
        if lock is not None or self.folder is None:
            self._match_locks[match_id] = lock
        return match_id in self._match_locks

    def release(self, match_id: int) -> None:
        """Release the match; do nothing if this window does not have it."""
        lock = self._match_locks.pop(match_id, None)
        if lock is not None:
            lock.release()

    def is_claimed_elsewhere(self, match_id: int) -> bool:
        """Return whether another window has the match. Raise OSError."""
        if self.folder is None or match_id in self._match_locks:
            return False
        return is_locked(_get_lock_path(self.folder, match_id))

    def has_other_windows(self) -> bool:
        """Return whether another window is open. Raise OSError."""
        if self.folder is None or self._window_lock is None:
            return False
        own_path = Path(self._window_lock.lock_file)
        return any(path != own_path and is_locked(path) for path in self.folder.glob("window-*.lock"))

    def release_all(self) -> None:
        """Release all matches and the window's own lock."""
        for match_id in tuple(self._match_locks):
            self.release(match_id)
        if self._window_lock is not None:
            self._window_lock.release()


def _acquire_window_lock(folder: Path) -> filelock.BaseFileLock:
    try:
        make_private_folder(folder)
        locks = (acquire_lock(folder / f"window-{number}.lock") for number in count(1))
        return next(filter(None, locks))
    except OSError as error:
        raise StorageError(build_opening_message(folder.parent, describe_os_error(error))) from error


def _get_lock_path(folder: Path, match_id: int) -> Path:
    return folder / f"match-{match_id}.lock"
