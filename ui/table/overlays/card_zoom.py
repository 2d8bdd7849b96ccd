"""A card shown large, with its description; any key or click closes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.core.cards import Card
from game.text.gettext import _
from ui.app.context import AppContext
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.table.card_description import CardDescription, describe_card
from ui.table.layout.pose import CARD_ASPECT_RATIO
from ui.table.overlays.base import Overlay
from ui.table.overlays.content_layout import TextBlock, VerticalStack

if TYPE_CHECKING:
    from ui.table.scene import TableScene

CARD_WIDTH = 250
PANEL_WIDTH = 640
"""The widths of the card and of the panel, in design pixels."""


class CardZoomOverlay(Overlay):
    """The zoomed card over the table.

    It closes when another person comes to the screen.
    """

    max_scale = 1.5

    def __init__(self, context: AppContext, table: TableScene, card: Card) -> None:
        super().__init__(context, table)
        self.card = card
        self._viewer = table.session.observation.seat

    @property
    def narration(self) -> tuple[str, ...]:
        description = self._describe_card()
        return description.name, *description.lines

    def _describe_card(self) -> CardDescription:
        info = self.table.session.info
        return describe_card(info.game, info.pack, self.table.board.trump, self.card, self.deck)

    def compose(self) -> None:
        px = self.context.px
        self.place_panel(px(PANEL_WIDTH), px(2 * 22) + round(px(CARD_WIDTH) * CARD_ASPECT_RATIO))

    def update(self, seconds: float) -> None:
        if self.table.session.observation.seat != self._viewer:
            self.context.scenes.pop()

    def handle_event(self, event: pygame.event.Event) -> None:
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self.context.scenes.pop()

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        px, box = self.context.px, self.panel_rect
        card_height = box.height - px(44)
        card_image = self.context.scene_card_images.get_card(self.card, round(card_height / CARD_ASPECT_RATIO))
        card_rect = card_image.get_rect(midleft=(box.x + px(22), box.centery))
        canvas.blit(card_image, card_rect)
        description = self._describe_card()
        text_block = VerticalStack(self.context, (
            TextBlock(self.context, (description.name,), face="serif", size=theme.TITLE_TEXT_SIZE, color=theme.CREAM),
            TextBlock(self.context, description.lines, size=theme.BODY_TEXT_SIZE, color=theme.CREAM),
            TextBlock(self.context, (_("Press any key or click to close."),), size=theme.SMALL_TEXT_SIZE),
        ))  # fmt: skip
        left = card_rect.right + px(24)
        text_rect = pygame.Rect(left, 0, box.right - px(22) - left, 0)
        text_rect.height = text_block.compute_height(text_rect.width)
        text_rect.centery = box.centery
        text_block.paint(canvas, text_rect)
