"""Program clock: a time that never goes back, for blocks, turn clocks and the order of matches.

It follows the system clock. If that is set back, the program clock continues from its last time until the system clock
has caught up: setting the clock neither lifts nor lengthens a block.
"""

from __future__ import annotations

import secrets
import sqlite3
from typing import Final

import msgspec

from game.storage.files import Clock
from game.storage.tables import SqlRow, count_rows, is_intact, select_rows, write_row

MAX_TIMESTAMP: Final = 1e11
"""An upper bound of valid times."""
MAX_PENALTY_S: Final = 1e9
"""Seconds below `MAX_TIMESTAMP` that no clock reaches, so that a block ends at a valid time."""


MAX_FIRST_TRANSACTION: Final = 2**30
"""The transactions are numbered from a random number, so that the journal of another file has others."""


class ClockReading(msgspec.Struct):
    """The times of the clocks at one moment. ``monotonic_time``: of a clock that runs while the computer does.

    ``transaction``: the number of the transaction that begins then; ``counts``: what the one before it left, as
    `count_rows`; ``total_change``: the change of their sum if no row comes or goes, None if they must be counted.
    """

    program_time: float
    system_time: float
    monotonic_time: float
    transaction: int = 0
    counts: SqlRow = (0, 0, 0)
    total_change: int | None = None


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
        stored_reading = read_stored_reading(db) or self._last_reading or ClockReading(0.0, 0.0, 0.0)
        program_time = _advance(stored_reading, system_time, monotonic_time)
        if self._last_reading is not None:
            time_by_monotonic_clock = self._last_reading.program_time + max(
                0.0, monotonic_time - self._last_reading.monotonic_time
            )
            program_time = max(
                program_time, _advance(self._last_reading, system_time, monotonic_time), time_by_monotonic_clock
            )
        self._last_reading = ClockReading(
            program_time, system_time, monotonic_time, stored_reading.transaction + 1, stored_reading.counts
        )
        return self._last_reading


def store_reading(db: sqlite3.Connection, reading: ClockReading) -> None:
    """Store the times and the number of the open transaction at its end. Raise sqlite3.Error."""
    *row_counts, total = reading.counts
    counts = count_rows(db) if reading.total_change is None else (*row_counts, total + reading.total_change)
    times = (reading.program_time, reading.system_time, reading.monotonic_time)
    write_row(db, "clock", (1, *times, *counts, reading.transaction))


def create_clock(db: sqlite3.Connection) -> None:
    """Store the row of a new file in the open transaction. Raise sqlite3.Error."""
    store_reading(db, ClockReading(0.0, 0.0, 0.0, secrets.randbelow(MAX_FIRST_TRANSACTION)))


def _advance(reading: ClockReading, system_time: float, monotonic_time: float) -> float:
    if system_time >= reading.program_time:
        return system_time
    program_time = reading.program_time + max(0.0, system_time - reading.system_time)
    if system_time < reading.system_time:
        # The system clock was set back. After a restart of the computer the monotonic clock shows less, never more.
        program_time = max(program_time, reading.program_time + max(0.0, monotonic_time - reading.monotonic_time))
    return program_time


def read_stored_reading(db: sqlite3.Connection) -> ClockReading | None:
    """Return the times, number and counts of the last transaction; None if they are damaged. Raise sqlite3.Error."""
    row = next((row for row in select_rows(db, "clock") if is_intact("clock", row)), None)
    if row is None:
        return None
    _id, program, system, steady, *counts, written, _crc = row
    return ClockReading(program, system, steady, written, tuple(counts))


def sanitize_timestamp(value: object) -> float:
    """Return a time that a calendar can show; 0 for a damaged one."""
    return value if isinstance(value, float) and 0 <= value < MAX_TIMESTAMP else 0.0
