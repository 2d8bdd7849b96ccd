"""The people at this computer: their profiles, and who may not sit down for a while."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from typing import Final

import msgspec

from game.core.sanitizer import is_visible_line, name_key
from game.match.record import MAX_PLAYER_NAME_CHARACTERS
from game.storage.files import StorageError
from game.storage.match_database import MatchDatabase, sanitize_timestamp
from game.storage.program_clock import ClockReading
from game.text.gettext import _

DEFAULT_COLOR: Final = "#4a4a55"
"""Of a profile that nobody gave one."""


class Profile(msgspec.Struct, frozen=True):
    """A person at this computer. ``barred_until`` is a time as `time.time` tells it, None if never barred.

    ``portrait``: the number of the one that was chosen, with the colour; 0 while nothing was.
    """

    name: str
    color: str
    blocked_until: float | None
    created_at: float
    avatar_number: int = 0


class ActivePenalty(msgspec.Struct, frozen=True):
    """A person may not sit down for so many more seconds. ``why``: the code of the reason, "" if none was kept."""

    name: str
    seconds_left: float
    reason_code: str = ""


class Penalty(msgspec.Struct, frozen=True):
    """Who is barred at the end of a match, and why: the code of a reason of `game.text.messages`."""

    name: str
    reason_code: str = ""


class _ProfileRow(msgspec.Struct, frozen=True):
    """A profile as it is kept; ``called`` is its name as `name_key`. Bars are in the program's time (`clock`).

    After the colour stands the number of the portrait where a person has chosen both: ``#a3361f 7``.
    """

    called: str
    name: str
    colour: str
    barred_until: float | None
    bar_seconds: float | None
    barred_why: str
    created: float

    def seconds_left(self, reading: ClockReading) -> float:
        """The seconds that are left of the bar: never more than it was given for."""
        until, full_seconds = sanitize_timestamp(self.barred_until), sanitize_timestamp(self.bar_seconds)
        return max(0.0, min(until - reading.program_time, full_seconds))

    def make_profile(self, reading: ClockReading) -> Profile:
        """The profile with its bar as a time of the system's clock."""
        until = (
            None
            if self.barred_until is None
            else sanitize_timestamp(self.barred_until) + (reading.system_time - reading.program_time)
        )
        color, _blank, avatar_text = self.colour.partition(" ")
        avatar_number = int(avatar_text) if avatar_text.isdecimal() and len(avatar_text) < 3 else 0
        return Profile(self.name, color, until, sanitize_timestamp(self.created), avatar_number)


def _check_name(name: str) -> None:
    if not is_visible_line(name, MAX_PLAYER_NAME_CHARACTERS):
        raise StorageError(_("A name is 1 to {most} printable characters.").format(most=MAX_PLAYER_NAME_CHARACTERS))


