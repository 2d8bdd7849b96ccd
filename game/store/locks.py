"""A lock between copies of the program, which the system lets go of when its holder dies, however it dies."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def _locked(handle: int) -> bool:
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _locked(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


class FileLock:
    """An exclusive lock: whoever holds the lock on the file ``path`` has what it stands for."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._handle: int | None = None

    def acquire(self, patience: float = 0.0) -> bool:
        """Take the lock; False if another still holds it after ``patience`` seconds. OSError if it has no file."""
        deadline = time.monotonic() + patience
        while not self._try():
            if time.monotonic() >= deadline:
                return False
            time.sleep(0.01)
        return True

    def _try(self) -> bool:
        handle = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            # A file that its last holder removed meanwhile locks nothing any more.
            if _locked(handle) and os.fstat(handle).st_nlink > 0:
                self._handle, handle = handle, -1
        finally:
            if handle >= 0:
                os.close(handle)
        return self._handle is not None

    def release(self) -> None:
        """Let go of the lock and remove its file. Nothing happens if it is not held."""
        if self._handle is None:
            return
        if os.name != "nt":
            self._remove()
        os.close(self._handle)
        self._handle = None
        if os.name == "nt":
            self._remove()

    def _remove(self) -> None:
        # An open file cannot be removed on Windows: then another has it now, and it is that one's to remove.
        with suppress(OSError):
            self.path.unlink()

    @staticmethod
    def taken(path: Path) -> bool:
        """Whether somebody holds the lock on ``path``, this process too."""
        if not path.exists():
            return False
        probe = FileLock(path)
        free = probe.acquire()
        probe.release()
        return not free

    @staticmethod
    @contextmanager
    def held(path: Path, patience: float) -> Iterator[None]:
        """Run a block alone. TimeoutError, an OSError, if another holds the lock after ``patience`` seconds."""
        lock = FileLock(path)
        if not lock.acquire(patience):
            raise TimeoutError(f"{path.name} is locked")
        try:
            yield
        finally:
            lock.release()
