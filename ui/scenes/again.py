"""A match that was gone through played again: on from a moment, or the same deal anew; or compared with others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, TypeVar

import pygame

from game.ai.levels import levels_for
from game.i18n import N_, _
from game.review import Line
from game.store.archive import SIDE_LINE
from ui import theme
from ui.form import OPPONENT, kind_words
from ui.page import Page
from ui.scene import Scene, Stage
from ui.scenes.passage import Passage
from ui.scenes.side_line import SideLine
from ui.widgets.choice import Choice, cycle_width, row_width
from ui.widgets.column import Column
from ui.widgets.controls import HEIGHT

T = TypeVar("T")
WIDE: Final = 860


class Again(Page):
    """From which seat, against whom, and what. The match that was gone through stays as it is."""

    largest_scale = 1.6

    def __init__(self, stage: Stage, below: Scene, passage: Passage, compare: Callable[[], None] | None) -> None:
        """``compare`` opens the comparison of the match, where it is kept."""
        super().__init__(stage)
        self._compare = compare
        self.deck = below.deck
        self.title = N_("Play it again")
        self.passage = passage
        self.seat = passage.seat
        levels = levels_for(passage.review.game.name)
        self.level = OPPONENT if OPPONENT in levels else levels[0]
        self._opening: SideLine | None = None

    @property
    def busy(self) -> bool:
        return self._opening is not None

    # -- widgets

    def compose(self) -> None:
        px, body = self.stage.px, self.body
        board = pygame.Rect(0, body.top, min(body.width, px(WIDE)), body.height)
        board.centerx = body.centerx
        self.board(board)
        column = Column(self.scroll("again", board), self.stage.manager)
        review = self.passage.review
        levels = levels_for(review.game.name)
        seats, names = range(len(review.names)), list(review.names)
        self._choice("seat", column, _("Your seat"), seats, names, self.seat, self.set_seat)
        self._choice("level", column, _("The computer plays"), levels, [kind_words(one) for one in levels], self.level,
                     self._set_level)  # fmt: skip
        column.gap(6)
        deal, at = self.passage.deal, self.passage.at
        if review.may_play_on(deal, at):
            self._offer("play-on", column, _("Play on from here"), self._play_on,
                        _("Deal {number} from the moment that was shown. It is a side line: the match stays as it "
                          "was, and statistics do not count it.").format(number=deal + 1))  # fmt: skip
        self._offer("same-deal", column, _("The same deal again"), self._same_deal,
                    _("Deal {number} from its beginning, with the same cards at the same seats.").format(
                        number=deal + 1))  # fmt: skip
        if self._compare is not None:
            self._offer("compare", column, _("Compare…"), self._compare,
                        _("What others made of the same cards, and what the computer makes of them."))  # fmt: skip
        self.end_scroll("again", column.y)
        self.foot_button("back", _("Back"), self.escape)

    def _choice(
        self, widget_id: str, column: Column, label: str, values: Sequence[T], words: list[str], value: T,
        act: Callable[[T], None],
    ) -> None:  # fmt: skip
        unit, manager = self.stage.unit, self.stage.manager
        wide = row_width(words, unit)
        if wide > column.width * 0.7:
            wide = min(cycle_width(words, unit), column.width)
        _said, widget = column.row(
            label, "", wide, lambda rect: Choice(values, words, value, rect, manager, unit, column.scroll.inside)
        )
        self.on_value(widget_id, widget, act, label, column.scroll)

    def _offer(self, widget_id: str, column: Column, words: str, act: Callable[[], None], help: str) -> None:
        place = column.place(self.button_width(words), HEIGHT + 6)
        self.button(widget_id, words, place, act, into=column.scroll)
        column.y = place.bottom + column.px(4)
        column.words(help, size=theme.SMALL, colour=theme.MUTED)
        column.gap()

    # -- what is done

    def set_seat(self, seat: int) -> None:
        self.seat = seat

    def _set_level(self, level: str) -> None:
        self.level = level

    def _play_on(self) -> None:
        review, passage = self.passage.review, self.passage
        self._open(partial(review.side_line, passage.deal, passage.at, self.seat, self.level))

    def _same_deal(self) -> None:
        self._open(partial(self.passage.review.same_deal, self.passage.deal, self.seat, self.level))

    def _open(self, line: Callable[[], Line]) -> None:
        if self._opening is None:
            self._opening = SideLine(self.stage, line(), {SIDE_LINE: True})

    def update(self, seconds: float) -> None:
        if self._opening is not None and self._opening.update():
            self._opening = None
