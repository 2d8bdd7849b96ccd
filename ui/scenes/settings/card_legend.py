"""The legend of the letters and suits of the Italian cards, below their preview."""

from __future__ import annotations

from typing import Final

import pygame

from game.core.cards import ITALIAN_PACK
from game.text.card_names import format_suit_name
from game.text.gettext import _
from ui.app.settings import INDEXED_DECKS, Settings
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.card_images import CardImages
from ui.widgets.base import CustomWidget, Place

LEGEND_HEIGHT: Final = 66
"""The height of a legend with the gap above it, in design pixels."""
ICON_SIZE: Final = 22
ICON_GAP: Final = 5
TOP_GAP: Final = 10


class CardLegend(CustomWidget):
    """The four suits with their names, and the letters in the corners if the cards of ``settings`` have them."""

    natural_size = (0, LEGEND_HEIGHT)

    def __init__(self, settings: Settings, card_images: CardImages, rect: pygame.Rect, place: Place) -> None:
        self._settings = settings
        self._card_images = card_images
        super().__init__(rect, place)

    def refresh(self, settings: Settings) -> None:
        """Show the legend for these settings."""
        if settings != self._settings:
            self._settings = settings
            self.repaint()

    def paint(self, canvas: Canvas) -> None:
        if self._settings.deck == "french":
            return
        size, icon_size = self.px(theme.SMALL_TEXT_SIZE), self.px(ICON_SIZE)
        suits = tuple(dict.fromkeys(card.suit for card in ITALIAN_PACK))
        column_width = canvas.width // len(suits)
        rows = pygame.Rect(0, self.px(TOP_GAP), canvas.width, canvas.height - self.px(TOP_GAP))
        for index, suit in enumerate(suits):
            icon = self._card_images.get_icon(f"italian_{suit}", icon_size)
            max_width = column_width - icon_size - 2 * self.px(ICON_GAP)
            name = theme.render_fitted_text(format_suit_name(suit), "sans", size, theme.CREAM, max_width)
            row = pygame.Rect(0, 0, icon_size + self.px(ICON_GAP) + name.get_width(), icon_size)
            row.center = column_width * index + column_width // 2, rows.top + rows.height // 4
            canvas.blit(icon, row)
            canvas.blit(name, name.get_rect(midright=row.midright))
        if self._settings.deck in INDEXED_DECKS and not self._settings.has_corner_indices:
            return
        letters = theme.render_fitted_text(
            _("R: king (re) · C: knight (cavallo) · F: knave (fante)"), "sans", size, theme.MUTED, rows.width
        )
        canvas.blit(letters, letters.get_rect(center=(rows.centerx, rows.top + rows.height * 3 // 4)))
