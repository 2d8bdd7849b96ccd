"""Profiles of the people at this computer, and the time until which each of them is blocked.

All data of a person is stored under the id of their profile, so that a new name changes one row.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

import msgspec

from game.core.sanitizer import is_visible_line
from game.match.record import MAX_PLAYER_NAME_CHARACTERS
from game.match.setup import PERSON_KIND
from game.storage.database import MatchDatabase
from game.storage.files import StorageError
from game.storage.program_clock import ClockReading, sanitize_timestamp
from game.storage.tables import is_intact, select_rows, write_row
from game.text.file_errors import make_printable
from game.text.gettext import _
from game.text.player_names import derive_portrait_number, get_default_person_name, get_person_key

replace = msgspec.structs.replace
DEFAULT_COLOR: Final = ""
"""The color of a profile whose person has chosen none."""
MAX_FORMER_NAMES: Final = 20
"""The number of earlier names by which a profile is known."""
SeatProfiles: TypeAlias = tuple[str | None, ...]
"""The id of the profile at each seat of a match, None at the seats of computer players."""


class Profile(msgspec.Struct, frozen=True):
    """A person at this computer; an empty ``name`` is that of the one person without a name.

    ``blocked_until``: seconds, as from `time.time`, None without a block; ``avatar_number``: number of the portrait,
    which the profile has from its creation until the person chooses another; ``former_keys``: the earlier names, as
    `get_person_key`; ``is_assistance_told``: whether the person was told that undo and hints mark a match.
    """

    id: str
    name: str
    color: str
    blocked_until: float | None
    created_at: float
    avatar_number: int = 0
    former_keys: tuple[str, ...] = ()
    is_assistance_told: bool = False

    @property
    def display_name(self) -> str:
        """The name that is shown; for a person without one "You" in the player's language."""
        return self.name or get_default_person_name()


class ActivePenalty(msgspec.Struct, frozen=True):
    """A block of a person for ``seconds_left`` more. ``reason_code``: empty if no reason was stored."""

    name: str
    seconds_left: float
    reason_code: str = ""


class Penalty(msgspec.Struct, frozen=True):
    """A block at the end of a match, with a reason of `game.text.messages`.

    ``profile_id``: the blocked profile, which is created if it is missing; "" for that of the person at ``seat``.
    """

    seat: int
    reason_code: str = ""
    profile_id: str = ""


class _ProfileRow(msgspec.Struct, frozen=True):
    """A stored profile; ``key`` is its name as `get_person_key`, ``former_keys`` a JSON list of earlier ones.

    Blocks use the program clock.
    """

    id: str
    key: str
    name: str
    color: str
    avatar: int
    blocked_until: float | None
    block_seconds: float | None
    block_reason: str
    created: float
    former_keys: str
    assistance_told: int
    written: int = 0

    def seconds_left(self, reading: ClockReading) -> float:
        """Return the rest of the block in seconds, at most its original length."""
        until, full_seconds = sanitize_timestamp(self.blocked_until), sanitize_timestamp(self.block_seconds)
        return max(0.0, min(until - reading.program_time, full_seconds))

    def make_profile(self, reading: ClockReading) -> Profile:
        """Return the profile, its block as a time of the system's clock."""
        until = (
            None
            if self.blocked_until is None
            else sanitize_timestamp(self.blocked_until) + (reading.system_time - reading.program_time)
        )
        return Profile(
            self.id, self.name, self.color, until, sanitize_timestamp(self.created), self.avatar,
            self._list_former_keys(), bool(self.assistance_told),
        )  # fmt: skip

    def with_name(self, name: str) -> _ProfileRow:
        """Return the row under another name; the one before it becomes the latest former name."""
        key = get_person_key(name)
        former_keys = [former for former in (*self._list_former_keys(), self.key) if former != key]
        encoded_keys = msgspec.json.encode(list(dict.fromkeys(former_keys))[-MAX_FORMER_NAMES:]).decode()
        return replace(self, key=key, name=name if key else "", former_keys=encoded_keys)

    def _list_former_keys(self) -> tuple[str, ...]:
        return msgspec.json.decode(self.former_keys, type=tuple[str, ...])


def make_profile_id() -> str:
    """Return a new unique id."""
    return secrets.token_hex(8)


def _check_name(name: str) -> None:
    if not is_visible_line(name, MAX_PLAYER_NAME_CHARACTERS):
        raise StorageError(
            _("Enter a name of 1 to {most} printable characters.").format(most=MAX_PLAYER_NAME_CHARACTERS)
        )


