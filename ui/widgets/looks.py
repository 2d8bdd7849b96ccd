"""A portrait and a colour, chosen by looking at them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import pygame

from ui import theme
from ui.backdrop import rounded
from ui.widgets.choice import Choice
from ui.widgets.controls import HEIGHT, arrow, box
from ui.widgets.drawn import Container

FACE: Final = 84
"""The side of a portrait, in design pixels."""
ARROW: Final = 30
RING: Final = 4


class Portraits(Choice):
    """One portrait between two arrows, in a ring of ``colour``; ``picture`` gives a portrait in a size."""

    def __init__(
        self, count: int, value: int, colour: str, picture: Callable[[int, int], pygame.Surface], rect: pygame.Rect,
        manager: Any, unit: float, container: Container | None = None,
    ) -> None:  # fmt: skip
        self.colour, self._picture = colour, picture
        numbers = range(1, count + 1)
        super().__init__(numbers, [""] * count, value, rect, manager, unit, container)

    @staticmethod
    def width(unit: float) -> int:
        """What it needs, in pixels."""
        return round((FACE + 2 * ARROW) * unit)

    def parts(self) -> list[pygame.Rect]:
        wide, high, side = self.rect.width, self.px(HEIGHT), self.px(ARROW)
        top = (self.rect.height - high) // 2
        return [pygame.Rect(0, top, side, high), pygame.Rect(wide - side, top, side, high)]

    def paint(self, surface: pygame.Surface) -> None:
        self.in_row = False
        for part, (rect, way) in enumerate(zip(self.parts(), (-1, 1), strict=True)):
            hot = self.hot == part
            line = theme.GOLD if hot else theme.PANEL_LINE
            box(surface, rect, theme.BUTTON_HOVER if hot else theme.BUTTON, line, self.unit)
            arrow(surface, rect, way, theme.CREAM)
        face = pygame.Rect(0, 0, self.px(FACE), self.px(FACE))
        face.center = surface.get_rect().center
        pygame.draw.aacircle(surface, self.colour, face.center, face.width // 2)
        inner = face.inflate(-2 * self.px(RING), -2 * self.px(RING))
        surface.blit(self._picture(self.value, inner.width), inner)


class Swatches(Choice):
    """One of a few colours, each a square to be clicked; ``words`` are what they are called."""

    def __init__(self, colours: Sequence[str], words: Sequence[str], value: str, rect: pygame.Rect, manager: Any,
                 unit: float, container: Container | None = None) -> None:  # fmt: skip
        super().__init__(colours, words, value, rect, manager, unit, container)
        self.in_row = True

    @staticmethod
    def width(colours: Sequence[str], unit: float) -> int:
        """What it needs, in pixels."""
        return round(len(colours) * HEIGHT * unit)

    def parts(self) -> list[pygame.Rect]:
        wide, high = self.rect.width / len(self.values), self.rect.height
        return [pygame.Rect(round(at * wide), 0, round(wide), high) for at in range(len(self.values))]

    def paint(self, surface: pygame.Surface) -> None:
        for at, rect in enumerate(self.parts()):
            chosen = at == self.at
            square = rect.inflate(-self.px(6 if chosen else 10), -self.px(6 if chosen else 10))
            line = theme.GOLD if chosen else theme.CREAM if at == self.hot else theme.PANEL_LINE
            thick = max(1, self.px(3 if chosen else 1))
            surface.blit(rounded(square.size, self.px(theme.ROUND * 0.6), self.values[at], 255, line, thick), square)
