"""From the rows of a match to the match: what is read is checked, and what is damaged is named."""

from __future__ import annotations

import sqlite3
import time
from typing import Any, Final

import msgspec

from game.match.match import Match
from game.match.record import MAX_PLAYER_NAME_CHARACTERS, Record, build_record
from game.match.setup import PERSON_KIND
from game.shuffling.commitments import reveal_secrets
from game.storage.checksums import (
    compute_action_digest,
    compute_chain_digest,
    compute_deal_digest,
    compute_origin_digest,
)
from game.storage.database import transaction
from game.storage.files import StorageError, make_printable
from game.text.errors import describe_error
from game.text.gettext import _

PAUSE_S: Final = 0.00005
TALLY_NOTE_KEY: Final = "tally"
"""The key of the note in which `game.storage.archive` keeps what became of a match; it is not a part of it."""
STATUS_FINISHED: Final = 1
STATUS_ABANDONED: Final = 2
"""What stands in a match's head when nobody is to go on with it: it is over, or it was given up."""
replace = msgspec.structs.replace


class UnfinishedMatch(msgspec.Struct, frozen=True, kw_only=True):
    """A saved match as a list shows it.

    ``deals`` counts the deals that ended. ``fault`` says why the match cannot be played on, empty if it can; ``game``,
    ``names`` and ``players`` are then what can still be read. ``loss`` says what of its end is damaged, empty if
    nothing is: it can be played on from before that. ``elsewhere``: another window plays it; ``is_abandoned_by_all``:
    every person has left it for good; ``bar_minutes``: what leaving it costs; ``totals``: how it stands.
    """

    id: int
    game_id: str
    names: tuple[str, ...]
    player_kinds: tuple[str, ...]
    finished_deals: int
    updated_at: float
    error: str = ""
    damage_message: str = ""
    is_open_elsewhere: bool = False
    is_abandoned_by_all: bool = False
    penalty_minutes: int = 0
    totals: tuple[int, ...] = ()

    @property
    def is_damaged(self) -> bool:
        return bool(self.error)


class SavedMatch(msgspec.Struct, frozen=True, kw_only=True):
    """A match as it was saved. ``players`` has a word for each seat: ``you`` or a computer player's level.

    ``idle``: seconds since something was last saved of it; a turn clock has gone on all that time.
    ``loss``: a line about what of its end was damaged and is not in ``record``, empty if nothing was.
    """

    id: int
    record: Record
    player_kinds: tuple[str, ...]
    seed: int
    notes: dict[str, Any]
    idle_seconds: float
    damage_message: str = ""

    @property
    def exportable_record(self) -> Record:
        """The record as it may leave the program: without an open deal, the others with what proves them fair."""
        return reveal_secrets(self.record.without_deal_in_progress(), self.seed)


class MatchHeader(msgspec.Struct, frozen=True):
    """A match's row in the table of matches, nothing checked. How far it has come: ``deals``, ``actions``, ``tip``."""

    id: int
    header: str
    players: str
    seed: str
    origin: bytes
    created: float
    updated: float
    moment: float
    deals: int
    actions: int
    tip: bytes
    finished: int
    seal: bytes = b""

    def with_seal(self) -> MatchHeader:
        """The row as it is written, with the digest of all in it that changes."""
        return replace(self, seal=self._compute_seal())

    @property
    def is_intact(self) -> bool:
        """Whether the row is the one that was written."""
        return self.seal == self._compute_seal()

    def _compute_seal(self) -> bytes:
        mutable_values = (self.updated, self.moment, self.deals, self.actions, self.tip, self.finished)
        return compute_chain_digest(self.origin, *mutable_values)


class MatchRows(msgspec.Struct, frozen=True):
    """All rows of a match, nothing checked."""

    head: MatchHeader
    deals: tuple[tuple[Any, ...], ...]
    actions: tuple[tuple[Any, ...], ...]
    notes: tuple[tuple[Any, ...], ...] = ()


class ValidPrefix(msgspec.Struct, frozen=True):
    """The part of a match that is as it was accepted. ``loss`` names what comes after it, empty if nothing does."""

    rows: MatchRows
    last_digest: bytes
    damage_message: str

    @property
    def header(self) -> MatchHeader:
        """The head's row as it should be."""
        return replace(
            self.rows.head,
            deals=len(self.action_counts),
            actions=(self.action_counts or (0,))[-1],
            tip=self.last_digest,
        )

    @property
    def notes(self) -> dict[str, str]:
        """What stands beside the match and is as it was put there, by its key."""
        return {key: value for key, value, digest in self.rows.notes if digest == compute_note_digest(key, value)}

    @property
    def action_counts(self) -> tuple[int, ...]:
        """How many actions of each deal are sound."""
        counts = [0] * len(self.rows.deals)
        for deal, *_rest in self.rows.actions:
            counts[deal - 1] += 1
        return tuple(counts)


