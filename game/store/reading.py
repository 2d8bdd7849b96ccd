"""From the rows of a match to the match: what is read is checked, and what is damaged is named."""

from __future__ import annotations

import sqlite3
import time
from typing import Any, Final

import msgspec

from game.i18n import _
from game.match import Match
from game.proof import revealed
from game.record import NAME_LENGTH, Record, build_record
from game.seating import PERSON
from game.store.chain import action_digest, chained, deal_digest, origin
from game.store.database import transaction
from game.store.files import StorageError, shown

BREATH: Final = 0.00005
TALLY: Final = "tally"
"""The key of the note in which `game.store.archive` keeps what became of a match; it is not a part of it."""
FINISHED: Final = 1
GIVEN_UP: Final = 2
"""What stands in a match's head when nobody is to go on with it: it is over, or it was given up."""
replace = msgspec.structs.replace


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """A saved match as a list shows it.

    ``deals`` counts the deals that ended. ``fault`` says why the match cannot be played on, empty if it can;
    ``game``, ``names`` and ``players`` are then what can still be read. ``loss`` says what of its end is damaged,
    empty if nothing is: it can be played on from before that. ``elsewhere``: another window plays it; ``deserted``:
    every person has left it for good; ``bar_minutes``: what leaving it costs; ``totals``: how it stands.
    """

    id: int
    game: str
    names: tuple[str, ...]
    players: tuple[str, ...]
    deals: int
    updated: float
    fault: str = ""
    loss: str = ""
    elsewhere: bool = False
    deserted: bool = False
    bar_minutes: int = 0
    totals: tuple[int, ...] = ()

    @property
    def damaged(self) -> bool:
        return bool(self.fault)


class SavedMatch(msgspec.Struct, frozen=True, kw_only=True):
    """A match as it was saved. ``players`` has a word for each seat: ``you`` or a computer player's level.

    ``idle``: seconds since something was last saved of it; a turn clock has gone on all that time.
    ``loss``: a line about what of its end was damaged and is not in ``record``, empty if nothing was.
    """

    id: int
    record: Record
    players: tuple[str, ...]
    seed: int
    extra: dict[str, Any]
    idle: float
    loss: str = ""

    @property
    def exported(self) -> Record:
        """The record as it may leave the program: without an open deal, the others with what proves them fair."""
        return revealed(self.record.without_open_deal(), self.seed)


class Head(msgspec.Struct, frozen=True):
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

    def sealed(self) -> Head:
        """The row as it is written, with the digest of all in it that changes."""
        return replace(self, seal=self._digest())

    @property
    def whole(self) -> bool:
        """Whether the row is the one that was written."""
        return self.seal == self._digest()

    def _digest(self) -> bytes:
        changing = (self.updated, self.moment, self.deals, self.actions, self.tip, self.finished)
        return chained(self.origin, *changing)


class Rows(msgspec.Struct, frozen=True):
    """All rows of a match, nothing checked."""

    head: Head
    deals: tuple[tuple[Any, ...], ...]
    actions: tuple[tuple[Any, ...], ...]
    notes: tuple[tuple[Any, ...], ...] = ()


class Sound(msgspec.Struct, frozen=True):
    """The part of a match that is as it was accepted. ``loss`` names what comes after it, empty if nothing does."""

    rows: Rows
    tip: bytes
    loss: str

    @property
    def head(self) -> Head:
        """The head's row as it should be."""
        return replace(self.rows.head, deals=len(self.held), actions=(self.held or (0,))[-1], tip=self.tip)

    @property
    def notes(self) -> dict[str, str]:
        """What stands beside the match and is as it was put there, by its key."""
        return {key: value for key, value, digest in self.rows.notes if digest == note_digest(key, value)}

    @property
    def held(self) -> tuple[int, ...]:
        """How many actions of each deal are sound."""
        held = [0] * len(self.rows.deals)
        for deal, *_rest in self.rows.actions:
            held[deal - 1] += 1
        return tuple(held)


_HEAD: Final = ", ".join(Head.__struct_fields__)


# -- rows ------------------------------------------------------------------------------------------


def heads(db: sqlite3.Connection) -> tuple[Head, ...]:
    """The heads of all matches, the latest first. sqlite3.Error."""
    return tuple(Head(*row) for row in db.execute(f"SELECT {_HEAD} FROM matches ORDER BY moment DESC, id DESC"))


def unfinished_heads(db: sqlite3.Connection) -> tuple[Head, ...]:
    """The heads of the matches that are not over, or may not be, the latest first. sqlite3.Error."""
    return tuple(head for head in heads(db) if not head.finished or not head.whole)


def head_of(db: sqlite3.Connection, match_id: int) -> Head:
    """The head of a match. StorageError if there is no such match, sqlite3.Error."""
    found = db.execute(f"SELECT {_HEAD} FROM matches WHERE id = ?", (match_id,)).fetchone()
    if found is None:
        raise StorageError(_("This match was deleted in another window."))
    return Head(*found)


def rows_of(db: sqlite3.Connection, match_id: int) -> Rows:
    """Everything that is kept of a match. StorageError if there is no such match, sqlite3.Error."""
    where = (match_id,)
    with transaction(db, "BEGIN"):
        head = head_of(db, match_id)
        deals = db.execute(
            "SELECT number, dealer, pack, extra, digest FROM deals WHERE match = ? ORDER BY number", where
        ).fetchall()
        actions = db.execute(
            "SELECT deal, number, text, digest FROM actions WHERE match = ? ORDER BY deal, number", where
        ).fetchall()
        notes = db.execute(
            "SELECT key, value, digest FROM notes WHERE match = ? AND key != ?", (match_id, TALLY)
        ).fetchall()
    return Rows(head, tuple(deals), tuple(actions), tuple(notes))


