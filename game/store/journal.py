"""The journal of matches: every accepted action in its own transaction, on the disk before the call returns.

All of it blocks on the disk: `game.store.storage.Storage` runs it on the storage thread. Deals and actions are
counted from 1, as in the record.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, Final

import msgspec

from game.engine.actions import Action
from game.engine.cards import notation
from game.i18n import _
from game.match import Match
from game.record import NAME_LENGTH, DealRecord, Record, dump
from game.record import load as load_record
from game.store.database import open_database, reason, transaction
from game.store.files import Clock, Folders, Notice, StorageError, shown, why
from game.store.locks import FileLock
from game.text import is_name, reads_as

FILE: Final = "matches.db"
CLAIM_PATIENCE: Final = 0.3
BREATH: Final = 0.00005
LATEST: Final = 1e11
"""No time is as late as this."""
NO_COLOUR: Final = "#4a4a55"
"""Of a profile that nobody gave one."""
replace = msgspec.structs.replace
encode = msgspec.json.encode


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """A saved match as a list shows it.

    ``deals`` counts the deals that ended. ``fault`` says why the match cannot be played on, empty if it can;
    ``game``, ``names`` and ``players`` are then what can still be read. ``elsewhere``: another window plays it.
    """

    id: int
    game: str
    names: tuple[str, ...]
    players: tuple[str, ...]
    deals: int
    updated: float
    fault: str = ""
    elsewhere: bool = False

    @property
    def damaged(self) -> bool:
        return bool(self.fault)


class SavedMatch(msgspec.Struct, frozen=True, kw_only=True):
    """A match as it was saved. ``players`` has a word for each seat: ``you`` or a computer player's level.

    ``idle``: seconds since something was last saved of it; a turn clock has gone on all that time.
    """

    id: int
    record: Record
    players: tuple[str, ...]
    seed: int
    extra: dict[str, Any]
    idle: float


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


class Ending(msgspec.Struct, frozen=True):
    """A match is over, and these people are barred for so many seconds."""

    barred: tuple[str, ...] = ()
    seconds: float = 0.0


class _Head(msgspec.Struct, frozen=True):
    """A match's row in the table of matches, nothing checked."""

    id: int
    header: str
    players: str
    seed: str
    extra: str
    updated: float


_HEAD: Final = ", ".join(_Head.__struct_fields__)


class _Rows(msgspec.Struct, frozen=True):
    """All rows of a match, nothing checked."""

    head: _Head
    deals: tuple[tuple[Any, ...], ...]
    actions: tuple[tuple[Any, ...], ...]


