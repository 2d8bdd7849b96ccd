"""A table to read: a header row, text in the first column, figures in the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from ui.graphics import theme
from ui.graphics.canvas import Canvas

ROW_HEIGHT: Final = 28
FIRST_COLUMN_WIDTH_RATIO: Final = 0.34
"""The share of the table's width that the first column takes; the others share the rest."""


class TableView:
    """A table as a block of a sheet. The rows with an index in ``total_rows`` sum up others, and are bold."""

    def __init__(
        self,
        ui_scale: float,
        table_theme: theme.Theme,
        header: Sequence[str],
        rows: Sequence[Sequence[str]],
        *,
        total_rows: frozenset[int] = frozenset(),
    ) -> None:
        self._ui_scale = ui_scale
        self._theme = table_theme
        self._rows = (tuple(header), *map(tuple, rows))
        self._total_rows = total_rows

    def _px(self, design: float) -> int:
        return round(design * self._ui_scale)

    def compute_height(self, width: int) -> int:
        """Return the height of the table in pixels; it does not depend on ``width``."""
        return self._px(ROW_HEIGHT) * len(self._rows)

    def paint(self, canvas: Canvas, rect: pygame.Rect) -> None:
        """Paint the table into a rectangle."""
        first_width = round(rect.width * FIRST_COLUMN_WIDTH_RATIO)
        column_width = (rect.width - first_width) // max(1, len(self._rows[0]) - 1)
        for row_index, row in enumerate(self._rows):
            y = rect.y + row_index * self._px(ROW_HEIGHT) + self._px(ROW_HEIGHT) // 2
            color = theme.CREAM if row_index else theme.MUTED
            face: theme.FontFace = "bold" if row_index - 1 in self._total_rows else "sans"
            for column_index, text in enumerate(row):
                max_width = first_width if not column_index else column_width - self._px(10)
                image = theme.render_fitted_text(text, face, self._px(theme.SMALL_TEXT_SIZE), color, max(1, max_width))
                right = rect.x + first_width + column_index * column_width
                text_rect = image.get_rect(midright=(right, y)) if column_index else image.get_rect(midleft=(rect.x, y))
                canvas.blit(image, text_rect)
        line_y = rect.y + self._px(ROW_HEIGHT) - 1
        canvas.fill(self._theme.panel_line_color, (rect.x, line_y, rect.width, max(1, self._px(1))))