# -- checking --------------------------------------------------------------------------------------


def sound_part(rows: Rows) -> Sound:
    """As much of the match as is as it was accepted. ValueError if not even its head is."""
    head = rows.head
    tip = origin(head.header, head.players, head.seed, head.created)
    if tip != head.origin:
        raise ValueError(_("its header is damaged"))
    deals, actions = list[tuple[Any, ...]](), list[tuple[Any, ...]]()
    acted: dict[Any, list[tuple[Any, ...]]] = {}
    for row in rows.actions:
        acted.setdefault(row[0], []).append(row)
    for deal in rows.deals:
        number = len(deals) + 1
        digest = deal_digest(tip, number, *deal[1:4])
        if deal[0] != number or deal[4] != digest:
            return Sound(replace(rows, deals=tuple(deals), actions=tuple(actions)), tip, _lost(number, 0))
        tip = digest
        deals.append(deal)
        for at, row in enumerate(acted.pop(number, ()), 1):
            digest = action_digest(tip, number, at, row[2])
            if row[1] != at or row[3] != digest:
                return Sound(replace(rows, deals=tuple(deals), actions=tuple(actions)), tip, _lost(number, at))
            tip = digest
            actions.append(row)
    part = replace(rows, deals=tuple(deals), actions=tuple(actions))
    last = sum(1 for row in actions if row[0] == len(deals))
    if acted or (head.whole and tip != head.tip):
        return Sound(part, tip, _lost(len(deals), last + 1) if deals else _lost(1, 0))
    if not head.whole:
        return Sound(part, tip, _unsure(len(deals), last, tip == head.tip))
    whole = Sound(part, tip, "")
    if len(whole.notes) < len(part.notes):
        return replace(whole, loss=_("What was said was damaged; nothing that was played is lost."))
    return whole


def _lost(deal: int, action: int) -> str:
    if not action:
        return _("Deal {deal} and what followed was damaged; the match goes on from before it.").format(deal=deal)
    text = _("Deal {deal}, action {action} and what followed was damaged; the match goes on from before it.")
    return text.format(deal=deal, action=action)


def _unsure(deals: int, actions: int, complete: bool) -> str:
    if complete:
        return _("When this match was played was damaged; nothing that was played is lost.")
    text = _("The end of this match was damaged; it goes on after deal {deal}, action {action}.")
    return text.format(deal=deals, action=actions)


def saved_match(sound: Sound, idle: float) -> SavedMatch:
    """The match that the sound rows make, not yet played. Any exception if this program cannot read them."""
    head = sound.rows.head
    header = msgspec.json.decode(head.header, type=dict[str, Any])
    header["deals"] = _deals(sound.rows)
    # Not bounded in its size: a match that was played here is read, however long it became.
    record = build_record(header)
    players = msgspec.json.decode(head.players, type=tuple[str, ...])
    if len(players) != len(record.names):
        raise ValueError(_("it has {n} players").format(n=len(players)))
    return SavedMatch(
        id=head.id, record=record, players=players, seed=int(head.seed), extra=_extra(sound),
        idle=idle if head.whole else 0.0, loss=sound.loss,
    )  # fmt: skip


def played(record: Record) -> Match:
    """The match at the record's end. Any exception if it cannot be played."""
    match = record.start()
    for number, (_action, step) in enumerate(record.steps()):
        match = step.match
        # One thread of Python runs at a time: without a breath now and then the window would miss frames.
        if number % 8 == 0:
            time.sleep(BREATH)
    return match


class Checked(msgspec.Struct, frozen=True):
    """What a look at all rows of a match found: how many deals ended, and what `Summary` has of it."""

    deals: int
    fault: str = ""
    loss: str = ""
    over: bool = False
    deserted: bool = False
    bar_minutes: int = 0
    totals: tuple[int, ...] = ()


def checked(db: sqlite3.Connection, match_id: int) -> Checked:
    """Whether the match can be played on. sqlite3.Error."""
    deals = 0
    try:
        rows = rows_of(db, match_id)
        deals = len(rows.deals)
        sound = sound_part(rows)
        saved = saved_match(sound, 0.0)
        match = played(saved.record)
        people = {seat for seat, kind in enumerate(saved.players) if kind == PERSON}
        return Checked(
            len(match.results), loss=sound.loss, over=match.over, deserted=bool(people) and people <= set(match.left),
            bar_minutes=match.options.leaving_costs, totals=match.standing.totals,
        )  # fmt: skip
    except sqlite3.Error:
        raise
    except Exception as error:
        # Whatever is wrong with one match, the others are still offered.
        return Checked(deals, fault=line(error))


def _deals(rows: Rows) -> list[dict[str, Any]]:
    deals: list[dict[str, Any]] = []
    for _number, dealer, pack, extra, _digest in rows.deals:
        known = {"dealer": dealer, "pack": pack, "actions": []}
        deals.append({**msgspec.json.decode(extra, type=dict[str, Any]), **known})
    for deal, _number, text, _digest in rows.actions:
        deals[deal - 1]["actions"].append(text)
    return deals


def note_digest(key: object, value: object) -> bytes:
    """The digest of what stands beside a match."""
    return chained("note", key, value)


def _extra(sound: Sound) -> dict[str, Any]:
    """What stands beside the match (its chat). It is not the match: damaged, it is forgotten."""
    return {key: found for key, value in sound.notes.items() if (found := lenient(value, Any, None)) is not None}


# -- showing ---------------------------------------------------------------------------------------


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
