"""Profiles of the people at this computer, and the time until which each of them is blocked.

All data of a person is stored under the id of their profile, so that a new name changes one row.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeAlias

import msgspec

from game.core.sanitizer import is_visible_line
from game.match.record import MAX_PLAYER_NAME_CHARACTERS
from game.match.setup import PERSON_KIND
from game.match.table_discipline import ActivePenalty, Penalty
from game.storage import tables
from game.storage.database import MatchDatabase
from game.storage.files import StorageError
from game.storage.tables import ClockReading, SqlRow, sanitize_timestamp
from game.text.file_errors import make_display_text
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

    ``blocked_until``: the end of a block, in seconds as from `time.time`, None without one. In the file it is a time of
    the program clock, beside ``block_seconds`` and ``block_reason``, which only `list_penalties` tells.
    ``avatar_number``: number of the portrait, which the profile has from its creation until the person chooses another;
    ``former_keys``: the earlier names, as `get_person_key`; ``told_notices``: the words of the notices that the
    person has got, such as those of `game.text.first_notices`.
    """

    id: str
    name: str
    color: str
    blocked_until: float | None
    created_at: float
    avatar_number: int = 0
    former_keys: tuple[str, ...] = ()
    told_notices: tuple[str, ...] = ()
    block_seconds: float = 0.0
    block_reason: str = ""

    @property
    def display_name(self) -> str:
        """The name that is shown; for a person without one "You" in the player's language."""
        return self.name or get_default_person_name()


def make_profile_id() -> str:
    """Return a new unique id."""
    return secrets.token_hex(8)


def _check_name(name: str) -> None:
    if not is_visible_line(name, MAX_PLAYER_NAME_CHARACTERS):
        text = _("Enter a name of 1 to {most} printable characters.")
        raise StorageError(text.format(most=MAX_PLAYER_NAME_CHARACTERS))


