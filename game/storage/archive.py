"""Every match that is kept: listed, counted, taken out and put in.

What became of a match follows from its record. So that a thousand can be listed at once it is kept beside each match as
a note (`TALLY_NOTE_KEY`), with the digest of the match's last row: another tip, and the note says nothing. It is a
cache: what is missing or stale is counted anew (`Archive.update_tallies`), and nothing is lost with it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import count
from typing import Any, Final, TypeVar

import msgspec

from game.match.record import Record, RecordError, decode_record, encode_record, is_same_match
from game.match.tallies import MatchTally, tally_record
from game.storage.accuracies import StoredMatchAccuracies, read_all_accuracies
from game.storage.database import MatchDatabase, build_failure_message, select_rows
from game.storage.files import StorageError
from game.storage.match_rows import (
    STATUS_ABANDONED,
    STATUS_FINISHED,
    TALLY_NOTE_KEY,
    MatchHeader,
    build_saved_match,
    decode_or_default,
    describe_exception,
    insert_match,
    is_intact_note,
    make_display_text,
    make_display_texts,
    make_header,
    read_headers,
    read_rows,
    store_note,
)
from game.storage.profiles import SeatProfiles
from game.storage.program_clock import sanitize_timestamp
from game.storage.same_deal_index import find_matches_with_packs, find_unfinished_deals_with_packs
from game.storage.unfinished_matches import PAUSE_S, UnfinishedMatch
from game.text.gettext import _

replace = msgspec.structs.replace
T = TypeVar("T")
ASSISTED_FLAG: Final = "assisted"
SIDE_LINE_FLAG: Final = "side_line"
IMPORTED_FLAG: Final = "imported"
REVIEWED_FLAG: Final = "looked_at"
MATCH_FLAGS: Final = (ASSISTED_FLAG, SIDE_LINE_FLAG, IMPORTED_FLAG, REVIEWED_FLAG)
"""Notes that say of a match what it was: undone or helped, played on from another, brought in from a file, and then
gone through here, so that its cards are known."""
_ACTIONS_BETWEEN_PAUSES: Final = 16
"""After so many actions that are played through other threads get a turn,"""
_ROWS_BETWEEN_PAUSES: Final = 64
"""and after so many rows of a list: a millisecond or two of either."""


class MatchListEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A match as the list of all matches has it.

    ``begun`` and ``when``: its first and its last action. ``tally`` is None while it has not been counted yet;
    ``fault`` says why it cannot be read, empty if it can;
    ``open``: the match as the list of saved ones has it, None if nobody goes on with it.
    ``seat_profiles``: whose seats they are, empty for an imported match.
    """

    id: int
    game_id: str
    names: tuple[str, ...]
    player_kinds: tuple[str, ...]
    started_at: float
    updated_at: float
    tally: MatchTally | None = None
    error: str = ""
    unfinished_match: UnfinishedMatch | None = None
    flags: frozenset[str] = frozenset()
    seat_profiles: SeatProfiles = ()


class CachedTally(msgspec.Struct, frozen=True):
    """The note: the digest of the last row that was counted, and what it came to; ``fault`` where it cannot be read."""

    tip: str
    tally: MatchTally | None = None
    fault: str = ""


class _LenientHeader(msgspec.Struct, frozen=True):
    game: Any = ""
    seats: Any = None


_decode_cached_tally: Final = msgspec.json.Decoder(CachedTally).decode


class ArchivedMatch(msgspec.Struct, frozen=True):
    """A match taken out: the finished deals of it. ``players`` has a word for each seat; ``when`` it was played."""

    record: Record
    player_kinds: tuple[str, ...]
    played_at: float
    flags: frozenset[str] = frozenset()


class MatchInProgressError(StorageError):
    """A match that nobody may look at yet: its cards lie on a table here."""


