"""The trick taken last, laid out once more on demand."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.engine.phases import Board
from game.i18n import _
from ui import theme
from ui.backdrop import panel
from ui.scene import Stage


def draw_last_trick(surface: pygame.Surface, stage: Stage, board: Board, names: Sequence[str]) -> None:
    """Each card over the name of who played it, the winner's in gold."""
    px, last = stage.px, board.last
    step, high = px(150), px(290)
    rect = pygame.Rect(0, 0, max(step * len(last), px(330)) + px(30), high if last else px(90))
    rect.center = (stage.size[0] // 2, round(stage.size[1] * 0.42))
    panel(surface, rect, theme.GOLD, 250)
    words = _("The last trick") if last else _("No trick has been taken yet")
    title = theme.text(words, "serif", px(theme.LARGE), theme.CREAM)
    surface.blit(title, title.get_rect(midtop=(rect.centerx, rect.y + px(10))))
    for at, (seat, card) in enumerate(last):
        picture = stage.art.card(card, px(112))
        x = rect.centerx + round((at - (len(last) - 1) / 2) * step)
        surface.blit(picture, picture.get_rect(midtop=(x, rect.y + px(48))))
        colour = theme.GOLD if seat == board.last_winner else theme.CREAM
        name = theme.fitted(names[seat], "bold", px(theme.SMALL), colour, step - px(8))
        surface.blit(name, name.get_rect(midtop=(x, rect.y + px(60) + picture.get_height())))
