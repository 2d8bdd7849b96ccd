"""Lines to the person over whatever scene is shown: toasts one after the other, and one that waits to be heeded.

A toast says what happened away from the eye. It looks for a place where it covers no button and nothing to be read.
"""

from __future__ import annotations

from functools import lru_cache, reduce
from itertools import product
from operator import or_
from typing import Final, NamedTuple, TypeAlias

import pygame

from ui.app.context import AppContext
from ui.app.scene import Scene
from ui.graphics import theme, timings
from ui.graphics.canvas import Canvas
from ui.graphics.shapes import draw_panel

TEXT_WIDTH_RATIOS: Final = (0.6, 0.4, 0.28, 0.2)
"""Shares of the window that its words may be wide; the first with a free place for all of it is taken."""
TEXT_SIZES: Final = (theme.BODY_TEXT_SIZE, theme.SMALL_TEXT_SIZE, 13)
"""Its letters in design pixels: smaller ones where there is no room for the usual."""
WINDOW_MARGIN: Final = 16
"""Design pixels between it and the edge of the window."""
GRID_ROW_COUNT: Final = 90
"""A free place is looked for on a grid with so many rows of square cells."""
RectTuple: TypeAlias = tuple[int, int, int, int]


class Toast(NamedTuple):
    """Where it stands, its lines, and the size of their letters in pixels."""

    rect: pygame.Rect
    lines: list[str]
    size: int


class Toasts:
    """The lines that wait for their turn, and the ``text`` that are shown now."""

    def __init__(self) -> None:
        self.text = ""
        self._seconds_left = 0.0

    @property
    def is_visible(self) -> bool:
        return self._seconds_left > 0

    def update(self, seconds: float, queue: list[str]) -> None:
        """Time passes; the next of those ``queue`` is taken from them once the one before has stood long enough."""
        self._seconds_left = max(0.0, self._seconds_left - seconds)
        if queue and not self.is_visible:
            self.text, self._seconds_left = queue.pop(0), timings.TOAST_SHOWN_S

    def draw(self, canvas: Canvas, context: AppContext) -> None:
        """The line, if one is shown."""
        if self.is_visible:
            _draw_toast(canvas, context.theme, layout_toast(context, self.text))


def draw_message(canvas: Canvas, context: AppContext, text: str) -> None:
    """A line in the middle of the window, near its lower edge: nothing goes on before it is heeded."""
    _draw_toast(canvas, context.theme, _layout_centered(context, text))


