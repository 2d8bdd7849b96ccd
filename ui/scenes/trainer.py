"""The trainer: a game, what to practise in it, and how far one has come."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import pygame

from game.i18n import N_, _
from game.rules import GAMES
from game.trainer.telling import ABOUT, TITLES, so_far
from game.trainer.values import Kind, kinds_of
from ui import theme
from ui.page import Page
from ui.scene import Stage
from ui.scenes.course import Course, Notes, Orders
from ui.scenes.drill import Drill
from ui.widgets.choice import Choice, cycle_width, row_width
from ui.widgets.column import Column

WIDE: Final = 900


class Trainer(Page):
    """A row for every kind of task that the game has."""

    title = N_("Trainer")
    largest_scale = 1.6

    def __init__(self, stage: Stage, orders: Orders) -> None:
        super().__init__(stage)
        self.game = next(iter(GAMES))
        self.orders = orders
        self.notes = Notes(stage, stage.rebuild)

    @property
    def busy(self) -> bool:
        return self.notes.busy

    def update(self, seconds: float) -> None:
        self.notes.update()

    def leave(self) -> None:
        self.orders.end()

    # -- widgets

    def compose(self) -> None:
        px, body = self.stage.px, self.body
        board = pygame.Rect(0, body.top, min(body.width, px(WIDE)), body.height)
        board.centerx = body.centerx
        self.board(board)
        column = Column(self.scroll("trainer", board), self.stage.manager)
        words = _("Short tasks out of deals that the computer has just played. How many were right is kept for you.")
        column.words(words, colour=theme.MUTED)
        column.gap()
        self._games(column)
        column.gap()
        for kind in kinds_of(self.game):
            self._row(column, kind)
        self.end_scroll("trainer", column.y)
        self.foot_button("back", _("Back"), self.escape)

    def _games(self, column: Column) -> None:
        unit, manager = self.stage.unit, self.stage.manager
        words = [_(game.title) for game in GAMES.values()]
        wide = row_width(words, unit)
        if wide > column.width * 0.8:
            wide = min(cycle_width(words, unit), column.width)
        _said, widget = column.row(
            _("Game"), "", wide,
            lambda rect: Choice(tuple(GAMES), words, self.game, rect, manager, unit, column.scroll.inside),
        )  # fmt: skip
        self.on_value("game", widget, self.set_game, _("Game"), column.scroll)

    def _row(self, column: Column, kind: Kind) -> None:
        """One kind: what it is, how it went so far, and the button."""
        title, words = _(TITLES[kind]), _("Practise")
        done = self.notes.of(self.game, kind)
        help = _(ABOUT[kind]) if done is None else f"{_(ABOUT[kind])} {so_far(done)}"
        act: Callable[[], None] = partial(self.practice, kind)
        column.row(
            title, help, self.button_width(words),
            lambda rect: self.button(f"practice-{kind}", words, rect, act, style="#small", label=title,
                                     into=column.scroll),
        )  # fmt: skip

    # -- what is done

    def set_game(self, game: str) -> None:
        self.game = game
        self.stage.rebuild()

    def practice(self, kind: Kind) -> None:
        course = Course(self.stage, self.orders, self.notes, self.game, kind)
        self.stage.push(Drill(self.stage, course))
