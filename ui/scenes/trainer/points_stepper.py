"""The inputs of points: a large stepper, and a row of cells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from game.text.gettext import _
from ui.graphics import theme
from ui.widgets.base import Place
from ui.widgets.controls import Stepper
from ui.widgets.layout import Column, Grid, Row
from ui.widgets.nodes import Line, Node, make_symbol

POINTS_STEPPER_SIZE: Final = (184, 60)
STEP_BUTTON_WIDTH: Final = 48
SYMBOL_SIZE: Final = 22
POINTS_TEXT_SIZE: Final = 40
LABEL_SIZE: Final = 16
"""The sizes of the stepper, of its buttons with their symbols, and of its texts, in design pixels."""
POINTS_SHARE: Final = 0.72
"""The share of the height that the number takes above its label."""
CELL_SIZE: Final = (46, 52)
CELL_GAP: Final = 4
"""The least size of a cell and the distance between cells, in design pixels."""
MAX_COLUMNS: Final = 7
VALUE_TEXT_SIZE: Final = 24


class PointsStepper(Stepper):
    """A stepper with a large number between two buttons."""

    def describe(self) -> Node:
        points = Line(self._shown_text, face="serif", size=POINTS_TEXT_SIZE, align="centre", grow=POINTS_SHARE)
        label = Line(_("Points"), size=LABEL_SIZE, color=theme.MUTED, align="centre", grow=1 - POINTS_SHARE)
        return Row(self._describe_step(-1), Column(points, label, grow=1), self._describe_step(1))

    def _describe_step(self, direction: int) -> Node:
        is_available = self._find_next_value(direction) is not None
        color = theme.CREAM if is_available else self.theme.panel_line_color
        symbol = make_symbol("minus" if direction < 0 else "plus", SYMBOL_SIZE, color)
        return self.make_box(direction, symbol, is_available=is_available, width=STEP_BUTTON_WIDTH)


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
