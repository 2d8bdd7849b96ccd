"""The people at this computer: their profiles, and how long each of them is blocked from every table.

Everything that is kept for a person is kept under the id of their profile: another name is a change of one row.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

import msgspec

from game.core.sanitizer import is_visible_line
from game.match.record import MAX_PLAYER_NAME_CHARACTERS
from game.match.setup import PERSON_KIND
from game.storage.checksums import add_crc, is_intact
from game.storage.database import MatchDatabase, insert_row, select_rows, update_row
from game.storage.files import StorageError, make_printable
from game.storage.program_clock import ClockReading, sanitize_timestamp
from game.text.gettext import _
from game.text.player_names import get_default_person_name, get_person_key

replace = msgspec.structs.replace
DEFAULT_COLOR: Final = "#4a4a55"
"""The color of a profile for which no portrait was chosen."""
SeatProfiles: TypeAlias = tuple[str | None, ...]
"""The id of the profile at each seat of a match, None at the seats of computer players."""


class Profile(msgspec.Struct, frozen=True):
    """A person at this computer; the ``name`` of a person without a name is empty, and there is one at most.

    ``blocked_until`` is a time as `time.time` tells it, None if they were never blocked. ``avatar_number``: the number
    of the portrait that was chosen with the color, 0 if none was.
    """

    id: str
    name: str
    color: str
    blocked_until: float | None
    created_at: float
    avatar_number: int = 0

    @property
    def display_name(self) -> str:
        """The name that is shown, for a person without one in the language that is spoken."""
        return self.name or get_default_person_name()


class ActivePenalty(msgspec.Struct, frozen=True):
    """A person may not sit down for ``seconds_left`` more. ``reason_code`` is empty if no reason was kept."""

    name: str
    seconds_left: float
    reason_code: str = ""


class Penalty(msgspec.Struct, frozen=True):
    """The person at ``seat`` is blocked at the end of a match, for a reason of `game.text.messages`."""

    seat: int
    reason_code: str = ""


class _ProfileRow(msgspec.Struct, frozen=True):
    """A profile as it is stored; ``key`` is its name as `get_person_key`. Blocks are in the program's time."""

    id: str
    key: str
    name: str
    color: str
    avatar: int
    blocked_until: float | None
    block_seconds: float | None
    block_reason: str
    created: float

    def seconds_left(self, reading: ClockReading) -> float:
        """Return the seconds that are left of the block: never more than it was given for."""
        until, full_seconds = sanitize_timestamp(self.blocked_until), sanitize_timestamp(self.block_seconds)
        return max(0.0, min(until - reading.program_time, full_seconds))

    def make_profile(self, reading: ClockReading) -> Profile:
        """Return the profile, its block as a time of the system's clock."""
        until = (
            None
            if self.blocked_until is None
            else sanitize_timestamp(self.blocked_until) + (reading.system_time - reading.program_time)
        )
        return Profile(self.id, self.name, self.color, until, sanitize_timestamp(self.created), self.avatar)

    def with_name(self, name: str) -> _ProfileRow:
        """Return the row under another name."""
        key = get_person_key(name)
        return replace(self, key=key, name=name if key else "")


def make_profile_id() -> str:
    """Return an id that no other profile has."""
    return secrets.token_hex(8)


def _check_name(name: str) -> None:
    if not is_visible_line(name, MAX_PLAYER_NAME_CHARACTERS):
        raise StorageError(_("A name is 1 to {most} printable characters.").format(most=MAX_PLAYER_NAME_CHARACTERS))


