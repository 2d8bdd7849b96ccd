"""A progress bar."""

from __future__ import annotations

import pygame

from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.widgets.base import CustomWidget, Place


class ProgressBar(CustomWidget):
    """A bar filled up to ``share``, 0 to 1, with a color."""

    def __init__(self, share: float, rect: pygame.Rect, place: Place, *, color: theme.Color = theme.GOLD) -> None:
        self.share, self._color = share, color
        super().__init__(rect, place)

    def set_share(self, share: float) -> None:
        """Show another share."""
        if round(share * self.rect.width) != round(self.share * self.rect.width):
            self.share = share
            self.repaint()

    def paint(self, canvas: Canvas) -> None:
        rect = canvas.rect
        canvas.draw_rect(self.theme.disabled_button_color, rect, 0, rect.height // 2)
        done_rect = pygame.Rect(0, 0, max(rect.height, round(rect.width * self.share)), rect.height)
        canvas.draw_rect(self._color, done_rect, 0, rect.height // 2)
        canvas.draw_rect(self.theme.panel_line_color, rect, max(1, self.px(1)), rect.height // 2)
