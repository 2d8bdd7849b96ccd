"""Who plays what: the locks that say which windows are open and which match each of them has."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Final

from game.i18n import _
from game.store.files import StorageError, make_private, why
from game.store.ledger import elsewhere, failed
from game.store.locks import FileLock

CLAIM_PATIENCE: Final = 0.3


class Claims:
    """The locks of this window in ``folder``: one for itself, one for each match that it has."""

    def __init__(self, folder: Path) -> None:
        """StorageError if the folder cannot be used."""
        self.folder = folder
        self._matches: dict[int, FileLock] = {}
        self._window = self._new_window()

    def _new_window(self) -> FileLock:
        try:
            make_private(self.folder)
            locks = (FileLock(self.folder / f"window-{number}.lock") for number in count(1))
            return next(lock for lock in locks if lock.acquire())
        except OSError as error:
            raise StorageError(failed(_("The saved matches cannot be opened"), why(error))) from error

    def _path(self, match_id: int) -> Path:
        return self.folder / f"match-{match_id}.lock"

    def __contains__(self, match_id: int) -> bool:
        return match_id in self._matches

    def claim(self, match_id: int) -> bool:
        """Take the match for this window; False if another has it. OSError."""
        if match_id in self._matches:
            return True
        lock = FileLock(self._path(match_id))
        # Another window that looks who plays what holds the lock for an instant.
        if not lock.acquire(CLAIM_PATIENCE):
            return False
        self._matches[match_id] = lock
        return True

    def release(self, match_id: int) -> None:
        """Give the match back. Nothing happens if this window does not have it."""
        lock = self._matches.pop(match_id, None)
        if lock is not None:
            lock.release()

    def taken_elsewhere(self, match_id: int) -> bool:
        """Whether another window has the match."""
        return match_id not in self._matches and FileLock.taken(self._path(match_id))

    def others(self) -> bool:
        """Whether another window is open, or has a match."""
        own = {self._window.path, *(lock.path for lock in self._matches.values())}
        return any(lock not in own and FileLock.taken(lock) for lock in self.folder.glob("*-*.lock"))

    def renew(self) -> None:
        """Take again the locks whose files somebody removed. StorageError if another window was faster."""
        make_private(self.folder)
        if self._window.lost:
            lost, self._window = self._window, self._new_window()
            lost.release()
        for match_id, lock in tuple(self._matches.items()):
            if lock.lost:
                self.release(match_id)
                if not self.claim(match_id):
                    raise StorageError(elsewhere())

    def close(self) -> None:
        """Give everything back."""
        for match_id in tuple(self._matches):
            self.release(match_id)
        self._window.release()
