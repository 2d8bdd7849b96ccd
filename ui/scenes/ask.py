"""A question with two answers, over the scene that it is about."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.i18n import _
from ui import theme
from ui.backdrop import panel, veil
from ui.page import Page
from ui.scene import Scene, Stage


class Ask(Page):
    """Asks ``question`` over ``below``; on yes it goes back there and calls ``act``. Esc is no.

    ``yes`` and ``no`` are the words on the buttons: the deed itself, and leaving things as they are.
    """

    def __init__(self, stage: Stage, below: Scene, question: str, yes: str, act: Callable[[], None], *,
                 no: str = "") -> None:  # fmt: skip
        super().__init__(stage)
        self._below = below
        self.deck = below.deck
        self.question = question
        self.words = (yes, no or _("No"))
        self._act = act
        self._lines: list[str] = []
        self._box = pygame.Rect(0, 0, 0, 0)

    @property
    def told(self) -> tuple[str, ...]:
        return (self.question,)

    def compose(self) -> None:
        px, (wide, high) = self.stage.px, self.stage.size
        width = min(px(560), wide - px(40))
        self._lines = theme.wrapped(self.question, "sans", px(theme.LARGE), width - px(64))
        self._box = pygame.Rect(0, 0, width, px(32) + len(self._lines) * px(30) + px(24 + 50 + 28))
        self._box.center = (wide // 2, high // 2)
        room = (width - px(64) - px(16)) // 2
        for at, (words, act) in enumerate(((self.words[1], self.stage.back), (self.words[0], self._yes))):
            left = self._box.left + px(32) + at * (room + px(16))
            rect = pygame.Rect(left, self._box.bottom - px(28 + 50), room, px(50))
            button = self.button(words, rect, act, style="#menu" if at else "#primary")
            if self.focus.at < 0:
                self.focus.go(button)

    def _yes(self) -> None:
        self.stage.back()
        self._act()

    def draw(self, surface: pygame.Surface) -> None:
        px = self.stage.px
        self._below.draw(surface)
        veil(surface, 190)
        panel(surface, self._box, theme.GOLD, 250)
        for at, line in enumerate(self._lines):
            words = theme.text(line, "sans", px(theme.LARGE), theme.CREAM)
            surface.blit(words, words.get_rect(midtop=(self._box.centerx, self._box.top + px(28) + at * px(30))))
