"""A match that was gone through played again: on from a moment, the same deal anew, or by the computer to compare."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial
from typing import Final, TypeVar

import pygame

from game.ai.levels import levels_for
from game.conventions import change
from game.duplicate import Duplicate
from game.i18n import N_, _, ngettext
from game.review import Line
from game.seating import SEED_BITS
from game.store.archive import SIDE_LINE
from game.store.files import StorageError
from game.store.reading import SavedMatch
from ui import theme
from ui.form import OPPONENT, kind_words
from ui.page import Page
from ui.scene import Scene, Stage
from ui.scenes.passage import Passage
from ui.widgets.choice import Choice, cycle_width, row_width
from ui.widgets.column import Column
from ui.widgets.controls import HEIGHT

T = TypeVar("T")
WIDE: Final = 860


class SideLine:
    """A new match on its way to its table: written, read, opened. Polled by `update`."""

    def __init__(self, stage: Stage, line: Line) -> None:
        self._stage = stage
        kinds = tuple(player.kind for player in line.players)
        seed = stage.seeds.getrandbits(SEED_BITS)
        self._creating: Future[int] | None = stage.storage.create(line.record, kinds, seed, {SIDE_LINE: True})
        self._loading: Future[SavedMatch] | None = None

    def update(self) -> bool:
        """Look how far it is. Whether it is over: the table is shown, or the person was told why not."""
        try:
            if self._creating is not None and self._creating.done():
                number, self._creating = self._creating.result(), None
                self._loading = self._stage.storage.load(number)
            if self._loading is not None and self._loading.done():
                self._stage.doors.resume(self._loading.result())
                return True
        except StorageError as error:
            self._stage.notify(str(error))
            return True
        return False


class Again(Page):
    """From which seat, against whom, and what. The match that was gone through stays as it is."""

    largest_scale = 1.6

    def __init__(self, stage: Stage, below: Scene, passage: Passage) -> None:
        super().__init__(stage)
        self.deck = below.deck
        self.title = N_("Play it again")
        self.passage = passage
        self.seat = passage.seat
        levels = levels_for(passage.review.game.name)
        self.level = OPPONENT if OPPONENT in levels else levels[0]
        self.duplicate: Duplicate | None = None
        self._told = 0
        self._opening: SideLine | None = None

    @property
    def busy(self) -> bool:
        return self._opening is not None or (self.duplicate is not None and not self.duplicate.done)

    # -- widgets

    def compose(self) -> None:
        px, body = self.stage.px, self.body
        board = pygame.Rect(0, body.top, min(body.width, px(WIDE)), body.height)
        board.centerx = body.centerx
        self.board(board)
        column = Column(self.scroll("again", board), self.stage.manager)
        review = self.passage.review
        levels = levels_for(review.game.name)
        self._choice(column, _("Your seat"), range(len(review.names)), list(review.names), self.seat, self._sit)
        self._choice(column, _("The computer plays"), levels, [kind_words(one) for one in levels], self.level,
                     self._set_level)  # fmt: skip
        column.gap(6)
        deal, at = self.passage.deal, self.passage.at
        if review.may_play_on(deal, at):
            self._offer(column, _("Play on from here"), self._play_on,
                        _("Deal {number} from the moment that was shown. It is a side line: the match stays as it "
                          "was, and statistics do not count it.").format(number=deal + 1))  # fmt: skip
        self._offer(column, _("The same deal again"), self._same_deal,
                    _("Deal {number} from its beginning, with the same cards at the same seats.").format(
                        number=deal + 1))  # fmt: skip
        self._offer(column, _("Compare with the computer"), self._compare,
                    _("The computer plays every deal of the match with the cards that this seat had."))  # fmt: skip
        self._comparison(column)
        self.end_scroll("again", column.y)
        self.foot_button(_("Back"), self.escape)

    def _choice(
        self, column: Column, label: str, values: Sequence[T], words: list[str], value: T, act: Callable[[T], None]
    ) -> None:
        unit, manager = self.stage.unit, self.stage.manager
        wide = row_width(words, unit)
        if wide > column.width * 0.7:
            wide = min(cycle_width(words, unit), column.width)
        _said, widget = column.row(
            label, "", wide, lambda rect: Choice(values, words, value, rect, manager, unit, column.scroll.inside)
        )
        self.on_value(widget, act, label, column.scroll)

    def _offer(self, column: Column, words: str, act: Callable[[], None], help: str) -> None:
        place = column.place(self.button_width(words), HEIGHT + 6)
        self.button(words, place, act, into=column.scroll)
        column.y = place.bottom + column.px(4)
        column.words(help, size=theme.SMALL, colour=theme.MUTED)
        column.gap()

    def _comparison(self, column: Column) -> None:
        """What the computer has made of the same cards so far."""
        duplicate, review = self.duplicate, self.passage.review
        if duplicate is None:
            return
        name = review.names[self.seat]
        column.heading(_("{name} and the computer ({level})").format(name=name, level=kind_words(self.level)))
        if not duplicate.done:
            count = len(duplicate.compared)
            column.words(_("{count} of {all} deals…").format(count=count, all=review.deals), colour=theme.GOLD)
        row = _("Deal {number}: {name} {yours}, the computer {computers}")
        for one in duplicate.compared:
            column.words(row.format(number=one.deal + 1, name=name, yours=change(one.yours),
                                    computers=change(one.computers)))  # fmt: skip
        if duplicate.done:
            yours, computers = (sum(part) for part in zip(*(one[1:] for one in duplicate.compared), strict=True))
            words = ngettext(
                "In all, {count} deal: {name} {yours}, the computer {computers}",
                "In all, {count} deals: {name} {yours}, the computer {computers}", review.deals,
            ).format(count=review.deals, name=name, yours=change(yours), computers=change(computers))  # fmt: skip
            column.words(words, face="bold", colour=theme.GOLD)

    # -- what is done

    def _sit(self, seat: int) -> None:
        self.seat = seat
        self._forget()

    def _set_level(self, level: str) -> None:
        self.level = level
        self._forget()

    def _forget(self) -> None:
        """What was compared was another seat, or another player."""
        if self.duplicate is not None:
            self.duplicate.close()
            self.duplicate = None
            self.stage.rebuild()

    def _play_on(self) -> None:
        review, passage = self.passage.review, self.passage
        self._open(partial(review.side_line, passage.deal, passage.at, self.seat, self.level))

    def _same_deal(self) -> None:
        self._open(partial(self.passage.review.same_deal, self.passage.deal, self.seat, self.level))

    def _open(self, line: Callable[[], Line]) -> None:
        if self._opening is None:
            self._opening = SideLine(self.stage, line())

    def _compare(self) -> None:
        self._forget()
        seed = self.stage.seeds.getrandbits(63)
        self.duplicate = Duplicate(self.passage.review, self.seat, self.level, self.stage.thinker, seed)
        self._told = 0
        self.stage.rebuild()

    def update(self, seconds: float) -> None:
        if self._opening is not None and self._opening.update():
            self._opening = None
            return
        if self.duplicate is not None and not (self.duplicate.done and self._told == len(self.duplicate.compared)):
            self.duplicate.update()
            if len(self.duplicate.compared) != self._told:
                self._told = len(self.duplicate.compared)
                self.stage.rebuild()

    def leave(self) -> None:
        if self.duplicate is not None:
            self.duplicate.close()
