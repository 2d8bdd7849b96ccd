"""A line chart as a node, or as a widget of which the player chooses a point."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import pygame

from game.text.formatting import format_percent
from game.text.gettext import _
from ui.graphics.canvas import Canvas
from ui.graphics.line_chart import AxisTick, ChartPoint, LineChart
from ui.widgets.base import CustomWidget, Place
from ui.widgets.controls import STEP_BY_KEY
from ui.widgets.nodes import Node, Painter

END_INDEX_BY_KEY: Final = {pygame.K_HOME: 0, pygame.K_END: -1}


def make_chart_node(chart: LineChart) -> Node:
    return Painter(lambda _frame, canvas, rect: chart.paint(canvas, rect), height=chart.height)


class LineChartWidget(CustomWidget):
    """A chart of one line; ``value`` is the index of the point that is selected by a click or the arrow keys.

    ``format_value`` returns a value of the line in words.
    """

    def __init__(
        self, chart: LineChart, rect: pygame.Rect, place: Place, *, value: int, format_value: Callable[[float], str]
    ) -> None:
        self.chart = chart
        self.format_value = format_value
        self.value: int = value
        super().__init__(rect, place)

    @property
    def points(self) -> Sequence[ChartPoint]:
        return self.chart.lines[0].points

    @property
    def value_text(self) -> str:
        if not self._has_selection:
            return ""
        y_value = self.points[self.value].y_value
        text = _("{number} of {count}") if y_value is None else _("{number} of {count}, at {share}")
        share = self.format_value(y_value or 0.0)
        return text.format(number=self.value + 1, count=len(self.points), share=share)

    @property
    def key_help(self) -> str:
        return _("Chart: press Left or Right to move along it") if self._has_selection else ""

    @property
    def _has_selection(self) -> bool:
        return 0 <= self.value < len(self.points)

    def paint(self, canvas: Canvas) -> None:
        self.chart.paint(canvas, canvas.rect, self.value)

    def find_part(self, position: tuple[int, int]) -> int | None:
        plot_rect = self.chart.compute_plot_rect(pygame.Rect((0, 0), self.rect.size))
        if not self.points or not plot_rect.collidepoint(position):
            return None
        return min(range(len(self.points)), key=lambda index: abs(self.chart.get_x(plot_rect, index) - position[0]))

    def handle_click(self, part: int, position: tuple[int, int]) -> None:
        self.choose(part)

    def _set_hovered_part(self, part: int | None) -> None:
        """Ignore the pointer: the chart looks the same, so it need not be painted."""

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Select another point by the arrows, Home or End; return whether the key is used."""
        last_index = len(self.points) - 1
        if event.key in END_INDEX_BY_KEY and self.points:
            self.choose(END_INDEX_BY_KEY[event.key] % len(self.points))
        elif event.key in STEP_BY_KEY and self.points:
            self.choose(min(max(0, self.value + STEP_BY_KEY[event.key]), last_index))
        else:
            return False
        return True


def make_percent_ticks() -> tuple[AxisTick, ...]:
    """Return the ticks of an axis from 0 to 100 %."""
    return tuple(AxisTick(value, format_percent(value)) for value in (0.0, 0.5, 1.0))
