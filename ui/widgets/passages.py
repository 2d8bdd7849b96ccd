"""One of several passages of text in the same place, which is as high as the highest of them needs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pygame

from ui import theme
from ui.widgets.drawn import Container, Drawn
from ui.widgets.words import LEADING


class Passages(Drawn):
    """Each passage is a line and what there is to say below it, smaller; ``value``: the number of the one shown."""

    def __init__(
        self, passages: Sequence[Sequence[str]], value: int, where: tuple[int, int], width: int, manager: Any,
        unit: float, container: Container | None = None,
    ) -> None:  # fmt: skip
        self.passages = tuple(passages)
        self.value = value
        self.unit = unit
        heights = [sum(high for *_line, high in self._lines(one, width)) for one in self.passages]
        super().__init__(pygame.Rect(where, (width, max((1, *heights)))), manager, unit, container)

    def _lines(self, passage: Sequence[str], width: int) -> Iterator[tuple[str, int, theme.Colour, int]]:
        """The words, size, colour and height of each line of a passage."""
        for at, words in enumerate(passage):
            size = self.px(theme.SMALL if at else theme.BODY)
            for line in theme.wrapped(words, "sans", size, width):
                yield line, size, theme.MUTED if at else theme.CREAM, round(size * LEADING)

    def paint(self, surface: pygame.Surface) -> None:
        y = 0
        for words, size, colour, high in self._lines(self.passages[self.value], surface.get_width()):
            picture = theme.fitted(words, "sans", size, colour, surface.get_width())
            surface.blit(picture, (0, y + (high - picture.get_height()) // 2))
            y += high

    def choose(self, value: int) -> None:
        """Show another one."""
        if value != self.value:
            self.value = value
            self.repaint()