_HEADER_COLUMNS: Final = ", ".join(MatchHeader.__struct_fields__)


# -- rows ------------------------------------------------------------------------------------------


def read_headers(db: sqlite3.Connection) -> tuple[MatchHeader, ...]:
    """The heads of all matches, the latest first. sqlite3.Error."""
    return tuple(
        MatchHeader(*row) for row in db.execute(f"SELECT {_HEADER_COLUMNS} FROM matches ORDER BY moment DESC, id DESC")
    )


def read_unfinished_headers(db: sqlite3.Connection) -> tuple[MatchHeader, ...]:
    """The heads of the matches that are not over, or may not be, the latest first. sqlite3.Error."""
    return tuple(header for header in read_headers(db) if not header.finished or not header.is_intact)


def read_header(db: sqlite3.Connection, match_id: int) -> MatchHeader:
    """The head of a match. StorageError if there is no such match, sqlite3.Error."""
    row = db.execute(f"SELECT {_HEADER_COLUMNS} FROM matches WHERE id = ?", (match_id,)).fetchone()
    if row is None:
        raise StorageError(_("This match was deleted in another window."))
    return MatchHeader(*row)


def read_rows(db: sqlite3.Connection, match_id: int) -> MatchRows:
    """Everything that is kept of a match. StorageError if there is no such match, sqlite3.Error."""
    parameters = (match_id,)
    with transaction(db, "BEGIN"):
        header = read_header(db, match_id)
        deals = db.execute(
            "SELECT number, dealer, pack, extra, digest FROM deals WHERE match = ? ORDER BY number", parameters
        ).fetchall()
        actions = db.execute(
            "SELECT deal, number, text, digest FROM actions WHERE match = ? ORDER BY deal, number", parameters
        ).fetchall()
        notes = db.execute(
            "SELECT key, value, digest FROM notes WHERE match = ? AND key != ?", (match_id, TALLY_NOTE_KEY)
        ).fetchall()
    return MatchRows(header, tuple(deals), tuple(actions), tuple(notes))


# -- checking --------------------------------------------------------------------------------------


def find_valid_prefix(rows: MatchRows) -> ValidPrefix:
    """As much of the match as is as it was accepted. ValueError if not even its head is."""
    header = rows.head
    last_digest = compute_origin_digest(header.header, header.players, header.seed, header.created)
    if last_digest != header.origin:
        raise ValueError(_("its header is damaged"))
    deals, actions = list[tuple[Any, ...]](), list[tuple[Any, ...]]()
    rows_by_deal: dict[Any, list[tuple[Any, ...]]] = {}
    for row in rows.actions:
        rows_by_deal.setdefault(row[0], []).append(row)
    for deal in rows.deals:
        deal_number = len(deals) + 1
        digest = compute_deal_digest(last_digest, deal_number, *deal[1:4])
        if deal[0] != deal_number or deal[4] != digest:
            return ValidPrefix(
                replace(rows, deals=tuple(deals), actions=tuple(actions)),
                last_digest,
                _describe_lost_part(deal_number, 0),
            )
        last_digest = digest
        deals.append(deal)
        for action_number, row in enumerate(rows_by_deal.pop(deal_number, ()), 1):
            digest = compute_action_digest(last_digest, deal_number, action_number, row[2])
            if row[1] != action_number or row[3] != digest:
                return ValidPrefix(
                    replace(rows, deals=tuple(deals), actions=tuple(actions)),
                    last_digest,
                    _describe_lost_part(deal_number, action_number),
                )
            last_digest = digest
            actions.append(row)
    all_rows = replace(rows, deals=tuple(deals), actions=tuple(actions))
    last_action_count = sum(1 for row in actions if row[0] == len(deals))
    if rows_by_deal or (header.is_intact and last_digest != header.tip):
        return ValidPrefix(
            all_rows,
            last_digest,
            _describe_lost_part(len(deals), last_action_count + 1) if deals else _describe_lost_part(1, 0),
        )
    if not header.is_intact:
        return ValidPrefix(
            all_rows, last_digest, _describe_uncertain_end(len(deals), last_action_count, last_digest == header.tip)
        )
    prefix = ValidPrefix(all_rows, last_digest, "")
    if len(prefix.notes) < len(all_rows.notes):
        return replace(prefix, damage_message=_("What was said was damaged; nothing that was played is lost."))
    return prefix


def _describe_lost_part(deal: int, action: int) -> str:
    if not action:
        return _("Deal {deal} and what followed was damaged; the match goes on from before it.").format(deal=deal)
    text = _("Deal {deal}, action {action} and what followed was damaged; the match goes on from before it.")
    return text.format(deal=deal, action=action)


