"""How far something is: a bar that fills."""

from __future__ import annotations

from typing import Any

import pygame

from ui.graphics import theme
from ui.widgets.base import Container, CustomWidget


class ProgressBar(CustomWidget):
    """``share``: how much is done, 0 to 1."""

    def __init__(self, share: float, rect: pygame.Rect, manager: Any, ui_scale: float,
                 container: Container | None = None) -> None:  # fmt: skip
        self.share = share
        super().__init__(rect, manager, ui_scale, container)

    def set_share(self, share: float) -> None:
        """So much is done now."""
        if round(share * self.rect.width) != round(self.share * self.rect.width):
            self.share = share
            self.repaint()

    def paint(self, surface: pygame.Surface) -> None:
        rect = surface.get_rect()
        pygame.draw.rect(surface, self.theme.disabled_button_color, rect, 0, rect.height // 2)
        done_rect = pygame.Rect(0, 0, max(rect.height, round(rect.width * self.share)), rect.height)
        pygame.draw.rect(surface, theme.GOLD, done_rect, 0, rect.height // 2)
        pygame.draw.rect(surface, self.theme.panel_line_color, rect, max(1, self.px(1)), rect.height // 2)
