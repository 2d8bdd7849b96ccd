"""The people at this computer: their profiles, and who may not sit down for a while."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from typing import Final

import msgspec

from game.i18n import _
from game.record import NAME_LENGTH
from game.store.files import StorageError
from game.store.hours import Seen
from game.store.ledger import Ledger, calendar
from game.text import is_name, reads_as

NO_COLOUR: Final = "#4a4a55"
"""Of a profile that nobody gave one."""


class Profile(msgspec.Struct, frozen=True):
    """A person at this computer. ``barred_until`` is a time as `time.time` tells it, None if never barred.

    ``portrait``: the number of the one that was chosen, with the colour; 0 while nothing was.
    """

    name: str
    colour: str
    barred_until: float | None
    created: float
    portrait: int = 0


class Bar(msgspec.Struct, frozen=True):
    """A person may not sit down for so many more seconds. ``why``: the code of the reason, "" if none was kept."""

    name: str
    seconds: float
    why: str = ""


class Verdict(msgspec.Struct, frozen=True):
    """Who is barred at the end of a match, and why: the code of a reason of `game.words`."""

    name: str
    why: str = ""


class _Row(msgspec.Struct, frozen=True):
    """A profile as it is kept; ``called`` is its name as `reads_as`. Bars are in the program's time (`hours`).

    After the colour stands the number of the portrait where a person has chosen both: ``#a3361f 7``.
    """

    called: str
    name: str
    colour: str
    barred_until: float | None
    bar_seconds: float | None
    barred_why: str
    created: float

    def left(self, seen: Seen) -> float:
        """The seconds that are left of the bar: never more than it was given for."""
        until, whole = calendar(self.barred_until), calendar(self.bar_seconds)
        return max(0.0, min(until - seen.program, whole))

    def shown(self, seen: Seen) -> Profile:
        """The profile with its bar as a time of the system's clock."""
        until = None if self.barred_until is None else calendar(self.barred_until) + (seen.system - seen.program)
        colour, _blank, portrait = self.colour.partition(" ")
        number = int(portrait) if portrait.isdecimal() and len(portrait) < 3 else 0
        return Profile(self.name, colour, until, calendar(self.created), number)


def _check(name: str) -> None:
    if not is_name(name, NAME_LENGTH):
        raise StorageError(_("A name is 1 to {most} printable characters.").format(most=NAME_LENGTH))


