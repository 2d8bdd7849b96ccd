"""Rows of a match in the database: writing, reading, checking, and conversion to the match.

A match is a row of ``matches`` and a row of ``deals`` for each deal. ``header_crc`` covers the part of a match that
never changes once cards are dealt. The CRC of each deal is continued from that of the deal before, the first from
``header_crc``; ``running_crc`` is that of the last deal. Therefore a lost, swapped, changed or restored row is detected
and located.

The first line of ``deals.actions`` is the CRC of the columns before it; each further line is an action and the running
CRC after it, which locates damage inside a deal. ``matches.crc`` covers the whole row.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from typing import Any, Final, NoReturn

import msgspec

from game.core.cards import format_cards
from game.match.record import DealRecord, Record, build_record, encode_record
from game.shuffling.commitments import remove_secret_deal, reveal_secrets
from game.storage.checksums import add_crc, compute_crc, is_intact
from game.storage.database import build_locked_message, insert_row, select_rows, transaction, update_row
from game.storage.files import StorageError
from game.storage.inventory import TALLY_NOTE_KEY
from game.storage.match_labels import decode_or_default
from game.storage.profiles import SeatProfiles
from game.storage.program_clock import ClockReading
from game.text.gettext import _

STATUS_FINISHED: Final = 1
STATUS_ABANDONED: Final = 2
"""The values of ``finished`` for a match that is over, and for one that was abandoned; 0 otherwise."""
CRC_CHARACTERS: Final = 8
replace = msgspec.structs.replace


class SavedMatch(msgspec.Struct, frozen=True, kw_only=True):
    """A match as it was stored. ``player_kinds``: "you" or a computer player's level for each seat.

    ``idle_seconds``: seconds since the last change was stored; a turn clock has run all that time. ``is_given_up``:
    whether the match was abandoned before it was over.
    """

    id: int
    record: Record
    player_kinds: tuple[str, ...]
    seed: int
    notes: dict[str, Any]
    idle_seconds: float
    is_given_up: bool = False

    @property
    def exportable_record(self) -> Record:
        """The record without a deal in progress that is still secret, with the secrets that prove the shuffles."""
        return reveal_secrets(remove_secret_deal(self.record), self.seed)


class MatchHeader(msgspec.Struct, frozen=True):
    """A row of ``matches``. ``deals``: number of deals; ``actions``: number of actions in the last deal.

    ``profiles``: `seat_profiles` as JSON, an empty list for an imported match; ``notes``: number of notes without the
    tally, counted when the row is written.
    """

    id: int
    header: str
    players: str
    profiles: str
    seed: str
    created: float
    header_crc: int
    updated: float
    moment: float
    deals: int
    actions: int
    running_crc: int
    finished: int
    notes: int = 0
    crc: int = 0

    def with_crc(self) -> MatchHeader:
        """Return the row with its CRCs, ready to be written."""
        return replace(self, crc=compute_crc("matches", msgspec.structs.astuple(self)[:-1]))

    @property
    def is_intact(self) -> bool:
        """Whether the row is as it was written."""
        return is_intact("matches", msgspec.structs.astuple(self))

    @property
    def position(self) -> str:
        """A text that identifies what has been played so far."""
        return f"{self.deals}.{self.actions}.{self.running_crc:x}"

    @property
    def seat_profiles(self) -> SeatProfiles:
        """The id of the profile at each seat."""
        return msgspec.json.decode(self.profiles, type=SeatProfiles)

    @property
    def has_intact_start(self) -> bool:
        """Whether the part that never changes is as it was written."""
        return self.header_crc == _compute_header_crc(self)


class DealRow(msgspec.Struct, frozen=True):
    """A row of ``deals``."""

    match: int
    number: int
    dealer: int
    pack: str
    extra: str
    actions: str
    crc: int

    @property
    def action_texts(self) -> list[str]:
        """The actions as the record writes them."""
        return [line[: -CRC_CHARACTERS - 1] for line in self.actions.split("\n")[1:-1]]

    @property
    def action_count(self) -> int:
        """The number of actions."""
        return self.actions.count("\n") - 1

    def compute_crc(self, previous_crc: int) -> int:
        """Return the CRC of the row, continued from ``previous_crc``, that of the row before it."""
        return compute_crc("deals", msgspec.structs.astuple(self)[:-1], previous_crc)

    def with_actions(self, texts: Iterable[str], previous_crc: int) -> DealRow:
        """Return the row with more actions; ``previous_crc`` is that of the row before it."""
        lines = self.actions or _format_crc(self._compute_start_crc(previous_crc)) + "\n"
        crc = int(lines[-CRC_CHARACTERS - 1 : -1], 16)
        for text in texts:
            crc = compute_crc("actions", (text,), crc)
            lines += f"{text} {_format_crc(crc)}\n"
        row = replace(self, actions=lines)
        return replace(row, crc=row.compute_crc(previous_crc))

    def shorten(self, action_count: int, previous_crc: int) -> DealRow:
        """Return the row with its first ``action_count`` actions only."""
        lines = self.actions.split("\n")[: action_count + 1]
        return replace(self, actions="\n".join((*lines, ""))).with_actions((), previous_crc)

    def count_intact_actions(self, previous_crc: int) -> int | None:
        """Return how many of the first actions are as they were written.

        None if not even the pack is intact.
        """
        start, *lines = self.actions.split("\n")
        crc, count = self._compute_start_crc(previous_crc), 0
        if start != _format_crc(crc):
            return None
        for line in lines:
            text, _blank, crc_text = line.rpartition(" ")
            crc = compute_crc("actions", (text,), crc)
            if crc_text != _format_crc(crc):
                break
            count += 1
        return count

    def _compute_start_crc(self, previous_crc: int) -> int:
        return compute_crc("deals", (self.match, self.number, self.dealer, self.pack, self.extra), previous_crc)


def _format_crc(crc: int) -> str:
    return f"{crc:0{CRC_CHARACTERS}x}"


def _compute_header_crc(header: MatchHeader) -> int:
    return compute_crc("matches", msgspec.structs.astuple(header)[:6])


class MatchRows(msgspec.Struct, frozen=True):
    """All rows of a match except its notes. ``damage``: description of what was left out, empty if nothing."""

    header: MatchHeader
    deals: tuple[DealRow, ...]
    damage: str = ""


def build_deleted_message() -> str:
    """Return the message for a match that was deleted."""
    return _("This match was deleted in another window.")


def _raise_damage(match_id: object) -> NoReturn:
    text = _("The saved match {n} is damaged. Restart the program: it will set the damaged file aside.")
    raise StorageError(text.format(n=match_id))


# -- reading ---------------------------------------------------------------------------------------


def read_headers(db: sqlite3.Connection, *, is_unfinished_only: bool = False) -> tuple[MatchHeader, ...]:
    """Return the header rows, the latest first, unchecked. Raise sqlite3.Error.

    ``is_unfinished_only``: only those of matches that can be continued.
    """
    condition = "WHERE NOT finished " if is_unfinished_only else ""
    return tuple(MatchHeader(*row) for row in select_rows(db, "matches", condition + "ORDER BY moment DESC, id DESC"))


def read_header(db: sqlite3.Connection, match_id: int) -> MatchHeader:
    """Return the header row of a match. Raise StorageError if it is missing or damaged, or sqlite3.Error."""
    rows = select_rows(db, "matches", "WHERE id = ?", (match_id,))
    if not rows:
        raise StorageError(build_deleted_message())
    header = MatchHeader(*rows[0])
    if not header.is_intact:
        _raise_damage(match_id)
    return header


def read_deals(db: sqlite3.Connection, match_id: int) -> tuple[DealRow, ...]:
    """Return the deals of a match in the order of play, unchecked. Raise sqlite3.Error."""
    return tuple(DealRow(*row) for row in select_rows(db, "deals", "WHERE match = ? ORDER BY number", (match_id,)))


def read_rows(db: sqlite3.Connection, match_id: int) -> MatchRows:
    """Return the rows of a match, all intact. Raise StorageError if they are not, or sqlite3.Error."""
    with transaction(db, "BEGIN"):
        rows = MatchRows(read_header(db, match_id), read_deals(db, match_id))
    if find_intact_rows(rows.header, rows.deals).damage:
        _raise_damage(match_id)
    return rows


def read_notes(db: sqlite3.Connection, match_id: int) -> dict[str, Any]:
    """Return the notes of a match by key, without damaged ones. Raise sqlite3.Error."""
    rows = select_rows(db, "notes", "WHERE match = ? AND key != ?", (match_id, TALLY_NOTE_KEY))
    values = {key: decode_or_default(value, Any, None) for _match, key, value, _crc in filter(is_intact_note, rows)}
    return {key: value for key, value in values.items() if value is not None}


def is_intact_note(row: tuple[Any, ...]) -> bool:
    """Return whether a note is as it was written."""
    return is_intact("notes", row)


def find_intact_rows(header: MatchHeader, deals: Iterable[DealRow]) -> MatchRows:
    """Return the intact beginning of a match, with a header that fits it. Raise ValueError if none is."""
    if not header.has_intact_start:
        raise ValueError(_("its header is damaged"))
    crc, intact_deals, damage = header.header_crc, list[DealRow](), ""
    for deal in deals:
        number = len(intact_deals) + 1
        if deal.number == number and deal.crc == deal.compute_crc(crc):
            intact_deals.append(deal)
            crc = deal.crc
            continue
        count = deal.count_intact_actions(crc) if deal.number == number else None
        if count is not None:
            intact_deals.append(deal.shorten(count, crc))
            crc = intact_deals[-1].crc
        damage = _describe_lost_part(number, 0 if count is None else count + 1)
        break
    counts = (len(intact_deals), intact_deals[-1].action_count if intact_deals else 0)
    if not damage and not is_intact("matches", msgspec.structs.astuple(header)):
        is_complete = (header.deals, header.actions, header.running_crc) == (*counts, crc)
        damage = _describe_uncertain_end(*counts, is_complete)
    elif not damage and (header.deals, header.actions, header.running_crc) != (*counts, crc):
        damage = _describe_lost_part(*((counts[0], counts[1] + 1) if intact_deals else (1, 0)))
    whole_header = replace(header, deals=counts[0], actions=counts[1], running_crc=crc)
    return MatchRows(whole_header, tuple(intact_deals), damage)


def _describe_lost_part(deal: int, action: int) -> str:
    if not action:
        return _("deal {deal} and everything after it").format(deal=deal)
    return _("deal {deal}, action {action} and everything after it").format(deal=deal, action=action)


def _describe_uncertain_end(deals: int, actions: int, is_complete: bool) -> str:
    if is_complete:
        return _("only its date")
    return _("perhaps everything after deal {deal}, action {action}").format(deal=deals, action=actions)


def build_saved_match(rows: MatchRows, notes: dict[str, Any], idle_seconds: float) -> SavedMatch:
    """Return the match of intact rows, not yet replayed.

    Raise ValueError if the number of players is wrong, RecordError or another exception if a value is invalid.
    """
    header = msgspec.json.decode(rows.header.header, type=dict[str, Any])
    header["deals"] = [
        {
            **msgspec.json.decode(deal.extra, type=dict[str, Any]),
            "dealer": deal.dealer,
            "pack": deal.pack,
            "actions": deal.action_texts,
        }
        for deal in rows.deals
    ]
    # The size is not limited, so that any match played here can be read.
    record = build_record(header)
    player_kinds = msgspec.json.decode(rows.header.players, type=tuple[str, ...])
    if len(player_kinds) != len(record.names):
        raise ValueError(_("number of players: {n}").format(n=len(player_kinds)))
    return SavedMatch(
        id=rows.header.id, record=record, player_kinds=player_kinds, seed=int(rows.header.seed), notes=notes,
        idle_seconds=idle_seconds, is_given_up=rows.header.finished == STATUS_ABANDONED,
    )  # fmt: skip


# -- writing, within a transaction of the caller's ---------------------------------------------------


def make_header(
    record: Record, player_kinds: tuple[str, ...], seed: int, reading: ClockReading, seat_profiles: SeatProfiles = ()
) -> MatchHeader:
    """Return the header row of a new match, without an id and deals: the deals of ``record`` are ignored."""
    return MatchHeader(
        id=0,
        header=encode_record(replace(record, deals=())).decode(),
        players=msgspec.json.encode(player_kinds).decode(),
        profiles=msgspec.json.encode(seat_profiles).decode(),
        seed=str(seed),
        created=reading.system_time,
        header_crc=0,
        updated=reading.system_time,
        moment=reading.program_time,
        deals=0,
        actions=0,
        running_crc=0,
        finished=0,
    )


def insert_match(db: sqlite3.Connection, header: MatchHeader, record: Record, notes: Mapping[str, Any]) -> MatchHeader:
    """Insert a match with all of ``record``, under the next free id. Return its header row."""
    match_id = insert_row(db, "matches", (None, *msgspec.structs.astuple(header)[1:]))
    assert match_id is not None
    header = replace(header, id=match_id)
    header = replace(header, header_crc=_compute_header_crc(header))
    header = replace(header, running_crc=header.header_crc)
    for deal in record.deals:
        header = append_deal(db, header, deal)
    store_notes(db, match_id, notes)
    update_header(db, header)
    return header


def replace_start(header: MatchHeader, record: Record) -> MatchHeader:
    """Return the header row of a match without deals with the header of ``record``; it is not yet written."""
    header = replace(header, header=encode_record(replace(record, deals=())).decode())
    header = replace(header, header_crc=_compute_header_crc(header))
    return replace(header, running_crc=header.header_crc)


def append_deal(db: sqlite3.Connection, header: MatchHeader, deal: DealRecord) -> MatchHeader:
    """Insert the next deal with its actions. Return the header row, which is not yet written."""
    pack, extra = format_cards(deal.pack), msgspec.json.encode(deal.extra).decode()
    row = DealRow(header.id, header.deals + 1, deal.dealer, pack, extra, "", 0)
    row = row.with_actions(map(str, deal.actions), header.running_crc)
    insert_row(db, "deals", msgspec.structs.astuple(row))
    return replace(header, deals=row.number, actions=len(deal.actions), running_crc=row.crc)


def append_action(db: sqlite3.Connection, header: MatchHeader, text: str) -> MatchHeader:
    """Append the next action to the last deal. Return the header row, not yet written.

    Raise StorageError if the deal is damaged or has another number of actions than the header says.
    """
    rows = select_rows(
        db, "deals", "WHERE match = ? AND number >= ? ORDER BY number", (header.id, header.deals - 1)
    )  # fmt: skip
    deals = [DealRow(*row) for row in rows]
    previous_crc = deals[0].crc if header.deals > 1 else header.header_crc
    last_deal = deals[-1] if deals and deals[-1].number == header.deals else None
    if last_deal is None or not header.running_crc == last_deal.crc == last_deal.compute_crc(previous_crc):
        _raise_damage(header.id)
    if last_deal.action_count != header.actions:
        raise StorageError(build_locked_message())
    return _update_deal(db, header, last_deal.with_actions((text,), previous_crc))


def _update_deal(db: sqlite3.Connection, header: MatchHeader, deal: DealRow) -> MatchHeader:
    statement = "UPDATE deals SET actions = ?, crc = ? WHERE match = ? AND number = ?"
    db.execute(statement, (deal.actions, deal.crc, deal.match, deal.number))
    return replace(header, deals=deal.number, actions=deal.action_count, running_crc=deal.crc)


def truncate_match(db: sqlite3.Connection, header: MatchHeader, action_counts: tuple[int, ...]) -> MatchHeader:
    """Shorten the match to ``action_counts``, one for each deal. Return the header row, not yet written.

    Raise StorageError if the match has fewer deals or actions, or a deal before the last has another number.
    """
    deals = read_deals(db, header.id)
    if find_intact_rows(header.with_crc(), deals).damage:
        _raise_damage(header.id)
    counts = tuple(deal.action_count for deal in deals[: len(action_counts)])
    if counts[:-1] != action_counts[:-1] or (action_counts and (not counts or counts[-1] < action_counts[-1])):
        raise StorageError(build_locked_message())
    db.execute("DELETE FROM deals WHERE match = ? AND number > ?", (header.id, len(action_counts)))
    header = replace(header, deals=0, actions=0, running_crc=header.header_crc, finished=0)
    if action_counts:
        last = len(action_counts) - 1
        previous_crc = deals[last - 1].crc if last else header.header_crc
        header = _update_deal(db, header, deals[last].shorten(action_counts[-1], previous_crc))
    return header


def update_header(db: sqlite3.Connection, header: MatchHeader) -> None:
    """Write the header row of an existing match, with the number of its notes and new CRCs."""
    query = "SELECT count(*) FROM notes WHERE match = ? AND key != ?"
    header = replace(header, notes=db.execute(query, (header.id, TALLY_NOTE_KEY)).fetchone()[0])
    update_row(db, "matches", msgspec.structs.astuple(header.with_crc()))


def store_note(db: sqlite3.Connection, match_id: int, key: str, value: Any) -> None:
    """Write a note of a match, which replaces one with the same key."""
    insert_row(db, "notes", add_crc("notes", (match_id, key, msgspec.json.encode(value).decode())), "INSERT OR REPLACE")


def store_notes(db: sqlite3.Connection, match_id: int, notes: Mapping[str, Any]) -> None:
    """Write notes of a match, by key."""
    for key, value in notes.items():
        store_note(db, match_id, key, value)
