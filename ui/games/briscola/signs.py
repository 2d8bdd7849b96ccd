"""What may be done on turn besides playing a card: a sign to the partners, the exchange of the trump."""

from __future__ import annotations

import pygame
from pygame_gui.elements import UIButton

from game.engine.actions import Action, Swap
from game.i18n import _
from game.rules.briscola.actions import Sign
from game.rules.briscola.words import SIGN_LABELS
from ui.table.desk import Desk
from ui.table.panel import Panel

STEP = 111
"""Design pixels from one sign to the next."""


class SignPanel(Panel):
    """Buttons to the right of the hand, in the corner; the signs open above them."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.opener: UIButton | None = None
        self.open = False

    def build(self) -> None:
        spot = self.desk.spot
        px = spot.px
        self.actions, self.opener = {}, None
        left, top = spot.hand.right - px(190), spot.size[1] - px(52)
        signs = [action for action in self.desk.offered if isinstance(action, Sign)]
        for action in self.desk.offered:
            if isinstance(action, Swap):
                self.offer(action, _("Take the turned trump"), pygame.Rect(left, top, px(190), px(34)), None)
                top -= px(42)
        if signs:
            words = _("No sign") if self.open else _("Make a sign…")
            self.opener = self.button(words, pygame.Rect(left, top, px(190), px(34)), None)
        if self.open:
            self._build_signs(signs)

    def _build_signs(self, signs: list[Sign]) -> None:
        spot, px = self.desk.spot, self.desk.spot.px
        wide, high = px(STEP), px(40)
        rows = (spot.size[1] - px(60) - spot.hand.top) // high
        columns = -(-len(signs) // rows)
        left, top = spot.hand.right - columns * wide, spot.size[1] - px(58) - rows * high
        for at, action in enumerate(signs):
            column, row = divmod(at, rows)
            rect = pygame.Rect(left + column * wide, top + row * high, wide - px(6), px(36))
            self.offer(action, _(SIGN_LABELS[action.sign]), rect, None)

    def close(self) -> bool:
        was, self.open = self.open, False
        if was:
            self.desk.refresh()
        return was

    def pressed(self, button: UIButton) -> Action | None:
        if button is self.opener:
            self.open = not self.open
            self.desk.refresh()
        return super().pressed(button)
