"""Words on the ground: as many lines as they need, never clipped."""

from __future__ import annotations

from typing import Any

import pygame

from ui import theme
from ui.widgets.drawn import Container, Drawn

LEADING = 1.28
"""Height of a line over the size of its letters."""


class Words(Drawn):
    """A text of one face and colour, broken to the width it gets; its height follows. ``align`` moves the lines."""

    def __init__(
        self, words: str, where: tuple[int, int], width: int, manager: Any, *,
        face: theme.Face = "sans", size: int, colour: theme.Colour = theme.CREAM, align: str = "left",
        container: Container | None = None,
    ) -> None:  # fmt: skip
        self.lines = theme.wrapped(words, face, size, width)
        self.line_height = round(size * LEADING)
        self.colour = colour
        self.look = (face, size)
        self._align = align
        self.marked = False
        height = max(1, len(self.lines)) * self.line_height
        super().__init__(pygame.Rect(where, (width, height)), manager, 1.0, container)

    def paint(self, surface: pygame.Surface) -> None:
        face, size = self.look
        for at, line in enumerate(self.lines):
            picture = theme.fitted(line, face, size, self.colour, surface.get_width())
            room = surface.get_width() - picture.get_width()
            left = {"left": 0, "centre": room // 2, "right": room}[self._align]
            surface.blit(picture, (left, at * self.line_height + (self.line_height - picture.get_height()) // 2))
            if self.marked:
                under = pygame.Rect(left, (at + 1) * self.line_height, picture.get_width(), max(1, size // 12))
                surface.fill(self.colour, under.move(0, -2 * under.height))

    def mark(self, colour: theme.Colour, *, marked: bool) -> None:
        """Show the same words in a colour; if ``marked``, with a line under them, so that the colour is not all."""
        if (colour, marked) != (self.colour, self.marked):
            self.colour, self.marked = colour, marked
            self.repaint()


class Line(Drawn):
    """One line that changes: made smaller, at last cut with an ellipsis, to stay in its place."""

    def __init__(
        self, words: str, rect: pygame.Rect, manager: Any, *, size: int, colour: theme.Colour, align: str = "left",
        container: Container | None = None,
    ) -> None:  # fmt: skip
        self.words = words
        self.size, self._colour, self._align = size, colour, align
        super().__init__(rect, manager, 1.0, container)

    def say(self, words: str) -> None:
        """Show other words."""
        if words != self.words:
            self.words = words
            self.repaint()

    def paint(self, surface: pygame.Surface) -> None:
        rect = surface.get_rect()
        picture = theme.fitted(self.words, "sans", self.size, self._colour, rect.width)
        spot = {"left": rect.midleft, "centre": rect.center, "right": rect.midright}[self._align]
        anchor = {"left": "midleft", "centre": "center", "right": "midright"}[self._align]
        surface.blit(picture, picture.get_rect(**{anchor: spot}))
