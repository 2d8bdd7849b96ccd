"""A line chart of points from left to right, one of which is selected by a click or the arrows."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

import pygame

from game.text.formatting import format_percent
from game.text.gettext import _
from ui.graphics import theme
from ui.graphics.canvas import Canvas
from ui.widgets.base import Container, CustomWidget
from ui.widgets.controls import STEP_BY_KEY

SUPERSAMPLING: Final = 3
"""The factor by which the curve is drawn larger and then scaled down, for smooth lines."""
LEFT_MARGIN: Final = 52
BOTTOM_MARGIN: Final = 24
TOP_MARGIN: Final = 10
RIGHT_MARGIN: Final = 10
"""The margins around the plot, in design pixels; the labels of the axes are on the left and below."""
END_INDEX_BY_KEY: Final = {pygame.K_HOME: 0, pygame.K_END: -1}


class ChartPoint(NamedTuple):
    """A point of a line chart.

    ``y_value`` is None where the curve has a gap. ``is_marked``: whether the point is highlighted. ``is_line_start``:
    whether the line starts anew here.
    """

    y_value: float | None
    is_marked: bool = False
    is_line_start: bool = False


class AxisTick(NamedTuple):
    """A label at an axis; ``position`` is a y value or the index of a point."""

    position: float
    label: str


class LineChart(CustomWidget):
    """A chart of ``points`` between ``min_value`` and ``max_value``; ``value`` is the index of the selected point.

    ``y_ticks`` are labels on the left, ``x_ticks`` below. Without points the chart is an empty frame.
    """

    def __init__(
        self,
        points: Sequence[ChartPoint],
        min_value: float,
        max_value: float,
        y_ticks: Sequence[AxisTick],
        x_ticks: Sequence[AxisTick],
        rect: pygame.Rect,
        manager: Any,
        ui_scale: float,
        container: Container | None = None,
        *,
        value: int = -1,
    ) -> None:
        self.points = tuple(points)
        self.value = value
        self._value_range = (min_value, max_value)
        self._ticks = (tuple(y_ticks), tuple(x_ticks))
        super().__init__(rect, manager, ui_scale, container)

    @property
    def value_text(self) -> str:
        if not self._has_selection:
            return ""
        text, y_value = _("{number} of {count}"), self.points[self.value].y_value
        if y_value is not None:
            text = _("{number} of {count}, at {share}")
        min_value, max_value = self._value_range
        share = format_percent(((y_value or 0.0) - min_value) / ((max_value - min_value) or 1.0))
        return text.format(number=self.value + 1, count=len(self.points), share=share)

    @property
    def key_help(self) -> str:
        return _("Curve: Left and Right go through it") if self._has_selection else ""

    @property
    def _has_selection(self) -> bool:
        return 0 <= self.value < len(self.points)

    @property
    def plot_rect(self) -> pygame.Rect:
        """The rectangle of the plot within the widget, in pixels."""
        px = self.px
        plot_width, plot_height = (
            self.rect.width - px(LEFT_MARGIN) - px(RIGHT_MARGIN),
            self.rect.height - px(TOP_MARGIN) - px(BOTTOM_MARGIN),
        )
        return pygame.Rect(px(LEFT_MARGIN), px(TOP_MARGIN), max(1, plot_width), max(1, plot_height))

    def get_point_position(self, index: int) -> tuple[float, float]:
        """Return the position of a point within the widget, in pixels."""
        y_value = self.points[index].y_value
        return self._get_x(index), self.plot_rect.bottom if y_value is None else self._get_y(y_value)

    def _get_x(self, position: float) -> float:
        plot_rect, count = self.plot_rect, len(self.points)
        return plot_rect.x + plot_rect.width * (position + 0.5) / max(1, count)

    def _get_y(self, y_value: float) -> float:
        min_value, max_value = self._value_range
        plot_rect = self.plot_rect
        return plot_rect.bottom - plot_rect.height * (y_value - min_value) / ((max_value - min_value) or 1.0)

    # -- painting

    def paint(self, canvas: Canvas) -> None:
        self._draw_axes(canvas)
        if self.points:
            large_image = pygame.Surface(
                (self.rect.width * SUPERSAMPLING, self.rect.height * SUPERSAMPLING), pygame.SRCALPHA
            )
            large_image.fill((*pygame.Color(self.theme.panel_color)[:3], 0))
            self._draw_curve(large_image)
            canvas.blit(pygame.transform.smoothscale(large_image, canvas.size), (0, 0))

    def _draw_axes(self, canvas: Canvas) -> None:
        px, plot_rect = self.px, self.plot_rect
        line_width, size = max(1, px(1)), px(theme.SMALL_TEXT_SIZE)
        for y_value, label in self._ticks[0]:
            y = round(self._get_y(y_value))
            canvas.draw_line(self.theme.panel_line_color, (plot_rect.x, y), (plot_rect.right, y), line_width)
            label_image = theme.render_fitted_text(label, "sans", size, theme.MUTED, px(LEFT_MARGIN - 8))
            canvas.blit(label_image, label_image.get_rect(midright=(plot_rect.x - px(8), y)))
        used_right = float(plot_rect.x - px(LEFT_MARGIN))
        for position, label in self._ticks[1]:
            label_image = theme.render_text(label, "sans", size, theme.MUTED)
            label_rect = label_image.get_rect(midtop=(round(self._get_x(position)), plot_rect.bottom + px(3)))
            label_rect.clamp_ip(canvas.rect)
            if label_rect.left >= used_right:
                canvas.blit(label_image, label_rect)
                used_right = label_rect.right + px(8)

    def _draw_curve(self, large_image: pygame.Surface) -> None:
        line_width = max(2, round(self.px(2.4) * SUPERSAMPLING))
        positions = [
            (x * SUPERSAMPLING, y * SUPERSAMPLING) for x, y in map(self.get_point_position, range(len(self.points)))
        ]
        for (start, end), (previous_point, point) in zip(pairwise(positions), pairwise(self.points), strict=True):
            if not point.is_line_start and previous_point.y_value is not None and point.y_value is not None:
                pygame.draw.line(large_image, theme.CHART_LINE_COLORS[1], start, end, line_width)
                pygame.draw.circle(large_image, theme.CHART_LINE_COLORS[1], end, line_width / 2)
        for index, (position, point) in enumerate(zip(positions, self.points, strict=True)):
            self._draw_point(large_image, position, point, is_selected=index == self.value)

    def _draw_point(
        self, large_image: pygame.Surface, position: tuple[float, float], point: ChartPoint, *, is_selected: bool
    ) -> None:
        radius, (x, y) = self._point_radius * SUPERSAMPLING, position
        if is_selected:
            plot_rect, line_width = self.plot_rect, max(1, self.px(1))
            pygame.draw.line(
                large_image,
                theme.GOLD,
                (x, plot_rect.y * SUPERSAMPLING),
                (x, plot_rect.bottom * SUPERSAMPLING),
                line_width * SUPERSAMPLING,
            )
            pygame.draw.circle(large_image, theme.GOLD, position, radius * 2, max(2, round(radius / 2)))
        if point.is_marked:
            half_size = radius * 1.6
            corners = [(x, y - half_size), (x + half_size, y), (x, y + half_size), (x - half_size, y)]
            pygame.draw.polygon(large_image, theme.RED_LIGHT, corners)
        elif point.y_value is not None:
            pygame.draw.circle(large_image, theme.CHART_LINE_COLORS[1], position, radius * 0.8)

    @property
    def _point_radius(self) -> float:
        """The radius of a point in pixels, smaller if the points are close together."""
        return max(1.5, min(self.px(4), self.plot_rect.width / max(1, len(self.points)) * 0.45))

    # -- selection

    def find_part(self, position: tuple[int, int]) -> int | None:
        if not self.points or not self.plot_rect.inflate(self.px(8), self.px(8)).collidepoint(position):
            return None
        return min(range(len(self.points)), key=lambda index: abs(self._get_x(index) - position[0]))

    def handle_click(self, part: int, position: tuple[int, int]) -> None:
        self._select_by_user(part)

    def _set_hovered_part(self, part: int | None) -> None:
        """Ignore the pointer: the chart looks the same, so it need not be painted."""

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Handle a key: the arrows select the next or previous point, Home and End the ends."""
        last_index = len(self.points) - 1
        if event.key in END_INDEX_BY_KEY and self.points:
            self._select_by_user(END_INDEX_BY_KEY[event.key] % len(self.points))
        elif event.key in STEP_BY_KEY and self.points:
            self._select_by_user(min(max(0, self.value + STEP_BY_KEY[event.key]), last_index))
        else:
            return False
        return True

    def select(self, value: int) -> None:
        """Select a point without an event, when the selection changed elsewhere."""
        if value != self.value:
            self.value = value
            self.repaint()

    def _select_by_user(self, value: int) -> None:
        if value != self.value:
            self.value = value
            self.notify_changed()
