"""A row of points to choose from, which takes typed numbers as well."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from ui.graphics import theme
from ui.widgets.base import Place
from ui.widgets.controls import Stepper
from ui.widgets.described import Box
from ui.widgets.layout import Grid
from ui.widgets.nodes import Line, Node

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

    def describe(self) -> Node:
        values, is_typed = self.proposed_values, self.value not in self.proposed_values
        cells = [self._describe_cell(str(value), index, value == self.value) for index, value in enumerate(values)]
        typed = self._describe_cell(str(self.value) if is_typed else TYPING_MARK, None, is_typed)
        return Grid([*cells, typed], CELL_SIZE[0], CELL_GAP, self._columns, grow=1)

    def _describe_cell(self, text: str, part: int | None, is_chosen: bool) -> Node:
        """Return a cell; ``part``: its number, None for the cell of a typed number."""
        color = theme.INK if is_chosen else theme.MUTED if part is None else theme.CREAM
        number = Line(text, face="serif", size=VALUE_TEXT_SIZE, color=color, align="centre")
        fill_color = theme.GOLD if is_chosen else None
        if part is None:
            return Box(number, fill_color=fill_color or self.theme.disabled_button_color)
        return self.make_box(part, number, fill_color=fill_color)

    def handle_click(self, part: int, position: tuple[int, int]) -> None:
        self._type_digits(str(self.proposed_values[part]))
        self._typed_digits = ""
