"""The journal of matches: every accepted action in its own transaction, on the disk before the call returns.

All of it blocks on the disk: `game.store.storage.Storage` runs it on the storage thread. Deals and actions are
counted from 1, as in the record.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, Final

import msgspec

from game.daily import DailyResult
from game.engine.actions import Action
from game.i18n import _
from game.record import DealRecord, Record
from game.renaming import NameBook
from game.store.archive import Archive
from game.store.chain import action_digest, linked
from game.store.claims import Claims
from game.store.daily import begin_daily, end_daily, rename_daily
from game.store.database import insert
from game.store.figures import KEY, Figures, KeptFigures, kept_figures
from game.store.files import Clock, Folders, Notice, StorageError, shown
from game.store.hours import Hours, Seen
from game.store.ledger import Ledger, calendar, elsewhere, failed
from game.store.lessons import rename_lessons
from game.store.names import keep_called, keep_name, load_names
from game.store.opening import Glimpse, open_database
from game.store.practice import rename_practice
from game.store.profiles import Bar, Profile, Profiles, Verdict
from game.store.reading import (
    FINISHED,
    GIVEN_UP,
    TALLY,
    Head,
    Rows,
    SavedMatch,
    Sound,
    Summary,
    head_of,
    line,
    played,
    rows_of,
    saved_match,
    sound_part,
)
from game.store.renewal import Known, bring_back, let_go, renewed
from game.store.tails import keep_tail
from game.store.unfinished import Unfinished
from game.store.writing import cut_back, first_head, keep_notes, put_head, put_match, put_note

FILE: Final = "matches.db"
NOTHING: Final[Mapping[str, Any]] = {}
replace = msgspec.structs.replace


class Ending(msgspec.Struct, frozen=True):
    """A match is over, and these people are barred for so many seconds."""

    barred: tuple[Verdict, ...] = ()
    seconds: float = 0.0


class _Page(msgspec.Struct):
    """The head of a match while it is being changed, and the time of the change."""

    head: Head
    seen: Seen

    @property
    def extent(self) -> tuple[int, int]:
        """The number of deals and of the actions in the last one."""
        return self.head.deals, self.head.actions

    def turn(self, **changes: Any) -> None:
        """Change the head."""
        self.head = replace(self.head, **changes)


def _no_steady_clock() -> float:
    return 0.0


def _tell_nobody(_news: object) -> None:
    """Nobody listens."""


class Journal:
    """The saved matches and profiles of one user. Use it on one thread only.

    Every method raises StorageError, one line for a person, when the disk or another window of the program is
    in the way; nothing of that call is written then, and it may be tried again.
    """

    def __init__(
        self,
        folders: Folders,
        now: Clock,
        steady: Clock = _no_steady_clock,
        tell: Callable[[Notice], None] = _tell_nobody,
        glimpse: Callable[[tuple[Summary, ...]], None] = _tell_nobody,
    ) -> None:
        """Open the journal. ``notices`` says what was set aside; StorageError if it cannot be opened.

        ``now`` is the system's clock, ``steady`` one that nobody can set. ``tell`` hears of what comes up later.
        To look through the whole of a large file takes seconds: ``glimpse`` gets `unfinished` as it reads before that.
        """
        self._folders = folders
        self._path = folders.data / FILE
        self._hours = Hours(now, steady)
        self._tell = tell
        self._known: dict[int, Known] = {}
        folders.prepare()
        self._claims = Claims(folders.data / "locks")
        self._unfinished = Unfinished(self._claims)
        try:
            db, notice = self._open(lambda db: self._unfinished.glimpse(db, glimpse))
        except BaseException:
            self._claims.close()
            raise
        if notice is not None:
            self._unfinished.forget()
        self._ledger = Ledger(self._path, db, self._hours, self._renew)
        self._people = Profiles(self._ledger)
        self.archive = Archive(self._ledger, self.unfinished, self._names)
        self.notices: tuple[Notice, ...] = () if notice is None else (notice,)

    def _open(self, glimpse: Glimpse = _tell_nobody) -> tuple[sqlite3.Connection, Notice | None]:
        return open_database(self._path, self._claims.others, self._claims.folder, self._hours.system, glimpse)

    @property
    def database(self) -> sqlite3.Connection:
        """The connection to the open file, for its settings; what is written with it is neither checked nor noted."""
        return self._ledger.db

    def close(self) -> None:
        """Note the time, for a turn clock goes on from there; give up all claims and close the file."""
        try:
            # Who deleted all of it while nothing was played does not find it there again.
            if self._known or self._ledger.watch.same():
                with suppress(StorageError), self._ledger.changing(""):
                    pass
            self.database.close()
        finally:
            self._claims.close()

    def _renew(self) -> None:
        """The file is not the one any more that was opened: open what is there, and bring back what is played."""
        self._people.remember()
        let_go(self.database, self._path, self._ledger.watch)
        self._ledger.watch.give_up()
        self._folders.prepare()
        self._claims.renew()
        db, notice = self._open()
        self._ledger.opened(db)
        self._unfinished.forget()
        with self._ledger.changing(_("The match cannot be saved")) as seen:
            brought = bring_back(db, self._known, seen)
            self._people.bring_back()
        for one in (notice, renewed(self._path.name, brought, self._path) if brought else None):
            if one is not None:
                self._tell(one)

    # -- writing a match

    def create(self, record: Record, players: tuple[str, ...], seed: int, extra: dict[str, Any]) -> int:
        """A new match with all that ``record`` holds, claimed for this window. Gives its number."""
        match_id = None
        try:
            with self._ledger.changing(_("The match cannot be saved")) as seen:
                head = first_head(record, players, seed, seen)
                match_id = put_match(self.database, head, record, extra)
                if not self._claims.claim(match_id):
                    raise StorageError(elsewhere())
        except StorageError:
            # The number was not used after all: the next match, of any window, gets it.
            if match_id is not None:
                self._claims.release(match_id)
            raise
        self._known[match_id] = Known(head, record, extra)
        return match_id

    def add_deal(self, match_id: int, number: int, deal: DealRecord) -> None:
        """Deal ``number`` with the actions it has already; it must be the next one."""
        with self._saving(match_id) as page:
            if page.head.deals != number - 1:
                raise StorageError(elsewhere())
            links = linked(match_id, page.head.tip, number, (deal,))
            insert(self.database, "deals", links.deals)
            insert(self.database, "actions", links.actions)
            page.turn(deals=number, actions=len(deal.actions), tip=links.tip)
        self._learn(match_id, lambda record: replace(record, deals=(*record.deals, deal)))

    def add_action(
        self, match_id: int, deal_number: int, number: int, action: Action, ending: Ending | None = None,
        *, acted: bool = True,
    ) -> None:  # fmt: skip
        """Action ``number`` of the last deal; it must be the next one. On the disk when this returns.

        Not ``acted``: it is not who is on turn that did it, and his clock does not begin again (`SavedMatch.idle`).

        ``ending``: the match is over with it. It is finished and people are barred in the same transaction:
        who ends the program at that moment is barred all the same.
        """
        with self._saving(match_id, acted=acted) as page:
            if page.extent != (deal_number, number - 1):
                raise StorageError(elsewhere())
            tip = action_digest(page.head.tip, deal_number, number, str(action))
            insert(self.database, "actions", [(match_id, deal_number, number, str(action), tip)])
            page.turn(actions=number, tip=tip)
            if ending is not None:
                self._end(page, ending, lambda record: record.acted(action))
        self._learn(match_id, lambda record: record.acted(action), over=ending is not None)

    def cut(self, match_id: int, record: Record, beside: Mapping[str, Any] = NOTHING) -> None:
        """Undo: shorten the match to what ``record`` holds. The match counts as unfinished again.

        ``beside``: what is kept beside the match from now on, in the same transaction (`note`).
        """
        with self._saving(match_id) as page:
            page.head = cut_back(self.database, page.head, tuple(len(deal.actions) for deal in record.deals))
            for key, value in beside.items():
                put_note(self.database, match_id, key, value)
        self._learn(match_id, lambda _longer: record, **beside)

    def note(self, match_id: int, key: str, value: Any, *, acted: bool = True) -> None:
        """Keep something beside the match's actions (its chat), under ``key`` of what `load` gives as ``extra``.

        ``acted``: it counts as action of the person on turn, so that a turn clock begins again (`SavedMatch.idle`).
        """
        with self._saving(match_id, acted=acted):
            put_note(self.database, match_id, key, value)
        known = self._known.get(match_id)
        if known is not None:
            self._learn(match_id, lambda record: record, over=known.over, **{key: value})

    def put_figures(self, match_id: int, figures: Figures) -> None:
        """Keep what the analysis of a match found of its players; what an earlier one found is replaced."""
        self.note(match_id, KEY, msgspec.to_builtins(figures), acted=False)

    def finish(self, match_id: int, ending: Ending | None = None) -> None:
        """The match is over: it is kept, and no longer offered for playing on. People are barred with it."""
        with self._saving(match_id) as page:
            self._end(page, ending or Ending(), lambda record: record)
        self._learn(match_id, lambda record: record, over=True)

    def give_up(self, match_id: int) -> None:
        """The match is kept as it stands and no longer offered for playing on, though it is not over."""
        with self._saving(match_id) as page:
            page.turn(finished=GIVEN_UP)

    def _end(self, page: _Page, ending: Ending, change: Callable[[Record], Record]) -> None:
        page.turn(finished=FINISHED)
        if ending.barred:
            today = self._names().today
            barred = tuple(replace(one, name=today(one.name, page.head.created)) for one in ending.barred)
            self._people.bar_all(barred, ending.seconds, page.seen)
        known = self._known.get(page.head.id)
        if known is not None:
            self.archive.keep(page.head, change(known.record))

    def delete(self, match_id: int) -> None:
        """Remove the match for good. StorageError if another window plays it."""
        if not self.claim(match_id):
            raise StorageError(elsewhere())
        with self._ledger.changing(_("The match cannot be deleted")):
            head_of(self.database, match_id)
            self.database.execute("DELETE FROM matches WHERE id = ?", (match_id,))
        self.release(match_id)

    @contextmanager
    def _saving(self, match_id: int, *, acted: bool = True) -> Iterator[_Page]:
        """A transaction that changes a match, and the head with it; it notes the time if somebody ``acted``."""
        with self._ledger.changing(_("The match cannot be saved")) as seen:
            page = _Page(head_of(self.database, match_id), seen)
            if acted:
                page.turn(updated=seen.system, moment=seen.program)
            yield page
            put_head(self.database, page.head)

    def _learn(self, match_id: int, change: Callable[[Record], Record], *, over: bool = False, **beside: Any) -> None:
        """What was saved is what this window knows of a match that it has."""
        known = self._known.get(match_id)
        if known is not None:
            extra = {**known.extra, **beside}
            self._known[match_id] = replace(known, record=change(known.record), extra=extra, over=over)

    # -- reading matches

    def unfinished(self) -> tuple[Summary, ...]:
        """The matches that can be played on, the latest first, damaged ones among them and marked."""
        with self._ledger.translated(_("The saved matches cannot be read")):
            return self._unfinished.read(self.database)

    def load(self, match_id: int) -> SavedMatch:
        """The match, as far as it is sound (`SavedMatch.loss`). StorageError if it is damaged or no longer there.

        If this window has the match (`claim`), what is damaged is cut off, so that it can be played on, and
        kept in a file that ``loss`` names.
        """
        with self._ledger.translated(_("The saved match cannot be read")):
            rows = rows_of(self.database, match_id)
            now = self._hours.look(self.database).program
        try:
            sound = sound_part(rows)
            saved = saved_match(sound, max(0.0, now - calendar(rows.head.moment)))
            over = played(saved.record).over
        except Exception as error:
            raise StorageError(failed(_("The saved match {n} is damaged").format(n=match_id), line(error))) from error
        if match_id in self._claims:
            if sound.loss:
                saved = replace(saved, loss=self._mended(rows, sound, over))
            self._known[match_id] = Known(rows.head, saved.record, saved.extra, over and bool(rows.head.finished))
        return saved

    def _mended(self, rows: Rows, sound: Sound, over: bool) -> str:
        """Cut off what is not sound; gives the line that says so, and where it is kept."""
        path = keep_tail(self._folders.data, rows, self._hours.system())
        with self._ledger.changing(_("The damaged match cannot be mended")) as seen:
            head = cut_back(self.database, sound.head, sound.held)
            keep_notes(self.database, head.id, (*sound.notes, TALLY))
            put_head(self.database, replace(head, updated=seen.system, moment=seen.program, finished=int(over)))
        text = _("{loss} As it was found it is kept in {file}.")
        return text.format(loss=sound.loss, file=shown(path.name))

    def figures(self) -> tuple[KeptFigures, ...]:
        """What analyses have found of the players of all matches, the oldest match first."""
        with self._ledger.translated(_("The analyses cannot be read")):
            return kept_figures(self.database)

    # -- claims

    def claim(self, match_id: int) -> bool:
        """Take the match for this window, until `release` or the end of the process; False if another has it."""
        with self._ledger.translated(_("The match cannot be opened")):
            return self._claims.claim(match_id)

    def release(self, match_id: int) -> None:
        """Give the match back. Nothing happens if this window does not have it."""
        self._known.pop(match_id, None)
        self._claims.release(match_id)

    # -- profiles

    def profiles(self) -> tuple[Profile, ...]:
        """The profiles, the oldest first."""
        return self._people.all()

    def put_profile(self, name: str, colour: str, portrait: int = 0) -> None:
        """A new profile, or another look of one; a bar stays. StorageError if the name cannot be a name."""
        self._people.put(name, colour, portrait)

    def rename_profile(self, name: str, new: str) -> None:
        """Another name for a profile. StorageError if it is barred or is not there, or if another has that name."""
        self._people.rename(name, new)
        self._rename(name, new)

    def recognise(self, called: str, *, named: bool) -> None:
        """The person of this computer is ``called`` so; ``named``: that is a name which the person has given.

        What was done before without a name, or under the word of another language, goes along. A bar goes along with
        the language, not with a first name: the person stays what they were called until it is over.
        """
        before = self._names().given_up(called)
        if before and not self._people.take_along(before, called, with_bar=not named):
            return
        if before:
            self._rename(before, called)
        keep_called(self._folders, called, named=named)

    def _rename(self, name: str, new: str) -> None:
        """What is kept of a person outside the file of the matches goes under another name."""
        keep_name(self._folders, name, new, self._hours.system())
        rename_daily(self._folders, name, new)
        rename_lessons(self._folders, name, new)
        rename_practice(self._folders, name, new)

    def _names(self) -> NameBook:
        """The names that people have given up."""
        book, notice = load_names(self._folders)
        if notice is not None:
            self._tell(notice)
        return book

    def remove_profile(self, name: str) -> None:
        """The profile is gone. StorageError if it is barred, or is not there."""
        self._people.remove(name)

    def bar_profile(self, name: str, seconds: float) -> None:
        """Bar a person from sitting down for so long, never for less than before. StorageError without a profile."""
        self._people.bar(name, seconds)

    def sit_down(self, people: tuple[tuple[str, str], ...], match_id: int | None = None) -> tuple[Bar, ...]:
        """People, by name and colour, want to sit down: new ones get a profile. Gives the bars that are in the way.

        ``match_id``: they have sat down in this match before, by the names of that day.
        """
        if match_id is not None:
            with self._ledger.translated(_("The saved match cannot be read")):
                begun = head_of(self.database, match_id).created
            today = self._names().today
            people = tuple((today(name, begun), colour) for name, colour in people)
        return self._people.sit_down(people)

    # -- daily deals

    def begin_daily(self, result: DailyResult) -> None:
        """Somebody begins a daily deal; only the first match counts."""
        begin_daily(self._folders, result)

    def end_daily(self, result: DailyResult) -> None:
        """A daily deal is over; the first result stays."""
        end_daily(self._folders, result)
