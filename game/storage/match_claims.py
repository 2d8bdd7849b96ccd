"""Who plays what: the locks that say which windows are open and which match each of them has."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Final

from game.storage.database import build_failure_message
from game.storage.files import StorageError, describe_os_error, make_private_folder
from game.storage.locks import FileLock
from game.text.gettext import _

CLAIM_TIMEOUT_S: Final = 0.3


class MatchClaims:
    """The locks of this window in ``folder``: one for itself, one for each match that it has."""

    def __init__(self, folder: Path) -> None:
        """StorageError if the folder cannot be used."""
        self.folder = folder
        self._match_locks: dict[int, FileLock] = {}
        self._window_lock = self._acquire_window_lock()

    def _acquire_window_lock(self) -> FileLock:
        try:
            make_private_folder(self.folder)
            locks = (FileLock(self.folder / f"window-{number}.lock") for number in count(1))
            return next(lock for lock in locks if lock.acquire())
        except OSError as error:
            raise StorageError(
                build_failure_message(_("The saved matches cannot be opened"), describe_os_error(error))
            ) from error

    def _get_lock_path(self, match_id: int) -> Path:
        return self.folder / f"match-{match_id}.lock"

    def __contains__(self, match_id: int) -> bool:
        return match_id in self._match_locks

    def claim(self, match_id: int) -> bool:
        """Take the match for this window; False if another has it. OSError."""
        if match_id in self._match_locks:
            return True
        lock = FileLock(self._get_lock_path(match_id))
        # Another window that looks who plays what holds the lock for an instant.
        if not lock.acquire(CLAIM_TIMEOUT_S):
            return False
        self._match_locks[match_id] = lock
        return True

    def release(self, match_id: int) -> None:
        """Give the match back. Nothing happens if this window does not have it."""
        lock = self._match_locks.pop(match_id, None)
        if lock is not None:
            lock.release()

    def is_claimed_elsewhere(self, match_id: int) -> bool:
        """Whether another window has the match."""
        return match_id not in self._match_locks and FileLock.is_held(self._get_lock_path(match_id))

    def has_other_windows(self) -> bool:
        """Whether another window is open, or has a match."""
        own_paths = {self._window_lock.path, *(lock.path for lock in self._match_locks.values())}
        return any(lock not in own_paths and FileLock.is_held(lock) for lock in self.folder.glob("*-*.lock"))

    def release_all(self) -> None:
        """Give everything back."""
        for match_id in tuple(self._match_locks):
            self.release(match_id)
        self._window_lock.release()
