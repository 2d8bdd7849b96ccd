"""A table to read: a heading for each column, words on the left, figures on the right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from ui import theme

ROW: Final = 28
FIRST: Final = 0.34
"""Of the width, the first column has so much; the others share the rest."""


class Grid:
    """A block of a sheet. The rows of these numbers are ``strong``: they sum up the others."""

    def __init__(
        self, unit: float, head: Sequence[str], rows: Sequence[Sequence[str]], *, strong: frozenset[int] = frozenset()
    ) -> None:
        self._unit = unit
        self._rows = (tuple(head), *map(tuple, rows))
        self._strong = strong

    def _px(self, design: float) -> int:
        return round(design * self._unit)

    def height(self, width: int) -> int:
        """How many pixels it takes."""
        return self._px(ROW) * len(self._rows)

    def paint(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """Draw it into a rectangle."""
        first = round(rect.width * FIRST)
        wide = (rect.width - first) // max(1, len(self._rows[0]) - 1)
        for number, row in enumerate(self._rows):
            y = rect.y + number * self._px(ROW) + self._px(ROW) // 2
            colour = theme.CREAM if number else theme.MUTED
            face: theme.Face = "bold" if number - 1 in self._strong else "sans"
            for at, words in enumerate(row):
                room = first if not at else wide - self._px(10)
                picture = theme.fitted(words, face, self._px(theme.SMALL), colour, max(1, room))
                right = rect.x + first + at * wide
                where = picture.get_rect(midright=(right, y)) if at else picture.get_rect(midleft=(rect.x, y))
                surface.blit(picture, where)
        line = rect.y + self._px(ROW) - 1
        surface.fill(theme.PANEL_LINE, (rect.x, line, rect.width, max(1, self._px(1))))
