"""The program's own time, which never goes back, for bars, turn clocks and the order of matches.

As long as the system's clock is right they agree. Set back, the program's time goes on from where it
stood; once the system's clock has caught up again, it is the time. So a bar given while the clock was
wrong, in whatever direction, lasts as long as it should, and nobody gains by setting it back.
"""

from __future__ import annotations

import sqlite3
from typing import Final

import msgspec

from game.store.chain import chained
from game.store.files import Clock

LATEST: Final = 1e11
"""No time is as late as this."""
ROOM: Final = 1e9
"""For bars that end after the latest time that a clock may show."""


class Seen(msgspec.Struct, frozen=True):
    """What the clocks showed at one moment. ``steady``: a clock that runs as long as the computer does."""

    program: float
    system: float
    steady: float


class Hours:
    """Tells the program's time. ``now`` is the system's clock, ``steady`` one that nobody can set."""

    def __init__(self, now: Clock, steady: Clock) -> None:
        self._now = now
        self._steady = steady
        self._own: Seen | None = None

    def system(self) -> float:
        """What the system's clock shows."""
        return min(max(float(self._now()), 0.0), LATEST - ROOM)

    def look(self, db: sqlite3.Connection) -> Seen:
        """What the clocks show now. sqlite3.Error."""
        system, steady = self.system(), float(self._steady())
        kept = _kept(db)
        program = system if kept is None else _onward(kept, system, steady)
        if self._own is not None:
            steadily = self._own.program + max(0.0, steady - self._own.steady)
            program = max(program, _onward(self._own, system, steady), steadily)
        self._own = Seen(program, system, steady)
        return self._own

    def note(self, db: sqlite3.Connection) -> Seen:
        """The same, kept for the next one who looks; within a transaction. sqlite3.Error."""
        seen = self.look(db)
        row = (seen.program, seen.system, seen.steady)
        order = "INSERT OR REPLACE INTO clock (id, program, system, steady, digest) VALUES (1, ?, ?, ?, ?)"
        db.execute(order, (*row, chained("clock", *row)))
        return seen


def _onward(kept: Seen, system: float, steady: float) -> float:
    if system >= kept.program:
        return system
    program = kept.program + max(0.0, system - kept.system)
    if system < kept.system:
        # Set back while nobody looked. The steady clock began anew if the computer did: less then, never more.
        program = max(program, kept.program + max(0.0, steady - kept.steady))
    return program


def _kept(db: sqlite3.Connection) -> Seen | None:
    row = db.execute("SELECT program, system, steady, digest FROM clock").fetchone()
    if row is None or row[3] != chained("clock", *row[:3]):
        return None
    return Seen(*row[:3])