def _describe_uncertain_end(deals: int, actions: int, is_complete: bool) -> str:
    if is_complete:
        return _("When this match was played was damaged; nothing that was played is lost.")
    text = _("The end of this match was damaged; it goes on after deal {deal}, action {action}.")
    return text.format(deal=deals, action=actions)


def build_saved_match(prefix: ValidPrefix, idle_seconds: float) -> SavedMatch:
    """The match that the sound rows make, not yet played. Any exception if this program cannot read them."""
    row = prefix.rows.head
    header = msgspec.json.decode(row.header, type=dict[str, Any])
    header["deals"] = _build_deals(prefix.rows)
    # Not bounded in its size: a match that was played here is read, however long it became.
    record = build_record(header)
    player_kinds = msgspec.json.decode(row.players, type=tuple[str, ...])
    if len(player_kinds) != len(record.names):
        raise ValueError(_("it has {n} players").format(n=len(player_kinds)))
    return SavedMatch(
        id=row.id, record=record, player_kinds=player_kinds, seed=int(row.seed), notes=_parse_notes(prefix),
        idle_seconds=idle_seconds if row.is_intact else 0.0, damage_message=prefix.damage_message,
    )  # fmt: skip


def replay_to_end(record: Record) -> Match:
    """The match at the record's end. Any exception if it cannot be played."""
    match = record.create_match()
    for number, (_action, step) in enumerate(record.iter_steps()):
        match = step.match
        # One thread of Python runs at a time: without a breath now and then the window would miss frames.
        if number % 8 == 0:
            time.sleep(PAUSE_S)
    return match


class MatchCheck(msgspec.Struct, frozen=True):
    """What a look at all rows of a match found: how many deals ended, and what `UnfinishedMatch` has of it."""

    finished_deals: int
    error: str = ""
    damage_message: str = ""
    is_over: bool = False
    is_abandoned_by_all: bool = False
    penalty_minutes: int = 0
    totals: tuple[int, ...] = ()


def check_match(db: sqlite3.Connection, match_id: int) -> MatchCheck:
    """Whether the match can be played on. sqlite3.Error."""
    deals = 0
    try:
        rows = read_rows(db, match_id)
        deals = len(rows.deals)
        prefix = find_valid_prefix(rows)
        saved_match = build_saved_match(prefix, 0.0)
        match = replay_to_end(saved_match.record)
        human_seats = {seat for seat, kind in enumerate(saved_match.player_kinds) if kind == PERSON_KIND}
        return MatchCheck(
            len(match.results),
            damage_message=prefix.damage_message,
            is_over=match.is_over,
            is_abandoned_by_all=bool(human_seats) and human_seats <= set(match.departed_seats),
            penalty_minutes=match.options.penalty_minutes,
            totals=match.standing.totals,
        )
    except sqlite3.Error:
        raise
    except Exception as error:
        # Whatever is wrong with one match, the others are still offered.
        return MatchCheck(deals, error=describe_exception(error))


def _build_deals(rows: MatchRows) -> list[dict[str, Any]]:
    deals: list[dict[str, Any]] = []
    for _number, dealer, pack, extra, _digest in rows.deals:
        known = {"dealer": dealer, "pack": pack, "actions": []}
        deals.append({**msgspec.json.decode(extra, type=dict[str, Any]), **known})
    for deal, _number, text, _digest in rows.actions:
        deals[deal - 1]["actions"].append(text)
    return deals


def compute_note_digest(key: object, value: object) -> bytes:
    """The digest of what stands beside a match."""
    return compute_chain_digest("note", key, value)


def _parse_notes(prefix: ValidPrefix) -> dict[str, Any]:
    """What stands beside the match (its chat). It is not the match: damaged, it is forgotten."""
    return {
        key: decoded
        for key, value in prefix.notes.items()
        if (decoded := decode_or_default(value, Any, None)) is not None
    }


# -- showing ---------------------------------------------------------------------------------------


def describe_exception(error: Exception) -> str:
    """Any exception in one printable line."""
    return make_printable(" ".join(describe_error(error).split()) or type(error).__name__)


def decode_or_default(text: str, value_type: Any, default: Any) -> Any:
    """The JSON text as ``kind``, ``default`` if it is not that."""
    try:
        return msgspec.json.decode(text, type=value_type)
    except (msgspec.MsgspecError, ValueError, TypeError, RecursionError):
        return default


def make_display_text(value: object) -> str:
    """Whatever stands where a word should, so that a list can show it."""
    return make_printable(str(value))[:MAX_PLAYER_NAME_CHARACTERS]


def make_display_texts(value: object) -> tuple[str, ...]:
    """Whatever stands where a list of words should."""
    return tuple(map(make_display_text, value)) if isinstance(value, list) else ()
