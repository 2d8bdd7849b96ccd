"""A large stepper for points."""

from __future__ import annotations

from typing import Final

import pygame

from game.text.gettext import _
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.graphics.symbols import render_symbol
from ui.widgets.controls import Stepper, blit_centered, draw_box

STEP_BUTTON_SIZE: Final = (48, 60)
"""The size of the buttons at the ends, in design pixels."""
POINTS_STEPPER_SIZE: Final = (184, 60)
POINTS_TEXT_SIZE: Final = 40
LABEL_SIZE: Final = 16


class PointsStepper(Stepper):
    """A stepper with a large number between two buttons."""

    def paint(self, canvas: Canvas) -> None:
        for direction, symbol in ((-1, "minus"), (1, "plus")):
            rect, is_available = self._get_arrow_rect(direction), self._find_next_value(direction) is not None
            is_hovered = is_available and self.hovered_part == direction
            fill_color = self.theme.hovered_button_color if is_hovered else self.theme.button_color
            line_color = theme.CREAM if is_hovered else self.theme.panel_line_color
            draw_box(
                canvas, self.theme, rect, fill_color if is_available else self.theme.disabled_button_color,
                line_color, self.ui_scale,
            )  # fmt: skip
            color = theme.CREAM if is_available else self.theme.panel_line_color
            blit_centered(canvas, render_symbol(symbol, self.px(22), color), rect)
        value_rect = canvas.rect.inflate(-2 * self._get_arrow_rect(1).width - self.px(8), 0)
        image = theme.render_fitted_text(
            self._shown_text, "serif", self.px(POINTS_TEXT_SIZE), theme.CREAM, value_rect.width
        )
        blit_centered(canvas, image, value_rect.move(0, -self.px(LABEL_SIZE) // 2))
        label = theme.render_fitted_text(_("Points"), "sans", self.px(LABEL_SIZE), theme.MUTED, value_rect.width)
        canvas.blit(label, label.get_rect(midbottom=value_rect.midbottom))

    def _get_arrow_rect(self, direction: int) -> pygame.Rect:
        width = self.px(STEP_BUTTON_SIZE[0])
        return pygame.Rect(0 if direction < 0 else self.rect.width - width, 0, width, self.rect.height)
