"""The matches that are kept, in words: what a row of their list says, and by what it is found.

Made on the storage thread: ten thousand rows take longer than a frame.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from game.conventions import listed, moment, plain_date, series
from game.i18n import N_, _, ngettext
from game.rules import GAMES
from game.seating import shown_names
from game.store.archive import ASSISTED, IMPORTED, SIDE_LINE, Archive, Entry, breathing
from game.text import reads_as

SLICE: Final = 1500
"""So many rows are searched in a frame: about half a millisecond."""
MARKS: Final = ((ASSISTED, N_("assisted")), (SIDE_LINE, N_("side line")), (IMPORTED, N_("imported")))


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """A row. ``people`` with how they stand; ``outcome``: who won, or how far it is; ``signs``: what is marked on it.

    ``found_by``: what of it is searched; ``line``: all of it, for who does not see it; ``is_open``: it goes on.
    """

    entry: Entry
    title: str
    people: str
    outcome: str
    when: str
    signs: tuple[str, ...]
    found_by: str
    line: str
    is_open: bool


def all_shown(archive: Archive) -> tuple[Shown, ...]:
    """Every match, the latest first. StorageError."""
    return tuple(map(shown, breathing(archive.entries())))


def shown(entry: Entry) -> Shown:
    """A match as a row."""
    game = GAMES.get(entry.game)
    title = _(game.title) if game is not None else entry.game or _("Unknown game")
    names = shown_names(entry.names)
    people, outcome, when = _people(entry, names), _outcome(entry, names), moment(entry.when)
    signs = tuple(_(words) for mark, words in MARKS if mark in entry.marks)
    is_open = entry.open is not None and not entry.fault
    state = (_("saved"),) if is_open else ()
    parts = (title, people, outcome, when, *state, *signs)
    found = reads_as(" ".join((title, series(names), outcome, when, plain_date(entry.when), *state, *signs)))
    return Shown(entry=entry, title=title, people=people, outcome=outcome, when=when, signs=(*state, *signs),
                 found_by=found, line=" · ".join(part for part in parts if part), is_open=is_open)  # fmt: skip


def _people(entry: Entry, names: Sequence[str]) -> str:
    """Who played, each with the score."""
    totals = entry.tally.totals if entry.tally is not None else entry.open.totals if entry.open is not None else ()
    if len(totals) != len(names):
        return series(names)
    return " · ".join(f"{name} {total}" for name, total in zip(names, totals, strict=True))


def _outcome(entry: Entry, names: Sequence[str]) -> str:
    if entry.fault:
        return entry.fault
    if entry.open is not None:
        if entry.open.elsewhere:
            return _("open in another window")
        return _("in deal {number}").format(number=entry.open.deals + 1)
    if entry.tally is None:
        return ""
    if entry.tally.winners:
        won = listed([names[seat] for seat in entry.tally.winners if seat < len(names)])
        return ngettext("{names} wins", "{names} win", len(entry.tally.winners)).format(names=won)
    if entry.tally.over:
        return _("nobody wins")
    deals = entry.tally.deals
    return ngettext("not finished: {count} deal", "not finished: {count} deals", deals).format(count=deals)


class Search:
    """The rows in which every one of the words stands, looked for some at a time: no frame waits for ten thousand.

    ``state``: ``all``, only the ``saved`` or the ``finished``. ``chosen``: the match whose place among them is `at`, 0
    if it is not there. Whoever asks for something else makes another, and this one is forgotten.
    """

    def __init__(self, rows: Sequence[Shown], words: str, state: str, chosen: int | None = None) -> None:
        self.found: list[Shown] = []
        self.at = 0
        self._rows = rows
        self._next = 0
        self._first, *self._others = reads_as(words).split() or [""]
        self._kinds = {"all": (True, False), "saved": (True,), "finished": (False,)}[state]
        self._chosen = chosen

    def go_on(self, most: int = SLICE) -> bool:
        """Look at so many more rows. Whether that was all."""
        first, kinds, others = self._first, self._kinds, self._others
        part = self._rows[self._next : self._next + most]
        self._next += len(part)
        some = [row for row in part if first in row.found_by and row.is_open in kinds]
        if others:
            some = [row for row in some if all(word in row.found_by for word in others)]
        ids = [row.entry.id for row in some]
        if self._chosen in ids:
            self.at = len(self.found) + ids.index(self._chosen)
        self.found += some
        return self._next >= len(self._rows)
