"""Archive of all stored matches: list, tallies, export and import.

The tally of a match follows from its record. It is cached in a note (`TALLY_NOTE_KEY`) with the position at which it
was counted, so that a thousand matches can be listed at once. `Archive.update_tallies` counts matches whose tally is
missing or stale.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, Final

import msgspec

from game.core.cards import format_cards
from game.match.accuracies import MatchAccuracies
from game.match.archived_match import MATCH_FLAGS, SIDE_LINE_FLAG, ArchivedMatch
from game.match.observation import Observation, observe
from game.match.pauses import iterate_with_pauses, make_periodic_pause
from game.match.record import Record, decode_record, encode_record, is_same_match
from game.match.setup import PERSON_KIND
from game.match.tallies import MatchTally, tally_record
from game.storage import match_rows
from game.storage.database import MatchDatabase
from game.storage.files import StorageError
from game.storage.locks import MatchClaims
from game.storage.match_rows import CachedTally, MatchHeader
from game.storage.profiles import SeatProfiles
from game.storage.tables import sanitize_timestamp
from game.text.file_errors import build_failure_message, describe_exception
from game.text.gettext import _

replace = msgspec.structs.replace
MAX_MATCHES_WITH_SAME_PACKS: Final = 100


LISTED_NOTE_KEYS: Final = (match_rows.TALLY_NOTE_KEY, match_rows.DAILY_NOTE_KEY, *MATCH_FLAGS)


class MatchListEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A match in the list of all matches.

    ``tally``: None before it was counted; ``error``: why it cannot be read, empty if it can, and then ``game_id``,
    ``names`` and ``player_kinds`` are what can still be read; ``seat_profiles``: the profile at each seat, () for an
    imported match; ``is_networked``: whether it was played over the network; ``is_daily``: whether it began with
    a daily deal.

    The other values are known of a match that can be continued. ``penalty_minutes``: the penalty for leaving it;
    ``observation``: what the only person of the match may know of it; that of a spectator if there are several or none.
    """

    id: int
    game_id: str
    names: tuple[str, ...]
    player_kinds: tuple[str, ...]
    started_at: float
    updated_at: float
    tally: MatchTally | None = None
    error: str = ""
    flags: frozenset[str] = frozenset()
    seat_profiles: SeatProfiles = ()
    is_networked: bool = False
    is_daily: bool = False
    is_unfinished: bool = False
    finished_deals: int = 0
    is_open_elsewhere: bool = False
    is_left_by_all: bool = False
    penalty_minutes: int = 0
    totals: tuple[int, ...] = ()
    observation: Observation | None = None


class MatchInProgressError(StorageError):
    """A refusal to show a match whose cards are being played here."""


