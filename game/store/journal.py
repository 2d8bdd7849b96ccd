"""The journal of matches: every accepted action in its own transaction, on the disk before the call returns.

All of it blocks on the disk: `game.store.storage.Storage` runs it on the storage thread. Deals and actions are
counted from 1, as in the record.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, Final

import msgspec

from game.engine.actions import Action
from game.engine.cards import notation
from game.i18n import _
from game.record import DealRecord, Record, dump
from game.store.files import Clock, Folders, Notice, StorageError, why
from game.store.ledger import Ledger, calendar, elsewhere, failed
from game.store.locks import FileLock
from game.store.opening import open_database
from game.store.profiles import Bar, Profile, Profiles
from game.store.reading import (
    Head,
    SavedMatch,
    Summary,
    checked,
    deleted,
    lenient,
    line,
    played,
    rows_of,
    saved_match,
    unfinished_heads,
    word,
    words,
)

FILE: Final = "matches.db"
CLAIM_PATIENCE: Final = 0.3
replace = msgspec.structs.replace
encode = msgspec.json.encode


class Ending(msgspec.Struct, frozen=True):
    """A match is over, and these people are barred for so many seconds."""

    barred: tuple[str, ...] = ()
    seconds: float = 0.0


class Journal:
    """The saved matches and profiles of one user. Use it on one thread only.

    Every method raises StorageError, one line for a person, when the disk or another window of the program is
    in the way; nothing of that call is written then, and it may be tried again.
    """

    def __init__(self, folders: Folders, now: Clock) -> None:
        """Open the journal. ``notices`` says what was set aside; StorageError if it cannot be opened."""
        self._locks = folders.data / "locks"
        self._claims: dict[int, FileLock] = {}
        self._checked: dict[int, tuple[float, int, str]] = {}
        folders.prepare()
        self._window = self._new_window()
        try:
            db, notice = open_database(folders.data / FILE, self._locks, self._window, now)
        except BaseException:
            self._window.release()
            raise
        self._ledger = Ledger(db, now)
        self._people = Profiles(self._ledger)
        self.notices: tuple[Notice, ...] = () if notice is None else (notice,)

    @property
    def _db(self) -> sqlite3.Connection:
        return self._ledger.db

    def _new_window(self) -> FileLock:
        try:
            self._locks.mkdir(exist_ok=True)
            locks = (FileLock(self._locks / f"window-{number}.lock") for number in count(1))
            return next(lock for lock in locks if lock.acquire())
        except OSError as error:
            raise StorageError(failed(_("The saved matches cannot be opened"), why(error))) from error

    def close(self) -> None:
        """Give up all claims and close the file."""
        for match_id in tuple(self._claims):
            self.release(match_id)
        try:
            self._db.close()
        finally:
            self._window.release()

    # -- writing a match

    def create(self, record: Record, players: tuple[str, ...], seed: int, extra: dict[str, Any]) -> int:
        """A new match with all that ``record`` holds, claimed for this window. Gives its number."""
        header = dump(replace(record, deals=())).decode()
        row = (header, encode(players).decode(), str(seed), encode(extra).decode())
        match_id = None
        try:
            with self._saving() as moment:
                match_id = self._insert_match((*row, moment, moment))
                for number, deal in enumerate(record.deals, 1):
                    self._insert_deal(match_id, number, deal)
                if not self.claim(match_id):
                    raise StorageError(elsewhere())
        except StorageError:
            # The number was not used after all: the next match, of any window, gets it.
            if match_id is not None:
                self.release(match_id)
            raise
        return match_id

    def add_deal(self, match_id: int, number: int, deal: DealRecord) -> None:
        """Deal ``number`` with the actions it has already; it must be the next one."""
        with self._saving(match_id):
            if self._extent(match_id)[0] != number - 1:
                raise StorageError(elsewhere())
            self._insert_deal(match_id, number, deal)

    def add_action(
        self, match_id: int, deal_number: int, number: int, action: Action, ending: Ending | None = None
    ) -> None:
        """Action ``number`` of the last deal; it must be the next one. On the disk when this returns.

        ``ending``: the match is over with it. It is finished and people are barred in the same transaction:
        who ends the program at that moment is barred all the same.
        """
        with self._saving(match_id):
            if self._extent(match_id) != (deal_number, number - 1):
                raise StorageError(elsewhere())
            self._insert_action(match_id, deal_number, number, action)
            if ending is not None:
                self._end(match_id, ending)

    def cut(self, match_id: int, record: Record) -> None:
        """Undo: shorten the match to what ``record`` holds. The match counts as unfinished again."""
        held = tuple(len(deal.actions) for deal in record.deals)
        with self._saving(match_id):
            self._db.execute("DELETE FROM deals WHERE match = ? AND number > ?", (match_id, len(held)))
            for deal, actions in enumerate(held, 1):
                where = (match_id, deal, actions)
                self._db.execute("DELETE FROM actions WHERE match = ? AND deal = ? AND number > ?", where)
            self._db.execute("UPDATE matches SET finished = 0 WHERE id = ?", (match_id,))
            if self._extent(match_id) != (len(held), held[-1] if held else 0):
                raise StorageError(elsewhere())

    def note(self, match_id: int, key: str, value: Any, *, acted: bool = True) -> None:
        """Keep something beside the match's actions (its chat), under ``key`` of what `load` gives as ``extra``.

        ``acted``: it counts as action of the person on turn, so that a turn clock begins again (`SavedMatch.idle`).
        """
        with self._saving(match_id, acted=acted):
            (text,) = self._db.execute("SELECT extra FROM matches WHERE id = ?", (match_id,)).fetchone()
            extra = {**lenient(text, dict[str, Any], {}), key: value}
            self._db.execute("UPDATE matches SET extra = ? WHERE id = ?", (encode(extra).decode(), match_id))

    def finish(self, match_id: int, ending: Ending | None = None) -> None:
        """The match is over: it is kept, and no longer offered for playing on. People are barred with it."""
        with self._saving(match_id):
            self._end(match_id, ending or Ending())

    def _end(self, match_id: int, ending: Ending) -> None:
        self._db.execute("UPDATE matches SET finished = 1 WHERE id = ?", (match_id,))
        self._people.bar_all(ending.barred, ending.seconds)

    def delete(self, match_id: int) -> None:
        """Remove the match for good. StorageError if another window plays it."""
        if not self.claim(match_id):
            raise StorageError(elsewhere())
        with self._saving(match_id):
            self._db.execute("DELETE FROM matches WHERE id = ?", (match_id,))
        self.release(match_id)

    @contextmanager
    def _saving(self, match_id: int | None = None, *, acted: bool = True) -> Iterator[float]:
        """A transaction that changes a match; gives the time, which is noted on the match if somebody ``acted``."""
        moment = self._ledger.now()
        with self._ledger.changing(_("The match cannot be saved")):
            if match_id is not None:
                self._checked.pop(match_id, None)
                noted = (moment if acted else None, match_id)
                found = self._db.execute("UPDATE matches SET updated = coalesce(?, updated) WHERE id = ?", noted)
                if not found.rowcount:
                    raise StorageError(deleted())
            yield moment

    def _insert_match(self, row: tuple[object, ...]) -> int:
        columns = "header, players, seed, extra, created, updated, finished"
        match_id = self._db.execute(f"INSERT INTO matches ({columns}) VALUES (?, ?, ?, ?, ?, ?, 0)", row).lastrowid
        assert match_id is not None
        return match_id

    def _insert_deal(self, match_id: int, number: int, deal: DealRecord) -> None:
        row = (match_id, number, deal.dealer, notation(deal.pack), encode(deal.extra).decode())
        self._db.execute("INSERT INTO deals (match, number, dealer, pack, extra) VALUES (?, ?, ?, ?, ?)", row)
        for at, action in enumerate(deal.actions, 1):
            self._insert_action(match_id, number, at, action)

    def _insert_action(self, match_id: int, deal: int, number: int, action: Action) -> None:
        row = (match_id, deal, number, str(action))
        self._db.execute("INSERT INTO actions (match, deal, number, text) VALUES (?, ?, ?, ?)", row)

    def _extent(self, match_id: int) -> tuple[int, int]:
        """The number of deals and of the actions in the last one."""
        (deals,) = self._db.execute("SELECT count(*) FROM deals WHERE match = ?", (match_id,)).fetchone()
        where = (match_id, deals)
        (actions,) = self._db.execute("SELECT count(*) FROM actions WHERE match = ? AND deal = ?", where).fetchone()
        return deals, actions

    # -- reading matches

    def unfinished(self) -> tuple[Summary, ...]:
        """The matches that can be played on, the latest first, damaged ones among them and marked."""
        with self._ledger.translated(_("The saved matches cannot be read")):
            return tuple(map(self._summary, unfinished_heads(self._db)))

    def load(self, match_id: int) -> SavedMatch:
        """The whole match. StorageError if it is damaged or no longer there."""
        with self._ledger.translated(_("The saved match cannot be read")):
            rows = rows_of(self._db, match_id)
        try:
            saved = saved_match(rows, max(0.0, self._ledger.now() - rows.head.updated))
            played(saved.record)
            return saved
        except Exception as error:
            raise StorageError(failed(_("The saved match {n} is damaged").format(n=match_id), line(error))) from error

    def _summary(self, head: Head) -> Summary:
        seen = self._checked.get(head.id)
        if seen is None or seen[0] != head.updated:
            seen = self._checked[head.id] = (head.updated, *checked(self._db, head.id))
        _updated, deals, fault = seen
        header = lenient(head.header, dict[str, Any], {})
        return Summary(
            id=head.id, game=word(header.get("game", "")), names=words(header.get("seats")),
            players=words(lenient(head.players, list[Any], [])), deals=deals, updated=calendar(head.updated),
            fault=fault, elsewhere=head.id not in self._claims and FileLock.taken(self._lock_path(head.id)),
        )  # fmt: skip

    # -- claims

    def _lock_path(self, match_id: int) -> Path:
        return self._locks / f"match-{match_id}.lock"

    def claim(self, match_id: int) -> bool:
        """Take the match for this window, until `release` or the end of the process; False if another has it."""
        if match_id in self._claims:
            return True
        lock = FileLock(self._lock_path(match_id))
        with self._ledger.translated(_("The match cannot be opened")):
            # Another window that looks who plays what holds the lock for an instant.
            if not lock.acquire(CLAIM_PATIENCE):
                return False
        self._claims[match_id] = lock
        return True

    def release(self, match_id: int) -> None:
        """Give the match back. Nothing happens if this window does not have it."""
        lock = self._claims.pop(match_id, None)
        if lock is not None:
            lock.release()

    # -- profiles

    def profiles(self) -> tuple[Profile, ...]:
        """The profiles, the oldest first."""
        return self._people.all()

    def put_profile(self, name: str, colour: str) -> None:
        """A new profile, or another colour for one; a bar stays. StorageError if the name cannot be a name."""
        self._people.put(name, colour)

    def bar_profile(self, name: str, seconds: float) -> None:
        """Bar a person from sitting down for so long, never for less than before. StorageError without a profile."""
        self._people.bar(name, seconds)

    def sit_down(self, people: tuple[tuple[str, str], ...]) -> tuple[Bar, ...]:
        """People, by name and colour, want to sit down: new ones get a profile. Gives the bars that are in the way."""
        return self._people.sit_down(people)
