"""A row of points to choose from, by mouse or by typing one of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from ui.graphics import theme
from ui.widgets.base import Place
from ui.widgets.controls import Stepper
from ui.widgets.layout import Grid
from ui.widgets.nodes import Line, Node

CELL_SIZE: Final = (46, 52)
CELL_GAP: Final = 4
"""The least size of a cell and the distance between cells, in design pixels."""
MAX_COLUMNS: Final = 7
VALUE_TEXT_SIZE: Final = 24


def compute_row_size(columns: int) -> tuple[int, int]:
    """Return the size of `MAX_COLUMNS` cells in rows of ``columns``, in design pixels."""
    rows = -(-MAX_COLUMNS // columns)
    return columns * (CELL_SIZE[0] + CELL_GAP) - CELL_GAP, rows * (CELL_SIZE[1] + CELL_GAP) - CELL_GAP


class PointsRow(Stepper):
    """A cell for each of ``proposed_values``; ``columns``: the cells in a row."""

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

    def describe(self) -> Node:
        cells = [self._describe_cell(index, value) for index, value in enumerate(self.proposed_values)]
        return Grid(cells, CELL_SIZE[0], CELL_GAP, self._columns, grow=1)

    def _describe_cell(self, index: int, value: int) -> Node:
        is_chosen = value == self.value
        color = theme.INK if is_chosen else theme.CREAM
        number = Line(str(value), face="serif", size=VALUE_TEXT_SIZE, color=color, align="centre")
        return self.make_box(index, number, fill_color=theme.GOLD if is_chosen else None)

    def handle_click(self, part: int, position: tuple[int, int]) -> None:
        self._type_digits(str(self.proposed_values[part]))
        self._typed_digits = ""