class ProfileRepository:
    """The profiles and blocks in the open file; a part of `MatchRepository`.

    People whose names read the same (`get_person_key`) share the profile under the name that was given first.
    """

    def __init__(self, database: MatchDatabase, make_id: Callable[[], str]) -> None:
        self._database = database
        self._make_id = make_id

    def list_profiles(self) -> tuple[Profile, ...]:
        """Return the profiles, the oldest first. Raise StorageError if the file cannot be read or is damaged."""
        with self._database.translate_errors(_("Could not read the profiles")):
            reading = self._database.clock.read(self._database.connection)
            return tuple(row.make_profile(reading) for row in self._read_rows().values())

    def load_profiles(self, own_name: str, own_id: str = "") -> tuple[Profile, ...]:
        """Return the profiles: that of the computer's user, then the others, the oldest first.

        The user's is the one with ``own_id``, else the one named ``own_name``. If neither exists, the person without a
        name gets that name (a block stays), or else a profile is created; in memory it gets ``own_id``, by which the
        person's other files know them. Raise StorageError if the file cannot be read or written.
        """
        profiles = self.list_profiles()
        own = _find_profile(profiles, own_name, own_id)
        if own is None:
            with self._database.write_transaction(_("Could not save the profile")) as reading:
                nameless = self._find_row("")
                if nameless is not None and self._find_row(own_name) is None:
                    self._write_row(nameless.with_name(own_name), reading)
                new_id = own_id if own_id and self._database.path is None else self._make_id()
                row = self._find_row(own_name) or self._insert_row(new_id, own_name, reading)
                own = row.make_profile(reading)
            profiles = self.list_profiles()
        own_id = own.id
        return tuple(sorted(profiles, key=lambda profile: profile.id != own_id))

    def _read_rows(self) -> dict[str, _ProfileRow]:
        """Return the rows by id. Raise StorageError if one is damaged.

        A new CRC would make the damage undetectable.
        """
        rows = select_rows(self._database.connection, "profiles", "ORDER BY created, name")
        for row in rows:
            if not is_intact("profiles", row):
                text = _("The profile {name} is damaged. Restart the program: it will set the damaged file aside.")
                raise StorageError(text.format(name=make_printable(str(row[2]) or get_default_person_name())))
        return {row[0]: _ProfileRow(*row[:-1]) for row in rows}

    def _find_row(self, name: str) -> _ProfileRow | None:
        key = get_person_key(name)
        return next((row for row in self._read_rows().values() if row.key == key), None)

    def _find_or_insert_row(self, name: str, reading: ClockReading) -> _ProfileRow:
        return self._find_row(name) or self._insert_row(self._make_id(), name, reading)

    def _insert_row(self, profile_id: str, name: str, reading: ClockReading) -> _ProfileRow:
        # The name decides about the portrait only here. A person without a name gets any, or all would look the same.
        key = get_person_key(name)
        portrait_number = derive_portrait_number(key or profile_id)
        row = _ProfileRow(
            profile_id, key, name if key else "", DEFAULT_COLOR, portrait_number, None, None, "", reading.system_time,
            "[]", 0,
        )  # fmt: skip
        self._write_row(row, reading)
        return row

    def _write_row(self, row: _ProfileRow, reading: ClockReading) -> None:
        reading.total_change = None
        values = msgspec.structs.astuple(replace(row, written=reading.transaction))
        write_row(self._database.connection, "profiles", values)

    def save_avatar(self, profile_id: str, color: str, avatar_number: int) -> None:
        """Store the portrait that a person chose, and its color. Raise StorageError if the profile is missing."""
        with self._database.write_transaction(_("Could not save the profile")) as reading:
            self._write_row(replace(self._get_row(profile_id), color=color, avatar=avatar_number), reading)

    def mark_assistance_told(self, profile_ids: Sequence[str]) -> None:
        """Store that these people were told that undo and hints mark a match; ids of removed profiles are ignored."""
        with self._database.write_transaction(_("Could not save the profile")) as reading:
            rows = self._read_rows()
            for row in (rows[profile_id] for profile_id in profile_ids if profile_id in rows):
                self._write_row(replace(row, assistance_told=1), reading)

    def rename_profile(self, profile_id: str, new_name: str) -> None:
        """Rename a profile. Raise StorageError if it is blocked or missing, or the name is taken or invalid.

        A person without a name may get one during a block, which stays.
        """
        _check_name(new_name)
        with self._database.write_transaction(_("Could not save the profile")) as reading:
            row = self._get_row(profile_id)
            if row.name:
                _check_unblocked(row, reading)
            same_name_row = self._find_row(new_name)
            if same_name_row is not None and same_name_row.id != profile_id:
                raise StorageError(_("The profile {name} already exists. Choose another name.").format(name=new_name))
            self._write_row(row.with_name(new_name), reading)

    def remove_profile(self, profile_id: str) -> None:
        """Remove a profile. Raise StorageError if it is blocked or missing."""
        with self._database.write_transaction(_("Could not delete the profile")) as reading:
            _check_unblocked(self._get_row(profile_id), reading)
            self._database.connection.execute("DELETE FROM profiles WHERE id = ?", (profile_id,))

    def _get_row(self, profile_id: str) -> _ProfileRow:
        row = self._read_rows().get(profile_id)
        if row is None:
            raise StorageError(_("This profile was deleted."))
        return row

    def block_profile(self, profile_id: str, seconds: float) -> None:
        """Block a profile for ``seconds``; a longer block stays. Raise StorageError if it is missing."""
        with self._database.write_transaction(_("Could not save the profile")) as reading:
            self._block_row(self._get_row(profile_id), seconds, "", reading)

    def apply_penalties(
        self, penalties: Sequence[Penalty], seat_profiles: SeatProfiles, names: Sequence[str], seconds: float,
        reading: ClockReading,
    ) -> None:  # fmt: skip
        """Block the people at these seats for ``seconds`` in the open transaction; a longer block stays.

        ``seat_profiles`` and ``names``: by seat. If a profile was removed, the person who has the name of that seat is
        blocked, so removal evades no penalty.
        """
        for penalty in penalties:
            own_id = penalty.profile_id
            row = self._read_rows().get(own_id or (seat_profiles[penalty.seat] if seat_profiles else None) or "")
            if row is None:
                # The id is the name too: a name of a person could belong to several machines.
                row = (
                    self._insert_row(own_id, own_id, reading)
                    if own_id
                    else self._find_or_insert_row(names[penalty.seat], reading)
                )
            self._block_row(row, seconds, penalty.reason_code, reading)

    def _block_row(self, row: _ProfileRow, seconds: float, reason_code: str, reading: ClockReading) -> None:
        if row.seconds_left(reading) < seconds:
            until = reading.program_time + seconds
            block = {"blocked_until": until, "block_seconds": float(seconds), "block_reason": reason_code}
            self._write_row(replace(row, **block), reading)

    # -- before a match

    def check_in_players(self, names: Sequence[str]) -> tuple[ActivePenalty, ...]:
        """Store a profile for each new person. Return the active blocks, by the names given.

        Raise StorageError if a name is invalid or the profiles cannot be saved.
        """
        for name in names:
            _check_name(name)
        with self._database.write_transaction(_("Could not save the profile")) as reading:
            rows = [(name, self._find_or_insert_row(name, reading)) for name in names]
            return tuple(_make_penalty(name, row, reading) for name, row in rows if row.seconds_left(reading) > 0)

    def list_penalties(self, profile_ids: Sequence[str | None]) -> tuple[ActivePenalty, ...]:
        """Return the active blocks of these people, by their current names.

        None and the ids of removed profiles are ignored. Raise StorageError if the profiles cannot be read.
        """
        with self._database.translate_errors(_("Could not read the profiles")):
            reading = self._database.clock.read(self._database.connection)
            rows = self._read_rows()
        return tuple(
            _make_penalty(row.make_profile(reading).display_name, row, reading)
            for row in map(rows.get, filter(None, profile_ids))
            if row is not None and row.seconds_left(reading) > 0
        )

    def assign_seats(self, names: Sequence[str], player_kinds: Sequence[str], reading: ClockReading) -> SeatProfiles:
        """Return the profile at each seat of a new match, in the open transaction; None for a computer player.

        A person without a profile gets one.
        """
        return tuple(
            self._find_or_insert_row(name, reading).id if kind == PERSON_KIND else None
            for name, kind in zip(names, player_kinds, strict=True)
        )


def _find_profile(profiles: Sequence[Profile], name: str, profile_id: str) -> Profile | None:
    key, by_id = get_person_key(name), {profile.id: profile for profile in profiles}
    return by_id.get(profile_id) or next((profile for profile in profiles if get_person_key(profile.name) == key), None)


def _check_unblocked(row: _ProfileRow, reading: ClockReading) -> None:
    """Raise StorageError if the person is blocked, because a new name must not lift a block."""
    if row.seconds_left(reading) > 0:
        name = row.make_profile(reading).display_name
        raise StorageError(_("The profile {name} is blocked. You can change it once the block ends.").format(name=name))


def _make_penalty(name: str, row: _ProfileRow, reading: ClockReading) -> ActivePenalty:
    return ActivePenalty(name, row.seconds_left(reading), row.block_reason)