class Archive:
    """The matches in the open file, for use on one thread. Its methods raise StorageError.

    ``has_file``: whether the matches are on the disk, not only in memory.
    """

    def __init__(self, database: MatchDatabase, claims: MatchClaims) -> None:
        self._database = database
        self._claims = claims
        self._unfinished: dict[MatchHeader, MatchListEntry] = {}
        self._uncounted_headers: list[MatchHeader] = []
        self.has_file = database.path is not None

    # -- listing

    def list_entries(self) -> tuple[MatchListEntry, ...]:
        """Return all matches, the latest first. Raise StorageError if they cannot be read."""
        unfinished = {entry.id: entry for entry in self.list_unfinished_matches()}
        with self._database.translate_errors(_("Couldn't read the matches")):
            notes = match_rows.read_notes(self._database.connection, "key", *LISTED_NOTE_KEYS)
            headers = match_rows.read_headers(self._database.connection)
        return tuple(
            _add_notes(unfinished.get(header.id) or _make_entry(header), header, notes.get(header.id, {}))
            for header in iterate_with_pauses(headers)
        )

    def list_unfinished_matches(self) -> tuple[MatchListEntry, ...]:
        """Return the matches that can be continued, and damaged ones with their error, the latest first.

        They come without tallies and flags. Each is replayed once, and again when it changes. Raise StorageError if the
        file cannot be read.
        """
        with self._database.translate_errors(_("Couldn't read the saved matches")):
            known, headers = self._unfinished, match_rows.read_headers(self._database.connection, "WHERE NOT finished")
            self._unfinished = {header: known.get(header) or self._summarize_match(header) for header in headers}
            return tuple(
                replace(entry, is_open_elsewhere=self._claims.is_claimed_elsewhere(entry.id))
                for entry in self._unfinished.values()
            )

    def _summarize_match(self, header: MatchHeader) -> MatchListEntry:
        """Return what a list shows of a match that can be continued, or why it cannot. Raise sqlite3.Error."""
        entry = _make_entry(header)
        try:
            rows = match_rows.read_rows(self._database.connection, header.id)
            match = match_rows.build_saved_match(rows).record.replay(make_periodic_pause())
        except sqlite3.Error:
            raise
        except Exception as error:
            # A fault in one match must not hide the others.
            return replace(entry, error=describe_exception(error))
        notes = match_rows.read_notes(self._database.connection, "match", header.id).get(header.id, {})
        human_seats = {seat for seat, kind in enumerate(entry.player_kinds) if kind == PERSON_KIND}
        return replace(
            entry, finished_deals=len(match.results), penalty_minutes=match.options.penalty_minutes,
            is_daily=match_rows.DAILY_NOTE_KEY in notes,
            is_left_by_all=bool(human_seats) and human_seats <= set(match.departed_seats),
            totals=match.standing.totals,
            observation=observe(match, next(iter(human_seats)) if len(human_seats) == 1 else None),
        )  # fmt: skip

    def read_accuracies(self) -> dict[int, MatchAccuracies]:
        """Return the accuracies in the analyses of all matches, by the id of the match, without damaged ones.

        Raise StorageError if the file cannot be read.
        """
        with self._database.translate_errors(_("Couldn't read the analyses")):
            notes = match_rows.read_notes(self._database.connection, "key", match_rows.ANALYSIS_NOTE_KEY)
        return {match_id: values[match_rows.ANALYSIS_NOTE_KEY] for match_id, values in notes.items()}

    # -- counting

    def cache_tally(self, header: MatchHeader) -> None:
        """Store the tally of a match in the open transaction."""
        match_rows.store_tally(self._database.connection, header.id, self._tally_match(header))

    def update_tallies(self, seconds: float) -> tuple[int, int]:
        """Count matches without a current tally for about ``seconds``, at least one, also those that go on.

        Return the numbers of matches counted and left. Raise StorageError.
        """
        deadline = time.monotonic() + seconds
        if not self._uncounted_headers:
            with self._database.translate_errors(_("Couldn't read the matches")):
                notes = match_rows.read_notes(self._database.connection, "key", match_rows.TALLY_NOTE_KEY)
                headers = match_rows.read_headers(self._database.connection)
            uncounted = [header for header in headers if _find_tally(header, notes.get(header.id, {})) is None]
            self._uncounted_headers = uncounted
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
            rows = match_rows.read_rows_of(self._database.connection, header)
            record = match_rows.build_saved_match(rows).record
            return CachedTally(position, tally_record(record, make_periodic_pause()))
        except Exception as error:
            # A fault in one match must not stop the counting of the others.
            return CachedTally(position, fault=describe_exception(error))

    def _store_tallies(self, tallies: Mapping[int, CachedTally]) -> None:
        with self._database.write_transaction(_("Couldn't save the match")):
            for match_id, tally in tallies.items():
                if self._database.connection.execute("SELECT 1 FROM matches WHERE id = ?", (match_id,)).fetchone():
                    match_rows.store_tally(self._database.connection, match_id, tally)

    # -- export and import

    def load_match(self, match_id: int) -> ArchivedMatch:
        """Return the match without a deal in progress. Raise StorageError if it is damaged or deleted.

        Raise `MatchInProgressError`, a StorageError, if its cards are being played here in another match, whose players
        would see them.
        """
        match = self._read_match(match_id)
        self.ensure_finished(match.record)
        return match

    def load_note(self, match_id: int, key: str) -> Any:
        """Return a note of a match, None if it is missing or damaged. Raise StorageError."""
        with self._database.translate_errors(_("Couldn't read the match")):
            return match_rows.read_notes(self._database.connection, "match", match_id).get(match_id, {}).get(key)

    def ensure_finished(self, record: Record) -> None:
        """Raise `MatchInProgressError` if a deal of this record is in progress in a match here.

        Side lines (matches continued from another) do not count. Raise StorageError if the file cannot be read.
        """
        with self._database.translate_errors(_("Couldn't read the match")):
            deals = self._find_same_packs(record)
            unfinished = self.list_unfinished_matches() if deals else ()
            finished_deals = {match.id: match.finished_deals for match in unfinished}
            is_in_progress = any(
                deal > finished_deals.get(match_id, deal) and SIDE_LINE_FLAG not in self._read_flags(match_id)
                for match_id, deal in deals
            )
        if is_in_progress:
            raise MatchInProgressError(_("A deal with these cards is still in progress here. Finish it first."))

    def _find_same_packs(self, record: Record) -> list[tuple[int, int]]:
        """Return the match and the number of each stored deal with a pack of this record, in this order."""
        packs = tuple({format_cards(deal.pack) for deal in record.deals})
        query = f"SELECT match, number FROM deals WHERE pack IN ({', '.join('?' * len(packs))}) ORDER BY match, number"
        return self._database.connection.execute(query, packs).fetchall()

    def _read_flags(self, match_id: int) -> frozenset[str]:
        return _find_flags(match_rows.read_notes(self._database.connection, "match", match_id).get(match_id, {}))

    def _read_match(self, match_id: int) -> ArchivedMatch:
        with self._database.translate_errors(_("Couldn't read the match")):
            flags = self._read_flags(match_id)
            rows = match_rows.read_rows(self._database.connection, match_id)
        try:
            saved_match = match_rows.build_saved_match(rows)
            record = saved_match.exportable_record
        except Exception as error:
            failure = _("Match {n} is damaged").format(n=match_id)
            raise StorageError(build_failure_message(failure, describe_exception(error))) from error
        return ArchivedMatch(record, saved_match.player_kinds, sanitize_timestamp(rows.header.updated), flags)

    def has_match(self, record: Record) -> bool:
        """Return whether this match is stored already. Raise StorageError if the file cannot be read."""
        return any(is_same_match(record, match.record) for _number, match in self.find_matches_with_same_packs(record))

    def find_matches_with_same_packs(self, record: Record) -> Iterator[tuple[int, ArchivedMatch]]:
        """Yield the id and the match of each stored match that shares a pack with this record.

        They come in the order of their ids, at most `MAX_MATCHES_WITH_SAME_PACKS`. Damaged ones are left out. For
        comparisons, which show scores and no cards, so matches in progress are included. Raise StorageError if the file
        cannot be read.
        """
        with self._database.translate_errors(_("Couldn't read the matches")):
            match_ids = dict.fromkeys(match_id for match_id, _deal in self._find_same_packs(record))
        for match_id in [*match_ids][:MAX_MATCHES_WITH_SAME_PACKS]:
            with suppress(StorageError):
                yield match_id, self._read_match(match_id)

    def import_match(self, match: ArchivedMatch, seat_profiles: SeatProfiles = ()) -> int:
        """Store a finished match from elsewhere and return its id. Raise RecordError if it is invalid.

        It is encoded and decoded first, so that it can be read later. ``seat_profiles``: of the people who played it at
        this machine. Raise StorageError if it cannot be saved.
        """
        match = replace(match, record=decode_record(encode_record(match.record)))
        tally = tally_record(match.record, make_periodic_pause())
        with self._database.write_transaction(_("Couldn't save the match")) as reading:
            time_of_play = replace(reading, system_time=match.played_at)
            new_header = match_rows.make_header(match.record, match.player_kinds, 0, time_of_play, seat_profiles)
            new_header = replace(
                new_header, finished=match_rows.STATUS_FINISHED if tally.over else match_rows.STATUS_GIVEN_UP
            )
            notes = dict.fromkeys(sorted(match.flags), True)
            header = match_rows.insert_match(self._database.connection, new_header, match.record, notes)
            match_rows.store_tally(self._database.connection, header.id, CachedTally(header.position, tally))
        return header.id