class Journal:
    """The saved matches and profiles of one user. Use it on one thread only.

    Every method raises StorageError, one line for a person, when the disk or another window of the program is
    in the way; nothing of that call is written then, and it may be tried again.
    """

    def __init__(self, folders: Folders, now: Clock) -> None:
        """Open the journal. ``notices`` says what was set aside; StorageError if it cannot be opened."""
        self._now = now
        self._locks = folders.data / "locks"
        self._claims: dict[int, FileLock] = {}
        self._checked: dict[int, tuple[float, int, str]] = {}
        folders.prepare()
        self._window = self._new_window()
        try:
            self._db, notice = open_database(folders.data / FILE, self._locks, self._window, now)
        except BaseException:
            self._window.release()
            raise
        self.notices: tuple[Notice, ...] = () if notice is None else (notice,)

    def _new_window(self) -> FileLock:
        try:
            self._locks.mkdir(exist_ok=True)
            locks = (FileLock(self._locks / f"window-{number}.lock") for number in count(1))
            return next(lock for lock in locks if lock.acquire())
        except OSError as error:
            raise StorageError(_failed(_("The saved matches cannot be opened"), why(error))) from error

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
                    raise StorageError(_elsewhere())
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
                raise StorageError(_elsewhere())
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
                raise StorageError(_elsewhere())
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
                raise StorageError(_elsewhere())

    def note(self, match_id: int, key: str, value: Any, *, acted: bool = True) -> None:
        """Keep something beside the match's actions (its chat), under ``key`` of what `load` gives as ``extra``.

        ``acted``: it counts as action of the person on turn, so that a turn clock begins again (`SavedMatch.idle`).
        """
        with self._saving(match_id, acted=acted):
            (text,) = self._db.execute("SELECT extra FROM matches WHERE id = ?", (match_id,)).fetchone()
            extra = {**_lenient(text, dict[str, Any], {}), key: value}
            self._db.execute("UPDATE matches SET extra = ? WHERE id = ?", (encode(extra).decode(), match_id))

    def finish(self, match_id: int, ending: Ending | None = None) -> None:
        """The match is over: it is kept, and no longer offered for playing on. People are barred with it."""
        with self._saving(match_id):
            self._end(match_id, ending or Ending())

    def _end(self, match_id: int, ending: Ending) -> None:
        self._db.execute("UPDATE matches SET finished = 1 WHERE id = ?", (match_id,))
        until = self._moment() + ending.seconds
        for name in ending.barred:
            self._db.execute(
                "INSERT INTO profiles (name, colour, barred_until, created) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (name) DO UPDATE"
                " SET barred_until = max(coalesce(barred_until, 0.0), excluded.barred_until)",
                (name, NO_COLOUR, until, self._now()),
            )

    def delete(self, match_id: int) -> None:
        """Remove the match for good. StorageError if another window plays it."""
        if not self.claim(match_id):
            raise StorageError(_elsewhere())
        with self._saving(match_id):
            self._db.execute("DELETE FROM matches WHERE id = ?", (match_id,))
        self.release(match_id)

    @contextmanager
    def _saving(self, match_id: int | None = None, *, acted: bool = True) -> Iterator[float]:
        """A transaction that changes a match; gives the time, which is noted on the match if somebody ``acted``."""
        moment = self._now()
        with self._translated(_("The match cannot be saved")), transaction(self._db):
            if match_id is not None:
                self._checked.pop(match_id, None)
                noted = (moment if acted else None, match_id)
                found = self._db.execute("UPDATE matches SET updated = coalesce(?, updated) WHERE id = ?", noted)
                if not found.rowcount:
                    raise StorageError(_("This match was deleted in another window."))
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

    @contextmanager
    def _translated(self, failure: str) -> Iterator[None]:
        """What SQLite raises in the block becomes a StorageError that begins with ``failure``."""
        try:
            yield
        except sqlite3.IntegrityError as error:
            raise StorageError(_elsewhere()) from error
        except sqlite3.Error as error:
            raise StorageError(_failed(failure, reason(error))) from error
        except OSError as error:
            raise StorageError(_failed(failure, why(error))) from error

    # -- reading matches

    def unfinished(self) -> tuple[Summary, ...]:
        """The matches that can be played on, the latest first, damaged ones among them and marked."""
        with self._translated(_("The saved matches cannot be read")):
            found = self._db.execute(f"SELECT {_HEAD} FROM matches WHERE finished = 0 ORDER BY updated DESC, id DESC")
            return tuple(self._summary(_Head(*row)) for row in found.fetchall())

    def load(self, match_id: int) -> SavedMatch:
        """The whole match. StorageError if it is damaged or no longer there."""
        with self._translated(_("The saved match cannot be read")):
            rows = self._rows(match_id)
        try:
            saved = _saved(rows, max(0.0, self._now() - rows.head.updated))
            _played(saved.record)
            return saved
        except Exception as error:
            raise StorageError(_failed(_("The saved match {n} is damaged").format(n=match_id), _line(error))) from error

    def _rows(self, match_id: int) -> _Rows:
        where = (match_id,)
        with transaction(self._db, "BEGIN"):
            head = self._db.execute(f"SELECT {_HEAD} FROM matches WHERE id = ?", where).fetchone()
            if head is None:
                raise StorageError(_("This match was deleted in another window."))
            deals = self._db.execute(
                "SELECT number, dealer, pack, extra FROM deals WHERE match = ? ORDER BY number", where
            )
            actions = self._db.execute(
                "SELECT deal, number, text FROM actions WHERE match = ? ORDER BY deal, number", where
            )
            return _Rows(_Head(*head), tuple(deals), tuple(actions))

    def _summary(self, head: _Head) -> Summary:
        seen = self._checked.get(head.id)
        if seen is None or seen[0] != head.updated:
            seen = self._checked[head.id] = (head.updated, *self._check(head.id))
        _updated, deals, fault = seen
        header = _lenient(head.header, dict[str, Any], {})
        return Summary(
            id=head.id, game=_word(header.get("game", "")), names=_words(header.get("seats")),
            players=_words(_lenient(head.players, list[Any], [])), deals=deals, updated=_moment(head.updated),
            fault=fault, elsewhere=head.id not in self._claims and FileLock.taken(self._lock_path(head.id)),
        )  # fmt: skip

    def _check(self, match_id: int) -> tuple[int, str]:
        """How many deals of the match ended, and why it cannot be played on; empty if it can."""
        deals = 0
        try:
            rows = self._rows(match_id)
            deals = len(rows.deals)
            return len(_played(_saved(rows, 0.0).record).results), ""
        except sqlite3.Error:
            raise
        except Exception as error:
            # Whatever is wrong with one match, the others are still offered.
            return deals, _line(error)

    # -- claims

    def _lock_path(self, match_id: int) -> Path:
        return self._locks / f"match-{match_id}.lock"

    def claim(self, match_id: int) -> bool:
        """Take the match for this window, until `release` or the end of the process; False if another has it."""
        if match_id in self._claims:
            return True
        lock = FileLock(self._lock_path(match_id))
        with self._translated(_("The match cannot be opened")):
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
        with self._translated(_("The profiles cannot be read")):
            found = self._db.execute("SELECT name, colour, barred_until, created FROM profiles ORDER BY created, name")
            return tuple(
                Profile(name, colour, None if barred is None else _moment(barred), _moment(created))
                for name, colour, barred, created in found
            )

    def put_profile(self, name: str, colour: str) -> None:
        """A new profile, or another colour for one; a bar stays. StorageError if the name cannot be a name."""
        if not is_name(name, NAME_LENGTH):
            raise StorageError(_("A name is 1 to {most} printable characters.").format(most=NAME_LENGTH))
        with self._translated(_("The profile cannot be saved")), transaction(self._db):
            self._db.execute(
                "INSERT INTO profiles (name, colour, barred_until, created) VALUES (?, ?, NULL, ?)"
                " ON CONFLICT (name) DO UPDATE SET colour = excluded.colour",
                (name, colour, self._now()),
            )

    def bar_profile(self, name: str, seconds: float) -> None:
        """Bar a person from sitting down for so long, never for less than before. StorageError without a profile."""
        with self._translated(_("The profile cannot be saved")), transaction(self._db):
            until = self._moment() + seconds
            longer = "UPDATE profiles SET barred_until = max(coalesce(barred_until, 0.0), ?) WHERE name = ?"
            if not self._db.execute(longer, (until, name)).rowcount:
                raise StorageError(_("There is no profile {name!r}.").format(name=name))

    def sit_down(self, people: tuple[tuple[str, str], ...]) -> tuple[Bar, ...]:
        """People, by name and colour, want to sit down: new ones get a profile. Gives the bars that are in the way."""
        for name, colour in people:
            self.put_profile(name, colour)
        with self._translated(_("The profiles cannot be read")):
            moment = self._moment()
        until: dict[str, float] = {}
        for one in self.profiles():
            until[_called(one.name)] = max(one.barred_until or 0.0, until.get(_called(one.name), 0.0))
        left = {name: until[_called(name)] - moment for name, _colour in people}
        return tuple(Bar(name, seconds) for name, seconds in left.items() if seconds > 0)

    def _moment(self) -> float:
        """The time, never before the latest that was ever noted: setting the clock back lifts no bar."""
        (latest,) = self._db.execute(
            "SELECT max(moment) FROM (SELECT updated AS moment FROM matches"
            " UNION ALL SELECT created FROM profiles) WHERE moment < ?",
            (LATEST,),
        ).fetchone()
        return max(self._now(), latest or 0.0)


