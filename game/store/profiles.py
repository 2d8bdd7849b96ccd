"""The people at this computer: their profiles, and who may not sit down for a while."""

from __future__ import annotations

from typing import Final

import msgspec

from game.i18n import _
from game.record import NAME_LENGTH
from game.store.files import StorageError
from game.store.ledger import Ledger, calendar
from game.text import is_name, reads_as

NO_COLOUR: Final = "#4a4a55"
"""Of a profile that nobody gave one."""


class Profile(msgspec.Struct, frozen=True):
    """A person at this computer. ``barred_until`` is a time as `time.time` tells it, None if never barred."""

    name: str
    colour: str
    barred_until: float | None
    created: float


class Bar(msgspec.Struct, frozen=True):
    """A person may not sit down for so many more seconds."""

    name: str
    seconds: float


class Profiles:
    """The profiles and bars in the open file. Every method raises StorageError as the journal's do."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def all(self) -> tuple[Profile, ...]:
        """The profiles, the oldest first."""
        columns = "name, colour, barred_until, created"
        with self._ledger.translated(_("The profiles cannot be read")):
            found = self._ledger.db.execute(f"SELECT {columns} FROM profiles ORDER BY created, name")
            return tuple(
                Profile(name, colour, None if barred is None else calendar(barred), calendar(created))
                for name, colour, barred, created in found
            )

    def put(self, name: str, colour: str) -> None:
        """A new profile, or another colour for one; a bar stays. StorageError if the name cannot be a name."""
        if not is_name(name, NAME_LENGTH):
            raise StorageError(_("A name is 1 to {most} printable characters.").format(most=NAME_LENGTH))
        with self._ledger.changing(_("The profile cannot be saved")):
            self._ledger.db.execute(
                "INSERT INTO profiles (name, colour, barred_until, created) VALUES (?, ?, NULL, ?)"
                " ON CONFLICT (name) DO UPDATE SET colour = excluded.colour",
                (name, colour, self._ledger.now()),
            )

    def bar(self, name: str, seconds: float) -> None:
        """Bar a person from sitting down for so long, never for less than before. StorageError without a profile."""
        with self._ledger.changing(_("The profile cannot be saved")):
            until = self._ledger.moment() + seconds
            longer = "UPDATE profiles SET barred_until = max(coalesce(barred_until, 0.0), ?) WHERE name = ?"
            if not self._ledger.db.execute(longer, (until, name)).rowcount:
                raise StorageError(_("There is no profile {name!r}.").format(name=name))

    def bar_all(self, names: tuple[str, ...], seconds: float) -> None:
        """Bar these people within the transaction that is open; who has no profile gets one."""
        until = self._ledger.moment() + seconds
        for name in names:
            self._ledger.db.execute(
                "INSERT INTO profiles (name, colour, barred_until, created) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (name) DO UPDATE"
                " SET barred_until = max(coalesce(barred_until, 0.0), excluded.barred_until)",
                (name, NO_COLOUR, until, self._ledger.now()),
            )

    def sit_down(self, people: tuple[tuple[str, str], ...]) -> tuple[Bar, ...]:
        """People, by name and colour, want to sit down: new ones get a profile. Gives the bars that are in the way."""
        for name, colour in people:
            self.put(name, colour)
        with self._ledger.translated(_("The profiles cannot be read")):
            moment = self._ledger.moment()
        until: dict[str, float] = {}
        for one in self.all():
            called = reads_as(one.name)
            until[called] = max(one.barred_until or 0.0, until.get(called, 0.0))
        left = {name: until[reads_as(name)] - moment for name, _colour in people}
        return tuple(Bar(name, seconds) for name, seconds in left.items() if seconds > 0)
