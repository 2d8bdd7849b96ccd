"""The open file of saved matches: its connection, the time, and its refusals in a person's words."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from game.i18n import _
from game.store.database import reason, transaction
from game.store.files import Clock, StorageError, why

LATEST: Final = 1e11
"""No time is as late as this."""


class Ledger:
    """What the rooms of the journal write on. Use it on one thread only."""

    def __init__(self, db: sqlite3.Connection, now: Clock) -> None:
        self.db = db
        self.now = now

    @contextmanager
    def translated(self, failure: str) -> Iterator[None]:
        """What SQLite raises in the block becomes a StorageError that begins with ``failure``."""
        try:
            yield
        except sqlite3.IntegrityError as error:
            raise StorageError(elsewhere()) from error
        except sqlite3.Error as error:
            raise StorageError(failed(failure, reason(error))) from error
        except OSError as error:
            raise StorageError(failed(failure, why(error))) from error

    @contextmanager
    def changing(self, failure: str) -> Iterator[None]:
        """A transaction: all of the block is written, or nothing and a StorageError begins with ``failure``."""
        with self.translated(failure), transaction(self.db):
            yield

    def moment(self) -> float:
        """The time, never before the latest that was ever noted: setting the clock back lifts no bar."""
        (latest,) = self.db.execute(
            "SELECT max(moment) FROM (SELECT updated AS moment FROM matches"
            " UNION ALL SELECT created FROM profiles) WHERE moment < ?",
            (LATEST,),
        ).fetchone()
        return max(self.now(), latest or 0.0)


def elsewhere() -> str:
    """The line about a match that another window changed meanwhile."""
    return _("This match is being played in another window.")


def failed(failure: str, fault: str) -> str:
    """The line that says what could not be done and why."""
    return _("{failure}: {why}.").format(failure=failure, why=fault)


def calendar(value: object) -> float:
    """A time that a calendar can show, 0 for a damaged one."""
    return value if isinstance(value, float) and 0 <= value < LATEST else 0.0
