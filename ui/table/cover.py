"""The cover between two people at one screen: nothing of anybody's cards is drawn while it is on."""

from __future__ import annotations

import pygame

from game.i18n import _
from ui import theme
from ui.backdrop import panel
from ui.scene import Stage


def draw_cover(surface: pygame.Surface, stage: Stage, name: str) -> None:
    """Say whose turn it is; the Ready button is a widget."""
    px, (wide, high) = stage.px, stage.size
    rect = pygame.Rect(0, 0, px(620), px(320))
    rect.center = (wide // 2, high // 2)
    panel(surface, rect, theme.GOLD, 245)
    title = theme.fitted(name, "serif", px(theme.TITLE), theme.CREAM, rect.width - px(40))
    surface.blit(title, title.get_rect(midtop=(rect.centerx, rect.y + px(44))))
    for row, words in enumerate((_("It is your turn."), _("The others look away, please."))):
        line = theme.text(words, "sans", px(theme.LARGE), theme.MUTED)
        surface.blit(line, line.get_rect(midtop=(rect.centerx, rect.y + px(104 + 34 * row))))
