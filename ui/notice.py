"""A line of text to the person, over everything."""

from __future__ import annotations

import pygame

from ui import theme
from ui.backdrop import panel
from ui.scene import Stage


def message(surface: pygame.Surface, stage: Stage, words: str) -> None:
    """A line over everything, near the lower edge of the table's middle."""
    wide, high = stage.size
    lines = theme.wrapped(words, "sans", stage.px(theme.BODY), round(wide * 0.6))
    pictures = [theme.text(line, "sans", stage.px(theme.BODY), theme.CREAM) for line in lines]
    step = stage.px(24)
    rect = pygame.Rect(0, 0, max(p.get_width() for p in pictures) + stage.px(36), step * len(lines) + stage.px(18))
    rect.center = (wide // 2, round(high * 0.60))
    panel(surface, rect, theme.GOLD, 245)
    for row, picture in enumerate(pictures):
        middle = (rect.centerx, rect.y + stage.px(9) + row * step + step // 2)
        surface.blit(picture, picture.get_rect(center=middle))
