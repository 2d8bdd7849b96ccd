"""A page that lies over a table; the table goes on under it."""

from __future__ import annotations

import pygame

from ui import theme
from ui.backdrop import panel, veil
from ui.page import Page
from ui.scene import Stage
from ui.table.desk import Desk


class Overlay(Page):
    """Subclasses place their ``box`` in `compose` with `place_box`."""

    veil = 246
    """How dark the table is under it, 0 to 255."""

    def __init__(self, stage: Stage, desk: Desk) -> None:
        super().__init__(stage)
        self.deck = desk.deck
        self.desk = desk
        self.box = pygame.Rect(0, 0, 0, 0)

    def place_box(self, wide: int, high: int) -> None:
        """The panel of so many pixels, or as much as the window has, in its middle."""
        window = self.stage.size
        self.box = pygame.Rect(0, 0, min(wide, window[0] - self.stage.px(16)), min(high, window[1] - self.stage.px(16)))
        self.box.center = (window[0] // 2, window[1] // 2)

    def draw_below(self, surface: pygame.Surface) -> None:
        """The table as it is seen under the veil."""
        self.desk.draw(surface)

    def draw(self, surface: pygame.Surface) -> None:
        self.draw_below(surface)
        surface.blit(veil(self.stage.size, self.veil), (0, 0))
        panel(surface, self.box, theme.GOLD, 250)

    def draw_title(self, surface: pygame.Surface, words: str, below: int, colour: theme.Colour = theme.CREAM) -> None:
        """The title in the middle of the box, ``below`` design pixels under its upper edge."""
        px = self.stage.px
        title = theme.fitted(words, "serif", px(theme.TITLE), colour, self.box.width - px(48))
        surface.blit(title, title.get_rect(midtop=(self.box.centerx, self.box.y + px(below))))
