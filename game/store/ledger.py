"""The open file of saved matches: its connection, the time, and its refusals in a person's words."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from game.i18n import _
from game.store.database import reason, transaction
from game.store.files import StorageError, why
from game.store.hours import LATEST, Hours, Seen
from game.store.watch import Watch


class Ledger:
    """What the rooms of the journal write on. Use it on one thread only.

    When the file is not the one any more that was opened, ``renew`` is called first: it opens the file
    that is there now (`opened`) and brings into it what must not be lost.
    """

    def __init__(self, path: Path, db: sqlite3.Connection, hours: Hours, renew: Callable[[], None]) -> None:
        self.path = path
        self.hours = hours
        self._renew = renew
        self.opened(db)

    def opened(self, db: sqlite3.Connection) -> None:
        """From now on this connection is the open file."""
        self.db = db
        self.watch = Watch(self.path, db)

    @contextmanager
    def translated(self, failure: str) -> Iterator[None]:
        """What SQLite raises in the block becomes a StorageError that begins with ``failure``."""
        try:
            if not self.watch.same():
                self._renew()
            yield
        except sqlite3.IntegrityError as error:
            raise StorageError(elsewhere()) from error
        except sqlite3.Error as error:
            raise StorageError(failed(failure, reason(error))) from error
        except OSError as error:
            raise StorageError(failed(failure, why(error))) from error

    @contextmanager
    def changing(self, failure: str) -> Iterator[Seen]:
        """A transaction: all of the block is written, or nothing and a StorageError begins with ``failure``.

        Gives the time. What was written is in the file itself when this ends.
        """
        with self.translated(failure):
            with transaction(self.db):
                yield self.hours.note(self.db)
            self.watch.wrote()


def elsewhere() -> str:
    """The line about a match that another window changed meanwhile."""
    return _("This match is being played in another window.")


def failed(failure: str, fault: str) -> str:
    """The line that says what could not be done and why."""
    return _("{failure}: {why}.").format(failure=failure, why=fault)


def calendar(value: object) -> float:
    """A time that a calendar can show, 0 for a damaged one."""
    return value if isinstance(value, float) and 0 <= value < LATEST else 0.0
