"""The card of the main menu with the table over the network that Continue goes back to."""

from __future__ import annotations

from typing import Final

import pygame

from game.text.gettext import _
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import make_rounded_rect
from ui.graphics.symbols import render_symbol
from ui.widgets.base import CustomWidget, Place
from ui.widgets.tile import CAPTION_TEXT_SIZE, TILE_RADIUS, render_felt

PADDING: Final = 40
LOW_PADDING: Final = 16
"""Design pixels between the edge and the text, in a card with and without a picture."""
BUTTON_HEIGHT: Final = 56
BUTTON_WIDTH_RATIO: Final = 0.48
"""The share of a low card that the button takes."""
PICTURE_MIN_HEIGHT: Final = 200
PICTURE_MIN_WIDTH: Final = 480
"""Design pixels of the card from which it has a picture."""
PICTURE_WIDTH_RATIO: Final = 0.444
SYMBOL_RATIO: Final = 0.5
"""The size of the symbol, as a share of the height of the picture."""


class NetworkTableCard(CustomWidget):
    """The card of the table ``name``; the button is placed over it, at ``button_rect`` in pixels of the window.

    ``people_text``: a line on its people.
    """

    def __init__(self, name: str, people_text: str, rect: pygame.Rect, place: Place) -> None:
        self.name = name
        self.people_text = people_text
        has_picture = rect.height >= PICTURE_MIN_HEIGHT * place.scale and rect.width >= PICTURE_MIN_WIDTH * place.scale
        self._picture_width = round(rect.width * PICTURE_WIDTH_RATIO) if has_picture else 0
        padding = place.px(PADDING if has_picture else LOW_PADDING)
        height = min(place.px(BUTTON_HEIGHT), rect.height - 2 * place.px(LOW_PADDING))
        width = round((rect.width - 3 * padding) * BUTTON_WIDTH_RATIO)
        if has_picture:
            width = rect.width - self._picture_width - 2 * padding
        self.button_rect = pygame.Rect(0, 0, width, height)
        self.button_rect.midright = rect.right - padding, rect.centery
        if has_picture:
            self.button_rect.bottom = rect.bottom - min(padding, round(rect.height * 0.11))
        super().__init__(rect, place)

    def paint(self, canvas: Canvas) -> None:
        px, radius, line_width = self.px, self.px(TILE_RADIUS), self.theme.compute_line_width(2 * self.ui_scale)
        inner = canvas.rect.inflate(-2 * line_width, -2 * line_width)
        button = self.button_rect.move(-self.rect.x, -self.rect.y)
        canvas.blit(make_rounded_rect(canvas.size, radius, theme.GOLD), (0, 0))
        canvas.blit(make_rounded_rect(inner.size, radius - line_width, self.theme.panel_color), inner)
        caption_text, size = _("Table over the network"), px(CAPTION_TEXT_SIZE)
        if not self._picture_width:
            width = button.left - 2 * px(LOW_PADDING)
            title = theme.render_fitted_text(self.name, "serif", px(theme.SECTION_TEXT_SIZE), theme.CREAM, width)
            caption = theme.render_fitted_text(caption_text, "sans", size, theme.MUTED, width)
            top = (canvas.height - title.get_height() - caption.get_height()) // 2
            canvas.blit(title, (px(LOW_PADDING), top))
            canvas.blit(caption, (px(LOW_PADDING), top + title.get_height()))
            return
        picture = pygame.Rect(inner.left, inner.top, self._picture_width - line_width, inner.height)
        felt = render_felt((picture.width + radius, inner.height), self.theme, radius - line_width)
        canvas.blit(felt, picture, pygame.Rect((0, 0), picture.size))
        symbol = render_symbol("people", round(picture.height * SYMBOL_RATIO), theme.GOLD)
        canvas.blit(symbol, symbol.get_rect(center=picture.center))
        top = min(px(32), round(canvas.height * 0.1))
        people_size = px(theme.BODY_TEXT_SIZE)
        people_lines = theme.wrap_text(self.people_text, "sans", people_size, button.width)
        lines: tuple[tuple[str, theme.FontFace, int, theme.Color], ...] = (
            (caption_text, "sans", size, theme.MUTED),
            (self.name, "serif", px(theme.TITLE_TEXT_SIZE), theme.CREAM),
            *((line, "sans", people_size, theme.CREAM) for line in people_lines),
        )
        for text, face, text_size, color in lines:
            image = theme.render_fitted_text(text, face, text_size, color, button.width)
            if top + image.get_height() > button.top:
                break
            canvas.blit(image, (button.left, top))
            top += image.get_height()
