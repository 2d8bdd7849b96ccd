"""The legend of the letters and suits of the Italian cards, below their preview."""

from __future__ import annotations

from typing import Final

import pygame

from game.core.cards import ITALIAN_PACK, Suit
from game.text.card_names import format_suit_name
from game.text.gettext import _
from ui.app.settings import INDEXED_DECKS, Settings
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.card_images import CardImages
from ui.widgets.base import Place
from ui.widgets.described import DescribedWidget
from ui.widgets.layout import Column, Row
from ui.widgets.nodes import Frame, Line, Node, Painter, Space

LEGEND_HEIGHT: Final = 66
"""The height of a legend with the gap above it, in design pixels."""
ICON_SIZE: Final = 22
ICON_GAP: Final = 5
TOP_GAP: Final = 10


class CardLegend(DescribedWidget):
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

    def describe(self) -> Node:
        if self._settings.deck == "french":
            return Space()
        suits = dict.fromkeys(card.suit for card in ITALIAN_PACK)
        letters = _("R: king (re) · C: knight (cavallo) · F: jack (fante)")
        if self._settings.deck in INDEXED_DECKS:
            letters = _("K: king · N: knight · J: jack") if self._settings.corner_indices else ""
        line = Line(letters, size=theme.SMALL_TEXT_SIZE, color=theme.MUTED, align="centre", grow=1)
        return Column(Space(TOP_GAP), Row(*map(self._describe_suit, suits), grow=1), line)

    def _describe_suit(self, suit: Suit) -> Node:
        def paint(_frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
            icon = self._card_images.get_icon(f"italian_{suit}", rect.width)
            canvas.blit(icon, icon.get_rect(center=rect.center))

        name = Line(format_suit_name(suit), size=theme.SMALL_TEXT_SIZE)
        return Row(Space(grow=1), Painter(paint, width=ICON_SIZE), name, Space(grow=1), gap=ICON_GAP, grow=1)
