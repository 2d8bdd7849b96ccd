"""Program clock: a time that never goes back, for blocks, turn clocks and the order of matches.

It follows the system clock. If that is set back, the program clock continues from its last time until the system clock
has caught up: setting the clock neither lifts nor lengthens a block.
"""

from __future__ import annotations

import sqlite3
from typing import Final

import msgspec

from game.storage.checksums import add_crc, is_intact
from game.storage.files import Clock
from game.storage.inventory import take_inventory

MAX_TIMESTAMP: Final = 1e11
"""An upper bound of valid times."""
MAX_PENALTY_S: Final = 1e9
"""Seconds below `MAX_TIMESTAMP` that no clock reaches, so that a block ends at a valid time."""


class ClockReading(msgspec.Struct, frozen=True):
    """The times of the clocks at one moment. ``monotonic_time``: of a clock that runs while the computer does."""

    program_time: float
    system_time: float
    monotonic_time: float


class ProgramClock:
    """The program clock, computed from the system clock and a monotonic one that nobody can set."""

    def __init__(self, system_clock: Clock, monotonic_clock: Clock) -> None:
        self._system_clock = system_clock
        self._monotonic_clock = monotonic_clock
        self._last_reading: ClockReading | None = None

    def read_system_time(self) -> float:
        """Return the time of the system clock."""
        return min(max(float(self._system_clock()), 0.0), MAX_TIMESTAMP - MAX_PENALTY_S)

    def read(self, db: sqlite3.Connection) -> ClockReading:
        """Return the current times. Raise sqlite3.Error."""
        system_time, monotonic_time = self.read_system_time(), float(self._monotonic_clock())
        stored_reading = _read_stored_reading(db)
        program_time = system_time if stored_reading is None else _advance(stored_reading, system_time, monotonic_time)
        if self._last_reading is not None:
            time_by_monotonic_clock = self._last_reading.program_time + max(
                0.0, monotonic_time - self._last_reading.monotonic_time
            )
            program_time = max(
                program_time, _advance(self._last_reading, system_time, monotonic_time), time_by_monotonic_clock
            )
        self._last_reading = ClockReading(program_time, system_time, monotonic_time)
        return self._last_reading

    def store(self, db: sqlite3.Connection, reading: ClockReading) -> None:
        """Store times at the end of the open transaction, with what the database contains. Raise sqlite3.Error."""
        times = (reading.program_time, reading.system_time, reading.monotonic_time)
        row = add_crc("clock", (1, *times, take_inventory(db).encode()))
        statement = (
            "INSERT OR REPLACE INTO clock (id, program, system, steady, inventory, crc) VALUES (?, ?, ?, ?, ?, ?)"
        )
        db.execute(statement, row)


def _advance(reading: ClockReading, system_time: float, monotonic_time: float) -> float:
    if system_time >= reading.program_time:
        return system_time
    program_time = reading.program_time + max(0.0, system_time - reading.system_time)
    if system_time < reading.system_time:
        # The system clock was set back. After a restart of the computer the monotonic clock shows less, never more.
        program_time = max(program_time, reading.program_time + max(0.0, monotonic_time - reading.monotonic_time))
    return program_time


def _read_stored_reading(db: sqlite3.Connection) -> ClockReading | None:
    row = db.execute("SELECT id, program, system, steady, inventory, crc FROM clock").fetchone()
    return ClockReading(*row[1:4]) if row is not None and is_intact("clock", row) else None


def sanitize_timestamp(value: object) -> float:
    """Return a time that a calendar can show; 0 for a damaged one."""
    return value if isinstance(value, float) and 0 <= value < MAX_TIMESTAMP else 0.0