class Profiles:
    """The profiles and bars in the open file. Every method raises StorageError as the journal's do.

    People whose names read the same (`reads_as`) are one, by the name that was given first.
    """

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._last: list[_Row] = []

    def all(self) -> tuple[Profile, ...]:
        """The profiles, the oldest first."""
        with self._ledger.translated(_("The profiles cannot be read")):
            seen = self._ledger.hours.look(self._ledger.db)
            return tuple(row.shown(seen) for row in self._rows())

    def _rows(self) -> list[_Row]:
        columns = ", ".join(_Row.__struct_fields__)
        found = self._ledger.db.execute(f"SELECT {columns} FROM profiles ORDER BY created, name")
        self._last = [_Row(*row) for row in found]
        return self._last

    def remember(self) -> None:
        """Look at the profiles while their file is there, or seems to be: `bring_back` may be called next."""
        with suppress(sqlite3.Error):
            known = {row.called: row for row in self._last}
            self._last = list({**known, **{row.called: row for row in self._rows()}}.values())

    def bring_back(self) -> None:
        """Write the profiles and bars as they were last seen into a file that lacks them, within a transaction."""
        columns = ", ".join(_Row.__struct_fields__)
        self._ledger.db.executemany(
            f"INSERT INTO profiles ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (called) DO UPDATE"
            " SET barred_until = excluded.barred_until, bar_seconds = excluded.bar_seconds,"
            " barred_why = excluded.barred_why"
            " WHERE coalesce(excluded.barred_until, 0.0) > coalesce(barred_until, 0.0)",
            [msgspec.structs.astuple(row) for row in self._last],
        )

    def put(self, name: str, colour: str, portrait: int = 0) -> None:
        """A new profile, or another colour for one; a bar stays. StorageError if the name cannot be a name.

        With a ``portrait`` it is what the person chose; another colour alone does not change that.
        """
        _check(name)
        with self._ledger.changing(_("The profile cannot be saved")) as seen:
            change = "DO UPDATE SET colour = excluded.colour"
            if portrait:
                self._put(name, f"{colour} {portrait}", seen, change)
            else:
                self._put(name, colour, seen, f"{change} WHERE instr(colour, ' ') = 0")

    def rename(self, name: str, new: str) -> None:
        """Another name for a profile. StorageError if it is barred or is not there, or if another has that name."""
        _check(new)
        with self._ledger.changing(_("The profile cannot be saved")) as seen:
            row = self._free(name, seen)
            if any(one.called == reads_as(new) != row.called for one in self._last):
                raise StorageError(_("There is a profile {name} already.").format(name=new))
            change = "UPDATE profiles SET called = ?, name = ? WHERE called = ?"
            self._ledger.db.execute(change, (reads_as(new), new, row.called))
            self._rows()

    def take_along(self, name: str, new: str, *, with_bar: bool = False) -> bool:
        """Another name for a person who may have no profile, or have one by that name; False if the person is barred.

        Of two profiles that of the new name stays. ``with_bar``: a barred person keeps the profile and the bar too.
        """
        with self._ledger.changing(_("The profile cannot be saved")) as seen:
            rows = {row.called: row for row in self._rows()}
            old = rows.get(reads_as(name))
            if old is None:
                return True
            barred = old.left(seen) > 0
            if barred and not with_bar:
                return False
            if reads_as(new) in rows and not barred:
                self._ledger.db.execute("DELETE FROM profiles WHERE called = ?", (old.called,))
            else:
                self._ledger.db.execute("DELETE FROM profiles WHERE called = ?", (reads_as(new),))
                change = "UPDATE profiles SET called = ?, name = ? WHERE called = ?"
                self._ledger.db.execute(change, (reads_as(new), new, old.called))
            self._rows()
            return True

    def remove(self, name: str) -> None:
        """The profile is gone. StorageError if it is barred, or is not there."""
        with self._ledger.changing(_("The profile cannot be removed")) as seen:
            self._ledger.db.execute("DELETE FROM profiles WHERE called = ?", (self._free(name, seen).called,))
            self._rows()

    def _free(self, name: str, seen: Seen) -> _Row:
        """The row of a person who is not barred: a bar is not shaken off with the name. StorageError."""
        row = next((one for one in self._rows() if one.called == reads_as(name)), None)
        if row is None:
            raise StorageError(_("There is no profile {name!r}.").format(name=name))
        if row.left(seen) > 0:
            raise StorageError(_("{name} is barred; the profile stays as it is until that is over.").format(name=name))
        return row

    def _put(self, name: str, colour: str, seen: Seen, otherwise: str) -> None:
        self._ledger.db.execute(
            "INSERT INTO profiles (called, name, colour, barred_why, created) VALUES (?, ?, ?, '', ?)"
            f" ON CONFLICT (called) {otherwise}",
            (reads_as(name), name, colour, seen.system),
        )

    def bar(self, name: str, seconds: float) -> None:
        """Bar a person from sitting down for so long, never for less than before. StorageError without a profile."""
        with self._ledger.changing(_("The profile cannot be saved")) as seen:
            if all(row.called != reads_as(name) for row in self._rows()):
                raise StorageError(_("There is no profile {name!r}.").format(name=name))
            self._bar(Verdict(name), seconds, seen)

    def bar_all(self, verdicts: tuple[Verdict, ...], seconds: float, seen: Seen) -> None:
        """Bar these people within the transaction that is open; who has no profile gets one."""
        for verdict in verdicts:
            self._put(verdict.name, NO_COLOUR, seen, "DO NOTHING")
            self._bar(verdict, seconds, seen)

    def _bar(self, verdict: Verdict, seconds: float, seen: Seen) -> None:
        called = reads_as(verdict.name)
        if any(row.called == called and row.left(seen) >= seconds for row in self._rows()):
            return
        bar = (seen.program + seconds, float(seconds), verdict.why, called)
        change = "UPDATE profiles SET barred_until = ?, bar_seconds = ?, barred_why = ? WHERE called = ?"
        self._ledger.db.execute(change, bar)
        self._rows()

    def sit_down(self, people: tuple[tuple[str, str], ...]) -> tuple[Bar, ...]:
        """People, by name and colour, want to sit down: new ones get a profile. Gives the bars that are in the way."""
        for name, colour in people:
            self.put(name, colour)
        with self._ledger.changing(_("The profiles cannot be read")) as seen:
            rows = {row.called: row for row in self._rows()}
        asked = {name: rows[reads_as(name)] for name, _colour in people}
        return tuple(Bar(name, row.left(seen), row.barred_why) for name, row in asked.items() if row.left(seen) > 0)
