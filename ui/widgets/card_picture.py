"""A card as a widget, whose picture a thread rasterizes."""

from __future__ import annotations

from typing import Any

import pygame

from game.core.cards import Card
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.card_images import CARD_ASPECT_RATIO, CardImages
from ui.graphics.shapes import make_rounded_rect
from ui.widgets.base import Place
from ui.widgets.tile import PictureWidget


class CardPicture(PictureWidget):
    """A card of a width in design pixels, with space for a golden ring around it."""

    def __init__(
        self, card: Card, width: float, has_ring: bool, images: CardImages, rect: pygame.Rect, place: Place
    ) -> None:
        self.cards = ((card, place.px(width)),)
        self._has_ring = has_ring
        super().__init__(images, rect, place)

    @classmethod
    def measure_width(cls, place: Place, room: int, *args: Any, **options: Any) -> int:
        return place.px(args[1]) + 2 * place.px(theme.TINY_GAP)

    @classmethod
    def measure_height(cls, place: Place, width: int, *args: Any, **options: Any) -> int:
        return round(place.px(args[1]) * CARD_ASPECT_RATIO) + 2 * place.px(theme.TINY_GAP)

    def paint(self, canvas: Canvas) -> None:
        ((card, width),) = self.cards
        if self._has_ring:
            canvas.blit(make_rounded_rect(canvas.size, self.px(theme.SMALL_GAP), theme.GOLD), (0, 0))
        if self.has_pictures:
            ring = self.px(theme.TINY_GAP)
            canvas.blit(self.images.get_card(card, width), (ring, ring))