class Archive:
    """The matches in the open file. Use it on one thread only. Every method raises StorageError as the journal's do.

    ``list_unfinished`` gives the matches that can be played on.
    """

    def __init__(self, database: MatchDatabase, list_unfinished: Callable[[], tuple[UnfinishedMatch, ...]]) -> None:
        self._database = database
        self._list_unfinished = list_unfinished
        self._uncounted_headers: list[MatchHeader] = []

    # -- listing

    def list_entries(self) -> tuple[MatchListEntry, ...]:
        """Every match, the latest first."""
        unfinished = {match.id: match for match in self._list_unfinished()}
        with self._database.translate_errors(_("The matches cannot be read")):
            tallies, flags = self._read_tallies_and_flags()
            headers = read_headers(self._database.connection)
        return tuple(
            _make_entry(header, tallies.get(header.id), flags.get(header.id, frozenset()), unfinished.get(header.id))
            for header in iterate_with_pauses(headers)
        )

    def _read_tallies_and_flags(self) -> tuple[dict[int, CachedTally], dict[int, frozenset[str]]]:
        tallies, flags = dict[int, CachedTally](), dict[int, frozenset[str]]()
        keys = (TALLY_NOTE_KEY, *MATCH_FLAGS)
        rows = select_rows(self._database.connection, "notes", f"WHERE key IN ({', '.join('?' * len(keys))})", keys)
        for match_id, key, value, _crc in iterate_with_pauses(filter(is_intact_note, rows)):
            if key == TALLY_NOTE_KEY:
                with suppress(msgspec.MsgspecError):
                    tallies[match_id] = _decode_cached_tally(value)
            elif value == "true":
                flags[match_id] = flags.get(match_id, frozenset()) | {key}
        return tallies, flags

    # -- counting

    def cache_tally(self, header: MatchHeader, record: Record) -> None:
        """Note what became of a match, within the transaction that changes it. A record that is faulty is left out."""
        with suppress(RecordError):
            store_note(
                self._database.connection,
                header.id,
                TALLY_NOTE_KEY,
                CachedTally(header.position, tally_record(record, make_periodic_pause())),
            )

    def update_tallies(self, seconds: float) -> tuple[int, int]:
        """Count matches that are over and have not been counted, for about so many seconds.

        Gives how many have been counted now, and how many are left.
        """
        deadline = time.monotonic() + seconds
        if not self._uncounted_headers:
            with self._database.translate_errors(_("The matches cannot be read")):
                tallies, _flags = self._read_tallies_and_flags()
                headers = read_headers(self._database.connection)
            self._uncounted_headers = [
                header for header in headers if header.finished and not _is_current(tallies.get(header.id), header)
            ]
        new_tallies = dict[int, CachedTally]()
        while self._uncounted_headers and (not new_tallies or time.monotonic() < deadline):
            header = self._uncounted_headers.pop(0)
            new_tallies[header.id] = self._tally_match(header)
        if new_tallies:
            self._store_tallies(new_tallies)
        return len(new_tallies), len(self._uncounted_headers)

    def _tally_match(self, header: MatchHeader) -> CachedTally:
        position = header.position
        try:
            record = build_saved_match(read_rows(self._database.connection, header.id), {}, 0.0).record
            return CachedTally(position, tally_record(record, make_periodic_pause()))
        except Exception as error:
            # Whatever is wrong with one match, the others are counted.
            return CachedTally(position, fault=describe_exception(error))

    def _store_tallies(self, tallies: Mapping[int, CachedTally]) -> None:
        """Note it, of those matches that are still there."""
        with self._database.write_transaction(_("The match cannot be saved")):
            for match_id, tally in tallies.items():
                if self._database.connection.execute("SELECT 1 FROM matches WHERE id = ?", (match_id,)).fetchone():
                    store_note(self._database.connection, match_id, TALLY_NOTE_KEY, tally)

    def has_played(self, profile_id: str) -> bool:
        """Return whether this person sits in any match that is kept."""
        return any(profile_id in entry.seat_profiles for entry in self.list_entries())

    def list_accuracies(self) -> tuple[StoredMatchAccuracies, ...]:
        """Return what analyses have found of the players of all matches, the oldest match first."""
        with self._database.translate_errors(_("The analyses cannot be read")):
            return read_all_accuracies(self._database.connection)

    # -- out and in

    def load_match(self, match_id: int) -> ArchivedMatch:
        """The match without the deal that is being played. StorageError if it is damaged or no longer there.

        `MatchInProgressError` if its cards lie on a table here, in another match: whoever sits there would see them.
        """
        match = self._read_match(match_id)
        self.ensure_finished(match.record)
        return match

    def ensure_finished(self, record: Record) -> None:
        """`MatchInProgressError` if a deal of this record is open in a match here; who plays a side line knows its
        cards."""
        with self._database.translate_errors(_("The match cannot be read")):
            deals_with_same_packs = set(find_unfinished_deals_with_packs(self._database.connection, record))
            finished_deals = (
                {summary.id: summary.finished_deals for summary in self._list_unfinished()}
                if deals_with_same_packs
                else {}
            )
            side_lines = {match for match, _deal in deals_with_same_packs if SIDE_LINE_FLAG in self._read_flags(match)}
        if any(
            match not in side_lines and deal > finished_deals.get(match, deal) for match, deal in deals_with_same_packs
        ):
            raise MatchInProgressError(
                _("A deal with the cards of this match is still being played here: finish it first.")
            )

    def _read_flags(self, match_id: int) -> frozenset[str]:
        """What is marked on a match."""
        condition = f"WHERE match = ? AND key IN ({', '.join('?' * len(MATCH_FLAGS))})"
        rows = select_rows(self._database.connection, "notes", condition, (match_id, *MATCH_FLAGS))
        return frozenset(key for _match, key, value, _crc in filter(is_intact_note, rows) if value == "true")

    def _read_match(self, match_id: int) -> ArchivedMatch:
        with self._database.translate_errors(_("The match cannot be read")):
            flags = self._read_flags(match_id)
            rows = read_rows(self._database.connection, match_id)
        try:
            saved_match = build_saved_match(rows, {}, 0.0)
            record = saved_match.exportable_record
        except Exception as error:
            raise StorageError(
                build_failure_message(_("The match {n} is damaged").format(n=match_id), describe_exception(error))
            ) from error
        return ArchivedMatch(record, saved_match.player_kinds, sanitize_timestamp(rows.header.updated), flags)

    def has_match(self, record: Record) -> bool:
        """Whether this very match is kept already."""
        return any(is_same_match(record, match.record) for _number, match in self.find_matches_with_same_packs(record))

    def find_matches_with_same_packs(self, record: Record) -> Iterator[tuple[int, ArchivedMatch]]:
        """Yield the matches that have a pack of this record, by number; damaged ones are left out.

        For comparisons, which show scores and no cards: a match is not refused here if another is being played with
        its cards.
        """
        with self._database.translate_errors(_("The matches cannot be read")):
            match_ids = find_matches_with_packs(self._database.connection, record)
        for match_id in match_ids:
            try:
                match = self._read_match(match_id)
            except StorageError:
                continue
            yield match_id, match

    def import_match(self, match: ArchivedMatch) -> int:
        """Keep a match that came from elsewhere, and with which nobody goes on. Gives its number. RecordError.

        What is stored has been written and read back first, so that it can be read later.
        """
        match = replace(match, record=decode_record(encode_record(match.record)))
        tally = tally_record(match.record, make_periodic_pause())
        with self._database.write_transaction(_("The match cannot be saved")) as reading:
            new_header = make_header(match.record, match.player_kinds, 0, replace(reading, system_time=match.played_at))
            new_header = replace(new_header, finished=STATUS_FINISHED if tally.over else STATUS_ABANDONED)
            notes = dict.fromkeys(sorted(match.flags), True)
            header = insert_match(self._database.connection, new_header, match.record, notes)
            store_note(self._database.connection, header.id, TALLY_NOTE_KEY, CachedTally(header.position, tally))
        return header.id


