"""Archive of all stored matches: list, tallies, export and import.

The tally of a match follows from its record. It is cached in a note (`TALLY_NOTE_KEY`) with the position at which it
was counted, so that a thousand matches can be listed at once. `Archive.update_tallies` counts matches whose tally is
missing or stale.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Final

import msgspec

from game.core.cards import format_cards
from game.match.accuracies import MatchAccuracies
from game.match.archived_match import MATCH_FLAGS, SIDE_LINE_FLAG, ArchivedMatch
from game.match.pauses import iterate_with_pauses, make_periodic_pause
from game.match.record import Record, decode_record, encode_record, is_same_match
from game.match.tallies import MatchTally, tally_record
from game.storage import match_rows
from game.storage.database import MatchDatabase
from game.storage.files import StorageError
from game.storage.match_rows import ANALYSIS_NOTE_KEY, STATUS_FINISHED, STATUS_GIVEN_UP, TALLY_NOTE_KEY, MatchHeader
from game.storage.profiles import SeatProfiles
from game.storage.program_clock import sanitize_timestamp
from game.storage.tables import decode_or_default
from game.storage.unfinished_matches import UnfinishedMatch
from game.text.file_errors import build_failure_message, describe_exception
from game.text.gettext import _

replace = msgspec.structs.replace
MAX_MATCHES_WITH_SAME_PACKS: Final = 100


class MatchListEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A match in the list of all matches.

    ``tally``: None before it was counted; ``error``: why it cannot be read, empty if it can; ``unfinished_match``:
    None if it cannot be continued; ``seat_profiles``: the profile at each seat, () for an imported match;
    ``is_networked``: whether it was played over the network.
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
    is_networked: bool = False


class StoredMatchAccuracies(msgspec.Struct, frozen=True):
    """The figures of a match, and what a list or a chart shows of the match."""

    match_id: int
    game_id: str
    names: tuple[str, ...]
    played_at: float
    accuracies: MatchAccuracies


class CachedTally(msgspec.Struct, frozen=True):
    """The note with a tally: the `MatchHeader.position` that was counted, and the tally or the ``fault``."""

    tip: str
    tally: MatchTally | None = None
    fault: str = ""


class MatchInProgressError(StorageError):
    """A refusal to show a match whose cards are being played here."""


class Archive:
    """The matches in the open file, for use on one thread. Its methods raise StorageError.

    ``list_unfinished`` returns the matches that can be continued.
    """

    def __init__(self, database: MatchDatabase, list_unfinished: Callable[[], tuple[UnfinishedMatch, ...]]) -> None:
        self._database = database
        self._list_unfinished = list_unfinished
        self._uncounted_headers: list[MatchHeader] = []

    @property
    def has_file(self) -> bool:
        """Whether the matches are on the disk, not only in memory."""
        return self._database.path is not None

    # -- listing

    def list_entries(self) -> tuple[MatchListEntry, ...]:
        """Return all matches, the latest first. Raise StorageError if they cannot be read."""
        unfinished = {match.id: match for match in self._list_unfinished()}
        with self._database.translate_errors(_("Could not read the matches")):
            notes = match_rows.read_note_texts(self._database.connection, TALLY_NOTE_KEY, *MATCH_FLAGS)
            headers = match_rows.read_headers(self._database.connection)
        return tuple(
            _make_entry(header, notes.get(header.id, {}), unfinished.get(header.id))
            for header in iterate_with_pauses(headers)
        )

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
            with self._database.translate_errors(_("Could not read the matches")):
                notes = match_rows.read_note_texts(self._database.connection, TALLY_NOTE_KEY)
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
            record = match_rows.build_saved_match(rows, {}, 0.0).record
            return CachedTally(position, tally_record(record, make_periodic_pause()))
        except Exception as error:
            # A fault in one match must not stop the counting of the others.
            return CachedTally(position, fault=describe_exception(error))

    def _store_tallies(self, tallies: Mapping[int, CachedTally]) -> None:
        with self._database.write_transaction(_("Could not save the match")):
            for match_id, tally in tallies.items():
                if self._database.connection.execute("SELECT 1 FROM matches WHERE id = ?", (match_id,)).fetchone():
                    match_rows.store_tally(self._database.connection, match_id, tally)

    def has_played(self, profile_id: str) -> bool:
        """Return whether this person has a seat in any stored match. Raise StorageError."""
        return any(profile_id in entry.seat_profiles for entry in self.list_entries())

    def list_accuracies(self) -> tuple[StoredMatchAccuracies, ...]:
        """Return the accuracies in the analyses of all matches, the oldest match first.

        Damaged ones are left out. Raise StorageError if the file cannot be read.
        """
        with self._database.translate_errors(_("Could not read the analyses")):
            notes = match_rows.read_note_texts(self._database.connection, ANALYSIS_NOTE_KEY)
            headers = match_rows.read_headers(self._database.connection)
        stored = list[StoredMatchAccuracies]()
        for header in sorted(headers, key=lambda each: (each.updated, each.id)):
            accuracies = decode_or_default(notes.get(header.id, {}).get(ANALYSIS_NOTE_KEY, ""), MatchAccuracies, None)
            if accuracies is not None:
                labels = header.texts.labels
                stored.append(
                    StoredMatchAccuracies(header.id, labels.game_id, labels.names, header.updated, accuracies)
                )
        return tuple(stored)

    # -- export and import

    def load_match(self, match_id: int) -> ArchivedMatch:
        """Return the match without a deal in progress. Raise StorageError if it is damaged or deleted.

        Raise `MatchInProgressError`, a StorageError, if its cards are being played here in another match, whose players
        would see them.
        """
        match = self._read_match(match_id)
        self.ensure_finished(match.record)
        return match

    def ensure_finished(self, record: Record) -> None:
        """Raise `MatchInProgressError` if a deal of this record is in progress in a match here.

        Side lines (matches continued from another) do not count. Raise StorageError if the file cannot be read.
        """
        query = (
            "SELECT d.match, d.number FROM matches m CROSS JOIN deals d ON d.match = m.id WHERE NOT m.finished"
            " AND d.pack IN ({packs})"
        )
        with self._database.translate_errors(_("Could not read the match")):
            deals = self._find_same_packs(record, query)
            finished_deals = {match.id: match.finished_deals for match in self._list_unfinished()} if deals else {}
            side_lines = {match for match, _deal in deals if SIDE_LINE_FLAG in self._read_flags(match)}
        if any(match not in side_lines and deal > finished_deals.get(match, deal) for match, deal in deals):
            raise MatchInProgressError(_("A deal with these cards is still in progress here. Finish it first."))

    def _find_same_packs(self, record: Record, query: str) -> list[tuple[int, ...]]:
        """Return the rows of a query for the packs of a record; ``{packs}`` is their place in it."""
        packs = tuple({format_cards(deal.pack) for deal in record.deals})
        return self._database.connection.execute(query.format(packs=", ".join("?" * len(packs))), packs).fetchall()

    def _read_flags(self, match_id: int) -> frozenset[str]:
        return _find_flags(
            match_rows.read_note_texts(self._database.connection, *MATCH_FLAGS, match_id=match_id).get(match_id, {})
        )

    def _read_match(self, match_id: int) -> ArchivedMatch:
        with self._database.translate_errors(_("Could not read the match")):
            flags = self._read_flags(match_id)
            rows = match_rows.read_rows(self._database.connection, match_id)
        try:
            saved_match = match_rows.build_saved_match(rows, {}, 0.0)
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
        query = (
            "SELECT DISTINCT match FROM deals WHERE pack IN ({packs})"
            f" ORDER BY match LIMIT {MAX_MATCHES_WITH_SAME_PACKS}"
        )
        with self._database.translate_errors(_("Could not read the matches")):
            match_ids = self._find_same_packs(record, query)
        for (match_id,) in match_ids:
            with suppress(StorageError):
                yield match_id, self._read_match(match_id)

    def import_match(self, match: ArchivedMatch, seat_profiles: SeatProfiles = ()) -> int:
        """Store a finished match from elsewhere and return its id. Raise RecordError if it is invalid.

        It is encoded and decoded first, so that it can be read later. ``seat_profiles``: of the people who played it at
        this machine. Raise StorageError if it cannot be saved.
        """
        match = replace(match, record=decode_record(encode_record(match.record)))
        tally = tally_record(match.record, make_periodic_pause())
        with self._database.write_transaction(_("Could not save the match")) as reading:
            time_of_play = replace(reading, system_time=match.played_at)
            new_header = match_rows.make_header(match.record, match.player_kinds, 0, time_of_play, seat_profiles)
            new_header = replace(new_header, finished=STATUS_FINISHED if tally.over else STATUS_GIVEN_UP)
            notes = dict.fromkeys(sorted(match.flags), True)
            header = match_rows.insert_match(self._database.connection, new_header, match.record, notes)
            match_rows.store_tally(self._database.connection, header.id, CachedTally(header.position, tally))
        return header.id


def _find_tally(header: MatchHeader, notes: Mapping[str, str]) -> CachedTally | None:
    """Return the tally of all that has been played, by the notes of a match; None if there is none."""
    tally: CachedTally | None = decode_or_default(notes.get(TALLY_NOTE_KEY, ""), CachedTally, None)
    return tally if tally is not None and tally.tip == header.position else None


def _find_flags(notes: Mapping[str, str]) -> frozenset[str]:
    return frozenset(key for key in MATCH_FLAGS if notes.get(key) == "true")


def _make_entry(
    header: MatchHeader, notes: Mapping[str, str], unfinished_match: UnfinishedMatch | None
) -> MatchListEntry:
    texts, tally = header.texts, _find_tally(header, notes) or CachedTally("")
    labels = texts.labels
    return MatchListEntry(
        id=header.id,
        game_id=labels.game_id,
        names=labels.names,
        player_kinds=texts.players,
        started_at=sanitize_timestamp(texts.created),
        updated_at=sanitize_timestamp(header.updated),
        tally=tally.tally,
        error=tally.fault if unfinished_match is None else unfinished_match.error,
        unfinished_match=unfinished_match,
        flags=_find_flags(notes),
        seat_profiles=texts.profiles,
        is_networked=labels.is_networked,
    )
