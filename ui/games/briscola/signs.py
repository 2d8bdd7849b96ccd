"""Briscola: what may be done on turn besides playing a card: a sign to the partners, the exchange of the trump."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame
import pygame_gui

from game.engine.actions import Action, Swap
from game.i18n import _
from game.rules.briscola.actions import Sign
from game.rules.briscola.words import SIGN_LABELS
from ui.table.panel import Panel

if TYPE_CHECKING:
    from ui.table.scene import TableScene

STEP = 111
"""Design pixels from one sign to the next."""


class SignPanel(Panel):
    """Buttons to the right of the hand; the signs open in a row above it."""

    def __init__(self, table: TableScene) -> None:
        super().__init__(table)
        self.actions: dict[pygame_gui.elements.UIButton, Action] = {}
        self.opener: pygame_gui.elements.UIButton | None = None
        self.open = False

    def build(self) -> None:
        px, (wide, high) = self.table.stage.px, self.table.stage.size
        self.actions, self.opener = {}, None
        left, top = wide // 2 + px(200), high - px(52)
        signs = [action for action in self.table.offered if isinstance(action, Sign)]
        for action in self.table.offered:
            if isinstance(action, Swap):
                self._offer(action, _("Take the turned trump"), pygame.Rect(left, top, px(190), px(34)))
                top -= px(42)
        if signs:
            words = _("No sign") if self.open else _("Make a sign…")
            self.opener = self._button(words, pygame.Rect(left, top, px(190), px(34)))
        if self.open:
            self._build_signs(signs)

    def _build_signs(self, signs: list[Sign]) -> None:
        px = self.table.stage.px
        first = self.table.stage.size[0] // 2 - px(STEP) * len(signs) // 2
        top = round(self.table.hand_top) - px(96)
        for at, action in enumerate(signs):
            rect = pygame.Rect(first + at * px(STEP), top, px(STEP) - px(6), px(36))
            self._offer(action, _(SIGN_LABELS[action.sign]), rect)

    def _offer(self, action: Action, words: str, rect: pygame.Rect) -> None:
        self.actions[self._button(words, rect)] = action

    def _button(self, words: str, rect: pygame.Rect) -> pygame_gui.elements.UIButton:
        button = pygame_gui.elements.UIButton(rect, words, self.table.stage.manager)
        self.table.focus.add(button)
        return button

    def close(self) -> bool:
        was, self.open = self.open, False
        if was:
            self.table.stage.rebuild()
        return was

    def pressed(self, button: pygame_gui.elements.UIButton) -> Action | None:
        if button is self.opener:
            self.open = not self.open
            self.table.stage.rebuild()
        return self.actions.get(button)
