"""The inputs of the points of a task, and the sentences of its answer, as nodes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

import pygame

from game.text.gettext import _
from game.trainer.model import TrickTask
from game.trainer.offered_points import list_offered_points
from ui.graphics import theme
from ui.scenes.lessons.panel import make_fitting
from ui.table.layout.seats import TableLayout
from ui.widgets.base import Place
from ui.widgets.controls import Stepper
from ui.widgets.fields import Action, Widget
from ui.widgets.layout import Alternatives, Column, Grid, Panel, Rest, Row, Sized
from ui.widgets.nodes import Line, Node, Space, Text, make_symbol

PANEL_PADDING: Final = 20
MAX_TEXT_PANEL_WIDTH: Final = 640
"""The largest width of the panel with an explanation, in design pixels."""
TEXT_SIZES: Final = theme.BODY_TEXT_SIZE, 14
"""The largest and the least size of an explanation, in design pixels."""
JUMP_BUTTON_WIDTH: Final = 72
MAX_POINTS: Final = 120
POINTS_JUMP: Final = 10
"""The step of the jump buttons beside the stepper, in points."""
NARROW_COLUMNS: Final = 4
"""The columns of the row of points where it has no room in a line."""
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


def center_node(node: Node) -> Node:
    """Return a node in the middle of its room."""
    return Column(Space(grow=1), Row(Space(grow=1), node, Space(grow=1)), Space(grow=1))


def describe_sentences(lines: Sequence[str]) -> Node:
    """Return sentences on a panel in the middle of their room, as large as fits."""

    def describe(size: int) -> Node:
        panel = Panel(Column(*(Text(line, size=size) for line in lines)), padding=PANEL_PADDING)
        return center_node(Sized(panel, width=MAX_TEXT_PANEL_WIDTH))

    return make_fitting(describe, *TEXT_SIZES)


def describe_offered_points(task: TrickTask, points: int, on_change: Callable[[int], None]) -> Node:
    """Return points to choose from at the foot of their room, in as few rows as fit."""
    nodes = []
    for columns in (MAX_COLUMNS, NARROW_COLUMNS):
        width, height = compute_row_size(columns)
        arguments = (points, (0, MAX_POINTS), list_offered_points(task), columns)
        choice = Widget(PointsRow, arguments, id="points", label=_("Points"), on_change=on_change)
        panel = Panel(replace(choice, width=width, height=height), padding=PANEL_PADDING)
        row = Column(Space(grow=1), Row(Space(grow=1), panel, Space(grow=1)))
        nodes.append(Rest(row, width + 2 * PANEL_PADDING))
    return Alternatives(*nodes)


def describe_points(
    layout: TableLayout, points: int, on_change: Callable[[int], None], on_jump: Callable[[int], None]
) -> Node:
    """Return a stepper with a button on each side, as large as fits in the middle of the table.

    ``on_change`` gets the points, ``on_jump`` the difference that a button makes.
    """
    width, height = POINTS_STEPPER_SIZE
    less, more = (
        Action(
            widget_id,
            text,
            partial(on_jump, jump),
            style="#menu",
            width=JUMP_BUTTON_WIDTH,
            height=height,
        )
        for widget_id, text, jump in (
            (f"subtract-{POINTS_JUMP}", f"−{POINTS_JUMP}", -POINTS_JUMP),
            (f"add-{POINTS_JUMP}", f"+{POINTS_JUMP}", POINTS_JUMP),
        )
    )
    arguments = (points, (0, MAX_POINTS), ())
    stepper = Widget(PointsStepper, arguments, id="points", label=_("Points"), on_change=on_change)
    row = Row(less, replace(stepper, width=width, height=height), more, gap=theme.SMALL_GAP)
    panel = Panel(row, padding=PANEL_PADDING)
    total_width = width + 2 * (theme.SMALL_GAP + JUMP_BUTTON_WIDTH + PANEL_PADDING)
    scale = min(layout.ui_scale, layout.free_rect.width / total_width)
    return Sized(center_node(panel), scale=scale)


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
