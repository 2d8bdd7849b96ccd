"""The people at this computer: their profiles, and who may not sit down for a while."""

from __future__ import annotations

from typing import Final

import msgspec

from game.core.sanitizer import is_visible_line, name_key
from game.match.record import MAX_PLAYER_NAME_CHARACTERS
from game.storage.checksums import add_crc, is_intact
from game.storage.database import MatchDatabase, insert_row, select_rows
from game.storage.files import StorageError, make_printable
from game.storage.program_clock import ClockReading, sanitize_timestamp
from game.text.gettext import _

replace = msgspec.structs.replace
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
    """The profiles and blocks in the open file. Every method raises StorageError as those of `MatchRepository` do.

    People whose names read the same (`name_key`) are one, by the name that was given first.
    """

    def __init__(self, database: MatchDatabase) -> None:
        self._database = database

    def list_profiles(self) -> tuple[Profile, ...]:
        """Return the profiles, the oldest first."""
        with self._database.translate_errors(_("The profiles cannot be read")):
            reading = self._database.clock.read(self._database.connection)
            return tuple(row.make_profile(reading) for row in self._read_rows().values())

    def _read_rows(self) -> dict[str, _ProfileRow]:
        """Return the rows by `name_key`. StorageError if one is damaged: written again it would look intact."""
        rows = select_rows(self._database.connection, "profiles", "ORDER BY created, name")
        for row in rows:
            if not is_intact("profiles", row):
                text = _("The profile {name} is damaged. Start the program again: it keeps the damaged file.")
                raise StorageError(text.format(name=make_printable(str(row[1]))))
        return {row[0]: _ProfileRow(*row[:-1]) for row in rows}

    def _write_row(self, row: _ProfileRow) -> None:
        values = add_crc("profiles", msgspec.structs.astuple(row))
        insert_row(self._database.connection, "profiles", values, "INSERT OR REPLACE")

    def _delete_row(self, called: str) -> None:
        self._database.connection.execute("DELETE FROM profiles WHERE called = ?", (called,))

    def save(self, name: str, color: str, avatar_number: int = 0) -> None:
        """Store a new profile, or another look of one; a block stays. StorageError if the name cannot be a name.

        With an ``avatar_number`` it is what the person chose; another color alone does not change that.
        """
        _check_name(name)
        with self._database.write_transaction(_("The profile cannot be saved")) as reading:
            row = self._read_rows().get(name_key(name)) or _make_row(name, color, reading)
            if avatar_number:
                row = replace(row, colour=f"{color} {avatar_number}")
            elif " " not in row.colour:
                row = replace(row, colour=color)
            self._write_row(row)

    def rename(self, name: str, new_name: str) -> None:
        """Rename a profile. StorageError if it is blocked or is not there, or if another has that name."""
        _check_name(new_name)
        with self._database.write_transaction(_("The profile cannot be saved")) as reading:
            row = self._get_unblocked_row(name, reading)
            if name_key(new_name) != row.called and name_key(new_name) in self._read_rows():
                raise StorageError(_("There is a profile {name} already.").format(name=new_name))
            self._rename_row(row, new_name)

    def _rename_row(self, row: _ProfileRow, new_name: str) -> None:
        self._delete_row(row.called)
        self._write_row(replace(row, called=name_key(new_name), name=new_name))

    def merge_profile(self, name: str, new_name: str, *, with_bar: bool = False) -> bool:
        """Rename a person who may have no profile, or one by that name; False if the person is blocked.

        Of two profiles that of the new name stays. ``with_bar``: a blocked person keeps the profile and the block too.
        """
        with self._database.write_transaction(_("The profile cannot be saved")) as reading:
            rows = self._read_rows()
            old = rows.get(name_key(name))
            if old is None:
                return True
            is_blocked = old.seconds_left(reading) > 0
            if is_blocked and not with_bar:
                return False
            if name_key(new_name) in rows and not is_blocked:
                self._delete_row(old.called)
            else:
                self._rename_row(old, new_name)
            return True

    def remove(self, name: str) -> None:
        """Remove a profile. StorageError if it is blocked, or is not there."""
        with self._database.write_transaction(_("The profile cannot be removed")) as reading:
            self._delete_row(self._get_unblocked_row(name, reading).called)

    def _get_unblocked_row(self, name: str, reading: ClockReading) -> _ProfileRow:
        """Return the row of a person who is not blocked: a new name does not lift a block. StorageError."""
        row = self._get_row(name)
        if row.seconds_left(reading) > 0:
            raise StorageError(_("{name} is barred; the profile stays as it is until that is over.").format(name=name))
        return row

    def _get_row(self, name: str) -> _ProfileRow:
        row = self._read_rows().get(name_key(name))
        if row is None:
            raise StorageError(_("There is no profile {name!r}.").format(name=name))
        return row

    def block(self, name: str, seconds: float) -> None:
        """Block a person for this time, never for less than before. StorageError without a profile."""
        with self._database.write_transaction(_("The profile cannot be saved")) as reading:
            self._block_row(self._get_row(name), seconds, "", reading)

    def apply_penalties(self, penalties: tuple[Penalty, ...], seconds: float, reading: ClockReading) -> None:
        """Block these people within the transaction that is open; those without a profile get one."""
        for penalty in penalties:
            row = self._read_rows().get(name_key(penalty.name)) or _make_row(penalty.name, DEFAULT_COLOR, reading)
            self._block_row(row, seconds, penalty.reason_code, reading)

    def _block_row(self, row: _ProfileRow, seconds: float, reason_code: str, reading: ClockReading) -> None:
        if row.seconds_left(reading) < seconds:
            row = replace(
                row, barred_until=reading.program_time + seconds, bar_seconds=float(seconds), barred_why=reason_code
            )
        self._write_row(row)

    def check_in(self, players: tuple[tuple[str, str], ...]) -> tuple[ActivePenalty, ...]:
        """Store a profile for each new person, by name and color. Return the blocks that are in the way."""
        for name, color in players:
            self.save(name, color)
        with self._database.write_transaction(_("The profiles cannot be read")) as reading:
            rows = self._read_rows()
        joining_rows = {name: rows[name_key(name)] for name, _color in players}
        return tuple(
            ActivePenalty(name, row.seconds_left(reading), row.barred_why)
            for name, row in joining_rows.items()
            if row.seconds_left(reading) > 0
        )


def _make_row(name: str, color: str, reading: ClockReading) -> _ProfileRow:
    return _ProfileRow(name_key(name), name, color, None, None, "", reading.system_time)
