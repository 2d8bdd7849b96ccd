"""A table to read: a header row, text in the first column, figures in the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.widgets.nodes import Frame, Painted

ROW_HEIGHT: Final = 28
FIRST_COLUMN_WIDTH_RATIO: Final = 0.34
"""The share of the table's width that the first column takes; the others share the rest."""


class TableView(Painted):
    """A table on a sheet. The rows with an index in ``total_rows`` sum up others, and are bold."""

    def __init__(
        self, header: Sequence[str], rows: Sequence[Sequence[str]], total_rows: frozenset[int] = frozenset()
    ) -> None:
        self._rows = (tuple(header), *map(tuple, rows))
        self._total_rows = total_rows

    def measure_height(self, frame: Frame, width: int) -> int:
        return frame.px(ROW_HEIGHT) * len(self._rows)

    def paint(self, frame: Frame, canvas: Canvas, rect: pygame.Rect) -> None:
        first_width, row_height = round(rect.width * FIRST_COLUMN_WIDTH_RATIO), frame.px(ROW_HEIGHT)
        column_width = (rect.width - first_width) // max(1, len(self._rows[0]) - 1)
        for row_index, row in enumerate(self._rows):
            y = rect.y + row_index * row_height + row_height // 2
            color = theme.CREAM if row_index else theme.MUTED
            face: theme.FontFace = "bold" if row_index - 1 in self._total_rows else "sans"
            for column_index, text in enumerate(row):
                max_width = first_width if not column_index else column_width - frame.px(10)
                size = frame.px(theme.SMALL_TEXT_SIZE)
                image = theme.render_fitted_text(text, face, size, color, max(1, max_width))
                right = rect.x + first_width + column_index * column_width
                text_rect = image.get_rect(midright=(right, y)) if column_index else image.get_rect(midleft=(rect.x, y))
                canvas.blit(image, text_rect)
        line_color, line_width = frame.place.manager.theme.panel_line_color, max(1, frame.px(1))
        canvas.fill(line_color, (rect.x, rect.y + row_height - 1, rect.width, line_width))
