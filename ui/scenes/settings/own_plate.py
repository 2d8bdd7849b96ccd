"""The portrait and the name of the person in the settings."""

from __future__ import annotations

from typing import Final

import pygame

from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.card_images import CardImages
from ui.widgets.base import Place
from ui.widgets.layout import Column, Layers, Padded
from ui.widgets.nodes import Frame, Line, Node, Painter
from ui.widgets.tile import PictureWidget, paint_felt

RING_RATIO: Final = 0.7
"""The size of the ring, as a share of the smaller side of the room above the name."""
RING_WIDTH: Final = 5
"""The width of the ring around the portrait, in design pixels."""
NAME_HEIGHT: Final = 48


class OwnPlate(PictureWidget):
    """A piece of the table with a portrait in a ring of ``color`` above a name."""

    def __init__(
        self, name: str, portrait_number: int, color: str, images: CardImages, rect: pygame.Rect, place: Place
    ) -> None:
        self.name = name
        self._portrait_number, self._color = portrait_number, color
        self._ring_size = round(min(rect.width, rect.height - place.px(NAME_HEIGHT)) * RING_RATIO)
        self._portrait_size = self._ring_size - 2 * place.px(RING_WIDTH)
        self.portraits = [(portrait_number, self._portrait_size / place.scale)]
        super().__init__(images, rect, place)

    def set_name(self, name: str) -> None:
        """Show another name."""
        if name != self.name:
            self.name = name
            self.repaint()

    def describe(self) -> Node:
        name = Line(self.name, face="serif", size=theme.SECTION_TEXT_SIZE, align="centre")
        portrait = Painter(self._paint_portrait, grow=1)
        return Layers(Painter(paint_felt), Padded(Column(portrait, name), padding=theme.GAP))

    def _paint_portrait(self, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        canvas.draw_aacircle(self._color, rect.center, self._ring_size // 2)
        if self.has_pictures:
            portrait = self.images.get_portrait(self._portrait_number, self._portrait_size)
            canvas.blit(portrait, portrait.get_rect(center=rect.center))
