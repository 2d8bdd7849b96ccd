"""The trick taken last, laid out once more on demand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from game.engine.phases import Board
from game.i18n import _
from ui import theme
from ui.backdrop import panel
from ui.scene import Stage
from ui.table.layout import RATIO, Spot

HEAD: Final = 46
FOOT: Final = 40
STEP: Final = 150
CARD: Final = 112
"""The title, the names, from card to card, a card's width: design pixels, where there is room for them."""


def last_trick_ground(spot: Spot, count: int) -> tuple[pygame.Rect, int, int]:
    """The ground of a trick of ``count`` cards in the middle of the table; from card to card; a card's width."""
    px, room = spot.px, spot.room
    step = min(px(STEP), (room.width - px(30)) // max(count, 1))
    width = min(px(CARD), step - px(8), int((room.height - px(HEAD + FOOT)) / RATIO))
    high = px(HEAD + FOOT) + round(width * RATIO) if count else px(90)
    rect = pygame.Rect(0, 0, min(max(step * count, px(330)) + px(30), room.width), min(high, room.height))
    rect.center = room.center
    return rect, step, width


def draw_last_trick(surface: pygame.Surface, stage: Stage, board: Board, names: Sequence[str], spot: Spot) -> None:
    """Each card over the name of who played it, the winner's in gold."""
    px, last = spot.px, board.last
    rect, step, width = last_trick_ground(spot, len(last))
    panel(surface, rect, theme.GOLD, 250)
    words = _("The last trick") if last else _("No trick has been taken yet")
    title = theme.fitted(words, "serif", px(theme.LARGE), theme.CREAM, rect.width - px(20))
    surface.blit(title, title.get_rect(midtop=(rect.centerx, rect.y + px(8))))
    for at, (seat, card) in enumerate(last):
        picture = stage.art.card(card, width)
        x = rect.centerx + round((at - (len(last) - 1) / 2) * step)
        surface.blit(picture, picture.get_rect(midtop=(x, rect.y + px(HEAD))))
        colour = theme.GOLD if seat == board.last_winner else theme.CREAM
        name = theme.fitted(names[seat], "bold", px(theme.SMALL), colour, step - px(8))
        surface.blit(name, name.get_rect(midtop=(x, rect.y + px(HEAD + 8) + picture.get_height())))
