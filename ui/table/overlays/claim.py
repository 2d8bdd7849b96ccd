"""The offer to finish a deal whose remaining tricks are certain."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pygame

from game.core.sanitizer import capitalize_first
from game.match.claims import Claim
from game.text.card_names import format_card_names
from game.text.gettext import _
from game.text.messages import format_reason
from ui.app.context import AppContext
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.table.layout.pose import CARD_ASPECT_RATIO
from ui.table.overlays.base import HEADER_HEIGHT, PANEL_PADDING, Overlay
from ui.table.overlays.content_layout import TextBlock

if TYPE_CHECKING:
    from ui.table.scene import TableScene

MAX_PANEL_WIDTH: Final = 620
CARD_WIDTH: Final = 84
FOOTER_HEIGHT: Final = 74
"""Sizes in design pixels."""


class ClaimOverlay(Overlay):
    """The claim over the table: cards, reason and two answers.

    It closes when the observation changes. Enter finishes the deal, Esc goes on playing.
    """

    max_scale = 1.5

    def __init__(self, context: AppContext, table: TableScene, claim: Claim) -> None:
        super().__init__(context, table)
        self.claim = claim
        self._observation = table.session.observation

    @property
    def title_text(self) -> str:
        """The title of the panel: the rest is won, or lost."""
        return _("The rest is decided") if self.claim.wins_tricks else _("You can't win any more tricks")

    @property
    def reason_text(self) -> str:
        """The reason that makes the claim certain, as a sentence."""
        return capitalize_first(format_reason(self.claim.reason, self.table.session.info.names, self.deck)) + "."

    @property
    def narration(self) -> tuple[str, ...]:
        order_text = _("Your cards are played in this order: {cards}")
        return (
            self.title_text,
            self.reason_text,
            order_text.format(cards=format_card_names(self.claim.card_order, self.deck)),
        )

    @property
    def _text_block(self) -> TextBlock:
        hint_text = _("The computer plays your cards in this order; the others play theirs.")
        return TextBlock(self.context, (self.reason_text, hint_text), color=theme.CREAM)

    def compose(self) -> None:
        px = self.context.px
        width = min(px(MAX_PANEL_WIDTH), self.context.size[0] - px(16))
        text_height = self._text_block.compute_height(width - 2 * px(PANEL_PADDING))
        self.place_panel(
            width, px(HEADER_HEIGHT + FOOTER_HEIGHT + 14) + text_height + round(px(CARD_WIDTH) * CARD_ASPECT_RATIO)
        )
        button_width = (self.panel_rect.width - 2 * px(PANEL_PADDING) - px(12)) // 2
        left_rect = pygame.Rect(
            self.panel_rect.x + px(PANEL_PADDING), self.panel_rect.bottom - px(FOOTER_HEIGHT - 10), button_width, px(48)
        )
        right_rect = left_rect.move(button_width + px(12), 0)
        self.add_button("play-on", _("Keep playing"), left_rect, self.context.scenes.pop)
        text = _("Claim the rest") if self.claim.wins_tricks else _("Finish deal")
        self.add_button("finish", text, right_rect, self._claim, style="#primary")

    def update(self, seconds: float) -> None:
        if self.table.session.observation != self._observation or not self.table.session.is_your_turn:
            self.context.scenes.pop()

    def _claim(self) -> None:
        self.context.scenes.pop()
        self.table.session.claim()

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        px, box, order = self.context.px, self.panel_rect, self.claim.card_order
        self.draw_title(canvas, self.title_text)
        max_width = box.width - 2 * px(PANEL_PADDING)
        card_width = min(px(CARD_WIDTH), round((box.height - px(HEADER_HEIGHT + FOOTER_HEIGHT)) / CARD_ASPECT_RATIO))
        step = min(card_width + px(8), (max_width - card_width) // max(1, len(order) - 1))
        left = box.centerx - (step * (len(order) - 1) + card_width) // 2
        for index, card in enumerate(order):
            canvas.blit(
                self.context.scene_card_images.get_card(card, card_width),
                (left + index * step, box.y + px(HEADER_HEIGHT)),
            )
        top = box.y + px(HEADER_HEIGHT + 10) + round(px(CARD_WIDTH) * CARD_ASPECT_RATIO)
        self._text_block.paint(
            canvas, pygame.Rect(box.x + px(PANEL_PADDING), top, max_width, box.bottom - px(FOOTER_HEIGHT) - top)
        )
