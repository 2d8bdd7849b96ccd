"""A page that lies over a table; the table goes on under it."""

from __future__ import annotations

from typing import Final

import pygame

from ui.app.context import AppContext
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import draw_panel, draw_scrim
from ui.scenes.page import BOARD_PADDING, Page
from ui.table.context import TableContext
from ui.table.overlays.content_layout import ContentBlock, ScrollableContent
from ui.widgets.scroll_area import BAR_WIDTH, PADDING, ScrollArea

PANEL_PADDING: Final = 24
"""Design pixels between the side of a box and what is to be read in it."""


class Overlay(Page):
    """Subclasses place their ``panel_rect`` in `compose` with `place_panel`, ``content`` in it with `place_content`."""

    def __init__(self, context: AppContext, table: TableContext) -> None:
        super().__init__(context)
        self.deck = table.deck
        self.table = table
        self.panel_rect = pygame.Rect(0, 0, 0, 0)
        self.content: ScrollableContent | None = None

    def place_panel(self, width: int, height: int) -> None:
        """The panel of so many pixels, or as much as the window has, in its middle."""
        window_size = self.context.size
        self.panel_rect = pygame.Rect(
            0, 0, min(width, window_size[0] - self.context.px(16)), min(height, window_size[1] - self.context.px(16))
        )
        self.panel_rect.center = (window_size[0] // 2, window_size[1] // 2)

    def place_content(self, name: str, block: ContentBlock, header_height: int, footer_height: int) -> ScrollArea:
        """The blocks between the head and the foot of the box, in a scroll area."""
        px, box = self.context.px, self.panel_rect
        area = pygame.Rect(
            box.x + px(PANEL_PADDING),
            box.y + header_height,
            box.width - 2 * px(PANEL_PADDING),
            box.height - header_height - footer_height,
        )
        scroll = self.begin_scroll_area(name, area.inflate(2 * px(BOARD_PADDING), 2 * px(2)))
        self.content = ScrollableContent(block, scroll)
        self.end_scroll_area(name, self.content.height)
        return scroll

    def compute_content_height(self, block: ContentBlock, panel_width: int) -> int:
        """The pixels that the blocks want in a box that is so wide, with the room above and below them."""
        px = self.context.px
        panel_width = min(panel_width, self.context.size[0] - px(16)) - 2 * px(PANEL_PADDING) - px(BAR_WIDTH + 10)
        return block.compute_height(panel_width) + 2 * px(PADDING) + px(4)

    def draw_background(self, canvas: Canvas) -> None:
        """The table as it is seen under the veil."""
        self.table.draw(canvas)

    def draw(self, canvas: Canvas) -> None:
        self.draw_background(canvas)
        draw_scrim(canvas)
        draw_panel(canvas, self.context.theme, self.panel_rect, theme.GOLD, 250)
        if self.content is not None:
            self.content.draw(canvas)

    def draw_title(self, canvas: Canvas, text: str, offset_y: int, color: theme.Color = theme.CREAM) -> None:
        """The title in the middle of the box, ``offset_y`` design pixels under its upper edge."""
        px = self.context.px
        title = theme.render_fitted_text(
            text, "serif", px(theme.TITLE_TEXT_SIZE), color, self.panel_rect.width - px(48)
        )
        canvas.blit(title, title.get_rect(midtop=(self.panel_rect.centerx, self.panel_rect.y + px(offset_y))))
