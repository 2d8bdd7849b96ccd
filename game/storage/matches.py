"""Repository of matches: each accepted action is a transaction, on the disk before the call returns.

`game.storage.thread.StorageThread` runs it on the storage thread. Deals and actions are counted from 1.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final

import msgspec

from game.core.actions import Action
from game.match.accuracies import MatchAccuracies
from game.match.pauses import make_periodic_pause
from game.match.record import DealRecord, Record
from game.match.table_discipline import ActivePenalty, MatchEnding
from game.storage import match_rows
from game.storage.archive import Archive
from game.storage.database import ProgramClock
from game.storage.database_opening import open_database
from game.storage.files import Clock, Folders, StorageError, StorageNotice
from game.storage.locks import MatchClaims
from game.storage.match_rows import MatchHeader, SavedMatch
from game.storage.profiles import ProfileRepository, SeatProfiles, make_profile_id
from game.storage.tables import ClockReading, sanitize_timestamp
from game.text.file_errors import build_deleted_message, build_failure_message, build_locked_message, describe_exception
from game.text.gettext import _

FILE_NAME: Final = "matches.db"
NO_NOTES: Final[Mapping[str, Any]] = {}
replace = msgspec.structs.replace


class _MatchChange(msgspec.Struct):
    """The header row of a match that is being changed, and the time of the change."""

    header: MatchHeader
    reading: ClockReading


def read_no_clock() -> float:
    """Return 0: a monotonic clock that does not run."""
    return 0.0


class MatchRepository(ProfileRepository):
    """The stored matches and profiles of one user, for use on one thread.

    Every method raises StorageError if the disk or another window prevents the call; nothing of it is written then,
    and it may be repeated. ``has_file``: False if the matches are in memory and end with the program;
    ``has_unsaved_matches``: whether there are such matches.
    """

    def __init__(
        self, folders: Folders, system_clock: Clock, monotonic_clock: Clock = read_no_clock,
        make_id: Callable[[], str] = make_profile_id, *, has_file: bool = True,
    ) -> None:  # fmt: skip
        """Open the file, if there is to be one. Raise StorageError if that fails.

        ``notices``: messages about files that were set aside; ``monotonic_clock``: a clock that nobody can set;
        ``make_id``: makes the ids of new profiles.
        """
        self.folders = folders
        self._claimed_identities: dict[int, tuple[float, str]] = {}
        self.has_file, self.has_unsaved_matches = has_file, False
        self._claims = self._claim_window() if has_file else MatchClaims(None)
        path, clock = folders.data / FILE_NAME if has_file else None, ProgramClock(system_clock, monotonic_clock)
        try:
            database, notice = open_database(path, self._claims, clock)
        except BaseException:
            self._claims.release_all()
            raise
        super().__init__(database, make_id)
        self.archive = Archive(database, self._claims)
        self.notices: tuple[StorageNotice, ...] = () if notice is None else (notice,)

    def _claim_window(self) -> MatchClaims:
        self.folders.prepare()
        claims = MatchClaims(self.folders.data / "locks")
        if not claims.has_other_windows():
            self.folders.remove_leftovers()
        return claims

    @property
    def database(self) -> sqlite3.Connection:
        """The connection to the open file; writes with it are not checked."""
        return self._database.connection

    def close(self) -> None:
        """Store the time, from which turn clocks continue; release all claims and close the file."""
        try:
            with suppress(StorageError), self._database.write_transaction(""):
                pass
            self._database.close()
        finally:
            self._claims.release_all()

    # -- writing a match

    def create_match(self, record: Record, player_kinds: tuple[str, ...], seed: int, notes: dict[str, Any]) -> int:
        """Store a new match with all of ``record``, and claim it for this window. Return its id.

        The profiles at the seats are stored with it; a person without a profile gets one. Raise StorageError if that
        fails.
        """
        match_id = None
        try:
            with self._database.write_transaction(_("Couldn't save the match")) as reading:
                seat_profiles = self.assign_seats(record.names, player_kinds, reading)
                new_header = match_rows.make_header(record, player_kinds, seed, reading, seat_profiles)
                header = match_rows.insert_match(self.database, new_header, record, notes)
                match_id = header.id
                if not self._claims.claim(match_id):
                    raise StorageError(build_locked_message())
        except StorageError:
            # The transaction was rolled back, so the next match of any window gets the id.
            if match_id is not None:
                self._claims.release(match_id)
            raise
        self._claimed_identities[match_id] = header.texts.identity
        self.has_unsaved_matches = not self.has_file
        return match_id

    def add_deal(self, match_id: int, number: int, deal: DealRecord) -> None:
        """Store deal ``number``, from 1, with its actions. Raise StorageError if it is not the next one."""
        with self._change_match(match_id) as change:
            if change.header.deals != number - 1:
                raise StorageError(build_locked_message())
            change.header = match_rows.append_deal(self.database, change.header, deal)

    def set_first_dealer(self, match_id: int, record: Record) -> None:
        """Store the header of ``record``, whose first dealer was drawn after the match had been stored.

        Raise StorageError if the match has deals.
        """
        with self._change_match(match_id) as change:
            if change.header.deals:
                raise StorageError(build_locked_message())
            change.header = change.header.with_record(record)

    def add_action(
        self, match_id: int, deal_number: int, number: int, action: Action, ending: MatchEnding | None = None,
        *, notes: Mapping[str, Any] = NO_NOTES, restarts_turn_clock: bool = True,
    ) -> None:  # fmt: skip
        """Store action ``number``, from 1, of the last deal. Raise StorageError if it is not the next one.

        ``ending``: given if the match is over with it; then it is finished in the same transaction, so that a player
        who quits at that moment is blocked too. ``notes``: to store in the same transaction. ``restarts_turn_clock``:
        set `SavedMatch.idle_seconds` to 0.
        """
        with self._change_match(match_id, restarts_turn_clock=restarts_turn_clock) as change:
            if (change.header.deals, change.header.actions) != (deal_number, number - 1):
                raise StorageError(build_locked_message())
            header = match_rows.append_action(self.database, change.header, str(action))
            change.header = match_rows.store_notes(self.database, header, notes)
            if ending is not None:
                self._end_match(change, match_rows.STATUS_FINISHED, ending)

    def truncate_match(self, match_id: int, record: Record, notes: Mapping[str, Any] = NO_NOTES) -> None:
        """Shorten the match to ``record`` and store notes. The match is unfinished again.

        Raise StorageError if ``record`` is not a beginning of the stored match.
        """
        with self._change_match(match_id) as change:
            action_counts = tuple(len(deal.actions) for deal in record.deals)
            header = match_rows.truncate_match(self.database, change.header, action_counts)
            change.header = match_rows.store_notes(self.database, header, notes)

    def store_note(self, match_id: int, key: str, value: Any, *, restarts_turn_clock: bool = True) -> None:
        """Store other data of a match, such as its chat, under ``key`` of `SavedMatch.notes`.

        It replaces earlier data of that key. Raise StorageError if the match is missing or cannot be saved.
        """
        self.store_notes(match_id, {key: value}, restarts_turn_clock=restarts_turn_clock)

    def store_notes(self, match_id: int, notes: Mapping[str, Any], *, restarts_turn_clock: bool = True) -> None:
        """Store several notes together; see `store_note`."""
        with self._change_match(match_id, restarts_turn_clock=restarts_turn_clock) as change:
            change.header = match_rows.store_notes(self.database, change.header, notes)

    def store_accuracies(self, match_id: int, accuracies: MatchAccuracies, notes: Mapping[str, Any] = NO_NOTES) -> None:
        """Store the accuracies from an analysis and its other notes, which replace earlier ones. Raise StorageError."""
        self.store_notes(match_id, {match_rows.ANALYSIS_NOTE_KEY: accuracies, **notes}, restarts_turn_clock=False)

    def finish_match(self, match_id: int, ending: MatchEnding | None = None) -> None:
        """Mark the match as over, which ends its offer to continue, and apply its penalties.

        Without ``ending`` there are none. Raise StorageError if it cannot be saved.
        """
        with self._change_match(match_id) as change:
            self._end_match(change, match_rows.STATUS_FINISHED, ending)

    def give_up_match(self, match_id: int, ending: MatchEnding | None = None) -> None:
        """Mark the match as given up, which ends its offer to continue though it is not over.

        ``ending``: the penalties of the people who left it. Raise StorageError if it is missing or cannot be saved.
        """
        with self._change_match(match_id) as change:
            self._end_match(change, match_rows.STATUS_GIVEN_UP, ending)

    def _end_match(self, change: _MatchChange, status: int, ending: MatchEnding | None) -> None:
        match_rows.close_deal(self.database, change.header)
        change.header = replace(change.header, finished=status)
        if ending is not None:
            texts = change.header.texts
            names = texts.labels.names
            self.apply_penalties(ending.penalties, texts.profiles, names, ending.penalty_seconds, change.reading)
        if status == match_rows.STATUS_FINISHED:
            self.archive.cache_tally(change.header)

    def delete_match(self, match_id: int) -> None:
        """Delete the match. Raise StorageError if another window has claimed it, or it is missing."""
        if not self.claim_match(match_id):
            raise StorageError(build_locked_message())
        with self._database.write_transaction(_("Couldn't delete the match")):
            if not self.database.execute("DELETE FROM matches WHERE id = ?", (match_id,)).rowcount:
                raise StorageError(build_deleted_message())
        self.release_match(match_id)

    @contextmanager
    def _change_match(self, match_id: int, *, restarts_turn_clock: bool = True) -> Iterator[_MatchChange]:
        """Return a context manager for a transaction that changes a match.

        Its block gets a `_MatchChange`, whose header row is written at the end. Raise StorageError if the match is
        missing or damaged, or its id belongs to another match now, or it cannot be saved; then nothing is written.
        """
        with self._database.write_transaction(_("Couldn't save the match")) as reading:
            header = match_rows.read_header(self.database, match_id)
            identity = header.texts.identity
            if self._claimed_identities.get(match_id, identity) != identity:
                raise self._database.make_moved_error()  # the id belongs to another match now
            reading.total_change = reading.transaction - header.written
            change = _MatchChange(replace(header, written=reading.transaction), reading)
            if restarts_turn_clock:
                change.header = replace(change.header, updated=reading.system_time, moment=reading.program_time)
            yield change
            match_rows.write_header(self.database, change.header)

    # -- reading matches

    def load_match(self, match_id: int) -> SavedMatch:
        """Return the match. Raise StorageError if it is damaged or deleted."""
        with self._database.translate_errors(_("Couldn't read the saved match")):
            rows = match_rows.read_rows(self.database, match_id)
            notes = match_rows.read_notes(self.database, "match", match_id).get(match_id, {})
            notes.pop(match_rows.TALLY_NOTE_KEY, None)
            program_time = self._database.clock.read(self.database).program_time
        try:
            saved_match = match_rows.build_saved_match(rows)
            saved_match.record.replay(make_periodic_pause())
        except Exception as error:
            failure = _("Saved match {n} is damaged").format(n=match_id)
            raise StorageError(build_failure_message(failure, describe_exception(error))) from error
        if match_id in self._claims:
            self._claimed_identities[match_id] = rows.header.texts.identity
        idle_seconds = max(0.0, program_time - sanitize_timestamp(rows.header.moment))
        return replace(saved_match, notes=notes, idle_seconds=idle_seconds)

    # -- claims

    def open_match(self, match_id: int) -> SavedMatch:
        """Claim the match and return it.

        Raise StorageError, without a claim, if another window has it or it is damaged or deleted.
        """
        if not self.claim_match(match_id):
            raise StorageError(_("This match is open in another window."))
        try:
            return self.load_match(match_id)
        except Exception:
            self.release_match(match_id)
            raise

    def open_new_match(
        self, record: Record, player_kinds: tuple[str, ...], seed: int, notes: dict[str, Any]
    ) -> SavedMatch:
        """Store a new match as `create_match` does, and return it. Raise StorageError."""
        return self.open_match(self.create_match(record, player_kinds, seed, notes))

    def claim_match(self, match_id: int) -> bool:
        """Claim the match until `release_match` or the end; return False if another window has it.

        Raise StorageError if the lock cannot be made.
        """
        with self._database.translate_errors(_("Couldn't open the match")):
            return self._claims.claim(match_id)

    def release_match(self, match_id: int) -> None:
        """Release the match; do nothing if this window does not have it."""
        self._claimed_identities.pop(match_id, None)
        self._claims.release(match_id)

    def get_seat_profiles(self, match_id: int) -> SeatProfiles:
        """Return the profile at each seat of a stored match. Raise StorageError if it is missing or damaged."""
        with self._database.translate_errors(_("Couldn't read the saved match")):
            return match_rows.read_header(self.database, match_id).texts.profiles

    def check_in_seats(self, match_id: int, seats: Sequence[int]) -> tuple[ActivePenalty, ...]:
        """Return the active blocks of the people at these seats of a stored match.

        Raise StorageError if the match is missing or damaged.
        """
        seat_profiles = self.get_seat_profiles(match_id)
        return self.list_penalties([seat_profiles[seat] for seat in seats])
