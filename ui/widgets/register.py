"""A few entries one below the other, each of some words, one of them chosen by a click."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import pygame

from ui import theme
from ui.widgets.drawn import Container, Drawn

HIGH: Final = 26
"""Of a row, in design pixels."""
SHARE: Final = 0.3
"""How much of the width the words on the left have at most."""


class Entry(NamedTuple):
    """Words on the left and on the right of them, these in a colour."""

    name: str
    words: str
    colour: theme.Colour


class Register(Drawn):
    """``value``: the number of the chosen row; none is where it is not one of them."""

    def __init__(
        self, rows: Sequence[Entry], value: int, where: tuple[int, int], width: int, manager: Any, unit: float,
        container: Container | None = None,
    ) -> None:  # fmt: skip
        self.rows = tuple(rows)
        self.value = value
        self._high = round(HIGH * unit)
        super().__init__(pygame.Rect(where, (width, max(1, self._high * len(rows)))), manager, unit, container)

    @property
    def _names(self) -> int:
        """The width of the words on the left."""
        face = theme.font("sans", self.px(theme.SMALL))
        widest = max((face.size(row.name)[0] for row in self.rows), default=0)
        return min(widest + self.px(14), round(int(self.rect.width) * SHARE))

    def paint(self, surface: pygame.Surface) -> None:
        left, size, pad = self._names, self.px(theme.SMALL), self.px(8)
        for at, row in enumerate(self.rows):
            band = pygame.Rect(0, at * self._high, self.rect.width, self._high)
            if at == self.value:
                pygame.draw.rect(surface, theme.BUTTON_HOVER, band, 0, self.px(4))
            elif at == self.hot:
                pygame.draw.rect(surface, theme.BUTTON, band, 0, self.px(4))
            name = theme.fitted(row.name, "sans", size, theme.MUTED, left - pad)
            surface.blit(name, name.get_rect(midleft=(pad, band.centery)))
            words = theme.fitted(row.words, "sans", size, row.colour, self.rect.width - left - 2 * pad)
            surface.blit(words, words.get_rect(midleft=(left + pad, band.centery)))

    def part_at(self, where: tuple[int, int]) -> int | None:
        row = where[1] // self._high
        return row if 0 <= row < len(self.rows) else None

    def choose(self, value: int) -> None:
        """Another row is the chosen one, though nobody clicked on it."""
        if value != self.value:
            self.value = value
            self.repaint()

    def click(self, part: int, where: tuple[int, int]) -> None:
        self.value = part
        self.changed()