class ProfileRepository:
    """The profiles and bars in the open file. Every method raises StorageError as the journal's do.

    People whose names read the same (`name_key`) are one, by the name that was given first.
    """

    def __init__(self, database: MatchDatabase) -> None:
        self._database = database
        self._last_rows: list[_ProfileRow] = []

    def list_profiles(self) -> tuple[Profile, ...]:
        """The profiles, the oldest first."""
        with self._database.translate_errors(_("The profiles cannot be read")):
            reading = self._database.clock.read(self._database.connection)
            return tuple(row.make_profile(reading) for row in self._read_rows())

    def _read_rows(self) -> list[_ProfileRow]:
        columns = ", ".join(_ProfileRow.__struct_fields__)
        rows = self._database.connection.execute(f"SELECT {columns} FROM profiles ORDER BY created, name")
        self._last_rows = [_ProfileRow(*row) for row in rows]
        return self._last_rows

    def remember_rows(self) -> None:
        """Look at the profiles while their file is there, or seems to be: `bring_back` may be called next."""
        with suppress(sqlite3.Error):
            rows_by_key = {row.called: row for row in self._last_rows}
            self._last_rows = list({**rows_by_key, **{row.called: row for row in self._read_rows()}}.values())

    def restore_rows(self) -> None:
        """Write the profiles and bars as they were last seen into a file that lacks them, within a transaction."""
        columns = ", ".join(_ProfileRow.__struct_fields__)
        self._database.connection.executemany(
            f"INSERT INTO profiles ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (called) DO UPDATE"
            " SET barred_until = excluded.barred_until, bar_seconds = excluded.bar_seconds,"
            " barred_why = excluded.barred_why"
            " WHERE coalesce(excluded.barred_until, 0.0) > coalesce(barred_until, 0.0)",
            [msgspec.structs.astuple(row) for row in self._last_rows],
        )

    def save(self, name: str, color: str, avatar_number: int = 0) -> None:
        """A new profile, or another colour for one; a bar stays. StorageError if the name cannot be a name.

        With a ``portrait`` it is what the person chose; another colour alone does not change that.
        """
        _check_name(name)
        with self._database.write_transaction(_("The profile cannot be saved")) as reading:
            conflict_clause = "DO UPDATE SET colour = excluded.colour"
            if avatar_number:
                self._insert(name, f"{color} {avatar_number}", reading, conflict_clause)
            else:
                self._insert(name, color, reading, f"{conflict_clause} WHERE instr(colour, ' ') = 0")

    def rename(self, name: str, new_name: str) -> None:
        """Another name for a profile. StorageError if it is barred or is not there, or if another has that name."""
        _check_name(new_name)
        with self._database.write_transaction(_("The profile cannot be saved")) as reading:
            row = self._get_unblocked_row(name, reading)
            if any(other.called == name_key(new_name) != row.called for other in self._last_rows):
                raise StorageError(_("There is a profile {name} already.").format(name=new_name))
            statement = "UPDATE profiles SET called = ?, name = ? WHERE called = ?"
            self._database.connection.execute(statement, (name_key(new_name), new_name, row.called))
            self._read_rows()

    def merge_profile(self, name: str, new_name: str, *, with_bar: bool = False) -> bool:
        """Another name for a person who may have no profile, or have one by that name; False if the person is barred.

        Of two profiles that of the new name stays. ``with_bar``: a barred person keeps the profile and the bar too.
        """
        with self._database.write_transaction(_("The profile cannot be saved")) as reading:
            rows = {row.called: row for row in self._read_rows()}
            old = rows.get(name_key(name))
            if old is None:
                return True
            barred = old.seconds_left(reading) > 0
            if barred and not with_bar:
                return False
            if name_key(new_name) in rows and not barred:
                self._database.connection.execute("DELETE FROM profiles WHERE called = ?", (old.called,))
            else:
                self._database.connection.execute("DELETE FROM profiles WHERE called = ?", (name_key(new_name),))
                statement = "UPDATE profiles SET called = ?, name = ? WHERE called = ?"
                self._database.connection.execute(statement, (name_key(new_name), new_name, old.called))
            self._read_rows()
            return True

    def remove(self, name: str) -> None:
        """The profile is gone. StorageError if it is barred, or is not there."""
        with self._database.write_transaction(_("The profile cannot be removed")) as reading:
            self._database.connection.execute(
                "DELETE FROM profiles WHERE called = ?", (self._get_unblocked_row(name, reading).called,)
            )
            self._read_rows()

    def _get_unblocked_row(self, name: str, reading: ClockReading) -> _ProfileRow:
        """The row of a person who is not barred: a bar is not shaken off with the name. StorageError."""
        row = next((candidate for candidate in self._read_rows() if candidate.called == name_key(name)), None)
        if row is None:
            raise StorageError(_("There is no profile {name!r}.").format(name=name))
        if row.seconds_left(reading) > 0:
            raise StorageError(_("{name} is barred; the profile stays as it is until that is over.").format(name=name))
        return row

    def _insert(self, name: str, color: str, reading: ClockReading, conflict_clause: str) -> None:
        self._database.connection.execute(
            "INSERT INTO profiles (called, name, colour, barred_why, created) VALUES (?, ?, ?, '', ?)"
            f" ON CONFLICT (called) {conflict_clause}",
            (name_key(name), name, color, reading.system_time),
        )

    def block(self, name: str, seconds: float) -> None:
        """Bar a person from sitting down for so long, never for less than before. StorageError without a profile."""
        with self._database.write_transaction(_("The profile cannot be saved")) as reading:
            if all(row.called != name_key(name) for row in self._read_rows()):
                raise StorageError(_("There is no profile {name!r}.").format(name=name))
            self._apply_penalty(Penalty(name), seconds, reading)

    def apply_penalties(self, penalties: tuple[Penalty, ...], seconds: float, reading: ClockReading) -> None:
        """Bar these people within the transaction that is open; who has no profile gets one."""
        for penalty in penalties:
            self._insert(penalty.name, DEFAULT_COLOR, reading, "DO NOTHING")
            self._apply_penalty(penalty, seconds, reading)

    def _apply_penalty(self, penalty: Penalty, seconds: float, reading: ClockReading) -> None:
        person_key = name_key(penalty.name)
        if any(row.called == person_key and row.seconds_left(reading) >= seconds for row in self._read_rows()):
            return
        values = (reading.program_time + seconds, float(seconds), penalty.reason_code, person_key)
        statement = "UPDATE profiles SET barred_until = ?, bar_seconds = ?, barred_why = ? WHERE called = ?"
        self._database.connection.execute(statement, values)
        self._read_rows()

    def check_in(self, players: tuple[tuple[str, str], ...]) -> tuple[ActivePenalty, ...]:
        """People, by name and colour, want to sit down: new ones get a profile. Gives the bars that are in the way."""
        for name, color in players:
            self.save(name, color)
        with self._database.write_transaction(_("The profiles cannot be read")) as reading:
            rows = {row.called: row for row in self._read_rows()}
        joining_rows = {name: rows[name_key(name)] for name, _color in players}
        return tuple(
            ActivePenalty(name, row.seconds_left(reading), row.barred_why)
            for name, row in joining_rows.items()
            if row.seconds_left(reading) > 0
        )
