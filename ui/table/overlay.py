"""A page that lies over a table; the table goes on under it."""

from __future__ import annotations

from typing import Final

import pygame

from ui import theme
from ui.backdrop import panel, veil
from ui.page import SIDE, Page
from ui.scene import Stage
from ui.table.desk import Desk
from ui.table.sheet import Block, Sheet
from ui.widgets.scroll import BAR, PAD, Scroll

EDGE: Final = 24
"""Design pixels between the side of a box and what is to be read in it."""


class Overlay(Page):
    """Subclasses place their ``box`` in `compose` with `place_box`, a ``sheet`` in it with `place_sheet`."""

    veil = 246
    """How dark the table is under it, 0 to 255."""

    def __init__(self, stage: Stage, desk: Desk) -> None:
        super().__init__(stage)
        self.deck = desk.deck
        self.desk = desk
        self.box = pygame.Rect(0, 0, 0, 0)
        self.sheet: Sheet | None = None

    @property
    def to_be_read(self) -> tuple[pygame.Rect, ...]:
        return (self.box,)

    def place_box(self, wide: int, high: int) -> None:
        """The panel of so many pixels, or as much as the window has, in its middle."""
        window = self.stage.size
        self.box = pygame.Rect(0, 0, min(wide, window[0] - self.stage.px(16)), min(high, window[1] - self.stage.px(16)))
        self.box.center = (window[0] // 2, window[1] // 2)

    def place_sheet(self, name: str, block: Block, head: int, foot: int) -> Scroll:
        """The blocks between the head and the foot of the box, in a scroll area."""
        px, box = self.stage.px, self.box
        area = pygame.Rect(box.x + px(EDGE), box.y + head, box.width - 2 * px(EDGE), box.height - head - foot)
        scroll = self.scroll(name, area.inflate(2 * px(SIDE), 2 * px(2)))
        self.sheet = Sheet(block, scroll)
        self.end_scroll(name, self.sheet.height)
        return scroll

    def sheet_height(self, block: Block, wide: int) -> int:
        """The pixels that the blocks want in a box that is so wide, with the room above and below them."""
        px = self.stage.px
        wide = min(wide, self.stage.size[0] - px(16)) - 2 * px(EDGE) - px(BAR + 10)
        return block.height(wide) + 2 * px(PAD) + px(4)

    def draw_below(self, surface: pygame.Surface) -> None:
        """The table as it is seen under the veil."""
        self.desk.draw(surface)

    def draw(self, surface: pygame.Surface) -> None:
        self.draw_below(surface)
        veil(surface, self.veil)
        panel(surface, self.box, theme.GOLD, 250)
        if self.sheet is not None:
            self.sheet.draw(surface)

    def draw_title(self, surface: pygame.Surface, words: str, below: int, colour: theme.Colour = theme.CREAM) -> None:
        """The title in the middle of the box, ``below`` design pixels under its upper edge."""
        px = self.stage.px
        title = theme.fitted(words, "serif", px(theme.TITLE), colour, self.box.width - px(48))
        surface.blit(title, title.get_rect(midtop=(self.box.centerx, self.box.y + px(below))))