class ProfileRepository:
    """The profiles and blocks in the open file. Every method raises StorageError as those of `MatchRepository` do.

    People whose names read the same (`get_person_key`) are one, by the name that was given first.
    """

    def __init__(self, database: MatchDatabase, make_id: Callable[[], str]) -> None:
        self._database = database
        self._make_id = make_id

    def list_profiles(self) -> tuple[Profile, ...]:
        """Return the profiles, the oldest first."""
        with self._database.translate_errors(_("The profiles cannot be read")):
            reading = self._database.clock.read(self._database.connection)
            return tuple(row.make_profile(reading) for row in self._read_rows().values())

    def load_profiles(self, own_name: str, own_id: str = "") -> tuple[Profile, ...]:
        """Return the profiles: that of the person of this computer first, then the oldest first.

        It is the one with ``own_id``, else the one called ``own_name``. If neither is there, the person without a name
        gets that name (a block stays), or else a new profile.
        """
        profiles = self.list_profiles()
        own = _find_profile(profiles, own_name, own_id)
        if own is None:
            with self._database.write_transaction(_("The profile cannot be saved")) as reading:
                nameless = self._find_row("")
                if nameless is not None and self._find_row(own_name) is None:
                    self._update_row(nameless.with_name(own_name))
                own = self._find_or_insert_row(own_name, reading).make_profile(reading)
            profiles = self.list_profiles()
        own_id = own.id
        return tuple(sorted(profiles, key=lambda profile: profile.id != own_id))

    def _read_rows(self) -> dict[str, _ProfileRow]:
        """Return the rows by id. StorageError if one is damaged: written again it would look intact."""
        rows = select_rows(self._database.connection, "profiles", "ORDER BY created, name")
        for row in rows:
            if not is_intact("profiles", row):
                text = _("The profile {name} is damaged. Start the program again: it keeps the damaged file.")
                raise StorageError(text.format(name=make_printable(str(row[2]) or get_default_person_name())))
        return {row[0]: _ProfileRow(*row[:-1]) for row in rows}

    def _find_row(self, name: str) -> _ProfileRow | None:
        key = get_person_key(name)
        return next((row for row in self._read_rows().values() if row.key == key), None)

    def _find_or_insert_row(self, name: str, reading: ClockReading) -> _ProfileRow:
        row = self._find_row(name)
        if row is None:
            new_row = _ProfileRow(self._make_id(), "", "", DEFAULT_COLOR, 0, None, None, "", reading.system_time)
            row = new_row.with_name(name)
            insert_row(self._database.connection, "profiles", add_crc("profiles", msgspec.structs.astuple(row)))
        return row

    def _update_row(self, row: _ProfileRow) -> None:
        update_row(self._database.connection, "profiles", add_crc("profiles", msgspec.structs.astuple(row)))

    def save_avatar(self, profile_id: str, color: str, avatar_number: int) -> None:
        """Store the portrait that a person chose, and its color."""
        with self._database.write_transaction(_("The profile cannot be saved")):
            self._update_row(replace(self._get_row(profile_id), color=color, avatar=avatar_number))

    def rename(self, profile_id: str, new_name: str) -> None:
        """Give a person another name. StorageError if they are blocked or not there, or if another has that name.

        The first name of a person without one lifts no block, and may be given during one.
        """
        _check_name(new_name)
        with self._database.write_transaction(_("The profile cannot be saved")) as reading:
            row = self._get_row(profile_id)
            if row.name:
                _check_unblocked(row, reading)
            same_name_row = self._find_row(new_name)
            if same_name_row is not None and same_name_row.id != profile_id:
                raise StorageError(_("There is a profile {name} already.").format(name=new_name))
            self._update_row(row.with_name(new_name))

    def remove(self, profile_id: str) -> None:
        """Remove a profile. StorageError if it is blocked, or is not there."""
        with self._database.write_transaction(_("The profile cannot be removed")) as reading:
            _check_unblocked(self._get_row(profile_id), reading)
            self._database.connection.execute("DELETE FROM profiles WHERE id = ?", (profile_id,))

    def _get_row(self, profile_id: str) -> _ProfileRow:
        row = self._read_rows().get(profile_id)
        if row is None:
            raise StorageError(_("This profile was removed."))
        return row

    def block(self, profile_id: str, seconds: float) -> None:
        """Block a person for this time, never for less than before. StorageError without a profile."""
        with self._database.write_transaction(_("The profile cannot be saved")) as reading:
            self._block_row(self._get_row(profile_id), seconds, "", reading)

    def apply_penalties(
        self, penalties: Sequence[Penalty], seat_profiles: SeatProfiles, names: Sequence[str], seconds: float,
        reading: ClockReading,
    ) -> None:  # fmt: skip
        """Block the people at these seats within the transaction that is open.

        A removed profile evades nothing: whoever has the name of that seat is blocked.
        """
        for penalty in penalties:
            row = self._read_rows().get(seat_profiles[penalty.seat] or "") if seat_profiles else None
            row = row or self._find_or_insert_row(names[penalty.seat], reading)
            self._block_row(row, seconds, penalty.reason_code, reading)

    def _block_row(self, row: _ProfileRow, seconds: float, reason_code: str, reading: ClockReading) -> None:
        if row.seconds_left(reading) < seconds:
            until = reading.program_time + seconds
            block = {"blocked_until": until, "block_seconds": float(seconds), "block_reason": reason_code}
            self._update_row(replace(row, **block))

    # -- sitting down

    def check_in(self, names: Sequence[str]) -> tuple[ActivePenalty, ...]:
        """Store a profile for each new person. Return the blocks that are in the way, by the names given."""
        for name in names:
            _check_name(name)
        with self._database.write_transaction(_("The profile cannot be saved")) as reading:
            rows = [(name, self._find_or_insert_row(name, reading)) for name in names]
            return tuple(_make_penalty(name, row, reading) for name, row in rows if row.seconds_left(reading) > 0)

    def list_penalties(self, profile_ids: Sequence[str | None]) -> tuple[ActivePenalty, ...]:
        """Return the blocks of these people, by their names of today."""
        with self._database.translate_errors(_("The profiles cannot be read")):
            reading = self._database.clock.read(self._database.connection)
            rows = self._read_rows()
        return tuple(
            _make_penalty(row.make_profile(reading).display_name, row, reading)
            for row in map(rows.get, filter(None, profile_ids))
            if row is not None and row.seconds_left(reading) > 0
        )

    def assign_seats(self, names: Sequence[str], player_kinds: Sequence[str], reading: ClockReading) -> SeatProfiles:
        """Return the profile at each seat of a new match, within the transaction that is open.

        A person who has none yet gets one.
        """
        return tuple(
            self._find_or_insert_row(name, reading).id if kind == PERSON_KIND else None
            for name, kind in zip(names, player_kinds, strict=True)
        )


def _find_profile(profiles: Sequence[Profile], name: str, profile_id: str) -> Profile | None:
    key, by_id = get_person_key(name), {profile.id: profile for profile in profiles}
    return by_id.get(profile_id) or next((profile for profile in profiles if get_person_key(profile.name) == key), None)


def _check_unblocked(row: _ProfileRow, reading: ClockReading) -> None:
    """Raise StorageError if the person is blocked: another name must not lift a block."""
    if row.seconds_left(reading) > 0:
        name = row.make_profile(reading).display_name
        raise StorageError(_("{name} is barred; the profile stays as it is until that is over.").format(name=name))


def _make_penalty(name: str, row: _ProfileRow, reading: ClockReading) -> ActivePenalty:
    return ActivePenalty(name, row.seconds_left(reading), row.block_reason)
