"""The base class of overlays, pages over a table that goes on below them."""

from __future__ import annotations

from typing import Final

import pygame

from ui.app.context import AppContext
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import draw_dim_overlay, draw_panel
from ui.scenes.page import BOARD_PADDING, Page
from ui.table.context import TableContext
from ui.table.overlays.content_layout import ContentBlock, ScrollableContent
from ui.widgets.scroll_area import BAR_WIDTH, PADDING, ScrollArea

PANEL_PADDING: Final = 24
"""The distance from the side of the panel to its contents, in design pixels."""


class Overlay(Page):
    """A page over a table, with a panel in the middle.

    Subclasses place their panel in `compose` with `place_panel`, and scrollable contents in it with `place_content`.
    """

    dim_alpha = 246
    """The opacity of the dark layer over the table, 0 to 255."""

    def __init__(self, context: AppContext, table: TableContext) -> None:
        super().__init__(context)
        self.deck = table.deck
        self.table = table
        self.panel_rect = pygame.Rect(0, 0, 0, 0)
        self.content: ScrollableContent | None = None

    def place_panel(self, width: int, height: int) -> None:
        """Place the panel in the middle of the window.

        ``width``, ``height``: the wanted size in pixels; it is limited by the window.
        """
        window_size = self.context.size
        self.panel_rect = pygame.Rect(
            0, 0, min(width, window_size[0] - self.context.px(16)), min(height, window_size[1] - self.context.px(16))
        )
        self.panel_rect.center = (window_size[0] // 2, window_size[1] // 2)

    def place_content(self, name: str, block: ContentBlock, header_height: int, footer_height: int) -> ScrollArea:
        """Place a block between header and footer of the panel, in a scroll area.

        ``name``: the name of the scroll area; ``header_height``, ``footer_height``: pixels.
        """
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
        """Return the pixels that a block needs in a panel, with the padding around it.

        ``panel_width``: pixels.
        """
        px = self.context.px
        panel_width = min(panel_width, self.context.size[0] - px(16)) - 2 * px(PANEL_PADDING) - px(BAR_WIDTH + 10)
        return block.compute_height(panel_width) + 2 * px(PADDING) + px(4)

    def draw_background(self, canvas: Canvas) -> None:
        """Draw the table below the dark layer."""
        self.table.draw(canvas)

    def draw(self, canvas: Canvas) -> None:
        self.draw_background(canvas)
        draw_dim_overlay(canvas, self.dim_alpha)
        draw_panel(canvas, self.context.theme, self.panel_rect, theme.GOLD, 250)
        if self.content is not None:
            self.content.draw(canvas)

    def draw_title(self, canvas: Canvas, text: str, offset_y: int, color: theme.Color = theme.CREAM) -> None:
        """Draw the title in the middle of the panel.

        ``offset_y``: design pixels from the panel's upper edge.
        """
        px = self.context.px
        title = theme.render_fitted_text(
            text, "serif", px(theme.TITLE_TEXT_SIZE), color, self.panel_rect.width - px(48)
        )
        canvas.blit(title, title.get_rect(midtop=(self.panel_rect.centerx, self.panel_rect.y + px(offset_y))))
