"""What may be done on turn besides playing a card: a sign to the partners, the exchange of the trump."""

from __future__ import annotations

from typing import Final

import pygame
from pygame_gui.elements import UIButton

from game.engine.actions import Action, Swap
from game.i18n import _
from game.rules.briscola.actions import Sign
from game.rules.briscola.words import SIGN_LABELS
from ui.table.desk import Desk
from ui.table.fans import hand_poses
from ui.table.panel import Panel

WIDE: Final = 190
HIGH: Final = 36
"""A button beside the hand, in design pixels."""
STEP: Final = 124
ROW: Final = 46
HEAD: Final = 44
COLUMNS: Final = 4
"""From one sign to the next, from row to row; the height of the title, and how many are in a row."""


class SignPanel(Panel):
    """Buttons beside the hand; the signs open in the middle."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.opener: UIButton | None = None
        self.open = False

    @property
    def signs(self) -> list[Sign]:
        """The signs that may be made."""
        return [action for action in self.desk.offered if isinstance(action, Sign)]

    @property
    def beside(self) -> pygame.Rect:
        """The ground beside the cards of the hand: on their right if there is room, else where there is more."""
        spot, px = self.desk.spot, self.desk.spot.px
        cards = hand_poses(spot, spot.bottom, self.desk.board.hands[spot.bottom])
        middle, high = spot.size[0] // 2, px(2 * HIGH + 20)
        first = round(min([pose.x - pose.width / 2 for pose in cards], default=middle)) - px(18)
        last = round(max([pose.x + pose.width / 2 for pose in cards], default=middle)) + px(18)
        low = pygame.Rect(0, spot.size[1] - high, spot.size[0], high)
        taken = [rect for place in spot.places for rect in (place.ground, place.fan) if rect.colliderect(low)]
        start = max(rect.right for rect in taken if rect.centerx < middle) + px(12)
        end = min([rect.left - px(12) for rect in taken if rect.centerx > middle], default=spot.buttons[-1].right)
        right, left = pygame.Rect(last, low.y, end - last, high), pygame.Rect(start, low.y, first - start, high)
        if right.width >= px(WIDE) or right.width >= left.width:
            wide = min(px(WIDE), right.width)
            return pygame.Rect(right.right - wide, low.y, wide, high)
        return pygame.Rect(left.x, low.y, min(px(WIDE), left.width), high)

    @property
    def rect(self) -> pygame.Rect:
        """The ground of the open signs."""
        rows = -(-len(self.signs) // self._columns)
        return self.ground(self._columns * STEP + 28, HEAD + ROW * rows + 8)

    @property
    def _columns(self) -> int:
        spot = self.desk.spot
        return COLUMNS if spot.room.width >= spot.px(COLUMNS * STEP + 28) else COLUMNS - 1

    def build(self) -> None:
        px, ground = self.desk.spot.px, self.beside
        self.actions, self.opener = {}, None
        where = pygame.Rect(ground.x, ground.bottom - px(HIGH + 10), ground.width, px(HIGH))
        for action in self.desk.offered:
            if isinstance(action, Swap):
                self.offer("take-trump", action, _("Take the turned trump"), where, None)
                where = where.move(0, -px(HIGH + 8))
        if self.signs:
            self.opener = self.button("signs", _("No sign") if self.open else _("Make a sign…"), where, None)
        if self.open:
            self._build_signs()

    def _build_signs(self) -> None:
        px, rect, columns = self.desk.spot.px, self.rect, self._columns
        step = (rect.width - px(28)) // columns
        for at, action in enumerate(self.signs):
            row, column = divmod(at, columns)
            where = pygame.Rect(
                rect.x + px(17) + column * step, rect.y + px(HEAD + ROW * row), step - px(6), px(ROW - 6)
            )
            self.offer(f"sign-{action.sign}", action, _(SIGN_LABELS[action.sign]), where, None)

    def button_of(self, action: Action) -> UIButton | None:
        return self.opener if isinstance(action, Sign) and not self.open else super().button_of(action)

    def words(self, action: Action) -> str:
        if isinstance(action, Sign):
            return _("Make the sign: {sign}").format(sign=_(SIGN_LABELS[action.sign]))
        return super().words(action)

    def draw(self, surface: pygame.Surface) -> None:
        if self.open:
            self.draw_ground(surface, self.rect, _("Which sign do you make?"), 6)

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
