"""A medal among all medals."""

from __future__ import annotations

from typing import Any, Final

import pygame

from game.medals.medals import Medal
from game.text.gettext import _
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.card_images import CardImages
from ui.graphics.shapes import make_rounded_rect
from ui.widgets.base import Place
from ui.widgets.layout import Column, Padded
from ui.widgets.medal import MedalPicture
from ui.widgets.nodes import Space, Text, make_paint_frame
from ui.widgets.tile import TILE_RADIUS, Tile

PICTURE_SIZE: Final = 56
LOCKED_ALPHA: Final = 130
"""The opacity of the ground of a medal that is not won, 0 to 255."""


class MedalTile(Tile):
    """A medal with its name; ``value`` is its id. ``is_chosen`` marks it in gold."""

    natural_size = (128, 104)

    def __init__(
        self, medal: Medal, images: CardImages, rect: pygame.Rect, place: Place, *, is_earned: bool, is_chosen: bool
    ) -> None:
        self.value = medal.id
        self._medal, self._is_earned, self._is_chosen = medal, is_earned, is_chosen
        super().__init__(images, rect, place)

    @property
    def value_text(self) -> str:
        return _("Earned") if self._is_earned else _("Not earned yet")

    def set_chosen(self, *, is_chosen: bool) -> None:
        """Show the medal as chosen, or as one of the others."""
        if is_chosen != self._is_chosen:
            self._is_chosen = is_chosen
            self.repaint()

    def paint(self, canvas: Canvas) -> None:
        manager: Any = self.ui_manager
        is_bright, table_theme = self._is_earned or self._is_chosen, self.theme
        fill_color = table_theme.hovered_button_color if self._is_chosen else table_theme.panel_color
        line_color = theme.CREAM if self.hovered_part is not None else table_theme.panel_line_color
        line_width = table_theme.compute_line_width((2 if self._is_chosen else 1) * self.ui_scale)
        alpha = 255 if is_bright or table_theme.is_high_contrast else LOCKED_ALPHA
        ground = make_rounded_rect(
            canvas.size,
            self.px(TILE_RADIUS),
            fill_color,
            alpha,
            theme.GOLD if self._is_chosen else line_color,
            line_width,
        )
        canvas.blit(ground, (0, 0))
        name = Text(
            self._medal.name_text,
            is_even=True,
            size=theme.SMALL_TEXT_SIZE,
            face="bold" if self._is_earned else "sans",
            color=theme.CREAM if is_bright else theme.MUTED,
            align="centre",
        )
        picture = MedalPicture(self._medal, PICTURE_SIZE, self._is_earned)
        content = Column(Space(grow=1), picture, Space(grow=1), name)
        Padded(content, padding=theme.TINY_GAP, top=theme.SMALL_GAP).paint(
            make_paint_frame(Place(manager, self.ui_scale)), canvas, canvas.rect
        )
