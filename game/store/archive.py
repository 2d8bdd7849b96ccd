"""Every match that is kept: listed, told of, counted, taken out and put in.

What became of a match follows from its record. So that a thousand can be listed at once it is kept beside each match
as a note (`TALLY`), with the digest of the match's last row: another tip, and the note says nothing. It is a cache:
what is missing or stale is counted anew (`Archive.count`), and nothing is lost with it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import count
from typing import Any, Final, TypeVar

import msgspec

from game.i18n import _
from game.record import Record, RecordError, dump, load
from game.renaming import NameBook
from game.same_cards import Comparison, Made, compared, same_match
from game.seating import PERSON
from game.statistics import Judged, Played
from game.store.alike import unfinished_with_packs, with_packs
from game.store.figures import kept_figures
from game.store.files import StorageError
from game.store.ledger import Ledger, calendar, failed
from game.store.reading import (
    BREATH,
    FINISHED,
    GIVEN_UP,
    TALLY,
    Head,
    Summary,
    head_of,
    heads,
    lenient,
    line,
    note_digest,
    rows_of,
    saved_match,
    sound_part,
    word,
    words,
)
from game.store.writing import first_head, put_head, put_match, put_note
from game.tallies import MatchTally, tallied
from game.text import reads_as

replace = msgspec.structs.replace
T = TypeVar("T")
ASSISTED: Final = "assisted"
SIDE_LINE: Final = "side_line"
IMPORTED: Final = "imported"
LOOKED_AT: Final = "looked_at"
MARKS: Final = (ASSISTED, SIDE_LINE, IMPORTED, LOOKED_AT)
"""Notes that say of a match what it was: undone or helped, played on from another, brought in from a file, and then
gone through here, so that its cards are known."""
_PAUSE: Final = 16
"""After so many actions that are played through other threads get a turn,"""
_ROWS: Final = 64
"""and after so many rows of a list: a millisecond or two of either."""


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """A match as the list of all matches has it.

    ``begun`` and ``when``: its first and its last action. ``tally`` is None while it has not been counted yet;
    ``fault`` says why it cannot be read, empty if it can;
    ``open``: the match as the list of saved ones has it, None if nobody goes on with it.
    """

    id: int
    game: str
    names: tuple[str, ...]
    players: tuple[str, ...]
    begun: float
    when: float
    tally: MatchTally | None = None
    fault: str = ""
    open: Summary | None = None
    marks: frozenset[str] = frozenset()

    @property
    def counts(self) -> bool:
        """Whether statistics count it: played to its end here, without help, and no side line."""
        done = self.tally is not None and self.tally.over and self.open is None
        return done and not self.fault and not self.marks


class Tallied(msgspec.Struct, frozen=True):
    """The note: the digest of the last row that was counted, and what it came to; ``fault`` where it cannot be read."""

    tip: str
    tally: MatchTally | None = None
    fault: str = ""


class _Header(msgspec.Struct, frozen=True):
    game: Any = ""
    seats: Any = None


_DECODE: Final = msgspec.json.Decoder(Tallied).decode


class Kept(msgspec.Struct, frozen=True):
    """A match taken out: the finished deals of it. ``players`` has a word for each seat; ``when`` it was played."""

    record: Record
    players: tuple[str, ...]
    when: float
    marks: frozenset[str] = frozenset()


class StillPlayed(StorageError):
    """A match that nobody may look at yet: its cards lie on a table here."""


class Archive:
    """The matches in the open file. Use it on one thread only. Every method raises StorageError as the journal's do.

    ``saved`` gives the matches that can be played on, ``names`` under which names people have played.
    """

    def __init__(self, ledger: Ledger, saved: Callable[[], tuple[Summary, ...]], names: Callable[[], NameBook]) -> None:
        self._ledger = ledger
        self._saved = saved
        self._names = names
        self._due: list[Head] = []

    # -- listing

    def entries(self) -> tuple[Entry, ...]:
        """Every match, the latest first."""
        open_ = {one.id: one for one in self._saved()}
        with self._ledger.translated(_("The matches cannot be read")):
            kept, marks = self._notes()
            found = heads(self._ledger.db)
        return tuple(
            _entry(head, kept.get(head.id), marks.get(head.id, frozenset()), open_.get(head.id))
            for head in breathing(found)
        )

    def _notes(self) -> tuple[dict[int, Tallied], dict[int, frozenset[str]]]:
        kept, marks = dict[int, Tallied](), dict[int, frozenset[str]]()
        query = f"SELECT match, key, value, digest FROM notes WHERE key IN ({', '.join('?' * (len(MARKS) + 1))})"
        for match_id, key, value, digest in breathing(self._ledger.db.execute(query, (TALLY, *MARKS)).fetchall()):
            if digest != note_digest(key, value):
                continue
            if key == TALLY:
                with suppress(msgspec.MsgspecError):
                    kept[match_id] = _DECODE(value)
            elif value == "true":
                marks[match_id] = marks.get(match_id, frozenset()) | {key}
        return kept, marks

    # -- counting

    def keep(self, head: Head, record: Record) -> None:
        """Note what became of a match, within the transaction that changes it. A record that is faulty is left out."""
        with suppress(RecordError):
            put_note(self._ledger.db, head.id, TALLY, Tallied(head.tip.hex(), tallied(record, breather())))

    def count(self, seconds: float) -> tuple[int, int]:
        """Count matches that are over and have not been counted, for about so many seconds.

        Gives how many have been counted now, and how many are left.
        """
        end = time.monotonic() + seconds
        if not self._due:
            with self._ledger.translated(_("The matches cannot be read")):
                kept, _marks = self._notes()
                found = heads(self._ledger.db)
            self._due = [head for head in found if head.finished and not _is_of(kept.get(head.id), head)]
        counted = dict[int, Tallied]()
        while self._due and (not counted or time.monotonic() < end):
            head = self._due.pop(0)
            counted[head.id] = self._counted(head)
        if counted:
            self._put(counted)
        return len(counted), len(self._due)

    def _counted(self, head: Head) -> Tallied:
        tip = head.tip.hex()
        try:
            sound = sound_part(rows_of(self._ledger.db, head.id))
            if sound.tip != head.tip:
                return Tallied(tip, fault=sound.loss)
            return Tallied(tip, tallied(saved_match(sound, 0.0).record, breather()))
        except Exception as error:
            # Whatever is wrong with one match, the others are counted.
            return Tallied(tip, fault=line(error))

    def _put(self, counted: Mapping[int, Tallied]) -> None:
        """Note it, of those matches that are still there."""
        with self._ledger.changing(_("The match cannot be saved")):
            for match_id, kept in counted.items():
                if self._ledger.db.execute("SELECT 1 FROM matches WHERE id = ?", (match_id,)).fetchone():
                    put_note(self._ledger.db, match_id, TALLY, kept)

    def _seats_of(self, name: str) -> Callable[[Entry], frozenset[int]]:
        """Tells in which seats of a match this person sits, by whatever name he had then."""
        called, names = reads_as(name), self._names()

        def seats(one: Entry) -> frozenset[int]:
            sat = enumerate(zip(one.names, one.players, strict=False))
            return frozenset(
                seat
                for seat, (seated, kind) in sat
                if kind == PERSON and reads_as(names.today(seated, one.begun)) == called
            )

        return seats

    def has_sat(self, name: str) -> bool:
        """Whether this person sits in any match that is kept."""
        return any(map(self._seats_of(name), self.entries()))

    def played(self, name: str, game: str) -> tuple[Played, ...]:
        """The matches of a game that this person has played to their end, those that count."""
        seats_of = self._seats_of(name)
        return tuple(
            Played(one.when, seat, one.tally)
            for one in self.entries()
            if one.game == game and one.counts and one.tally is not None
            for seat in sorted(seats_of(one))
        )

    def judged(self, name: str, game: str) -> tuple[Judged, ...]:
        """What the analysis found in those of them that it has gone through; of several judges only the latest."""
        seats_of = self._seats_of(name)
        counted = {one.id: one for one in self.entries() if one.game == game and one.counts}
        with self._ledger.translated(_("The analyses cannot be read")):
            found = [one for one in kept_figures(self._ledger.db) if one.match_id in counted]
        judge = max((one.figures.judge for one in found), default=0)
        return tuple(
            Judged(counted[one.match_id].when, seat.choices, seat.accuracy, seat.loss)
            for one in found
            if one.figures.judge == judge
            for seat in one.figures.seats
            if seat.choices and seat.accuracy is not None and seat.seat in seats_of(counted[one.match_id])
        )  # fmt: skip

    # -- out and in

    def take(self, match_id: int) -> Kept:
        """The match without the deal that is being played. StorageError if it is damaged or no longer there.

        `StillPlayed` if its cards lie on a table here, in another match: whoever sits there would see them.
        """
        kept = self._taken(match_id)
        self.guard(kept.record)
        return kept

    def guard(self, record: Record) -> None:
        """`StillPlayed` if a deal of this record is open in a match here; who plays a side line knows its cards."""
        with self._ledger.translated(_("The match cannot be read")):
            same = set(unfinished_with_packs(self._ledger.db, record))
            ended = {one.id: one.deals for one in self._saved()} if same else {}
            lines = {match for match, _deal in same if SIDE_LINE in self._marks(match)}
        if any(match not in lines and deal > ended.get(match, deal) for match, deal in same):
            raise StillPlayed(_("A deal with the cards of this match is still being played here: finish it first."))

    def _marks(self, match_id: int) -> frozenset[str]:
        """What is marked on a match."""
        query = f"SELECT key, value, digest FROM notes WHERE match = ? AND key IN ({', '.join('?' * len(MARKS))})"
        found = self._ledger.db.execute(query, (match_id, *MARKS))
        return frozenset(key for key, value, seal in found if value == "true" and seal == note_digest(key, value))

    def _taken(self, match_id: int) -> Kept:
        with self._ledger.translated(_("The match cannot be read")):
            marks = self._marks(match_id)
            rows = rows_of(self._ledger.db, match_id)
        try:
            saved = saved_match(sound_part(rows), 0.0)
            record = saved.exported
        except Exception as error:
            raise StorageError(failed(_("The match {n} is damaged").format(n=match_id), line(error))) from error
        return Kept(record, saved.players, calendar(rows.head.updated), marks)

    def known(self, record: Record) -> bool:
        """Whether this very match is kept already."""
        return any(same_match(record, kept.record) for _number, kept in self._alike(record))

    def _alike(self, record: Record) -> Iterator[tuple[int, Kept]]:
        """The matches that have a pack of this record's; what is damaged is left out."""
        with self._ledger.translated(_("The matches cannot be read")):
            numbers = with_packs(self._ledger.db, record)
        for number in numbers:
            try:
                kept = self._taken(number)
            except StorageError:
                continue
            yield number, kept

    def compare(self, match_id: int) -> tuple[Kept, Comparison]:
        """The match, and what others that are kept made of the same cards. StorageError as in `take`."""
        kept = self.take(match_id)
        others = ((number, one) for number, one in self._alike(kept.record) if number != match_id)
        return kept, compared(_made(match_id, kept), (_made(number, one) for number, one in others), breather())

    def put(self, kept: Kept) -> int:
        """Keep a match that came from elsewhere, and with which nobody goes on. Gives its number. RecordError.

        What is stored has been written and read back first, so that it can be read later.
        """
        kept = replace(kept, record=load(dump(kept.record)))
        tally = tallied(kept.record, breather())
        with self._ledger.changing(_("The match cannot be saved")) as seen:
            first = first_head(kept.record, kept.players, 0, replace(seen, system=kept.when))
            match_id = put_match(self._ledger.db, first, kept.record, dict.fromkeys(sorted(kept.marks), True))
            head = replace(head_of(self._ledger.db, match_id), finished=FINISHED if tally.over else GIVEN_UP)
            put_head(self._ledger.db, head)
            put_note(self._ledger.db, match_id, TALLY, Tallied(head.tip.hex(), tally))
        return match_id


