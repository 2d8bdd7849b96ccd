"""The line of the main menu with the person's portrait and name, which opens the profile."""

from __future__ import annotations

from typing import Final

import pygame

from ui.graphics import theme
from ui.graphics.card_images import CardImages
from ui.widgets.base import Place
from ui.widgets.layout import Column, Layers, Padded, Row
from ui.widgets.nodes import Ground, Line, Node, Space, make_symbol
from ui.widgets.portraits import PortraitRow
from ui.widgets.tile import Tile

PORTRAIT_SIZE: Final = 64
LINE_HEIGHT: Final = 72
ARROW_SIZE: Final = 18
"""In design pixels."""


class ProfileLine(Tile):
    """The portrait and the name of a person above a line of text."""

    natural_size = (0, LINE_HEIGHT)

    def __init__(
        self, name: str, text: str, portrait_number: int, images: CardImages, rect: pygame.Rect, place: Place
    ) -> None:
        self.name, self.text = name, text
        self.portraits = ((portrait_number, PORTRAIT_SIZE),)
        super().__init__(images, rect, place)

    @property
    def value_text(self) -> str:
        return self.text

    def describe(self) -> Node:
        number, _width = self.portraits[0]
        portrait = PortraitRow(self.images, [number], PORTRAIT_SIZE) if self.has_pictures else Space(PORTRAIT_SIZE)
        name = Line(self.name, face="serif", size=theme.ROW_TITLE_TEXT_SIZE)
        text = Line(self.text, size=theme.SMALL_TEXT_SIZE)
        texts = Column(name, text, grow=1)
        arrow = make_symbol("next", ARROW_SIZE, theme.CREAM)
        row = Row(portrait, texts, arrow, gap=theme.LARGE_GAP, align="middle")
        line = Padded(row, padding=theme.TINY_GAP, top=0)
        return Layers(Ground(line_width=0), line) if self.hovered_part is not None else line
