"""The daily deal: one of each game, the same for everyone; what the person did in today's, and in earlier ones."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import pygame

from game.daily import DailyBook, DailyResult, daily_deal, date_of
from game.deal_code import code_of
from game.i18n import N_, _
from game.rules import GAMES
from game.seating import Seating
from game.store.daily import load_daily
from game.text import reads_as
from ui import form as forms
from ui import theme
from ui.fetched import Fetched
from ui.page import Page
from ui.scene import Stage
from ui.widgets.column import Column

EARLIER: Final = 60
"""So many earlier results are listed at most."""
STATES: Final = {"annulled": N_("annulled"), "void": N_("void"), "unfinished": N_("not played to its end")}


class Daily(Page):
    """A row for every game. It asks the storage for the results whenever it is entered."""

    title = N_("Daily deal")

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.date = date_of(stage.now())
        self.book = DailyBook()
        self._fetched = Fetched(stage, load_daily, stage.folders)

    @property
    def told(self) -> tuple[str, ...]:
        return (f"{_(self.title)} · {self.date}",)

    @property
    def busy(self) -> bool:
        return self._fetched.waited_for

    def update(self, seconds: float) -> None:
        book = self._fetched.take()
        if book is not None:
            self.book = book
            self.stage.rebuild()

    # -- widgets

    def compose(self) -> None:
        px, body = self.stage.px, self.body
        board = pygame.Rect(0, body.top, min(body.width, px(900)), body.height)
        board.centerx = body.centerx
        self.board(board)
        column = Column(self.scroll("daily", board), self.stage.manager)
        words = _("{date}: one deal of each game, the same for everyone. You play it against the computer; the first"
                  " time counts.")  # fmt: skip
        column.words(words.format(date=self.date), colour=theme.MUTED)
        column.gap()
        if not self._fetched.waited_for:
            for game in GAMES:
                self._row(column, game)
            self._earlier(column)
        self.end_scroll("daily", column.y)
        self.foot_button("back", _("Back"), self.escape)

    def _row(self, column: Column, game: str) -> None:
        """One game: how it went, and the button."""
        known = self.book.of(self.date, game, self.stage.settings.called)
        words = _("Play") if known is None else _("Play again")
        wide = max(map(self.button_width, (_("Play"), _("Play again"))))
        act: Callable[[], None] = partial(self._begin, game)
        column.row(
            _(GAMES[game].title), how_it_went(known), wide,
            lambda rect: self.button(f"play-{game}", words, rect, act, style="#small", label=f"{words} {game}",
                                     into=column.scroll),
        )  # fmt: skip

    def _earlier(self, column: Column) -> None:
        """What the person did on other days, the latest first."""
        own = reads_as(self.stage.settings.called)
        past = [one for one in self.book.results if reads_as(one.name) == own and one.date != self.date]
        if not past:
            return
        column.gap()
        column.heading(_("Earlier"))
        for one in past[: -EARLIER - 1 : -1]:
            title = _(GAMES[one.game].title) if one.game in GAMES else one.game
            words = _("{date} · {game}: {result}")
            column.words(words.format(date=one.date, game=title, result=how_it_went(one)), size=theme.SMALL)
            column.gap(4)

    # -- what is done

    def _begin(self, game: str) -> None:
        if self.book.of(self.date, game, self.stage.settings.called) is not None:
            self.stage.notify(_("You have begun this deal before: what you do in it now does not count."))
        self.stage.doors.begin(seating_of(self.date, game, self.stage.settings.called))


def seating_of(date: str, game: str, name: str) -> Seating:
    """The daily deal of a game on a date: the person at the first seat, the computer at all others, no help."""
    form = forms.with_code(forms.first_form(name), code_of(daily_deal(date, game)))
    agreed = forms.seating(forms.against_computer(form, name))
    assert isinstance(agreed, Seating)
    fair = forms.replace(agreed.aids, undo=False, hints=False)
    return forms.replace(agreed, daily=date, aids=fair)


def how_it_went(result: DailyResult | None) -> str:
    """What somebody did in a daily deal, in a line."""
    if result is None:
        return _("Not played yet.")
    if not result.over:
        return _("Begun, and not played to its end yet.")
    if result.state != "scored":
        return _("The deal was {state}.").format(state=_(STATES.get(result.state, result.state)))
    return _("Score {score}, taken {points}.").format(score=result.score, points=result.points)