def _made(match_id: int, kept: Kept) -> tuple[Made, Record]:
    """The match for a comparison, nothing said yet of its deals."""
    record = kept.record
    made = Made(
        match=match_id, names=record.names, players=kept.players, when=kept.when, own=IMPORTED not in kept.marks,
        scores={},
    )  # fmt: skip
    return made, record


def breather(pause: int = _PAUSE) -> Callable[[], None]:
    """Called after every action: now and then it lets other threads have their turn, so that no frame is missed."""
    number = count(1)

    def breathe() -> None:
        if next(number) % pause == 0:
            time.sleep(BREATH)

    return breathe


def breathing(rows: Iterable[T]) -> Iterator[T]:
    """The rows, with a `breather` between them."""
    breathe = breather(_ROWS)
    for row in rows:
        yield row
        breathe()


def _is_of(kept: Tallied | None, head: Head) -> bool:
    """Whether the note is about the match as it stands."""
    return kept is not None and kept.tip == head.tip.hex()


def _entry(head: Head, kept: Tallied | None, marks: frozenset[str], saved: Summary | None) -> Entry:
    header = lenient(head.header, _Header, _Header())
    now = kept if kept is not None and _is_of(kept, head) else Tallied("")
    return Entry(
        id=head.id, game=word(header.game), names=words(header.seats),
        players=words(lenient(head.players, list[Any], [])), begun=calendar(head.created), when=calendar(head.updated),
        tally=now.tally, fault=now.fault if saved is None else saved.fault, open=saved, marks=marks,
    )  # fmt: skip
