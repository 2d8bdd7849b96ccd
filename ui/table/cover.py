"""The cover between two people at one screen: who is asked for, over the table as everybody may see it."""

from __future__ import annotations

from typing import Final

import pygame

from game.i18n import _
from ui import theme
from ui.backdrop import panel
from ui.table.places import Spot

WIDE: Final = 720
HIGH: Final = 120
READY: Final = 190
"""Design pixels: the box, and the button in it that says that one is there."""


def cover_box(spot: Spot) -> pygame.Rect:
    """Where it stands: over the middle of the hand, which lies face down; it covers nothing else."""
    hand = spot.hand
    rect = pygame.Rect(0, 0, min(spot.px(WIDE), hand.width), min(spot.px(HIGH), hand.height))
    middle = min(max(spot.size[0] // 2, hand.left + rect.width // 2), hand.right - rect.width // 2)
    rect.center = middle, hand.centery
    return rect


def ready_button(spot: Spot) -> pygame.Rect:
    """Where the button is pressed that opens the hand."""
    box = cover_box(spot)
    rect = pygame.Rect(0, 0, min(spot.px(READY), box.width // 3), min(spot.px(56), box.height - spot.px(12)))
    rect.midright = (box.right - spot.px(24), box.centery)
    return rect


def draw_cover(surface: pygame.Surface, name: str, spot: Spot) -> None:
    """Say who is asked for; the Ready button is a widget."""
    px, box = spot.px, cover_box(spot)
    panel(surface, box, theme.GOLD, 255)
    room = ready_button(spot).left - box.left - px(44)
    title = theme.fitted(name, "serif", px(theme.TITLE), theme.CREAM, room)
    said = _("It is your turn. The others look away, please.")
    lines = theme.wrapped(said, "sans", px(theme.BODY), room)
    step = round(px(theme.BODY) * 1.25)
    y = box.centery - (title.get_height() + step * len(lines)) // 2
    surface.blit(title, (box.left + px(24), y))
    y += title.get_height()
    for row, line in enumerate(lines):
        shown = theme.text(line, "sans", px(theme.BODY), theme.MUTED)
        surface.blit(shown, (box.left + px(24), y + row * step))
