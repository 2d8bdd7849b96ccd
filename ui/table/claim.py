"""The offer to finish a deal whose rest is certain for who is on turn: his cards, why it is so, and what to do."""

from __future__ import annotations

from typing import Final

import pygame

from game.claim import Claim
from game.i18n import _
from game.names import cards_named
from game.text import capital
from game.words import say
from ui import theme
from ui.scene import Stage
from ui.table.desk import Desk
from ui.table.overlay import EDGE, Overlay
from ui.table.pose import RATIO
from ui.table.sheet import Lines

WIDE: Final = 620
CARD: Final = 84
HEAD: Final = 64
FOOT: Final = 74
"""Design pixels."""


class ClaimOffer(Overlay):
    """Lies over the table as long as it is true: Enter finishes the deal, Esc goes on playing."""

    largest_scale = 1.5
    veil = 120

    def __init__(self, stage: Stage, desk: Desk, claim: Claim) -> None:
        super().__init__(stage, desk)
        self.claim = claim
        self._view = desk.table.view

    @property
    def why(self) -> str:
        """What makes it certain, in a sentence."""
        return capital(say(self.claim.why, self.desk.table.names, self.deck)) + "."

    @property
    def told(self) -> tuple[str, ...]:
        played = _("They are played in this order: {cards}")
        return _("The rest is certain"), self.why, played.format(cards=cards_named(self.claim.order, self.deck))

    @property
    def _words(self) -> Lines:
        more = _("The computer plays your cards in this order, and everybody else plays on.")
        return Lines(self.stage, (self.why, more), colour=theme.CREAM)

    def compose(self) -> None:
        px = self.stage.px
        wide = min(px(WIDE), self.stage.size[0] - px(16))
        inner = self._words.height(wide - 2 * px(EDGE))
        self.place_box(wide, px(HEAD + FOOT + 14) + inner + round(px(CARD) * RATIO))
        half = (self.box.width - 2 * px(EDGE) - px(12)) // 2
        left = pygame.Rect(self.box.x + px(EDGE), self.box.bottom - px(FOOT - 10), half, px(48))
        right = left.move(half + px(12), 0)
        self.button("play-on", _("Play on"), left, self.stage.back)
        self.button("finish", _("Finish the deal"), right, self._finish, style="#primary")

    def update(self, seconds: float) -> None:
        if self.desk.table.view != self._view or not self.desk.table.your_turn:
            self.stage.back()

    def _finish(self) -> None:
        self.stage.back()
        self.desk.table.claim()

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        px, box, order = self.stage.px, self.box, self.claim.order
        self.draw_title(surface, _("The rest is certain"), 10)
        room = box.width - 2 * px(EDGE)
        width = min(px(CARD), round((box.height - px(HEAD + FOOT)) / RATIO))
        step = min(width + px(8), (room - width) // max(1, len(order) - 1))
        left = box.centerx - (step * (len(order) - 1) + width) // 2
        for at, card in enumerate(order):
            surface.blit(self.stage.art.card(card, width), (left + at * step, box.y + px(HEAD)))
        top = box.y + px(HEAD + 10) + round(px(CARD) * RATIO)
        self._words.paint(surface, pygame.Rect(box.x + px(EDGE), top, room, box.bottom - px(FOOT) - top))
