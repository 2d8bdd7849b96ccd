"""A card as a node, with space for a golden ring around it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from game.core.cards import Card
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.card_images import CARD_ASPECT_RATIO, CardImages
from ui.widgets.nodes import Frame, Ground
from ui.widgets.tile import PictureNode


@dataclass
class CardPicture(PictureNode):
    """A card of a width in design pixels."""

    card: Card
    card_width: float
    has_ring: bool
    images: CardImages

    def __post_init__(self) -> None:
        self.width = self.card_width + 2 * theme.TINY_GAP
        self.height = self.card_width * CARD_ASPECT_RATIO + 2 * theme.TINY_GAP

    def list_cards(self, frame: Frame) -> Sequence[tuple[Card, int]]:
        return ((self.card, frame.px(self.card_width)),)

    def paint(self, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        if self.has_ring:
            Ground(theme.GOLD, line_width=0, radius=theme.SMALL_GAP).paint(frame, canvas, rect)
        ((card, width),) = self.list_cards(frame)
        image = self.images.get_card(card, width)
        canvas.blit(image, image.get_rect(center=rect.center))
