"""A box over the scene that it is about: a question above, and whatever answers it below."""

from __future__ import annotations

from typing import Final

import pygame

from ui import theme
from ui.backdrop import panel, veil
from ui.page import Page
from ui.scene import Scene, Stage

SIDE: Final = 32
TOP: Final = 28
LINE: Final = 30
GAP: Final = 16
BUTTON: Final = 50
"""Design pixels: beside the words and above them, from line to line, between two buttons, the height of these."""


class Boxed(Page):
    """Subclasses place the ``box``, and in it two buttons side by side at the foot."""

    centred = False
    """Whether the lines of the question stand in the middle."""

    def __init__(self, stage: Stage, below: Scene, question: str) -> None:
        super().__init__(stage)
        self.deck = below.deck
        self.question = question
        self.box = pygame.Rect(0, 0, 0, 0)
        self._below = below
        self._lines: list[str] = []

    @property
    def told(self) -> tuple[str, ...]:
        return (self.question,)

    @property
    def to_be_read(self) -> tuple[pygame.Rect, ...]:
        return (self.box,)

    def place_box(self, width: int, below: int) -> int:
        """Place the box, so many design pixels wide, with ``below`` of them under the question; gives where that ends,
        in pixels."""
        px, (wide, high) = self.stage.px, self.stage.size
        across = min(px(width), wide - px(40))
        self._lines = theme.wrapped(self.question, "sans", px(theme.LARGE), across - 2 * px(SIDE))
        head = px(TOP) + len(self._lines) * px(LINE)
        self.box = pygame.Rect(0, 0, across, head + px(below + BUTTON + TOP))
        self.box.center = (wide // 2, high // 2)
        return self.box.top + head

    @property
    def inner(self) -> pygame.Rect:
        """The box without its sides."""
        return self.box.inflate(-2 * self.stage.px(SIDE), 0)

    def half(self, at: int) -> pygame.Rect:
        """Where the left button (0) or the right one (1) stands."""
        px, inner = self.stage.px, self.inner
        room = (inner.width - px(GAP)) // 2
        return pygame.Rect(inner.left + at * (room + px(GAP)), inner.bottom - px(TOP + BUTTON), room, px(BUTTON))

    def draw(self, surface: pygame.Surface) -> None:
        px, inner = self.stage.px, self.inner
        self._below.draw(surface)
        veil(surface, 190)
        panel(surface, self.box, theme.GOLD, 250)
        for at, line in enumerate(self._lines):
            words, top = theme.text(line, "sans", px(theme.LARGE), theme.CREAM), inner.top + px(TOP) + at * px(LINE)
            left = inner.centerx - words.get_width() // 2 if self.centred else inner.left
            surface.blit(words, (left, top))
