"""A large stepper for points."""

from __future__ import annotations

from typing import Final

from game.text.gettext import _
from ui.graphics import theme
from ui.widgets.controls import Stepper
from ui.widgets.layout import Column, Row
from ui.widgets.nodes import Line, Node, Symbol

POINTS_STEPPER_SIZE: Final = (184, 60)
STEP_BUTTON_WIDTH: Final = 48
SYMBOL_SIZE: Final = 22
POINTS_TEXT_SIZE: Final = 40
LABEL_SIZE: Final = 16
"""The sizes of the stepper, of its buttons with their symbols, and of its texts, in design pixels."""
POINTS_SHARE: Final = 0.72
"""The share of the height that the number takes above its label."""


class PointsStepper(Stepper):
    """A stepper with a large number between two buttons."""

    def describe(self) -> Node:
        points = Line(self._shown_text, face="serif", size=POINTS_TEXT_SIZE, align="centre", grow=POINTS_SHARE)
        label = Line(_("Points"), size=LABEL_SIZE, color=theme.MUTED, align="centre", grow=1 - POINTS_SHARE)
        return Row(self._describe_step(-1), Column(points, label, grow=1), self._describe_step(1))

    def _describe_step(self, direction: int) -> Node:
        is_available = self._find_next_value(direction) is not None
        color = theme.CREAM if is_available else self.theme.panel_line_color
        symbol = Symbol("minus" if direction < 0 else "plus", SYMBOL_SIZE, color)
        return self.make_box(direction, symbol, is_available=is_available, width=STEP_BUTTON_WIDTH)