class ProfileRepository:
    """The profiles and blocks in the open file; a part of `MatchRepository`.

    People whose names read the same (`get_person_key`) share the profile under the name that was given first.
    """

    def __init__(self, database: MatchDatabase, make_id: Callable[[], str]) -> None:
        self._database = database
        self._make_id = make_id

    def list_profiles(self) -> tuple[Profile, ...]:
        """Return the profiles, the oldest first. Raise StorageError if the file cannot be read or is damaged."""
        with self._database.translate_errors(_("Couldn't read the profiles")):
            reading = self._database.clock.read(self._database.connection)
            return tuple(_convert_times(profile, reading) for profile in self._read_profiles().values())

    def load_profiles(self, own_name: str, own_id: str = "") -> tuple[Profile, ...]:
        """Return the profiles: that of the computer's user, then the others, the oldest first.

        The user's is the one with ``own_id``, else the one named ``own_name``. If neither exists, the person without a
        name gets that name (a block stays), or else a profile is created; in memory it gets ``own_id``, by which the
        person's other files know them. Raise StorageError if the file cannot be read or written.
        """
        profiles = {profile.id: profile for profile in self.list_profiles()}
        own = profiles.get(own_id) or _find_by_name(profiles.values(), own_name)
        if own is None:
            with self._database.write_transaction(_("Couldn't save the profile")) as reading:
                stored = self._read_profiles().values()
                nameless, own = _find_by_name(stored, ""), _find_by_name(stored, own_name)
                if nameless is not None and own is None:
                    own = self._write(_rename(nameless, own_name), reading)
                new_id = own_id if own_id and self._database.path is None else self._make_id()
                own = own or self._insert(new_id, own_name, reading)
        own_id = own.id
        return tuple(sorted(self.list_profiles(), key=lambda profile: profile.id != own_id))

    def _read_profiles(self) -> dict[str, Profile]:
        """Return the profiles by id, as they are stored. Raise StorageError if one is damaged.

        A new CRC would make the damage undetectable.
        """
        rows = tables.select_rows(self._database.connection, "profiles")
        for row in rows:
            if not tables.is_intact("profiles", row):
                text = _("The profile {name} is damaged. Restart the program: it'll set the damaged file aside.")
                raise StorageError(text.format(name=describe_profile(row) or make_display_text(row[0])))
        profiles = [msgspec.json.decode(text, type=Profile) for _id, text, *_rest in rows]
        return {profile.id: profile for profile in sorted(profiles, key=lambda each: (each.created_at, each.name))}

    def _find_or_insert(self, name: str, reading: ClockReading) -> Profile:
        profile = _find_by_name(self._read_profiles().values(), name)
        return profile or self._insert(self._make_id(), name, reading)

    def _insert(self, profile_id: str, name: str, reading: ClockReading) -> Profile:
        # The name decides about the portrait only here. A person without a name gets any, or all would look the same.
        key = get_person_key(name)
        taken_numbers = {profile.avatar_number for profile in self._read_profiles().values()}
        portrait_number = derive_portrait_number(key or profile_id, taken_numbers)
        new = Profile(profile_id, name if key else "", DEFAULT_COLOR, None, reading.system_time, portrait_number)
        return self._write(new, reading)

    def _write(self, profile: Profile, reading: ClockReading) -> Profile:
        reading.total_change = None
        values = (profile.id, msgspec.json.encode(profile).decode(), reading.transaction)
        tables.write_row(self._database.connection, "profiles", values)
        return profile

    def save_avatar(self, profile_id: str, color: str, avatar_number: int) -> None:
        """Store the portrait that a person chose, and its color. Raise StorageError if the profile is missing."""
        with self._database.write_transaction(_("Couldn't save the profile")) as reading:
            self._write(replace(self._get(profile_id), color=color, avatar_number=avatar_number), reading)

    def mark_told(self, profile_id: str, notice: str) -> None:
        """Store that a person was told a notice; the id of a removed profile is ignored."""
        with self._database.write_transaction(_("Couldn't save the profile")) as reading:
            profile = self._read_profiles().get(profile_id)
            if profile is not None and notice not in profile.told_notices:
                self._write(replace(profile, told_notices=(*profile.told_notices, notice)), reading)

    def rename_profile(self, profile_id: str, new_name: str) -> None:
        """Rename a profile. Raise StorageError if it is blocked or missing, or the name is taken or invalid.

        A person without a name may get one during a block, which stays.
        """
        _check_name(new_name)
        with self._database.write_transaction(_("Couldn't save the profile")) as reading:
            profile = self._get(profile_id)
            if profile.name:
                _check_unblocked(profile, reading)
            same_name = _find_by_name(self._read_profiles().values(), new_name)
            if same_name is not None and same_name.id != profile_id:
                raise StorageError(_("The profile {name} already exists. Choose another name.").format(name=new_name))
            self._write(_rename(profile, new_name), reading)

    def add_profile(self, name: str) -> None:
        """Store a profile for a new person. Raise StorageError if the name is taken or invalid."""
        _check_name(name)
        with self._database.write_transaction(_("Couldn't save the profile")) as reading:
            if _find_by_name(self._read_profiles().values(), name) is not None:
                raise StorageError(_("The profile {name} already exists. Choose another name.").format(name=name))
            self._find_or_insert(name, reading)

    def remove_profile(self, profile_id: str) -> None:
        """Remove a profile. Raise StorageError if it is blocked or missing."""
        with self._database.write_transaction(_("Couldn't delete the profile")) as reading:
            _check_unblocked(self._get(profile_id), reading)
            self._database.connection.execute("DELETE FROM profiles WHERE id = ?", (profile_id,))

    def _get(self, profile_id: str) -> Profile:
        profile = self._read_profiles().get(profile_id)
        if profile is None:
            raise StorageError(_("This profile was deleted."))
        return profile

    def block_profile(self, profile_id: str, seconds: float) -> None:
        """Block a profile for ``seconds``; a longer block stays. Raise StorageError if it is missing."""
        with self._database.write_transaction(_("Couldn't save the profile")) as reading:
            self._block(self._get(profile_id), seconds, "", reading)

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
            stored_id = own_id or (seat_profiles[penalty.seat] if seat_profiles else None) or ""
            profile = self._read_profiles().get(stored_id)
            if profile is None and own_id:
                # The id is the name too: a name of a person could belong to several machines.
                profile = self._insert(own_id, own_id, reading)
            profile = profile or self._find_or_insert(names[penalty.seat], reading)
            self._block(profile, seconds, penalty.reason_code, reading)

    def _block(self, profile: Profile, seconds: float, reason: str, reading: ClockReading) -> None:
        if _compute_seconds_left(profile, reading) < seconds:
            until = reading.program_time + seconds
            blocked = replace(profile, blocked_until=until, block_seconds=float(seconds), block_reason=reason)
            self._write(blocked, reading)

    # -- before a match

    def check_in_players(self, names: Sequence[str]) -> tuple[ActivePenalty, ...]:
        """Store a profile for each new person. Return the active blocks, by the names given.

        Raise StorageError if a name is invalid or the profiles cannot be saved.
        """
        for name in names:
            _check_name(name)
        with self._database.write_transaction(_("Couldn't save the profile")) as reading:
            profiles = [(name, self._find_or_insert(name, reading)) for name in names]
        return _list_blocks(profiles, reading)

    def list_penalties(self, profile_ids: Sequence[str | None]) -> tuple[ActivePenalty, ...]:
        """Return the active blocks of these people, by their current names.

        None and the ids of removed profiles are ignored. Raise StorageError if the profiles cannot be read.
        """
        with self._database.translate_errors(_("Couldn't read the profiles")):
            reading = self._database.clock.read(self._database.connection)
            stored = self._read_profiles()
        found = [stored[profile_id] for profile_id in profile_ids if profile_id in stored]
        return _list_blocks([(profile.display_name, profile) for profile in found], reading)

    def assign_seats(self, names: Sequence[str], player_kinds: Sequence[str], reading: ClockReading) -> SeatProfiles:
        """Return the profile at each seat of a new match, in the open transaction; None for a computer player.

        A person without a profile gets one.
        """
        return tuple(
            self._find_or_insert(name, reading).id if kind == PERSON_KIND else None
            for name, kind in zip(names, player_kinds, strict=True)
        )


