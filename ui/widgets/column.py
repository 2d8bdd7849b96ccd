"""Rows one below the other in a scroll area: labels on the left, controls in line on the right."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

import pygame
from pygame_gui.core import UIElement

from ui import theme
from ui.widgets.controls import HEIGHT
from ui.widgets.scroll import Scroll
from ui.widgets.words import LEADING, Words

WidgetT = TypeVar("WidgetT", bound=UIElement)

GAP: Final = 14
"""Design pixels between two rows."""
LEAST_LABEL: Final = 170
"""A label narrower than so many design pixels goes above its control."""


class Column:
    """Lays rows into ``scroll`` from the top; ``y`` is where the next one begins."""

    def __init__(self, scroll: Scroll, manager: Any) -> None:
        self.scroll = scroll
        self.unit = scroll.unit
        self.y = 0
        self._manager = manager

    @property
    def width(self) -> int:
        return self.scroll.width

    def px(self, design: float) -> int:
        """Design pixels as pixels of this window."""
        return round(design * self.unit)

    def gap(self, design: float = GAP) -> None:
        """Leave room."""
        self.y += self.px(design)

    def words(
        self, words: str, *, face: theme.Face = "sans", size: int = theme.BODY, colour: theme.Colour = theme.CREAM,
        width: int = 0,
    ) -> Words:  # fmt: skip
        """A paragraph of the column's width, or narrower."""
        made = Words(
            words, (0, self.y), width or self.width, self._manager,
            face=face, size=self.px(size), colour=colour, container=self.scroll.inside,
        )  # fmt: skip
        self.y += made.rect.height
        return made

    def heading(self, words: str) -> None:
        """The heading of a group of rows."""
        self.words(words, face="serif", size=theme.LARGE)
        self.gap(8)

    def place(self, width: int, height: float = HEIGHT, left: int = 0) -> pygame.Rect:
        """A rectangle at the left of the next row; the row is not ended."""
        return pygame.Rect(left, self.y, min(width, self.width - left), self.px(height))

    def row(
        self, label: str, help: str, width: int, make: Callable[[pygame.Rect], WidgetT], *,
        colour: theme.Colour = theme.CREAM,
    ) -> tuple[Words, WidgetT]:  # fmt: skip
        """A label, small words of help below it, and a control ``width`` wide that ``make`` puts into a rectangle.

        The control stands at the right, or below the label where it leaves that too little room.
        """
        beside = self.width - width - self.px(20)
        letters = theme.font("sans", self.px(theme.BODY)).size(label)[0]
        stacked = beside < (self.px(LEAST_LABEL) if help else min(letters, self.px(LEAST_LABEL)))
        top, high = self.y, self.px(HEIGHT)
        room = self.width if stacked else beside
        if not stacked:
            self.y += self.px(2) if help else (high - round(self.px(theme.BODY) * LEADING)) // 2
        said = self.words(label, colour=colour, width=room)
        if not stacked and len(theme.wrapped(help, "sans", self.px(theme.SMALL), room)) > 2:
            room, self.y = self.width, max(self.y, top + high + self.px(2))
        if stacked:
            top = self.y = self.y + self.px(4)
            self.y += high + self.px(4)
        if help:
            self.words(help, size=theme.SMALL, colour=theme.MUTED, width=room)
        control = make(pygame.Rect(0 if stacked else self.width - width, top, min(width, self.width), high))
        self.y = max(self.y, top + high)
        self.gap()
        return said, control