def _layout_centered(context: AppContext, text: str) -> Toast:
    window_width, window_height = context.size
    unplaced = _layout_text(text, context.px(theme.BODY_TEXT_SIZE), round(window_width * TEXT_WIDTH_RATIOS[0]))
    rect = unplaced.rect.copy()
    rect.center = (window_width // 2, round(window_height * 0.60))
    return unplaced._replace(rect=rect)


def layout_toast(context: AppContext, text: str) -> Toast:
    """A toast as it stands over the scene that is shown."""
    scene = context.scenes.top
    avoid_rects = tuple(_to_tuple(rect) for rect in list_avoid_rects(scene))
    soft_avoid_rects = tuple(_to_tuple(rect) for rect in scene.toast_soft_avoid_rects)
    return _layout_in_free_place(
        text, context.size, context.ui_scale, avoid_rects, soft_avoid_rects
    ) or _layout_centered(context, text)


@lru_cache(maxsize=8)
def _layout_in_free_place(
    text: str,
    window: tuple[int, int],
    ui_scale: float,
    avoid_rects: tuple[RectTuple, ...],
    soft_avoid_rects: tuple[RectTuple, ...],
) -> Toast | None:
    """A toast where it covers none of ``avoid_rects``, in the largest letters for which there is a place; if there is
    one for any, nothing of ``soft_avoid_rects`` either.
    """
    grids = [
        _make_grid(window, round(WINDOW_MARGIN * ui_scale), boxes)
        for boxes in ((*avoid_rects, *soft_avoid_rects), avoid_rects)
    ]
    for grid, size, width_ratio in product(grids, TEXT_SIZES, TEXT_WIDTH_RATIOS):
        unplaced = _layout_text(text, round(size * ui_scale), round(window[0] * width_ratio))
        position = grid.find_free_position(unplaced.rect.size)
        if position is not None:
            return unplaced._replace(rect=pygame.Rect(position, unplaced.rect.size))
    return None


def list_avoid_rects(scene: Scene) -> list[pygame.Rect]:
    """What a toast must not cover: what the scene names, and every widget that takes the focus."""
    widgets = (pygame.Rect(widget.get_abs_rect()) for widget in scene.focus.widgets if widget.visible)
    return [*scene.toast_avoid_rects, *widgets]


class OccupancyGrid(NamedTuple):
    """What of the window is taken: a number a row of cells, in which a bit stands for a cell of the row."""

    cell_px: int
    rows: tuple[int, ...]

    def find_free_position(self, size: tuple[int, int]) -> tuple[int, int] | None:
        """Where something of this size covers nothing: as high as possible, then as near to the middle."""
        columns_needed, rows_needed = (-(-length // self.cell_px) for length in size)
        column_count, full_row = self.rows[0].bit_length(), self.rows[0]
        centered_left = (column_count - columns_needed) // 2
        for top in range(len(self.rows) - rows_needed + 1):
            free_starts = _find_runs(full_row & ~reduce(or_, self.rows[top : top + rows_needed]), columns_needed)
            for left in (
                sorted(range(max(0, column_count - columns_needed + 1)), key=lambda column: abs(column - centered_left))
                if free_starts
                else ()
            ):
                if free_starts >> left & 1:
                    return left * self.cell_px, top * self.cell_px
        return None


def _make_grid(size: tuple[int, int], margin: int, boxes: tuple[RectTuple, ...]) -> OccupancyGrid:
    """The window with these boxes taken, and its edge."""
    cell_px = max(1, size[1] // GRID_ROW_COUNT)
    column_count, row_count = (-(-length // cell_px) for length in size)
    full_row = (1 << column_count) - 1
    edge_cells = -(-margin // cell_px)
    inner_bits = full_row >> 2 * edge_cells << edge_cells
    rows = [
        full_row & ~inner_bits if edge_cells <= row < row_count - edge_cells else full_row for row in range(row_count)
    ]
    for left, top, width, height in boxes:
        first_column, end_column = max(0, left // cell_px), min(column_count, -(-(left + width) // cell_px))
        taken_bits = (1 << max(first_column, end_column)) - (1 << first_column)
        for row in range(max(0, top // cell_px), min(row_count, -(-(top + height) // cell_px))):
            rows[row] |= taken_bits
    return OccupancyGrid(cell_px, tuple(rows))


def _find_runs(free: int, length: int) -> int:
    """The bits of ``free`` at which so many set ones in a row begin."""
    found_length = 1
    while found_length < length:
        step = min(found_length, length - found_length)
        free &= free >> step
        found_length += step
    return free


def _to_tuple(rect: pygame.Rect) -> RectTuple:
    return rect.x, rect.y, rect.width, rect.height


@lru_cache(maxsize=16)
def _layout_text(text: str, size: int, width: int) -> Toast:
    """The words in lines no wider than ``width``, on a ground at the corner of the window; its place comes later."""
    lines = theme.wrap_text(text, "sans", size, width)
    text_width = max(theme.load_font("sans", size).size(line)[0] for line in lines)
    return Toast(pygame.Rect(0, 0, text_width + 2 * size, _compute_line_step(size) * len(lines) + size), lines, size)


def _compute_line_step(size: int) -> int:
    """From line to line."""
    return round(size * 4 / 3)


def _draw_toast(canvas: Canvas, table_theme: theme.Theme, toast: Toast) -> None:
    rect, step = toast.rect, _compute_line_step(toast.size)
    draw_panel(canvas, table_theme, rect, theme.GOLD, 245)
    for row, line in enumerate(toast.lines):
        image = theme.render_text(line, "sans", toast.size, theme.CREAM)
        center = (rect.centerx, rect.y + toast.size // 2 + row * step + step // 2)
        canvas.blit(image, image.get_rect(center=center))
