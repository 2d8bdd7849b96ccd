"""From the rows of a match to the match: what is read is checked, and what is damaged is named."""

from __future__ import annotations

import sqlite3
import time
from typing import Any, Final

import msgspec

from game.i18n import _
from game.match import Match
from game.record import NAME_LENGTH, Record
from game.record import load as load_record
from game.store.database import transaction
from game.store.files import StorageError, shown

BREATH: Final = 0.00005


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


class Head(msgspec.Struct, frozen=True):
    """A match's row in the table of matches, nothing checked."""

    id: int
    header: str
    players: str
    seed: str
    extra: str
    updated: float


class Rows(msgspec.Struct, frozen=True):
    """All rows of a match, nothing checked."""

    head: Head
    deals: tuple[tuple[Any, ...], ...]
    actions: tuple[tuple[Any, ...], ...]


_HEAD: Final = ", ".join(Head.__struct_fields__)


def unfinished_heads(db: sqlite3.Connection) -> tuple[Head, ...]:
    """The heads of the matches that are not over, the latest first. sqlite3.Error."""
    found = db.execute(f"SELECT {_HEAD} FROM matches WHERE finished = 0 ORDER BY updated DESC, id DESC")
    return tuple(Head(*row) for row in found.fetchall())


def rows_of(db: sqlite3.Connection, match_id: int) -> Rows:
    """Everything that is kept of a match. StorageError if there is no such match, sqlite3.Error."""
    where = (match_id,)
    with transaction(db, "BEGIN"):
        head = db.execute(f"SELECT {_HEAD} FROM matches WHERE id = ?", where).fetchone()
        if head is None:
            raise StorageError(deleted())
        deals = db.execute("SELECT number, dealer, pack, extra FROM deals WHERE match = ? ORDER BY number", where)
        actions = db.execute("SELECT deal, number, text FROM actions WHERE match = ? ORDER BY deal, number", where)
        return Rows(Head(*head), tuple(deals), tuple(actions))


def deleted() -> str:
    """The line about a match that is not there any more."""
    return _("This match was deleted in another window.")


def saved_match(rows: Rows, idle: float) -> SavedMatch:
    """The match that the rows make, not yet played. They may be damaged in any way: expect any exception."""
    head = rows.head
    header = msgspec.json.decode(head.header, type=dict[str, Any])
    header["deals"] = _deals(rows)
    record = load_record(msgspec.json.encode(header))
    players = msgspec.json.decode(head.players, type=tuple[str, ...])
    if len(players) != len(record.names):
        raise ValueError(_("it has {n} players").format(n=len(players)))
    # What stands beside the match (its chat) is not the match: damaged, it is forgotten.
    extra = lenient(head.extra, dict[str, Any], {})
    return SavedMatch(id=head.id, record=record, players=players, seed=int(head.seed), extra=extra, idle=idle)


def played(record: Record) -> Match:
    """The match at the record's end. Any exception if it cannot be played."""
    match = record.start()
    for number, (_action, step) in enumerate(record.steps()):
        match = step.match
        # One thread of Python runs at a time: without a breath now and then the window would miss frames.
        if number % 8 == 0:
            time.sleep(BREATH)
    return match


def checked(db: sqlite3.Connection, match_id: int) -> tuple[int, str]:
    """How many deals of the match ended, and why it cannot be played on; empty if it can. sqlite3.Error."""
    deals = 0
    try:
        rows = rows_of(db, match_id)
        deals = len(rows.deals)
        return len(played(saved_match(rows, 0.0).record).results), ""
    except sqlite3.Error:
        raise
    except Exception as error:
        # Whatever is wrong with one match, the others are still offered.
        return deals, line(error)


def _deals(rows: Rows) -> list[dict[str, Any]]:
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


def line(error: Exception) -> str:
    """Any exception in one printable line."""
    return shown(" ".join(str(error).split()) or type(error).__name__)


def lenient(text: str, kind: Any, default: Any) -> Any:
    """The JSON text as ``kind``, ``default`` if it is not that."""
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.MsgspecError, ValueError, TypeError, RecursionError):
        return default


def word(value: object) -> str:
    """Whatever stands where a word should, so that a list can show it."""
    return shown(str(value))[:NAME_LENGTH]


def words(value: object) -> tuple[str, ...]:
    """Whatever stands where a list of words should."""
    return tuple(map(word, value)) if isinstance(value, list) else ()
