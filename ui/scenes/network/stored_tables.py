"""Reading the tables of this machine without loading the network where there are none."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from game.network.names import get_seat_keys_path, get_tables_path
from game.storage.files import Folders
from ui.app.scene import Scene

if TYPE_CHECKING:
    from game.network.known_tables import KnownTable

CHECK_INTERVAL_S: Final = 1.0
"""The time after which a page that shows tables looks whether one of them has ended."""
TableStamp: TypeAlias = tuple[int, int]
"""The times of the files of tables, in nanoseconds; 0 for a missing one."""
StampedTables: TypeAlias = "tuple[TableStamp, tuple[KnownTable, ...]]"


class KnownTableReader:
    """Reads the tables of this machine for ``page``.

    It reads them at first, after `mark_stale`, and, while there are any, when their files have changed: another process
    can end a table. ``on_change`` gets the tables.
    """

    def __init__(self, page: Scene, on_change: Callable[[tuple[KnownTable, ...]], object]) -> None:
        self.is_stale = True
        self._page = page
        self._on_change = on_change
        self._tables: tuple[KnownTable, ...] = ()
        self._stamp: TableStamp | None = None
        self._next_check_at = inf

    def mark_stale(self) -> None:
        """Read the tables again in the next `update`."""
        self.is_stale = True

    @property
    def seconds_until_next_update(self) -> float:
        """The seconds until the next look at the files."""
        return max(0.0, self._next_check_at - self._page.context.clock())

    def update(self) -> None:
        """Start to read if it is time; called once per frame."""
        context = self._page.context
        if not self.is_stale and context.clock() < self._next_check_at:
            return
        stamp = None if self.is_stale else self._stamp
        self.is_stale, self._next_check_at = False, inf
        reading = context.storage.submit(_read_changed_tables, context.folders, stamp)
        on_error = None if stamp is None else self._wait
        context.tasks.submit(reading, self._take, on_error, owner=self._page)

    def _take(self, changed: StampedTables | None) -> None:
        if changed is not None:
            self._stamp, tables = changed
            if tables != self._tables:
                self._tables = tables
                self._on_change(tables)
        self._wait()

    def _wait(self, _error: BaseException | None = None) -> None:
        """Look at the files again after a while, if a table is shown."""
        self._next_check_at = self._page.context.clock() + CHECK_INTERVAL_S if self._tables else inf


def _read_changed_tables(folders: Folders, stamp: TableStamp | None) -> StampedTables | None:
    """Return the tables with the stamp of their files; None if that is ``stamp``. Raise StorageError."""
    new_stamp = _read_file_time(get_tables_path(folders)), _read_file_time(get_seat_keys_path(folders))
    return None if new_stamp == stamp else (new_stamp, read_known_tables(folders))


def _read_file_time(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def read_known_tables(folders: Folders) -> tuple[KnownTable, ...]:
    """Return the tables over the network of this machine, the latest first. Raise StorageError."""
    if not get_tables_path(folders).exists() and not get_seat_keys_path(folders).exists():
        return ()
    from game.network.known_tables import list_known_tables

    return list_known_tables(folders)