def make_periodic_pause(interval: int = _ACTIONS_BETWEEN_PAUSES) -> Callable[[], None]:
    """Called after every action: now and then it lets other threads have their turn, so that no frame is missed."""
    counter = count(1)

    def pause() -> None:
        if next(counter) % interval == 0:
            time.sleep(PAUSE_S)

    return pause


def iterate_with_pauses(rows: Iterable[T]) -> Iterator[T]:
    """The rows, with a `make_periodic_pause` between them."""
    pause = make_periodic_pause(_ROWS_BETWEEN_PAUSES)
    for row in rows:
        yield row
        pause()


def _is_current(cached_tally: CachedTally | None, header: MatchHeader) -> bool:
    """Whether the note is about the match as it stands."""
    return cached_tally is not None and cached_tally.tip == header.position


def _make_entry(
    header: MatchHeader,
    cached_tally: CachedTally | None,
    flags: frozenset[str],
    unfinished_match: UnfinishedMatch | None,
) -> MatchListEntry:
    decoded_header = decode_or_default(header.header, _LenientHeader, _LenientHeader())
    current_tally = cached_tally if cached_tally is not None and _is_current(cached_tally, header) else CachedTally("")
    return MatchListEntry(
        id=header.id,
        game_id=make_display_text(decoded_header.game),
        names=make_display_texts(decoded_header.seats),
        player_kinds=make_display_texts(decode_or_default(header.players, list[Any], [])),
        started_at=sanitize_timestamp(header.created),
        updated_at=sanitize_timestamp(header.updated),
        tally=current_tally.tally,
        error=current_tally.fault if unfinished_match is None else unfinished_match.error,
        unfinished_match=unfinished_match,
        flags=flags,
        seat_profiles=decode_or_default(header.profiles, SeatProfiles, ()),
    )