def _find_tally(header: MatchHeader, notes: Mapping[str, Any]) -> CachedTally | None:
    """Return the tally of all that has been played, by the notes of a match; None if there is none."""
    tally: CachedTally | None = notes.get(match_rows.TALLY_NOTE_KEY)
    return tally if tally is not None and tally.tip == header.position else None


def _find_flags(notes: Mapping[str, Any]) -> frozenset[str]:
    return frozenset(key for key in MATCH_FLAGS if notes.get(key) is True)


def _make_entry(header: MatchHeader) -> MatchListEntry:
    texts, labels = header.texts, header.texts.labels
    return MatchListEntry(
        id=header.id, game_id=labels.game_id, names=labels.names, player_kinds=texts.players,
        started_at=sanitize_timestamp(texts.created), updated_at=sanitize_timestamp(header.updated),
        seat_profiles=texts.profiles, is_networked=labels.is_networked, is_unfinished=not header.finished,
    )  # fmt: skip


def _add_notes(entry: MatchListEntry, header: MatchHeader, notes: Mapping[str, Any]) -> MatchListEntry:
    tally = _find_tally(header, notes) or CachedTally("")
    error = entry.error if entry.is_unfinished else tally.fault
    return replace(
        entry, tally=tally.tally, error=error, flags=_find_flags(notes), is_daily=match_rows.DAILY_NOTE_KEY in notes
    )
