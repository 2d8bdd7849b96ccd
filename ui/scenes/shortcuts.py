"""Every shortcut on a page, and another key for those that may have one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

import msgspec
import pygame

from game.i18n import N_, _
from ui import theme
from ui.page import BAR, Page
from ui.remapping import why_not, with_key
from ui.scene import Stage
from ui.shortcuts import ALL, BACK, SHORTCUTS, Shortcut
from ui.widgets.column import Column
from ui.widgets.controls import HEIGHT
from ui.widgets.words import LEADING, Line, Words

KEYS: Final = 220
"""Design pixels for the names of the keys."""
GAP: Final = 10


class ShortcutsPage(Page):
    """The keys on the left, what they do on the right. A key that is a button is pressed to be changed.

    ``asked``: the shortcut for which the next key is meant.
    """

    title = N_("Shortcuts")

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.asked: Shortcut | None = None
        self._words = ""
        self._line: Line | None = None

    @property
    def told(self) -> tuple[str, ...]:
        words = _("{key}: {does}")
        listed = (words.format(key=one.shown, does=_(one.does)) for one in ALL)
        return (_(self.title), *listed, self._about)

    @property
    def _about(self) -> str:
        return _("A key on a button can be changed. Digits, letters of cards, Enter, Esc, Tab and arrows stay.")

    def compose(self) -> None:
        px, area, body = self.stage.px, self.area, self.body
        if self.stage.settings.keys:
            words = _("The usual keys")
            wide = self.button_width(words)
            rect = pygame.Rect(area.right - wide, area.top, wide, px(HEIGHT))
            self.button("usual-keys", words, rect, self._usual, style="#small")
        board = pygame.Rect(0, body.top, min(body.width, px(820)), body.height)
        board.centerx = body.centerx
        self.board(board)
        column = Column(self.scroll("shortcuts", board), self.stage.manager)
        column.words(self._about, size=theme.SMALL, colour=theme.MUTED)
        column.gap()
        for title, shortcuts in SHORTCUTS:
            column.heading(_(title))
            for one in shortcuts:
                self._row(column, one)
        self.end_scroll("shortcuts", column.y)
        self._foot()

    def _row(self, column: Column, one: Shortcut) -> None:
        px, left = self.stage.px, min(self.stage.px(KEYS), column.width // 3)
        size, inside, manager, wide = px(theme.BODY), column.scroll.inside, self.stage.manager, left - px(GAP)
        high = px(HEIGHT) if one.name else round(size * LEADING)
        if one.name:
            rect = pygame.Rect(0, column.y, min(wide, px(150)), high)
            self.button(f"key-{one.name}", one.shown, rect, partial(self._ask, one), style="#small", label=_(one.does),
                        into=column.scroll)  # fmt: skip
        else:
            keys = Words(one.shown, (0, column.y), wide, manager, face="bold", size=size, colour=theme.GOLD,
                         container=inside)  # fmt: skip
            high = max(high, keys.rect.height)
        below = column.y + (px(HEIGHT) - round(size * LEADING)) // 2 if one.name else column.y
        does = Words(_(one.does), (left, below), column.width - left, manager, size=size, container=inside)
        column.y = max(column.y + high, below + does.rect.height) + px(GAP)

    def _foot(self) -> None:
        """The way back, and a line on what was asked for."""
        px, area = self.stage.px, self.area
        left = self.foot_button("back", _("Back"), self.escape).relative_rect.right + px(20)
        rect, size = pygame.Rect(left, area.bottom - px(BAR), area.right - left, px(BAR)), px(theme.BODY)
        self._line = Line(self._words, rect, self.stage.manager, size=size, colour=theme.CREAM)

    def _ask(self, shortcut: Shortcut) -> None:
        self.asked = shortcut
        self._say(_("The new key for “{does}”, please; Esc leaves it.").format(does=_(shortcut.does)))

    def _say(self, words: str) -> None:
        self._words = words
        if self._line is not None:
            self._line.say(words)
        if words and self.stage.narrate is not None:
            self.stage.narrate(words)

    def _usual(self) -> None:
        self._keep({})
        self._say(_("All keys are as usual."))

    def _keep(self, keys: Mapping[str, str]) -> None:
        self.stage.apply(msgspec.structs.replace(self.stage.settings, keys=dict(keys)))
        self.stage.rebuild()

    def takes(self, event: pygame.event.Event) -> bool:
        """The next key after a shortcut was pressed is for that; a click elsewhere means something else."""
        if event.type == pygame.MOUSEBUTTONDOWN:
            self.asked = None
        if self.asked is None or event.type != pygame.KEYDOWN:
            return False
        self._give(self.asked, event.key)
        return True

    def _give(self, shortcut: Shortcut, key: int) -> None:
        words = why_not(shortcut, key)
        if key in BACK.keys:
            self._say("")
        elif words:
            self._say(words)
            return
        else:
            self._keep(with_key(self.stage.settings.keys, shortcut, key))
            self._say(_("{key}: {does}").format(key=shortcut.shown, does=_(shortcut.does)))
        self.asked = None
