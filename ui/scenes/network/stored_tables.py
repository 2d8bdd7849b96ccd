"""Reading the tables of this machine without loading the network where there are none."""

from __future__ import annotations

from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from game.network.names import get_seat_keys_path, get_tables_path
from game.storage.files import Folders
from ui.app.context import AppContext
from ui.scenes.page import Page

if TYPE_CHECKING:
    from game.network.known_tables import KnownTable

CHECK_INTERVAL_S: Final = 1.0
"""The time after which a page that shows tables looks whether one of them has ended."""
TableStamp: TypeAlias = tuple[int, int]
"""The times of the files of tables, in nanoseconds; 0 for a missing one."""
StampedTables: TypeAlias = "tuple[TableStamp, tuple[KnownTable, ...]]"


class KnownTablesPage(Page):
    """A page that shows `known_tables`, the tables over the network of this machine, the latest first.

    It reads them when it is shown, and while there are any, when their files have changed: another process can end a
    table.
    """

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        self.known_tables: tuple[KnownTable, ...] = ()
        self._stamp: TableStamp | None = None
        self._next_check_at = inf

    def show_tables(self) -> None:
        """Show other tables than before."""
        self.recompose("body")

    def read_tables(self, stamp: TableStamp | None = None) -> None:
        """Read the tables unless their files have this stamp; they are shown in a later frame."""
        context, self._next_check_at = self.context, inf
        reading = context.storage.submit(_read_changed_tables, context.folders, stamp)
        on_error = None if stamp is None else self._wait
        context.tasks.submit(reading, self._take, on_error, owner=self)

    def _take(self, changed: StampedTables | None) -> None:
        if changed is not None:
            self._stamp, tables = changed
            if tables != self.known_tables:
                self.known_tables = tables
                self.show_tables()
        self._wait()

    def _wait(self, _error: BaseException | None = None) -> None:
        """Look at the files again after a while, if a table is shown."""
        self._next_check_at = self.context.clock() + CHECK_INTERVAL_S if self.known_tables else inf

    @property
    def seconds_until_next_update(self) -> float:
        is_shown = self.context.scenes.top is self
        return max(0.0, self._next_check_at - self.context.clock()) if is_shown else inf

    def build(self) -> None:
        super().build()
        self.read_tables()

    def update(self, seconds: float) -> None:
        super().update(seconds)
        if self.context.clock() >= self._next_check_at:
            self.read_tables(self._stamp)


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
