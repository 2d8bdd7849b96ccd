"""The inputs of the points of a task, and the sentences of its answer, as nodes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from game.text.gettext import _
from game.trainer.model import TrickTask
from game.trainer.offered_points import list_offered_points
from ui.graphics import theme
from ui.scenes.lessons.panel import make_fitting
from ui.scenes.trainer.points_stepper import (
    MAX_COLUMNS,
    POINTS_STEPPER_SIZE,
    PointsRow,
    PointsStepper,
    compute_row_size,
)
from ui.table.layout.seats import TableLayout
from ui.widgets.fields import Action, Widget
from ui.widgets.layout import Alternatives, Column, Panel, Rest, Row, Sized
from ui.widgets.nodes import Node, Space, Text

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