def describe_profile(row: SqlRow) -> str:
    """Return the name of a profile by its row; "" if the row is too damaged."""
    profile = tables.decode_or_default(row[1], Profile, None)
    return "" if profile is None else make_display_text(profile.display_name)


def _find_by_name(profiles: Iterable[Profile], name: str) -> Profile | None:
    key = get_person_key(name)
    return next((profile for profile in profiles if get_person_key(profile.name) == key), None)


def _rename(profile: Profile, name: str) -> Profile:
    """Return the profile under another name; the one before it becomes the latest former name."""
    key = get_person_key(name)
    former_keys = [former for former in (*profile.former_keys, get_person_key(profile.name)) if former != key]
    return replace(profile, name=name if key else "", former_keys=tuple(dict.fromkeys(former_keys))[-MAX_FORMER_NAMES:])


def _convert_times(profile: Profile, reading: ClockReading) -> Profile:
    """Return a stored profile for the program, with the times of the system's clock and the end of a block only."""
    until = profile.blocked_until
    if until is not None:
        until = sanitize_timestamp(until) + (reading.system_time - reading.program_time)
    created_at = sanitize_timestamp(profile.created_at)
    return replace(profile, blocked_until=until, created_at=created_at, block_seconds=0.0, block_reason="")


def _compute_seconds_left(profile: Profile, reading: ClockReading) -> float:
    """Return the rest of the block in seconds, at most its original length."""
    rest = sanitize_timestamp(profile.blocked_until) - reading.program_time
    return max(0.0, min(rest, sanitize_timestamp(profile.block_seconds)))


def _check_unblocked(profile: Profile, reading: ClockReading) -> None:
    """Raise StorageError if the person is blocked, because a new name must not lift a block."""
    if _compute_seconds_left(profile, reading) > 0:
        text = _("The profile {name} is blocked. You can change it once the block ends.")
        raise StorageError(text.format(name=profile.display_name))


def _list_blocks(profiles: Iterable[tuple[str, Profile]], reading: ClockReading) -> tuple[ActivePenalty, ...]:
    blocks = [
        ActivePenalty(name, _compute_seconds_left(profile, reading), profile.block_reason) for name, profile in profiles
    ]
    return tuple(block for block in blocks if block.seconds_left > 0)
