"""Rows of a match in the database: writing, reading, checking, and conversion to the match.

A match is a row of ``matches``, its header, and a row of ``deals`` for each deal. The last deal gets a row of
``actions`` for each action; when the deal ends, they become the text ``actions`` of its row. Each row has one checksum.

A row that is missing or from an older file is noticed too: the header has the number of ``deals``, that of the
``actions`` in the last deal, and ``notes``, the sum of the ``written`` of its notes. An undo writes all deals of the
match again. The header and all these rows have the same ``version``: the number of the transaction that created the
match, or of the last undo. All deals but the last have ``ended``.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from game.core.cards import format_cards
from game.match.accuracies import MatchAccuracies
from game.match.pauses import iterate_with_pauses
from game.match.record import DealRecord, Record, build_record, encode_record
from game.match.tallies import MatchTally
from game.shuffling.commitments import remove_secret_deal, reveal_secrets
from game.storage.database import transaction
from game.storage.files import StorageError
from game.storage.profiles import SeatProfiles
from game.storage.tables import ClockReading, SqlRow, decode_or_default, is_intact, select_rows, write_row
from game.text.file_errors import build_damage_message, build_deleted_message, build_locked_message, describe_lost_part
from game.text.gettext import _
from game.text.match_titles import RecordLabels, read_record_labels

ANALYSIS_NOTE_KEY: Final = "analysis"
DAILY_NOTE_KEY: Final = "daily"
"""The key of the note with the date of the daily deal with which a match began."""
TALLY_NOTE_KEY: Final = "tally"
"""The key of the note with the cached tally of a match, which `game.storage.archive` can compute again."""
STATUS_FINISHED: Final = 1
STATUS_GIVEN_UP: Final = 2
"""The values of ``finished`` for a match that is over, and for one that was given up; 0 otherwise."""
LINE_END: Final = "\n"
replace = msgspec.structs.replace


class SavedMatch(msgspec.Struct, frozen=True, kw_only=True):
    """A match as it was stored. ``player_kinds``: "you" or a computer player's level for each seat.

    ``idle_seconds``: seconds since the last change was stored; a turn clock has run all that time. ``is_given_up``:
    whether the match was given up before it was over.
    """

    id: int
    record: Record
    player_kinds: tuple[str, ...]
    seed: int
    notes: dict[str, Any] = {}
    idle_seconds: float = 0.0
    is_given_up: bool = False

    @property
    def exportable_record(self) -> Record:
        """The record without a deal in progress that is still secret, with the secrets that prove the shuffles."""
        return reveal_secrets(remove_secret_deal(self.record), self.seed)


class CachedTally(msgspec.Struct, frozen=True):
    """The note with a tally: the `MatchHeader.position` that was counted, and the tally or the ``fault``."""

    tip: str
    tally: MatchTally | None = None
    fault: str = ""


NOTE_TYPES: Final = {ANALYSIS_NOTE_KEY: MatchAccuracies, DAILY_NOTE_KEY: str, TALLY_NOTE_KEY: CachedTally}
"""The types of the notes that this package reads; others are any JSON."""


class MatchTexts(msgspec.Struct, frozen=True):
    """The values of a match that stay the same while it is played.

    ``record``: the record without deals; ``players``: the kind of the player at each seat; ``profiles``: the id of the
    profile at each seat, () for an imported match.
    """

    record: msgspec.Raw = msgspec.Raw(b"{}")
    players: tuple[str, ...] = ()
    profiles: SeatProfiles = ()
    seed: str = "0"
    created: float = 0.0

    @property
    def labels(self) -> RecordLabels:
        """The values of the record that a list of matches shows."""
        return read_record_labels(self.record)

    @property
    def identity(self) -> tuple[float, str]:
        """Values that another match with the same id does not have."""
        return self.created, self.seed


class MatchHeader(msgspec.Struct, frozen=True):
    """A row of ``matches``. ``id``: 0 before it is written. ``header``: `MatchTexts` as JSON."""

    id: int
    header: str
    updated: float
    moment: float
    finished: int = 0
    version: int = 0
    deals: int = 0
    actions: int = 0
    notes: int = 0
    written: int = 0
    crc: int = 0

    @property
    def is_intact(self) -> bool:
        """Whether the row is as it was written."""
        return is_intact("matches", msgspec.structs.astuple(self))

    @property
    def texts(self) -> MatchTexts:
        """The texts of the match; those of a damaged row can be empty."""
        texts: MatchTexts = decode_or_default(self.header, MatchTexts, MatchTexts())
        return texts

    def with_record(self, record: Record) -> MatchHeader:
        """Return the header with the values of another record."""
        return replace(self, header=_encode_texts(replace(self.texts, record=_encode_header(record))))

    @property
    def position(self) -> str:
        """A text that identifies what has been played so far."""
        return f"{self.version}.{self.deals}.{self.actions}"


class StoredDeal(msgspec.Struct, frozen=True):
    """A deal as its row has it: dealer, pack, other values as JSON, and the actions of the record, one in a line."""

    dealer: int
    pack: str
    extra: str
    lines: str = ""

    @property
    def actions(self) -> list[str]:
        """The actions as the record writes them."""
        return self.lines.splitlines()


class MatchRows(msgspec.Struct, frozen=True):
    """The intact beginning of a match. ``is_clean``: whether there are no other rows."""

    header: MatchHeader
    deals: tuple[StoredDeal, ...]
    is_clean: bool = True

    @property
    def damage(self) -> str:
        """A description of what is missing; empty if nothing is."""
        found = (len(self.deals), len(self.deals[-1].actions) if self.deals else 0)
        is_complete = found == (self.header.deals, self.header.actions)
        return "" if is_complete else describe_lost_part(*found, is_in_deal=found[0] >= self.header.deals)

    def without_last_action(self) -> MatchRows:
        """Return the rows without the last action, or without a last deal that has none."""
        *deals, last_deal = self.deals
        if last_deal.actions:
            deals.append(replace(last_deal, lines=LINE_END.join(last_deal.actions[:-1])))
        return replace(self, deals=tuple(deals))


# -- reading ---------------------------------------------------------------------------------------


def read_headers(db: sqlite3.Connection, condition: str = "") -> tuple[MatchHeader, ...]:
    """Return the header rows that meet a condition of SQL, the latest first, unchecked. Raise sqlite3.Error."""
    return tuple(MatchHeader(*row) for row in select_rows(db, "matches", condition + " ORDER BY moment DESC, id DESC"))


def read_header(db: sqlite3.Connection, match_id: int) -> MatchHeader:
    """Return the header row of a match. Raise StorageError if it is missing or damaged, or sqlite3.Error."""
    rows = select_rows(db, "matches", "WHERE id = ?", (match_id,))
    if not rows:
        raise StorageError(build_deleted_message())
    header = MatchHeader(*rows[0])
    if not header.is_intact:
        raise StorageError(build_damage_message(match_id))
    return header


def read_rows(db: sqlite3.Connection, match_id: int) -> MatchRows:
    """Return the rows of a match, all intact. Raise StorageError if they are not, or sqlite3.Error."""
    with transaction(db, "BEGIN"):
        return read_rows_of(db, read_header(db, match_id))


def read_rows_of(db: sqlite3.Connection, header: MatchHeader) -> MatchRows:
    """Return the rows of the match with this header in the open transaction; otherwise as `read_rows`."""
    deals, actions = (
        select_rows(db, table, "WHERE match = ? ORDER BY number", (header.id,)) for table in ("deals", "actions")
    )
    rows = find_intact_rows(header, deals, actions)
    if not rows.is_clean:
        raise StorageError(build_damage_message(header.id))
    return rows


def read_notes(db: sqlite3.Connection, column: str, *values: object) -> dict[int, dict[str, Any]]:
    """Return the notes with these values in a column, by match and key, without damaged ones. Raise sqlite3.Error."""
    rows = select_rows(db, "notes", f"WHERE {column} IN ({', '.join('?' * len(values))})", values)
    notes: dict[int, dict[str, Any]] = {}
    for match_id, key, text, *_rest in iterate_with_pauses(row for row in rows if is_intact("notes", row)):
        value = decode_or_default(text, NOTE_TYPES.get(key, Any), None)
        if value is not None:
            notes.setdefault(match_id, {})[key] = value
    return notes


def sum_notes(rows: Sequence[SqlRow]) -> int:
    """Return the sum by which the header knows that these are all notes, none of them old."""
    return sum(written for _match, _key, _value, written, _crc in rows)


def find_intact_rows(header: MatchHeader, deal_rows: Sequence[SqlRow], action_rows: Sequence[SqlRow]) -> MatchRows:
    """Return the intact beginning of a match with an intact header; the rows come in the order of their numbers."""
    deals = list[StoredDeal]()
    for row in deal_rows[: header.deals]:
        _match, number, version, ended, *values, _crc = row
        is_expected = (number, version) == (len(deals) + 1, header.version) and (ended or number == header.deals)
        if not is_expected or not is_intact("deals", row):
            break
        deals.append(StoredDeal(*values))
    kept_count = len(deals)
    if deals:
        actions = deals[-1].actions
        for row in action_rows[: max(0, header.actions - len(actions))]:
            _match, number, deal, version, text, _crc = row
            is_expected = (number, deal, version) == (len(actions) + 1, len(deals), header.version)
            if not is_expected or not is_intact("actions", row):
                break
            actions.append(text)
            kept_count += 1
        deals[-1] = replace(deals[-1], lines=LINE_END.join(actions))
    rows = MatchRows(header, tuple(deals))
    return replace(rows, is_clean=not rows.damage and kept_count == len(deal_rows) + len(action_rows))


def build_saved_match(rows: MatchRows) -> SavedMatch:
    """Return the match of intact rows, not yet replayed, without notes.

    Raise ValueError if the number of players is wrong, RecordError or another exception if a value is invalid.
    """
    texts = msgspec.json.decode(rows.header.header, type=MatchTexts)
    header = msgspec.json.decode(texts.record, type=dict[str, Any])
    header["deals"] = [
        {
            **msgspec.json.decode(deal.extra, type=dict[str, Any]),
            "dealer": deal.dealer,
            "pack": deal.pack,
            "actions": deal.actions,
        }
        for deal in rows.deals
    ]
    # The size is not limited, so that any match played here can be read.
    record = build_record(header)
    if len(texts.players) != len(record.names):
        raise ValueError(_("wrong player count: {n}").format(n=len(texts.players)))
    return SavedMatch(
        id=rows.header.id, record=record, player_kinds=texts.players, seed=int(texts.seed),
        is_given_up=rows.header.finished == STATUS_GIVEN_UP,
    )  # fmt: skip


# -- writing, within a transaction of the caller's ---------------------------------------------------


def make_header(
    record: Record, player_kinds: tuple[str, ...], seed: int, reading: ClockReading, seat_profiles: SeatProfiles = ()
) -> MatchHeader:
    """Return the header row of a new match, without an id and deals: the deals of ``record`` are ignored."""
    texts = MatchTexts(_encode_header(record), player_kinds, seat_profiles, str(seed), reading.system_time)
    return MatchHeader(
        id=0, header=_encode_texts(texts), updated=reading.system_time, moment=reading.program_time,
        version=reading.transaction, written=reading.transaction,
    )  # fmt: skip


def _encode_header(record: Record) -> msgspec.Raw:
    return msgspec.Raw(encode_record(replace(record, deals=())))


def _encode_texts(texts: MatchTexts) -> str:
    return msgspec.json.encode(texts).decode()


def insert_match(db: sqlite3.Connection, header: MatchHeader, record: Record, notes: Mapping[str, Any]) -> MatchHeader:
    """Insert a match with all of ``record``, under the next free id. Return its header row."""
    return insert_rows(db, MatchRows(header, tuple(map(_make_stored_deal, record.deals))), notes)


def insert_rows(db: sqlite3.Connection, rows: MatchRows, notes: Mapping[str, Any]) -> MatchHeader:
    """Insert a match, under the next free id if its header has none. Return its header row."""
    match_id, *values, _crc = msgspec.structs.astuple(rows.header)
    header = replace(rows.header, id=write_row(db, "matches", (match_id or None, *values)), notes=0)
    header = store_notes(db, _insert_deals(db, header, rows.deals), notes)
    write_header(db, header)
    return header


def _make_stored_deal(deal: DealRecord) -> StoredDeal:
    extra = msgspec.json.encode(deal.extra).decode()
    return StoredDeal(deal.dealer, format_cards(deal.pack), extra, LINE_END.join(map(str, deal.actions)))


def _insert_deals(db: sqlite3.Connection, header: MatchHeader, deals: Sequence[StoredDeal]) -> MatchHeader:
    """Insert all deals of a match without any. Return the header row, which is not yet written."""
    for number, deal in enumerate(deals, 1):
        _write_deal(db, header, number, deal, ended=True)
    if deals and not header.finished:
        _write_deal(db, header, len(deals), replace(deals[-1], lines=""), ended=False)
        for number, text in enumerate(deals[-1].actions, 1):
            _write_action(db, header, len(deals), number, text)
    return replace(header, deals=len(deals), actions=len(deals[-1].actions) if deals else 0)


def _write_deal(db: sqlite3.Connection, header: MatchHeader, number: int, deal: StoredDeal, *, ended: bool) -> None:
    write_row(db, "deals", (header.id, number, header.version, int(ended), *msgspec.structs.astuple(deal)))


def _write_action(db: sqlite3.Connection, header: MatchHeader, deal: int, number: int, text: str) -> None:
    write_row(db, "actions", (header.id, number, deal, header.version, text))


def append_deal(db: sqlite3.Connection, header: MatchHeader, deal: DealRecord) -> MatchHeader:
    """Insert the next deal with its actions. Return the header row, which is not yet written."""
    close_deal(db, header)
    number = header.deals + 1
    _write_deal(db, header, number, _make_stored_deal(deal), ended=False)
    return replace(header, deals=number, actions=len(deal.actions))


def close_deal(db: sqlite3.Connection, header: MatchHeader) -> None:
    """Store the actions of the last deal, if there is one, in its row. Raise StorageError if it is damaged."""
    rows = read_rows_of(db, header)
    if rows.deals:
        _write_deal(db, header, len(rows.deals), rows.deals[-1], ended=True)
        db.execute("DELETE FROM actions WHERE match = ?", (header.id,))


def append_action(db: sqlite3.Connection, header: MatchHeader, text: str) -> MatchHeader:
    """Append the next action to the last deal. Return the header row, which is not yet written."""
    number = header.actions + 1
    _write_action(db, header, header.deals, number, text)
    return replace(header, actions=number)


def truncate_match(db: sqlite3.Connection, header: MatchHeader, action_counts: tuple[int, ...]) -> MatchHeader:
    """Shorten the match to ``action_counts``, one for each deal. Return the header row, not yet written.

    Raise StorageError if the match has fewer deals or actions, or a deal before the last has another number.
    """
    deals = read_rows_of(db, header).deals[: len(action_counts)]
    counts = tuple(len(deal.actions) for deal in deals)
    if counts[:-1] != action_counts[:-1] or (action_counts and (not counts or counts[-1] < action_counts[-1])):
        raise StorageError(build_locked_message())
    for table in ("deals", "actions"):
        db.execute(f"DELETE FROM {table} WHERE match = ?", (header.id,))
    if deals:
        deals = (*deals[:-1], replace(deals[-1], lines=LINE_END.join(deals[-1].actions[: action_counts[-1]])))
    return _insert_deals(db, replace(header, version=header.written, finished=0), deals)


def write_header(db: sqlite3.Connection, header: MatchHeader) -> None:
    """Write the header row of an existing match."""
    write_row(db, "matches", msgspec.structs.astuple(header)[:-1])


def store_notes(db: sqlite3.Connection, header: MatchHeader, notes: Mapping[str, Any]) -> MatchHeader:
    """Write notes of a match, by key. Return its header row, which is not yet written."""
    for key, value in notes.items():
        _write_note(db, header.id, key, value, header.written)
    if not notes:
        return header
    (total,) = db.execute("SELECT sum(written) FROM notes WHERE match = ?", (header.id,)).fetchone()
    return replace(header, notes=total)


def store_tally(db: sqlite3.Connection, match_id: int, tally: object) -> None:
    """Write the note with the tally of a match; no other row knows of it."""
    _write_note(db, match_id, TALLY_NOTE_KEY, tally, 0)


def _write_note(db: sqlite3.Connection, match_id: int, key: str, value: object, written: int) -> None:
    write_row(db, "notes", (match_id, key, msgspec.json.encode(value).decode(), written))
