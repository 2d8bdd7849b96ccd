"""A row of points to choose from, which takes typed numbers as well."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.widgets.base import Place
from ui.widgets.controls import Stepper, blit_centered, draw_box

CELL_SIZE: Final = (46, 52)
CELL_GAP: Final = 4
"""The least size of a cell and the distance between cells, in design pixels."""
MAX_COLUMNS: Final = 8
VALUE_TEXT_SIZE: Final = 24
TYPING_MARK: Final = "_"
"""The sign in the last cell, which shows a typed number that has no cell."""


def compute_row_size(columns: int) -> tuple[int, int]:
    """Return the size of `MAX_COLUMNS` cells in rows of ``columns``, in design pixels."""
    rows = -(-MAX_COLUMNS // columns)
    return columns * (CELL_SIZE[0] + CELL_GAP) - CELL_GAP, rows * (CELL_SIZE[1] + CELL_GAP) - CELL_GAP


class PointsRow(Stepper):
    """A cell for each of ``proposed_values``, and a last one for another number that is typed.

    ``columns``: the cells in a row.
    """

    def __init__(
        self,
        value: int,
        bounds: tuple[int, int],
        proposed_values: Sequence[int],
        columns: int,
        rect: pygame.Rect,
        place: Place,
    ) -> None:
        self._columns = columns
        super().__init__(value, bounds, proposed_values, rect, place)

    def get_cell_rect(self, index: int) -> pygame.Rect:
        """Return the place of a cell in the widget, in pixels; the last is that of a typed number."""
        row, column = divmod(index, self._columns)
        rows, gap = -(-(len(self.proposed_values) + 1) // self._columns), self.px(CELL_GAP)
        width, height = self.rect.width + gap, self.rect.height + gap
        left, right = (width * place // self._columns for place in (column, column + 1))
        top, bottom = (height * place // rows for place in (row, row + 1))
        return pygame.Rect(left, top, right - left - gap, bottom - top - gap)

    def paint(self, canvas: Canvas) -> None:
        for index, value in enumerate(self.proposed_values):
            self._paint_cell(canvas, index, str(value), is_chosen=value == self.value)
        is_typed = self.value not in self.proposed_values
        text = str(self.value) if is_typed else TYPING_MARK
        self._paint_cell(canvas, len(self.proposed_values), text, is_chosen=is_typed)

    def _paint_cell(self, canvas: Canvas, index: int, text: str, *, is_chosen: bool) -> None:
        rect, is_offered = self.get_cell_rect(index), index < len(self.proposed_values)
        plain_color = self.theme.button_color if is_offered else self.theme.disabled_button_color
        is_hovered = is_offered and index == self.hovered_part
        fill_color = theme.GOLD if is_chosen else self.theme.hovered_button_color if is_hovered else plain_color
        line_color = theme.CREAM if is_hovered else self.theme.panel_line_color
        draw_box(canvas, self.theme, rect, fill_color, line_color, self.ui_scale)
        color = theme.INK if is_chosen else theme.CREAM if is_offered else theme.MUTED
        image = theme.render_fitted_text(text, "serif", self.px(VALUE_TEXT_SIZE), color, rect.width - self.px(4))
        blit_centered(canvas, image, rect)

    def find_part(self, position: tuple[int, int]) -> int | None:
        return next(
            (index for index in range(len(self.proposed_values)) if self.get_cell_rect(index).collidepoint(position)),
            None,
        )

    def handle_click(self, part: int, position: tuple[int, int]) -> None:
        self._type_digits(str(self.proposed_values[part]))
        self._typed_digits = ""