# -- checking --------------------------------------------------------------------------------------


def _elsewhere() -> str:
    return _("This match is being played in another window.")


def _called(name: str) -> str:
    """What two names have in common that are one to the ear: a bar is not shaken off by a space or a capital."""
    return reads_as(name)


def _failed(failure: str, fault: str) -> str:
    return _("{failure}: {why}.").format(failure=failure, why=fault)


def _line(error: Exception) -> str:
    return shown(" ".join(str(error).split()) or type(error).__name__)


def _saved(rows: _Rows, idle: float) -> SavedMatch:
    """The match that the rows make, not yet played. They may be damaged in any way: expect any exception."""
    head = rows.head
    header = msgspec.json.decode(head.header, type=dict[str, Any])
    header["deals"] = _deals(rows)
    record = load_record(encode(header))
    players = msgspec.json.decode(head.players, type=tuple[str, ...])
    if len(players) != len(record.names):
        raise ValueError(_("it has {n} players").format(n=len(players)))
    # What stands beside the match (its chat) is not the match: damaged, it is forgotten.
    extra = _lenient(head.extra, dict[str, Any], {})
    return SavedMatch(id=head.id, record=record, players=players, seed=int(head.seed), extra=extra, idle=idle)


def _played(record: Record) -> Match:
    """The match at the record's end. Any exception if it cannot be played."""
    match = record.start()
    for number, (_action, step) in enumerate(record.steps()):
        match = step.match
        # One thread of Python runs at a time: without a breath now and then the window would miss frames.
        if number % 8 == 0:
            time.sleep(BREATH)
    return match


def _deals(rows: _Rows) -> list[dict[str, Any]]:
    deals: list[dict[str, Any]] = []
    for number, dealer, pack, extra in rows.deals:
        if number != len(deals) + 1:
            raise ValueError(_("deal {n} is missing").format(n=len(deals) + 1))
        known = {"dealer": dealer, "pack": pack, "actions": []}
        deals.append({**msgspec.json.decode(extra, type=dict[str, Any]), **known})
    for deal, number, text in rows.actions:
        actions = deals[deal - 1]["actions"] if 0 < deal <= len(deals) else []
        if number != len(actions) + 1:
            raise ValueError(_("deal {deal}, action {n} is missing").format(deal=deal, n=len(actions) + 1))
        actions.append(text)
    return deals


def _lenient(text: str, kind: Any, default: Any) -> Any:
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.MsgspecError, ValueError, TypeError, RecursionError):
        return default


def _word(value: object) -> str:
    return shown(str(value))[:NAME_LENGTH]


def _words(value: object) -> tuple[str, ...]:
    return tuple(map(_word, value)) if isinstance(value, list) else ()


def _moment(value: object) -> float:
    """A time that a calendar can show, 0 for a damaged one."""
    return value if isinstance(value, float) and 0 <= value < LATEST else 0.0
