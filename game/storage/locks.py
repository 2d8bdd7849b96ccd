"""A lock between copies of the program, which the system lets go of when its holder dies, however it dies.

`filelock` does the locking; here its files are removed on release, and a lock can be looked at.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import filelock

PRIVATE_FILE_MODE: Final = 0o600
POLL_INTERVAL_S: Final = 0.01
_held_locks: Final[set[FileLock]] = set()
"""A lock that nobody remembers is held all the same, until the process ends."""


class FileLock:
    """An exclusive lock: whoever holds the lock on the file ``path`` has what it stands for."""

    def __init__(self, path: Path) -> None:
        self.path = path
        # A file system that has no locks is said; a lock of another kind would outlive its holder.
        self._lock = filelock.FileLock(path, mode=PRIVATE_FILE_MODE, thread_local=False, fallback_to_soft=False)
        self._file_identity: tuple[int, int] | None = None

    def acquire(self, timeout_s: float = 0.0) -> bool:
        """Take the lock; False if another still holds it after ``patience`` seconds. OSError if it has no file."""
        try:
            self._lock.acquire(timeout=timeout_s, poll_interval=POLL_INTERVAL_S)
        except filelock.Timeout:
            return False
        _held_locks.add(self)
        self._file_identity = self._read_file_identity()
        return True

    @property
    def is_lost(self) -> bool:
        """Whether the lock is held on a file that somebody removed: another may have it too."""
        return self._lock.is_locked and self._read_file_identity() != self._file_identity

    def _read_file_identity(self) -> tuple[int, int] | None:
        try:
            status = self.path.stat()
        except OSError:
            return None
        return status.st_dev, status.st_ino

    def release(self) -> None:
        """Let go of the lock and remove its file. Nothing happens if it is not held."""
        if not self._lock.is_locked:
            return
        if os.name != "nt" and not self.is_lost:
            # While it is held: who waits for a file that is gone begins again with a new one. Windows cannot
            # remove an open file; filelock does it there afterwards.
            with suppress(OSError):
                self.path.unlink()
        self._lock.release()
        _held_locks.discard(self)

    @staticmethod
    def is_held(path: Path) -> bool:
        """Whether somebody holds the lock on ``path``, this process too."""
        if not path.exists():
            return False
        probe = FileLock(path)
        is_free = probe.acquire()
        probe.release()
        return not is_free

    @staticmethod
    @contextmanager
    def hold(path: Path, timeout_s: float) -> Iterator[None]:
        """Run a block alone. TimeoutError, an OSError, if another holds the lock after ``patience`` seconds."""
        lock = FileLock(path)
        if not lock.acquire(timeout_s):
            raise TimeoutError(f"{path.name} is locked")
        try:
            yield
        finally:
            lock.release()
