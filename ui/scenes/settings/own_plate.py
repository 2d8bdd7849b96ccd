"""The portrait and the name of the person in the settings."""

from __future__ import annotations

from typing import Final

import pygame

from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.card_images import CardImages
from ui.graphics.shapes import render_felt
from ui.widgets.base import Place
from ui.widgets.tile import PictureWidget

PORTRAIT_RATIO: Final = 0.58
"""The size of the portrait, as a share of the smaller side of the plate."""
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
        self._name_height = min(place.px(NAME_HEIGHT), rect.height // 3)
        self._ring_size = round(min(rect.width, rect.height - self._name_height) * PORTRAIT_RATIO * 1.2)
        self._portrait_size = self._ring_size - 2 * place.px(RING_WIDTH)
        self.portraits = [(portrait_number, self._portrait_size)]
        super().__init__(images, rect, place)

    def set_name(self, name: str) -> None:
        """Show another name."""
        if name != self.name:
            self.name = name
            self.repaint()

    def paint(self, canvas: Canvas) -> None:
        canvas.blit(render_felt(canvas.size, self.theme, self.px(theme.BUTTON_CORNER_RADIUS)), (0, 0))
        name_height = self._name_height
        center = canvas.width // 2, (canvas.height - name_height) // 2 + self.px(6)
        canvas.draw_aacircle(self._color, center, self._ring_size // 2)
        if self.has_pictures:
            portrait = self.images.get_portrait(self._portrait_number, self._portrait_size)
            canvas.blit(portrait, portrait.get_rect(center=center))
        name_size = min(self.px(theme.SECTION_TEXT_SIZE), round(name_height * 0.7))
        name_image = theme.render_fitted_text(
            self.name, "serif", name_size, theme.CREAM, canvas.width - 2 * self.px(12)
        )
        canvas.blit(name_image, name_image.get_rect(center=(canvas.width // 2, canvas.height - name_height * 3 // 5)))
