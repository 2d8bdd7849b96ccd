"""Every shortcut on a page."""

from __future__ import annotations

from typing import Final

import pygame

from game.i18n import N_, _
from ui import theme
from ui.page import Page
from ui.scene import Stage
from ui.shortcuts import SHORTCUTS
from ui.widgets.column import Column
from ui.widgets.words import Words

KEYS: Final = 220
"""Design pixels for the names of the keys."""
GAP: Final = 10


class ShortcutsPage(Page):
    """The keys on the left, what they do on the right."""

    title = N_("Shortcuts")

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)

    def compose(self) -> None:
        px, body = self.stage.px, self.body
        board = pygame.Rect(0, body.top, min(body.width, px(820)), body.height)
        board.centerx = body.centerx
        self.board(board)
        column = Column(self.scroll("shortcuts", board), self.stage.manager)
        for title, shortcuts in SHORTCUTS:
            column.heading(_(title))
            for one in shortcuts:
                self._row(column, _(one.shown), _(one.does))
        self.end_scroll("shortcuts", column.y)
        self.foot_button(_("Back"), self.escape)

    def _row(self, column: Column, keys: str, does: str) -> None:
        px, left = self.stage.px, min(self.stage.px(KEYS), column.width // 3)
        size, inside, manager = px(theme.BODY), column.scroll.inside, self.stage.manager
        made = (
            Words(keys, (0, column.y), left - px(GAP), manager, face="bold", size=size, colour=theme.GOLD,
                  container=inside),
            Words(does, (left, column.y), column.width - left, manager, size=size, container=inside),
        )  # fmt: skip
        column.y += max(len(one.lines) * one.line_height for one in made) + px(GAP)
